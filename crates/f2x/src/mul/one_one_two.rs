//! Three products in four lanes, of operands of n, n and 2n words.
//!
//! These are the lengths of products modulo the first factors of a subspace polynomial
//! (`fft::subspace`). The third one by a step of Karatsuba is three products of n words, so that there are
//! 4 + 1 in all: one [`Vertical`] product and, for the sums, one of its own kind, `R`.
//!
//! Cost: one vertical product and one single one; the border is that of half of [`Quarters`](super::Quarters).
//!
//! Scratch: the registers of the vertical operand, where its product will be, and that of the vertical product, 4n words for
//! the sums and their product, and that of `R`.

use super::transpose::{
    ROW, contiguous_halves, each_row, pack, row_halves, store_pieces, vertical,
};
use super::vertical::{Vertical, two};
use super::{Block, parts, parts_mut, product, rowwise};
use crate::isa::scratch::aligned;
use crate::isa::{Isa, Vector};
use core::marker::PhantomData;

/// Products of n, n and 2n words: the vertical product `V` of four and the single product `R`, of `V::WORDS` = n words both.
pub(super) struct OneOneTwo<V, R>(PhantomData<(V, R)>);

impl<V: Vertical, R> OneOneTwo<V, R> {
    /// The words of scratch of [`run`](OneOneTwo::run), from a cache line on.
    pub(super) const fn scratch_words<I: Isa>() -> usize
    where
        R: Block<I>,
    {
        ROW * (V::WORDS + V::SCRATCH) + 4 * V::WORDS + R::SCRATCH
    }

    /// c := the products of the words of `a` and `b`, of n, n and 2n words, one after the other.
    ///
    /// # Panics
    ///
    /// A slice is too short: 4n words of operands, 8n of the products.
    pub(super) fn run<I: Isa>(isa: I, c: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64])
    where
        R: Block<I>,
    {
        isa.outline(
            #[inline(always)]
            move || Self::mul(isa, c, a, b, aligned(scratch, Self::scratch_words::<I>())),
        );
    }

    /// [`run`](OneOneTwo::run), inlined.
    #[inline(always)]
    fn mul<I: Isa>(isa: I, c: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64])
    where
        R: Block<I>,
    {
        // Of whole rows nothing is read behind the products.
        const { assert!(V::WORDS.is_multiple_of(ROW)) };
        let n = V::WORDS;
        let (p, scratch) = scratch.split_at_mut(ROW * n);
        let (inner, scratch) = scratch.split_at_mut(ROW * V::SCRATCH);
        let (middle, scratch) = scratch.split_at_mut(2 * n);
        let (sums, scratch) = scratch.split_at_mut(2 * n);
        let (a, b): ([&[u64]; 4], [&[u64]; 4]) = (parts(a, n), parts(b, n));
        {
            let x = I::V::rows_mut(&mut *p).0;
            pack(
                isa,
                n,
                a,
                b,
                #[inline(always)]
                |w, words| words.store(&mut x[w]),
            );
        }
        let [sum_a, sum_b] = parts_mut(sums, n);
        rowwise(
            isa,
            [&mut *sum_a, &mut *sum_b],
            [a[2], a[3], b[2], b[3]],
            #[inline(always)]
            |_, [a2, a3, b2, b3]| [a2 ^ a3, b2 ^ b3],
        );
        vertical::<I, V>(isa, p, inner);
        product::<I, R>(isa, middle, sum_a, sum_b, scratch);
        let (head, end) = c[..8 * n].split_at_mut(6 * n);
        each_row::<ROW>(
            n,
            #[inline(always)]
            |at, width| {
                let [first, second, low, high] = row_halves(isa, p, n, at / 2);
                let middle = contiguous_halves(isa, middle, n, (at, width));
                let [c0, c1, c2, c3] = two(low, high, middle);
                let words = [first.0, first.1, second.0, second.1, c0, c1, c2, c3];
                store_pieces::<I, 8>(words, (&mut *head, &mut *end), n, (at, width));
            },
        );
    }
}
