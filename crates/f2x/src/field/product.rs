//! Products that are not reduced yet.

use super::modulus::Modulus;
use super::multiply::{ORIGIN, Row, limb};
use super::reduce::reduce;
use super::{Element, multiply, on_level};
use crate::isa::{Isa, Vector};
use core::marker::PhantomData;

/// A sum of products of elements, a polynomial of degree below 2m − 1.
#[derive(Clone, Copy)]
pub struct Product<F, const W: usize>(pub(super) [[u64; W]; 2], PhantomData<F>);

impl<F: Modulus, const W: usize> Product<F, W> {
    /// 0
    pub const ZERO: Self = Self([[0; W]; 2], PhantomData);

    #[inline(always)]
    pub(super) fn from_columns<I: Isa>(columns: &Row<I::X>) -> Self {
        let mut words = [[0; W]; 2];
        let (limbs, _) = I::X::rows_mut(words.as_flattened_mut());
        for (k, row) in limbs.iter_mut().enumerate() {
            limb(columns, k).store(row);
        }
        Self(words, PhantomData)
    }

    /// The element that the product is congruent to.
    #[inline]
    pub fn reduce(self) -> Element<F, W> {
        let c = self;
        on_level!(isa, (c: Product<F, W>) -> Element<F, W>, c.reduce_on(isa))
    }

    /// The element that the product is congruent to.
    #[inline(always)]
    pub fn reduce_on<I: Isa>(self, isa: I) -> Element<F, W> {
        let mut columns = [I::X::zero(isa); 36];
        let (limbs, _) = I::X::rows(self.0.as_flattened());
        for (k, row) in limbs.iter().enumerate() {
            columns[ORIGIN + 2 * k] = I::X::load(isa, row);
        }
        Element::new(multiply::store::<I, W>(&reduce::<I, I::X, F, W>(isa, columns)))
    }

    /// The words, least significant first: the lower `W` of them, then the upper.
    pub const fn to_words(self) -> [[u64; W]; 2] {
        self.0
    }
}
