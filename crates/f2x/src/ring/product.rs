//! Products and squares, and the fold that reduces both.
//!
//! X^N = 1, so the product c of degree at most 2N − 2 is reduced by adding its coefficients from N on
//! to those from 0 on: with r = N mod 64, word j of the sum is cⱼ + c_{W−1+j}/x^r + c_{W+j}·x^(64−r),
//! one pass over the product.
//!
//! Cost: the product as planned, or the square; the fold is three loads, two shifts and a store for a
//! row.

use super::{Cyclic, Scratch, on_level};
use crate::isa::{Isa, Vector};
use crate::mul::plan::multiply_at;
use crate::mul::rowwise;
use crate::square::square;

impl<const N: usize, const W: usize> Cyclic<N, W> {
    /// `self` · `other`; the operator `*` does the same.
    ///
    /// Cost: the product of W words, and with vectors of 512 bits 1 to 9 % for the fold and copies.
    pub fn product(&self, other: &Self) -> Self {
        let (a, b) = (self, other);
        on_level!(
            isa,
            scratch,
            (a: &'v Cyclic<N, W>, b: &'v Cyclic<N, W>) -> Cyclic<N, W>,
            a.product_in(isa, b, scratch)
        )
    }

    /// `self` · `other` with a token of the caller, and scratch from the stack.
    #[inline]
    pub fn product_by<I: Isa>(&self, isa: I, other: &Self) -> Self {
        Self::with_scratch(
            #[inline(always)]
            |scratch| self.product_in(isa, other, scratch),
        )
    }

    /// `self` · `other`
    #[inline]
    pub fn product_on<I: Isa, const S: usize>(
        &self,
        isa: I,
        other: &Self,
        scratch: &mut Scratch<S>,
    ) -> Self {
        self.product_in(isa, other, scratch.of::<N, W>())
    }

    #[inline]
    pub(super) fn product_in<I: Isa>(&self, isa: I, other: &Self, scratch: &mut [u64]) -> Self {
        let mut product = Self::ZERO;
        product.become_product(isa, self, other, scratch);
        product
    }

    /// Becomes `self` · `other`.
    #[inline]
    pub(super) fn multiply_in<I: Isa>(&mut self, isa: I, other: &Self, scratch: &mut [u64]) {
        let (c, scratch) = scratch.split_at_mut(Self::PRODUCT_WORDS);
        multiply_at(I::LEVEL, &mut c[..2 * W], &self.0, &other.0, scratch);
        self.become_folded(isa, &c[..2 * W]);
    }

    /// Becomes `a` · `b`.
    #[inline]
    fn become_product<I: Isa>(&mut self, isa: I, a: &Self, b: &Self, scratch: &mut [u64]) {
        let (c, scratch) = scratch.split_at_mut(Self::PRODUCT_WORDS);
        multiply_at(I::LEVEL, &mut c[..2 * W], &a.0, &b.0, scratch);
        self.become_folded(isa, &c[..2 * W]);
    }

    pub(super) fn become_folded<I: Isa>(&mut self, isa: I, c: &[u64]) {
        isa.outline(
            #[inline(always)]
            || self.fold(isa, c),
        );
    }

    /// `self`². One pass for the square, one for the fold.
    pub fn square(&self) -> Self {
        let a = self;
        on_level!(
            isa,
            scratch,
            (a: &'v Cyclic<N, W>) -> Cyclic<N, W>,
            a.square_in(isa, scratch)
        )
    }

    /// `self`²
    #[inline]
    pub fn square_on<I: Isa, const S: usize>(&self, isa: I, scratch: &mut Scratch<S>) -> Self {
        self.square_in(isa, scratch.of::<N, W>())
    }

    #[inline]
    pub(super) fn square_in<I: Isa>(&self, isa: I, scratch: &mut [u64]) -> Self {
        let mut squared = self.clone();
        squared.square_assign_in(isa, scratch);
        squared
    }

    pub(super) fn square_assign_in<I: Isa>(&mut self, isa: I, scratch: &mut [u64]) {
        isa.outline(
            #[inline(always)]
            || {
                let c = &mut scratch[..2 * W];
                square(isa, c, &self.0);
                self.fold(isa, c);
            },
        );
    }

    /// Becomes the element of the 2W words of a product.
    #[inline(always)]
    fn fold<I: Isa>(&mut self, isa: I, c: &[u64]) {
        let (low, high) = c.split_at(W);
        rowwise(
            isa,
            [&mut self.0],
            [low, &c[W - 1..2 * W - 1], high],
            #[inline(always)]
            |_, [low, below, above]| {
                [low ^ below.shr(Self::LAST_BITS) ^ above.shl(64 - Self::LAST_BITS)]
            },
        );
        self.0[W - 1] &= Self::LAST_MASK;
    }
}
