//! Two products in two lanes, of operands of n words each.
//!
//! These are the products modulo the first two factors of a subspace polynomial (`fft::subspace`). Alone, each would have a
//! third of its work in one lane: the product of sums of [`Halves`](super::Halves).
//!
//! Cost: one vertical product; on the way in a shuffle for each register, on the way out none.
//!
//! Scratch: the registers of the vertical operand, where its product will be, and that of the vertical product.

use super::parts;
use super::transpose::{TWO_LANES, pack_two, row_of_two, vertical};
use super::vertical::Vertical;
use crate::isa::scratch::aligned;
use crate::isa::{Isa, Vector};
use core::marker::PhantomData;

/// Two products of n words: the vertical product `V` of two, of `V::WORDS` = n words.
pub(super) struct OneOne<V>(PhantomData<V>);

/// The words of a register.
const ROW: usize = 2 * TWO_LANES;

impl<V: Vertical> OneOne<V> {
    /// The words of scratch of [`run`](OneOne::run), from a cache line on.
    pub(super) const SCRATCH: usize = ROW * (V::WORDS + V::SCRATCH);

    /// c := the products of the words of `a` and `b`, of n and n words, one after the other.
    ///
    /// # Panics
    ///
    /// A slice is too short: 2n words of operands, 4n of the products.
    pub(super) fn run<I: Isa>(isa: I, c: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
        isa.outline(
            #[inline(always)]
            move || Self::mul(isa, c, a, b, aligned(scratch, Self::SCRATCH)),
        );
    }

    /// [`run`](OneOne::run), inlined.
    #[inline(always)]
    fn mul<I: Isa>(isa: I, c: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
        let n = V::WORDS;
        let (p, inner) = scratch.split_at_mut(ROW * n);
        {
            let registers = I::V::rows_mut(&mut *p).0;
            pack_two(
                isa,
                n,
                parts(a, n),
                parts(b, n),
                #[inline(always)]
                |w, pairs| pairs.store(&mut registers[w]),
            );
        }
        vertical::<I, V>(isa, p, inner);
        let (first, second) = c[..4 * n].split_at_mut(2 * n);
        let rows = I::V::rows_mut(first).0.iter_mut().zip(I::V::rows_mut(second).0);
        for (i, (first, second)) in rows.enumerate() {
            row_of_two::<I>(isa, p, 2 * i, 0).store(first);
            row_of_two::<I>(isa, p, 2 * i, 1).store(second);
        }
    }
}
