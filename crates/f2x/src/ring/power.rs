//! Powers whose exponent is a power of two.
//!
//! Squaring is linear, and so is its repetition: the 2^k-th power of Σ aᵢXⁱ is Σ aᵢX^(2^k·i mod N). For
//! small k that is k squarings, else a permutation of the coefficients (Drucker, Gueron and Kostic, ePrint
//! 2020/298, section 3), maybe for a slightly smaller k and some squarings.

use super::permutation::Permutation;
use super::{Cyclic, Scratch, on_level};
use crate::isa::Isa;

/// How elements of GF(2)\[X\]/(X^N − 1) are raised to the 2^k-th power, for one k.
///
/// A constant where k is one:
///
/// ```
/// use f2x::ring::{Bike1, Power};
///
/// const POWER: Power<12323> = Power::new(100);
/// assert_eq!(Bike1::ONE.power(&POWER), Bike1::ONE);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Power<const N: usize> {
    /// What is done first.
    permutation: Option<Permutation>,
    /// How many squarings follow.
    squarings: usize,
}

/// The squarings that may follow a permutation.
const SQUARINGS: usize = 4;

impl<const N: usize> Power<N> {
    /// The cheapest way for exponent 2^`k`; tries some hundred.
    pub const fn new(k: usize) -> Self {
        let square = N / 64;
        let mut best = Self { permutation: None, squarings: k };
        let mut cycles = k.saturating_mul(square);
        let mut squarings = 0;
        while squarings <= SQUARINGS && squarings < k {
            if let Some((permutation, cost)) = Permutation::find(N, k - squarings) {
                let cost = cost + squarings * square;
                if cost < cycles {
                    cycles = cost;
                    best = Self { permutation: Some(permutation), squarings };
                }
            }
            squarings += 1;
        }
        best
    }
}

impl<const N: usize, const W: usize> Cyclic<N, W> {
    /// `self`^(2^`k`); the time depends on `k`.
    ///
    /// Finds the way first; where `k` is a constant, let [`Power`] be one.
    pub fn square_repeatedly(&self, k: usize) -> Self {
        self.power(&Power::new(k))
    }

    /// `self` raised to the power of two that `power` was made for.
    ///
    /// Cost: what `power` says, 0.12 to 0.22 cycles for a coefficient with vectors of 512 bits.
    pub fn power(&self, power: &Power<N>) -> Self {
        let a = self;
        on_level!(
            isa,
            scratch,
            (a: &'v Cyclic<N, W>, power: &'v Power<N>) -> Cyclic<N, W>,
            a.power_in(isa, power, scratch)
        )
    }

    /// `self` raised to the power of two that `power` was made for.
    #[inline]
    pub fn power_on<I: Isa, const S: usize>(
        &self,
        isa: I,
        power: &Power<N>,
        scratch: &mut Scratch<S>,
    ) -> Self {
        self.power_in(isa, power, scratch.of::<N, W>())
    }

    pub(super) fn power_in<I: Isa>(&self, isa: I, power: &Power<N>, scratch: &mut [u64]) -> Self {
        let mut raised = match &power.permutation {
            Some(permutation) => {
                let permuted = permutation.apply(I::LEVEL, &self.0, scratch);
                let mut words = [0; W];
                words.copy_from_slice(&permuted[..W]);
                Self::truncated(words)
            }
            None => self.clone(),
        };
        for _ in 0..power.squarings {
            raised.square_assign_in(isa, scratch);
        }
        raised
    }
}
