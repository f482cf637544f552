//! Many matrices of 64 by 64 bits side by side, transposed.
//!
//! Word l of row k is row k of matrix l. The bits of two rows whose numbers differ by 2^i are exchanged
//! crosswise where the numbers of the bits differ by 2^i, for each i (Warren, Hacker's Delight,
//! section 7-3). Every matrix has its lane, so a step is the same on whole vectors: two shifts and four
//! logical operations for two rows.
//!
//! Cost: six steps for 64 rows, in two passes over the memory, three steps each on eight rows in
//! registers.

use crate::isa::{Isa, Vector};

/// The rows of a matrix, and the bits of a row.
pub(super) const SIDE: usize = 64;

/// The words of a row of memory for so many matrices: whole vectors of at least four words.
pub(super) const fn lanes(matrices: usize) -> usize {
    matrices.next_multiple_of(4)
}

/// Transposes the matrices in `rows`, 64 rows of `lanes` words; of the result only the first `needed`
/// rows are right.
#[inline(always)]
pub(super) fn transpose<I: Isa>(isa: I, rows: &mut [u64], lanes: usize, needed: usize) {
    let rows = &mut rows[..SIDE * lanes];
    let wide = lanes - lanes % I::V::WORDS;
    for at in (0..wide).step_by(I::V::WORDS) {
        column::<I, I::V>(isa, rows, lanes, at, needed);
    }
    for at in (wide..lanes).step_by(I::Y::WORDS) {
        column::<I, I::Y>(isa, rows, lanes, at, needed);
    }
}

/// The matrices in the words from `at` on that fit a vector.
#[inline(always)]
fn column<I: Isa, V: Vector<I>>(
    isa: I,
    rows: &mut [u64],
    lanes: usize,
    at: usize,
    needed: usize,
) {
    for first in 0..8 {
        exchange::<I, V, 8>(isa, rows, lanes, first, at);
    }
    for first in (0..needed).step_by(8) {
        exchange::<I, V, 1>(isa, rows, lanes, first, at);
    }
}

/// Exchanges between the rows `first`, `first + STEP`, …, `first + 7 STEP`: the steps of 4, 2 and 1
/// times `STEP`.
#[inline(always)]
fn exchange<I: Isa, V: Vector<I>, const STEP: usize>(
    isa: I,
    rows: &mut [u64],
    lanes: usize,
    first: usize,
    at: usize,
) {
    let start = |i: usize| (first + i * STEP) * lanes + at;
    let mut x = [V::zero(isa); 8];
    for (i, x) in x.iter_mut().enumerate() {
        *x = V::load(isa, &V::rows(&rows[start(i)..][..V::WORDS]).0[0]);
    }
    x = exchange_apart::<I, V, 4>(isa, x, 4 * STEP as u32);
    x = exchange_apart::<I, V, 2>(isa, x, 2 * STEP as u32);
    x = exchange_apart::<I, V, 1>(isa, x, STEP as u32);
    for (i, x) in x.iter().enumerate() {
        x.store(&mut V::rows_mut(&mut rows[start(i)..][..V::WORDS]).0[0]);
    }
}

/// Exchanges crosswise `bits` of rows that are `H` apart.
#[inline(always)]
fn exchange_apart<I: Isa, V: Vector<I>, const H: usize>(
    isa: I,
    mut x: [V; 8],
    bits: u32,
) -> [V; 8] {
    let mask = V::load_part(isa, &[u64::MAX / ((1 << bits) + 1); 8][..V::WORDS]);
    for i in 0..8 {
        if i & H == 0 {
            let swapped = (x[i].shr(bits) ^ x[i + H]).and(mask);
            x[i + H] ^= swapped;
            x[i] ^= swapped.shl(bits);
        }
    }
    x
}
