//! Euclid's algorithm as a sequence of linear maps on pairs.
//!
//! A step (a, b) → (b, a + q·b) is a matrix of determinant 1. The pair (a, b) decides the steps;
//! applied to the pairs (1, 0) and (0, 1) too, they give the cofactors u, v with a = u·a₀ + v·b₀.

use super::{division, product, words};
use alloc::vec;
use alloc::vec::Vec;

/// Two polynomials that the same steps act on; their words may have zeros at the upper end.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    pub(super) a: Vec<u64>,
    pub(super) b: Vec<u64>,
}

impl Pair {
    pub(super) fn new(a: Vec<u64>, b: Vec<u64>) -> Self {
        Self { a, b }
    }

    /// (1, 0), where cofactors of the first polynomial grow.
    pub(super) fn first() -> Self {
        Self::new(vec![1], Vec::new())
    }

    /// (0, 1), where cofactors of the second polynomial grow.
    pub(super) fn second() -> Self {
        Self::new(Vec::new(), vec![1])
    }

    /// Both, with nothing left in their place.
    pub(super) fn take(&mut self) -> Self {
        Self::new(core::mem::take(&mut self.a), core::mem::take(&mut self.b))
    }

    /// The bits of both.
    pub(super) fn bits(&self) -> (usize, usize) {
        (words::bits(&self.a), words::bits(&self.b))
    }

    /// (a, b) → (b, a + q·b)
    fn step(&mut self, quotient: &[u64]) {
        let product = product::mul(quotient, &self.b);
        words::trim(&mut self.a);
        let mut sum = words::sum(core::mem::take(&mut self.a), product);
        words::trim(&mut sum);
        self.a = core::mem::replace(&mut self.b, sum);
    }
}

/// One step of Euclid's algorithm by a division, on the first pair and the others with it.
///
/// The first pair's b is not zero.
pub(super) fn quotient_step(pairs: &mut [Pair]) {
    let Some((pair, others)) = pairs.split_first_mut() else { return };
    words::trim(&mut pair.b);
    let quotient = division::divide(&mut pair.a, &pair.b);
    words::trim(&mut pair.a);
    core::mem::swap(&mut pair.a, &mut pair.b);
    for other in others {
        words::trim(&mut other.b);
        other.step(&quotient);
    }
}
