//! One product in two lanes: a step of Karatsuba as 2 + 1 products.
//!
//! The products of the low halves and of the high halves are one [`Vertical`] product on vectors of
//! two lanes; that of the sums is a product of its own kind, `R`. The way into the lanes takes one
//! shuffle for each register. On the way out halves of registers are read side by side, which takes
//! none.
//!
//! Cost at 2n words: one vertical product of n words, one of n words, and the 7n exclusive-ors of words
//! of [`karatsuba`](mod@super::karatsuba).
//!
//! Scratch: the registers of the vertical operand, where its product will be, that of the vertical product, and 6n
//! words for the third product and for operands that lack words.
//!
//! Operands may be shorter than 2n words, by less than n.

use super::transpose::{
    ROW_OF_TWO, contiguous_halves, each_row, filled_parts, lane_of_two, pack_two, store_pieces,
    vertical,
};
use super::vertical::{Vertical, two};
use super::{Block, copy_windows, parts_mut, product, rowwise};
use crate::isa::{Isa, Vector};
use core::marker::PhantomData;
use core::mem::take;

/// Karatsuba in two parts over the vertical product `V` and the single product `R`, of `V::WORDS`
/// words both.
#[derive(Clone, Copy, Debug)]
pub struct Halves<V, R>(PhantomData<(V, R)>);

impl<I: Isa, V: Vertical, R: Block<I>> Block<I> for Halves<V, R> {
    const WORDS: usize = 2 * V::WORDS;
    const SCRATCH: usize = ROW_OF_TWO * (V::WORDS + 1 + V::SCRATCH) + 6 * V::WORDS + R::SCRATCH;

    #[inline(always)]
    fn mul(isa: I, c: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
        assert!(I::V::WORDS == ROW_OF_TWO, "two lanes");
        let n = V::WORDS;
        let (p, scratch) = scratch.split_at_mut(ROW_OF_TWO * (n + 1));
        let (inner, scratch) = scratch.split_at_mut(ROW_OF_TWO * V::SCRATCH);
        let (mid, scratch) = scratch.split_at_mut(2 * n);
        let (sums, scratch) = scratch.split_at_mut(2 * n);
        let (last, scratch) = scratch.split_at_mut(2 * n);

        let [last_a, last_b] = parts_mut(&mut *last, n);
        let (a, b) = (filled_parts::<I, 2>(isa, a, last_a), filled_parts::<I, 2>(isa, b, last_b));
        pack_two(isa, n, a, b, I::V::rows_mut(&mut *p).0);
        let [sum_a, sum_b] = parts_mut(sums, n);
        for (sum, parts) in [(&mut *sum_a, a), (&mut *sum_b, b)] {
            rowwise(
                isa,
                [sum],
                parts,
                #[inline(always)]
                |_, [v0, v1]| [v0 ^ v1],
            );
        }
        p[ROW_OF_TWO * n..].fill(0);
        vertical::<I, V>(isa, p, inner);
        product::<I, R>(isa, mid, sum_a, sum_b, scratch);

        let (head, mut end) = c.split_at_mut(2 * n);
        let target = if end.len() == 2 * n { take(&mut end) } else { &mut *last };
        each_row::<ROW_OF_TWO>(
            n,
            #[inline(always)]
            |at, width| {
                let mid = contiguous_halves(isa, mid, n, (at, width));
                let words = two(lane_of_two(isa, p, n, at, 0), lane_of_two(isa, p, n, at, 1), mid);
                store_pieces::<I, 4>(words, (&mut *head, &mut *target), n, (at, width));
            },
        );
        copy_windows(isa, end, last);
    }
}
