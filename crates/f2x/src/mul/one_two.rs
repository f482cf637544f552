//! Two products in two lanes, of operands of n and 2n words.
//!
//! These are the products modulo the third factor of a subspace polynomial and the fourth (`fft::subspace`). The second one by
//! a step of Karatsuba is three products of n words, so that there are four in all: two [`Vertical`] products.
//!
//! Cost: two vertical products, and the border of [`Halves`](super::Halves) with its way in twice.
//!
//! Scratch: the registers of both vertical operands, where their products will be, that of the vertical product, and 2n words
//! for the sums.

use super::transpose::{
    ROW_OF_TWO, each_row, lane_of_two, pack_two, row_of_two, store_pieces, vertical,
};
use super::vertical::{Vertical, two};
use super::{parts, parts_mut, rowwise};
use crate::isa::scratch::aligned;
use crate::isa::{Isa, Vector};
use core::marker::PhantomData;

/// Products of n and 2n words: the vertical product `V` of two, of `V::WORDS` = n words, twice.
pub(super) struct OneTwo<V>(PhantomData<V>);

impl<V: Vertical> OneTwo<V> {
    /// The words of scratch of [`run`](OneTwo::run), from a cache line on.
    pub(super) const SCRATCH: usize = ROW_OF_TWO * (2 * V::WORDS + V::SCRATCH) + 2 * V::WORDS;

    /// c := the products of the words of `a` and `b`, of n and 2n words, one after the other.
    ///
    /// # Panics
    ///
    /// A slice is too short: 3n words of operands, 6n of the products.
    pub(super) fn run<I: Isa>(isa: I, c: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
        isa.outline(
            #[inline(always)]
            move || Self::mul(isa, c, a, b, aligned(scratch, Self::SCRATCH)),
        );
    }

    /// [`run`](OneTwo::run), inlined.
    #[inline(always)]
    fn mul<I: Isa>(isa: I, c: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
        // Of whole rows nothing is read behind the products.
        const { assert!(V::WORDS.is_multiple_of(ROW_OF_TWO)) };
        let n = V::WORDS;
        let (p, scratch) = scratch.split_at_mut(ROW_OF_TWO * n);
        let (q, scratch) = scratch.split_at_mut(ROW_OF_TWO * n);
        let (sums, inner) = scratch.split_at_mut(2 * n);
        let ([a, a0, a1], [b, b0, b1]): ([_; 3], [_; 3]) = (parts(a, n), parts(b, n));
        let [a_sum, b_sum] = parts_mut(sums, n);
        rowwise(
            isa,
            [&mut *a_sum, &mut *b_sum],
            [a0, a1, b0, b1],
            #[inline(always)]
            |_, [a0, a1, b0, b1]| [a0 ^ a1, b0 ^ b1],
        );
        pack_two(isa, n, [a0, a1], [b0, b1], I::V::rows_mut(&mut *p).0);
        pack_two(isa, n, [a, a_sum], [b, b_sum], I::V::rows_mut(&mut *q).0);
        vertical::<I, V>(isa, p, inner);
        vertical::<I, V>(isa, q, inner);
        let (first, second) = c[..6 * n].split_at_mut(2 * n);
        for (i, row) in I::V::rows_mut(first).0.iter_mut().enumerate() {
            row_of_two::<I>(isa, q, 2 * i, 0).store(row);
        }
        let (head, end) = second.split_at_mut(2 * n);
        each_row::<ROW_OF_TWO>(
            n,
            #[inline(always)]
            |at, width| {
                let (low, high) = (lane_of_two(isa, p, n, at, 0), lane_of_two(isa, p, n, at, 1));
                let words = two(low, high, lane_of_two(isa, q, n, at, 1));
                store_pieces::<I, 4>(words, (&mut *head, &mut *end), n, (at, width));
            },
        );
    }
}
