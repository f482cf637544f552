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

/// The words of a row of memory for so many matrices: those of vectors of four words.
pub(super) const fn lanes(matrices: usize) -> usize {
    matrices.next_multiple_of(4)
}

/// Transposes the matrices in the words from `at` on that fit a vector; `row(k)` is row k of them.
///
/// The result is in `rows`, 64 rows of `lanes` words; only its first `needed` rows are right.
#[inline(always)]
pub(super) fn transpose<I: Isa, V: Vector<I>>(
    isa: I,
    rows: &mut [u64],
    (lanes, at): (usize, usize),
    needed: usize,
    row: impl Fn(usize) -> V,
) {
    let rows = &mut rows[..SIDE * lanes];
    for first in 0..8 {
        let mut x = [V::zero(isa); 8];
        for (i, x) in x.iter_mut().enumerate() {
            *x = row(first + 8 * i);
        }
        store::<I, V>(rows, (lanes, at), (first, 8), exchange::<I, V, 8>(isa, x));
    }
    finish::<I, V>(isa, rows, (lanes, at), needed);
}

/// The exchanges between rows less than eight apart.
#[inline(always)]
fn finish<I: Isa, V: Vector<I>>(
    isa: I,
    rows: &mut [u64],
    (lanes, at): (usize, usize),
    needed: usize,
) {
    for first in (0..needed).step_by(8) {
        let x = load::<I, V>(isa, rows, (lanes, at), (first, 1));
        store::<I, V>(rows, (lanes, at), (first, 1), exchange::<I, V, 1>(isa, x));
    }
}

/// The rows `first`, `first + step`, …
#[inline(always)]
fn load<I: Isa, V: Vector<I>>(
    isa: I,
    rows: &[u64],
    (lanes, at): (usize, usize),
    (first, step): (usize, usize),
) -> [V; 8] {
    let mut x = [V::zero(isa); 8];
    for (i, x) in x.iter_mut().enumerate() {
        let row = &rows[(first + step * i) * lanes + at..][..V::WORDS];
        *x = V::load(isa, &V::rows(row).0[0]);
    }
    x
}

/// The rows `first`, `first + step`, …
#[inline(always)]
fn store<I: Isa, V: Vector<I>>(
    rows: &mut [u64],
    (lanes, at): (usize, usize),
    (first, step): (usize, usize),
    x: [V; 8],
) {
    for (i, x) in x.iter().enumerate() {
        let row = &mut rows[(first + step * i) * lanes + at..][..V::WORDS];
        x.store(&mut V::rows_mut(row).0[0]);
    }
}

/// Exchanges between rows whose numbers differ by 4, 2 and 1 times `STEP`.
#[inline(always)]
fn exchange<I: Isa, V: Vector<I>, const STEP: usize>(isa: I, x: [V; 8]) -> [V; 8] {
    let x = exchange_apart::<I, V, 4>(isa, x, 4 * STEP as u32);
    let x = exchange_apart::<I, V, 2>(isa, x, 2 * STEP as u32);
    exchange_apart::<I, V, 1>(isa, x, STEP as u32)
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
            let (low, high) = (x[i], x[i + H]);
            x[i] = select(mask, high.shl(bits), low);
            x[i + H] = select(mask, high, low.shr(bits));
        }
    }
    x
}

/// The bits of `ones` where `mask` has a one, else those of `zeros`: a single operation with AVX-512.
#[inline(always)]
pub(super) fn select<I: Isa, V: Vector<I>>(mask: V, zeros: V, ones: V) -> V {
    zeros ^ (zeros ^ ones).and(mask)
}
