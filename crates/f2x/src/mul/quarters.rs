//! One large product in four lanes: two steps of Karatsuba as 4 + 4 + 1 products.
//!
//! With a in quarters A₀ … A₃ of n words, two steps of Karatsuba need the products Pᵢ = AᵢBᵢ, those
//! of the sums of the pairs (0, 1), (2, 3), (0, 2), (1, 3), and that of the sums of all. The first
//! four are one [`Vertical`] product; the next four are another; the ninth is a product of its own
//! kind, `R`.
//!
//! The four pairs are the edges of a cycle of length four. So the second vertical operand is the
//! first one and a permutation of its lanes, (1, 3, 0, 2), which gives the pairs (0, 1), (1, 3),
//! (0, 2), (2, 3) in the lanes: one shuffle and one exclusive-or for every register. The eight pieces
//! of the result are put together by [`four`] on contiguous rows, 15 exclusive-ors for 8 rows.
//!
//! The ninth product stands between the vertical ones: it is a long chain of few instructions, and
//! what the CPU can do meanwhile must be near in the program, because waiting instructions fill the
//! scheduler. Its own place at the end costs 3 % at 2048 bits.
//!
//! Cost at 4n words: two vertical products, one of n words, 24n/8·… shuffles; see
//! [`transpose`](super::transpose) for the border.
//!
//! Scratch: the registers of both vertical operands, where their products will be, that of the vertical product, and
//! 6n words for the ninth product and for operands that lack words.
//!
//! Operands may be shorter than 4n words, by less than n.

use super::transpose::{
    BEHIND, ROW, contiguous_halves, each_row, filled_parts, lanes, pack, row_halves, store_pieces,
    vertical,
};
use super::vertical::{Vertical, four};
use super::{Block, copy_windows, parts_mut, product, rowwise};
use crate::isa::{Isa, Vector};
use core::marker::PhantomData;
use core::mem::take;

/// Karatsuba in four parts over the vertical product `V` and the single product `R`, of `V::WORDS`
/// words both.
#[derive(Clone, Copy, Debug)]
pub struct Quarters<V, R>(PhantomData<(V, R)>);

impl<I: Isa, V: Vertical, R: Block<I>> Block<I> for Quarters<V, R> {
    const WORDS: usize = 4 * V::WORDS;
    const SCRATCH: usize =
        ROW * (2 * V::WORDS + 2 * BEHIND + V::SCRATCH) + 6 * V::WORDS + R::SCRATCH;

    #[inline(always)]
    fn mul(isa: I, c: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
        let n = V::WORDS;
        let (p, scratch) = scratch.split_at_mut(ROW * (n + BEHIND));
        let (q, scratch) = scratch.split_at_mut(ROW * (n + BEHIND));
        let (inner, scratch) = scratch.split_at_mut(ROW * V::SCRATCH);
        let (s, scratch) = scratch.split_at_mut(2 * n);
        let (sums, scratch) = scratch.split_at_mut(2 * n);
        let (last, scratch) = scratch.split_at_mut(2 * n);

        let [last_a, last_b] = parts_mut(&mut *last, n);
        let (a, b) = (filled_parts(isa, a, last_a), filled_parts(isa, b, last_b));
        {
            let (x, y) = (I::V::rows_mut(&mut *p).0, I::V::rows_mut(&mut *q).0);
            pack(
                isa,
                n,
                a,
                b,
                #[inline(always)]
                |w, quarters| {
                    quarters.store(&mut x[w]);
                    (quarters ^ lanes::<I>(quarters, quarters, [1, 3, 0, 2])).store(&mut y[w]);
                },
            );
        }
        let [sum_a, sum_b] = parts_mut(sums, n);
        for (sum, parts) in [(&mut *sum_a, a), (&mut *sum_b, b)] {
            rowwise(
                isa,
                [sum],
                parts,
                #[inline(always)]
                |_, [v0, v1, v2, v3]| [v0 ^ v1 ^ v2 ^ v3],
            );
        }
        if !n.is_multiple_of(ROW) {
            p[ROW * n..].fill(0);
            q[ROW * n..].fill(0);
        }
        vertical::<I, V>(isa, p, inner);
        product::<I, R>(isa, s, sum_a, sum_b, scratch);
        vertical::<I, V>(isa, q, inner);

        let (head, mut end) = c.split_at_mut(6 * n);
        let target = if end.len() == 2 * n { take(&mut end) } else { &mut *last };
        each_row::<ROW>(
            n,
            #[inline(always)]
            |at, width| {
                let [q01, q13, q02, q23] = row_halves(isa, q, n, at / 2);
                let s = contiguous_halves(isa, s, n, (at, width));
                let words = four(row_halves(isa, p, n, at / 2), [q01, q23, q02, q13], s);
                store_pieces::<I, 8>(words, (&mut *head, &mut *target), n, (at, width));
            },
        );
        copy_windows(isa, end, last);
    }
}
