//! The square: linear, one pass.
//!
//! (Σ aᵢ·xⁱ)² = Σ aᵢ·x²ⁱ over GF(2), so bit i of the operand becomes bit 2i of the square, and the
//! squares of the words stand side by side without overlapping.
//!
//! Cost for each vector of words: two clmul and one shuffle, or as many shuffles of bytes as the
//! vector's own way needs ([`Vector::square`]); one load and two stores. No scratch.

use crate::isa::{Isa, Vector};

/// c := a²; `c` has twice as many words as `a`.
///
/// # Panics
///
/// `c` is too short.
#[inline(always)]
pub(crate) fn square<I: Isa>(isa: I, c: &mut [u64], a: &[u64]) {
    let (rows, part) = I::V::rows(a);
    let (low, high) = c[..2 * a.len()].split_at_mut(2 * (a.len() - part.len()));
    for (row, pair) in rows.iter().zip(low.chunks_exact_mut(2 * I::V::WORDS)) {
        let [c0, c1] = I::V::load(isa, row).square();
        let pair = I::V::rows_mut(pair).0;
        c0.store(&mut pair[0]);
        c1.store(&mut pair[1]);
    }
    if part.is_empty() {
        return;
    }
    let [c0, c1] = I::V::load_part(isa, part).square();
    match I::V::rows_mut(high) {
        ([row, ..], rest) => {
            c0.store(row);
            c1.store_part(rest);
        }
        ([], rest) => c0.store_part(rest),
    }
}
