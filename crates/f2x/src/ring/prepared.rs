//! An operand of several products.

use super::{Cyclic, Scratch};
use crate::isa::Isa;

/// An operand, ready for several products.
#[derive(Clone, Debug)]
pub struct Prepared<const N: usize, const W: usize>(Cyclic<N, W>);

impl<const N: usize, const W: usize> Cyclic<N, W> {
    /// The operand, ready for several products.
    pub fn prepare(&self) -> Prepared<N, W> {
        Prepared(self.clone())
    }
}

impl<const N: usize, const W: usize> Prepared<N, W> {
    /// The product with `other`.
    pub fn product(&self, other: &Cyclic<N, W>) -> Cyclic<N, W> {
        self.0.product(other)
    }

    /// The product with `other`.
    pub fn product_on<I: Isa, const S: usize>(
        &self,
        isa: I,
        other: &Cyclic<N, W>,
        scratch: &mut Scratch<S>,
    ) -> Cyclic<N, W> {
        self.0.product_on(isa, other, scratch)
    }
}
