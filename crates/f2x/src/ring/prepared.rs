//! An operand of several products.
//!
//! A product evaluates both operands, multiplies the values and interpolates. What is kept of an operand
//! that takes part in several products is spared in each of them but the first: a third of a product by
//! transform, so [`Prepared::products`] takes a sixth less than two products in rings that are multiplied
//! so (HQC-5, LEDAkem with vectors of 512 bits). The products of smaller rings are Toom-3 over products in the lanes of
//! vectors; there the values of one operand are sums of words, some hundredths of the product, and the
//! border of the lanes packs both operands together: two products cost what two products cost.

use super::{Cyclic, Scratch, on_level};
use crate::isa::Isa;
use crate::mul::plan::transform::multiply_two_at;

/// An operand, ready for several products.
///
/// ```
/// use f2x::ring::Hqc1;
///
/// let (h, s, r) = (Hqc1::ONE.rotate(5), Hqc1::ONE.rotate(7), Hqc1::ONE.rotate(11));
/// let r = r.prepare();
/// assert_eq!(r.products([&h, &s]), [Hqc1::ONE.rotate(16), Hqc1::ONE.rotate(18)]);
/// ```
#[derive(Clone, Debug)]
pub struct Prepared<const N: usize, const W: usize>(Cyclic<N, W>);

impl<const N: usize, const W: usize> Cyclic<N, W> {
    /// The element, ready for several products.
    ///
    /// The products of a small ring are not faster so.
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
    #[inline]
    pub fn product_on<I: Isa, const S: usize>(
        &self,
        isa: I,
        other: &Cyclic<N, W>,
        scratch: &mut Scratch<S>,
    ) -> Cyclic<N, W> {
        self.0.product_on(isa, other, scratch)
    }

    /// The products with two others, as HQC's encapsulation needs them.
    pub fn products(&self, others: [&Cyclic<N, W>; 2]) -> [Cyclic<N, W>; 2] {
        let prepared = self;
        on_level!(
            isa,
            scratch,
            (prepared: &'v Prepared<N, W>, others: [&'v Cyclic<N, W>; 2]) -> [Cyclic<N, W>; 2],
            prepared.products_in(isa, others, scratch)
        )
    }

    /// The products with two others, with a token of the caller, and scratch from the stack.
    #[inline]
    pub fn products_by<I: Isa>(&self, isa: I, others: [&Cyclic<N, W>; 2]) -> [Cyclic<N, W>; 2] {
        Cyclic::<N, W>::with_scratch(
            #[inline(always)]
            |scratch| self.products_in(isa, others, scratch),
        )
    }

    /// The products with two others.
    #[inline]
    pub fn products_on<I: Isa, const S: usize>(
        &self,
        isa: I,
        others: [&Cyclic<N, W>; 2],
        scratch: &mut Scratch<S>,
    ) -> [Cyclic<N, W>; 2] {
        self.products_in(isa, others, scratch.of::<N, W>())
    }

    #[inline]
    fn products_in<I: Isa>(
        &self,
        isa: I,
        [first, second]: [&Cyclic<N, W>; 2],
        scratch: &mut [u64],
    ) -> [Cyclic<N, W>; 2] {
        let (c, scratch) = scratch.split_at_mut(Cyclic::<N, W>::PRODUCT_WORDS);
        let (d, scratch) = scratch.split_at_mut(Cyclic::<N, W>::PRODUCT_WORDS);
        let (c, d) = (&mut c[..2 * W], &mut d[..2 * W]);
        multiply_two_at(I::LEVEL, [c, d], &self.0.0, [&first.0, &second.0], scratch);
        let mut products = [Cyclic::ZERO; 2];
        products[0].become_folded(isa, c);
        products[1].become_folded(isa, d);
        products
    }
}

#[cfg(feature = "zeroize")]
impl<const N: usize, const W: usize> zeroize::Zeroize for Prepared<N, W> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}
