//! Operators and formats.

use super::modulus::Modulus;
use super::{Element, Product, on_level};
use crate::isa::Isa;
use core::fmt;
use core::iter::Sum;
use core::ops::{Add, AddAssign, Mul, MulAssign};

impl<F: Modulus, const W: usize> Add for Element<F, W> {
    type Output = Self;
    #[inline(always)]
    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl<F: Modulus, const W: usize> AddAssign for Element<F, W> {
    #[expect(clippy::suspicious_op_assign_impl, reason = "addition in characteristic two")]
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word ^= other;
        }
    }
}

impl<F: Modulus, const W: usize> Mul for Element<F, W> {
    type Output = Self;
    #[inline]
    fn mul(self, other: Self) -> Self {
        let a = self;
        let b = other;
        on_level!(isa, (a: Element<F, W>, b: Element<F, W>) -> Element<F, W>, a.mul_on(isa, b))
    }
}

impl<F: Modulus, const W: usize> MulAssign for Element<F, W> {
    #[inline]
    fn mul_assign(&mut self, other: Self) {
        *self = *self * other;
    }
}

impl<F: Modulus, const W: usize> Sum for Element<F, W> {
    fn sum<T: Iterator<Item = Self>>(terms: T) -> Self {
        terms.fold(Self::ZERO, Add::add)
    }
}

impl<F: Modulus, const W: usize> Default for Element<F, W> {
    /// 0
    fn default() -> Self {
        Self::ZERO
    }
}

impl<F: Modulus, const W: usize> PartialEq for Element<F, W> {
    /// In constant time; see [`equals`](Element::equals).
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.equals(*other).into()
    }
}

impl<F: Modulus, const W: usize> Eq for Element<F, W> {}

impl<F: Modulus, const W: usize> fmt::LowerHex for Element<F, W> {
    /// All digits, the most significant first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            f.write_str("0x")?;
        }
        let digits = (F::BITS - 64 * (W - 1)).div_ceil(4);
        write!(f, "{:0digits$x}", self.0[W - 1])?;
        self.0[..W - 1].iter().rev().try_for_each(|word| write!(f, "{word:016x}"))
    }
}

impl<F: Modulus, const W: usize> fmt::Display for Element<F, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:x}")
    }
}

impl<F: Modulus, const W: usize> fmt::Debug for Element<F, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:#x}")
    }
}

impl<F: Modulus, const W: usize> Add for Product<F, W> {
    type Output = Self;
    #[inline(always)]
    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl<F: Modulus, const W: usize> AddAssign for Product<F, W> {
    #[expect(clippy::suspicious_op_assign_impl, reason = "addition in characteristic two")]
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        let words = self.0.as_flattened_mut().iter_mut();
        for (word, other) in words.zip(other.0.as_flattened()) {
            *word ^= other;
        }
    }
}

impl<F: Modulus, const W: usize> Sum for Product<F, W> {
    fn sum<T: Iterator<Item = Self>>(terms: T) -> Self {
        terms.fold(Self::ZERO, Add::add)
    }
}

impl<F: Modulus, const W: usize> Default for Product<F, W> {
    /// 0
    fn default() -> Self {
        Self::ZERO
    }
}

impl<F: Modulus, const W: usize> fmt::Debug for Product<F, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("0x")?;
        self.0.as_flattened().iter().rev().try_for_each(|word| write!(f, "{word:016x}"))
    }
}
