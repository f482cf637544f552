//! As many products of one size as a vector has lanes.
//!
//! Every lane takes one: what remains is a [`Vertical`] product and the border of [`transpose`](super::transpose), two
//! shuffles for a register on its way in, one in two lanes, and at most one on its way out.
//!
//! Scratch: the registers of the vertical operand, where its product will be, and that of the vertical product.

use super::parts;
use super::transpose::{ROW, TWO_LANES, pack, pack_two, row_of_two, rows};
use super::vertical::Vertical;
use crate::isa::{Isa, Vector};

/// The words of scratch for vectors of so many words.
pub(super) const fn scratch_words<V: Vertical>(row: usize) -> usize {
    row * (V::WORDS + V::SCRATCH)
}

/// c := the products of n ≤ `V::WORDS` words of the operands in `a` and in `b`, one after the other, as many as lanes.
/// `multiply` is the vertical product, expanded or, as [`vertical`](super::transpose::vertical), a call.
///
/// # Panics
///
/// A slice is too short.
#[inline(always)]
pub(super) fn products<I: Isa, V: Vertical>(
    isa: I,
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
    n: usize,
    scratch: &mut [u64],
    multiply: impl FnOnce(I, &mut [u64], &mut [u64]),
) {
    let row = I::V::WORDS;
    let (x, scratch) = scratch.split_at_mut(row * V::WORDS);
    {
        let x = I::V::rows_mut(&mut *x).0;
        if n < row / 2 {
            pack_short(isa, n, a, b, x);
        } else if row == ROW {
            pack(
                isa,
                n,
                parts(a, n),
                parts(b, n),
                #[inline(always)]
                |w, words| words.store(&mut x[w]),
            );
        } else {
            pack_two(isa, n, parts(a, n), parts(b, n), x);
        }
        for x in &mut x[n..V::WORDS] {
            I::V::zero(isa).store(x);
        }
    }
    multiply(isa, x, scratch);
    if n < row / 2 {
        unpack_short(isa, n, c, x);
    } else {
        for group in 0..n.div_ceil(row / 2) {
            // The last rows may overlap those before.
            let k = (row / 2 * group).min(n - row / 2);
            if row == ROW {
                for (lane, words) in rows(isa, x, k).into_iter().enumerate() {
                    store_row::<I>(&mut c[2 * (lane * n + k)..], words);
                }
            } else {
                for lane in 0..TWO_LANES {
                    store_row::<I>(&mut c[2 * (lane * n + k)..], row_of_two(isa, x, k, lane));
                }
            }
        }
    }
}

#[inline(always)]
fn store_row<I: Isa>(c: &mut [u64], words: I::V) {
    if let Some(row) = I::V::rows_mut(c).0.first_mut() {
        words.store(row);
    }
}

/// Register w of the operand pairs to x\[w\], operands so short that all are in two vectors.
#[inline(always)]
fn pack_short<I: Isa>(isa: I, n: usize, a: &[u64], b: &[u64], x: &mut [<I::V as Vector<I>>::Row]) {
    let row = I::V::WORDS;
    let first = (row / 2 * n).min(row);
    let (a0, a1) = (I::V::load_part(isa, &a[..first]), I::V::load_part(isa, &a[first..]));
    let (b0, b1) = (I::V::load_part(isa, &b[..first]), I::V::load_part(isa, &b[first..]));
    for (w, x) in x.iter_mut().enumerate().take(n) {
        let a = a0.permute2(
            a1,
            #[inline(always)]
            |i| i / 2 * n + w,
        );
        let b = b0.permute2(
            b1,
            #[inline(always)]
            |i| i / 2 * n + w,
        );
        let pairs = a.permute2(
            b,
            #[inline(always)]
            |i| if i % 2 == 0 { i } else { row + i },
        );
        pairs.store(x);
    }
}

/// The products in the lanes of n ≤ 3 registers, one after the other: n rows, each gathered from all
/// registers.
#[inline(always)]
fn unpack_short<I: Isa>(isa: I, n: usize, c: &mut [u64], r: &[u64]) {
    let row = I::V::WORDS;
    let (limbs, rows) = (I::V::rows(r).0, I::V::rows_mut(c).0);
    for (k, c) in rows.iter_mut().enumerate().take(n) {
        let mut words = I::V::load(isa, &limbs[0]);
        for (limb, register) in limbs.iter().enumerate().take(n).skip(1) {
            words = words.permute2(
                I::V::load(isa, register),
                #[inline(always)]
                |i| {
                    let (product, word) = ((row * k + i) / (2 * n), (row * k + i) % (2 * n));
                    let here = 2 * product + word % 2;
                    match word / 2 {
                        of if of == limb => row + here,
                        0 if limb == 1 => here,
                        _ => i,
                    }
                },
            );
        }
        words.store(c);
    }
}
