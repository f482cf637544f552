//! A product of one word more than a block has.
//!
//! With a = a′ + aₙx^(64n) and b = b′ + bₙx^(64n), a′ and b′ of n words:
//!
//! a·b = a′b′ + Σ (a_w·bₙ + b_w·aₙ)·x^(64(n+w)) + aₙbₙ·x^(128n).
//!
//! Row by row of a′ and b′ the products of the words at even places lie on the rows of the result;
//! those of the words at odd places, one word higher.
//!
//! Cost: one product of n words; 4 clmul, one shuffle and five exclusive-ors for each row of a′.
//! Scratch: the block's.

use super::{Block, product};
use crate::isa::{Isa, Vector};
use core::marker::PhantomData;

/// c := a · b for one word more than the block `B` has, which has whole rows.
#[derive(Clone, Copy, Debug)]
pub struct OneMore<B>(PhantomData<B>);

impl<I: Isa, B: Block<I>> Block<I> for OneMore<B> {
    const WORDS: usize = B::WORDS + 1;
    const SCRATCH: usize = B::SCRATCH;

    #[inline(always)]
    fn mul(isa: I, c: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
        let n = B::WORDS;
        let (low, top) = c.split_at_mut(2 * n);
        product::<I, B>(isa, low, a, b, scratch);
        let (a_top, b_top) = (broadcast(isa, a, n), broadcast(isa, b, n));
        let (a_rows, b_rows) = (I::V::rows(&a[..n]).0, I::V::rows(&b[..n]).0);
        let c_rows = I::V::rows_mut(&mut low[n..]).0;
        let mut below = I::V::zero(isa);
        for k in 0..n / I::V::WORDS {
            let (a, b) = (I::V::load(isa, &a_rows[k]), I::V::load(isa, &b_rows[k]));
            let even = a.clmul::<0x00>(b_top) ^ b.clmul::<0x00>(a_top);
            let odd = a.clmul::<0x01>(b_top) ^ b.clmul::<0x01>(a_top);
            let shifted = last_and_first(below, odd);
            (I::V::load(isa, &c_rows[k]) ^ even ^ shifted).store(&mut c_rows[k]);
            below = odd;
        }
        let carried = last_and_first(below, I::V::zero(isa));
        (a_top.clmul::<0x00>(b_top) ^ carried).store_part(&mut top[..2]);
    }
}

/// Word `at` of `words` in every place.
#[inline(always)]
fn broadcast<I: Isa>(isa: I, words: &[u64], at: usize) -> I::V {
    I::V::load_part(isa, &words[at..at + 1]).permute(
        #[inline(always)]
        |_| 0,
    )
}

/// The last word of `below`, then all but the last word of `row`.
#[inline(always)]
fn last_and_first<I: Isa, V: Vector<I>>(below: V, row: V) -> V {
    below.permute2(
        row,
        #[inline(always)]
        |i| V::WORDS - 1 + i,
    )
}
