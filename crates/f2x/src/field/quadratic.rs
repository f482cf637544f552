//! Trace, half-trace, and the roots of z² + z = c.
//!
//! * The trace Σ a^(2^i), 0 ≤ i < m, is 0 or 1 and linear: the parity of those coefficients of `a`
//!   that belong to powers of x of trace 1, a constant mask.
//! * For odd m the half-trace H(c) = Σ c^(4^i), 0 ≤ i ≤ (m−1)/2, has H(c)² + H(c) = c + Tr(c).
//! * For any m, with an element τ of trace 1, z = Σ sᵢ·τ^(2^i), 0 < i < m, where
//!   sᵢ = c + c² + … + c^(2^(i−1)), has z² + z = c + Tr(c)·τ. For sᵢ² = sᵢ₊₁ + c, so in z² + z the terms
//!   with sᵢ and 1 < i < m cancel; s₁·τ² = c·τ², s_m·τ = Tr(c)·τ, and c times
//!   τ⁴ + … + τ^(2^m) = 1 + τ² are left.

use super::modulus::{Modulus, trace_mask};
use super::{Choice, Element, Product, on_level};
use crate::isa::Isa;

impl<F: Modulus, const W: usize> Element<F, W> {
    const TRACE: [u64; W] = trace_mask::<F, W>();

    /// The lowest power of x whose trace is 1.
    const TRACE_ONE: Self = {
        let mut i = 0;
        while Self::TRACE[i / 64] >> (i % 64) & 1 == 0 {
            i += 1;
        }
        let mut words = [0; W];
        words[i / 64] = 1 << (i % 64);
        Self::new(words)
    };

    /// Whether the trace over GF(2) is 1.
    #[inline(always)]
    pub fn trace(self) -> Choice {
        let mut sum = 0;
        for (word, mask) in self.0.into_iter().zip(Self::TRACE) {
            sum ^= word & mask;
        }
        // Not count_ones: Intel does not list its instruction as one of constant time.
        for half in [32, 16, 8, 4, 2, 1] {
            sum ^= sum >> half;
        }
        Choice::from_bit(sum)
    }

    /// Σ `self`^(4^i), 0 ≤ i ≤ (m−1)/2, for fields of odd degree; another degree does not compile.
    #[inline]
    pub fn half_trace(self) -> Self {
        let a = self;
        on_level!(isa, (a: Element<F, W>) -> Element<F, W>, a.half_trace_on(isa))
    }

    /// Σ `self`^(4^i), 0 ≤ i ≤ (m−1)/2, for fields of odd degree; another degree does not compile.
    ///
    /// Cost: m − 1 squarings.
    #[inline(always)]
    pub fn half_trace_on<I: Isa>(self, isa: I) -> Self {
        const { assert!(F::BITS % 2 == 1, "a half-trace needs an odd degree") };
        self.sum_of_fourth_powers(isa)
    }

    /// Σ `self`^(4^i), 0 ≤ i ≤ ⌊m/2⌋, by Horner's rule.
    #[inline(always)]
    fn sum_of_fourth_powers<I: Isa>(self, isa: I) -> Self {
        let mut sum = self;
        for _ in 0..F::BITS / 2 {
            sum = sum.square_repeatedly_on(isa, 2) + self;
        }
        sum
    }

    /// A root z of z² + z = `self`, if there is one, which is where the trace of `self` is 0; the
    /// other root is z + 1.
    ///
    /// What comes with the answer no is an element without meaning.
    #[inline]
    pub fn solve_quadratic(self) -> (Self, Choice) {
        let a = self;
        on_level!(isa, (a: Element<F, W>) -> (Element<F, W>, Choice), a.solve_quadratic_on(isa))
    }

    /// A root z of z² + z = `self`, if there is one, which is where the trace of `self` is 0; the
    /// other root is z + 1.
    ///
    /// What comes with the answer no is an element without meaning. Cost: m − 1 squarings where m is
    /// odd, and as many products without reduction and twice the squarings where it is even.
    #[inline(always)]
    pub fn solve_quadratic_on<I: Isa>(self, isa: I) -> (Self, Choice) {
        let root = if F::BITS % 2 == 1 {
            self.sum_of_fourth_powers(isa)
        } else {
            let (mut tau, mut power, mut s) = (Self::TRACE_ONE, self, Self::ZERO);
            let mut sum = Product::ZERO;
            for _ in 1..F::BITS {
                s += power;
                power = power.square_on(isa);
                tau = tau.square_on(isa);
                sum += s.product_on(isa, tau);
            }
            sum.reduce_on(isa)
        };
        (root, !self.trace())
    }
}
