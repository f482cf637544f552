//! Matrices of two rows and two columns of polynomials.

use super::euclid::Pair;
use super::{product, words};
use alloc::vec::Vec;

/// A product of Euclidean steps, kept as its columns: what the steps make of (1, 0) and (0, 1).
#[derive(Clone, Debug)]
pub(super) struct Matrix {
    pub(super) first: Pair,
    pub(super) second: Pair,
}

impl Matrix {
    pub(super) fn identity() -> Self {
        Self { first: Pair::first(), second: Pair::second() }
    }

    /// The pair that the steps make of a pair: four products.
    pub(super) fn apply(&self, pair: &Pair) -> Pair {
        let (a, b) = (words::trimmed(&pair.a), words::trimmed(&pair.b));
        let row = |first: &[u64], second: &[u64]| -> Vec<u64> {
            let products = (product::mul(first, a), product::mul(second, b));
            let mut sum = words::sum(products.0, products.1);
            words::trim(&mut sum);
            sum
        };
        Pair { a: row(&self.first.a, &self.second.a), b: row(&self.first.b, &self.second.b) }
    }

    /// The matrix of the steps of `earlier` and then of those of `self`.
    pub(super) fn after(&self, earlier: &Matrix) -> Matrix {
        Matrix { first: self.apply(&earlier.first), second: self.apply(&earlier.second) }
    }

    /// Drops zeros at the upper ends.
    pub(super) fn trim(&mut self) {
        for pair in [&mut self.first, &mut self.second] {
            words::trim(&mut pair.a);
            words::trim(&mut pair.b);
        }
    }
}
