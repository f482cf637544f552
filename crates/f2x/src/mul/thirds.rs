//! One product in three parts, four of its six products in the lanes.
//!
//! With a = a₀ + a₁y + a₂y², the identity is that of [`karatsuba3`](mod@super::karatsuba3). The
//! products p₀, p₁, p₂ and q₀₁ are one [`Vertical`] product; q₀₂ and q₁₂ are products of their own
//! kind, `R`.
//!
//! Cost at 3n words: one vertical product of n words, two of n words, and ten exclusive-ors for 6 rows
//! of the product.
//!
//! Scratch: the registers of the vertical operand, where its product will be, that of the vertical product, and
//! 12n words for sums, products and operands that lack words.
//!
//! Operands may be shorter than 3n words, by less than n.

use super::transpose::{
    BEHIND, ROW, contiguous_halves, each_row, filled_parts, pack, row_halves, store_pieces,
    vertical,
};
use super::vertical::{Vertical, three};
use super::{Block, copy_windows, parts, parts_mut, product, rowwise};
use crate::isa::{Isa, Vector};
use core::marker::PhantomData;
use core::mem::take;

/// Karatsuba in three parts over the vertical product `V` and the single product `R`, of `V::WORDS`
/// words both.
#[derive(Clone, Copy, Debug)]
pub struct Thirds<V, R>(PhantomData<(V, R)>);

impl<I: Isa, V: Vertical, R: Block<I>> Block<I> for Thirds<V, R> {
    const WORDS: usize = 3 * V::WORDS;
    const SCRATCH: usize = ROW * (V::WORDS + BEHIND + V::SCRATCH) + 12 * V::WORDS + R::SCRATCH;

    #[inline(always)]
    fn mul(isa: I, c: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
        let n = V::WORDS;
        let (p, scratch) = scratch.split_at_mut(ROW * (n + BEHIND));
        let (inner, scratch) = scratch.split_at_mut(ROW * V::SCRATCH);
        let (q, scratch) = scratch.split_at_mut(4 * n);
        let (sums, scratch) = scratch.split_at_mut(6 * n);
        let (last, scratch) = scratch.split_at_mut(2 * n);

        let [last_a, last_b] = parts_mut(&mut *last, n);
        let (a, b) = (filled_parts(isa, a, last_a), filled_parts(isa, b, last_b));
        for (sums, v) in sums.chunks_exact_mut(3 * n).zip([a, b]) {
            let [s01, s02, s12] = parts_mut(sums, n);
            rowwise(
                isa,
                [s01, s02, s12],
                v,
                #[inline(always)]
                |_, [v0, v1, v2]| [v0 ^ v1, v0 ^ v2, v1 ^ v2],
            );
        }
        let [a01, a02, a12, b01, b02, b12] = parts(sums, n);
        let rows = I::V::rows_mut(&mut *p).0;
        pack(
            isa,
            n,
            [a[0], a[1], a[2], a01],
            [b[0], b[1], b[2], b01],
            #[inline(always)]
            |w, thirds| thirds.store(&mut rows[w]),
        );
        if !n.is_multiple_of(ROW) {
            p[ROW * n..].fill(0);
        }
        let [q02, q12] = parts_mut(q, 2 * n);
        product::<I, R>(isa, q02, a02, b02, scratch);
        vertical::<I, V>(isa, p, inner);
        product::<I, R>(isa, q12, a12, b12, scratch);

        let (head, mut end) = c.split_at_mut(4 * n);
        let target = if end.len() == 2 * n { take(&mut end) } else { &mut *last };
        each_row::<ROW>(
            n,
            #[inline(always)]
            |at, width| {
                let [p0, p1, p2, q01] = row_halves(isa, p, n, at / 2);
                let q02 = contiguous_halves(isa, q02, n, (at, width));
                let q12 = contiguous_halves(isa, q12, n, (at, width));
                let words = three([p0, p1, p2], [q01, q02, q12]);
                store_pieces::<I, 6>(words, (&mut *head, &mut *target), n, (at, width));
            },
        );
        copy_windows(isa, end, last);
    }
}
