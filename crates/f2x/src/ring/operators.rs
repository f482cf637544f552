//! Operators and formats.

use super::Cyclic;
use core::fmt;
use core::ops::{Add, AddAssign, Mul, MulAssign};

impl<const N: usize, const W: usize> AddAssign<&Self> for Cyclic<N, W> {
    #[expect(clippy::suspicious_op_assign_impl, reason = "addition in characteristic two")]
    #[inline]
    fn add_assign(&mut self, other: &Self) {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word ^= other;
        }
    }
}

impl<const N: usize, const W: usize> Add for &Cyclic<N, W> {
    type Output = Cyclic<N, W>;
    #[inline]
    fn add(self, other: Self) -> Cyclic<N, W> {
        let mut sum = self.clone();
        sum += other;
        sum
    }
}

impl<const N: usize, const W: usize> Mul for &Cyclic<N, W> {
    type Output = Cyclic<N, W>;
    #[inline]
    fn mul(self, other: Self) -> Cyclic<N, W> {
        self.product(other)
    }
}

impl<const N: usize, const W: usize> MulAssign<&Self> for Cyclic<N, W> {
    #[inline]
    fn mul_assign(&mut self, other: &Self) {
        *self = self.product(other);
    }
}

impl<const N: usize, const W: usize> Default for Cyclic<N, W> {
    /// 0
    fn default() -> Self {
        Self::ZERO
    }
}

impl<const N: usize, const W: usize> PartialEq for Cyclic<N, W> {
    /// In constant time; see [`equals`](Cyclic::equals).
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.equals(other).into()
    }
}

impl<const N: usize, const W: usize> Eq for Cyclic<N, W> {}

impl<const N: usize, const W: usize> fmt::LowerHex for Cyclic<N, W> {
    /// All digits, the most significant first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            f.write_str("0x")?;
        }
        let digits = (N - 64 * (W - 1)).div_ceil(4);
        write!(f, "{:0digits$x}", self.0[W - 1])?;
        self.0[..W - 1].iter().rev().try_for_each(|word| write!(f, "{word:016x}"))
    }
}

impl<const N: usize, const W: usize> fmt::Debug for Cyclic<N, W> {
    /// The ring alone: elements are secrets. `{:x}` shows one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cyclic").field("bits", &N).finish_non_exhaustive()
    }
}
