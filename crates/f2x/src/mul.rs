//! Products of polynomials over GF(2): blocks, and the plan that chooses among them.
//!
//! A block is one identity that makes a product out of smaller ones. Each file holds one, as a
//! function over slices whose smaller product is a closure, and as a type for sizes that are known
//! at compile time: `Karatsuba<Karatsuba<Schoolbook<8>>>` multiplies 32 words by 32 words. The
//! [`plan`] walks the same functions for sizes known at run time.
//!
//! The three stages of a block are named as in the mathematics: *evaluate* the operands, *multiply*
//! the values, *interpolate* the product. Everything between products is an exclusive-or of whole
//! rows ([`rowwise()`]).
//!
//! Scratch comes from the caller. No block allocates, and none reads what it finds there.

use crate::isa::{Isa, Vector, load_window};

#[cfg(feature = "alloc")]
mod batch;
mod columns;
mod cut;
mod fixed;
mod half;
mod halves;
mod interleaved;
mod karatsuba;
mod karatsuba3;
mod karatsuba5;
mod karatsuba_lean;
mod lanes;
#[cfg(feature = "alloc")]
mod middle;
mod more;
mod one_one_two;
mod one_two;
mod phases;
#[cfg(feature = "alloc")]
pub(crate) mod pieces;
pub mod plan;
mod quarters;
mod rowwise;
mod schoolbook;
pub(crate) mod short;
mod side_by_side;
mod staged;
mod strip;
mod thirds;
mod toom3;
mod transpose;
pub mod vertical;

#[cfg(feature = "alloc")]
pub use batch::batch;
pub use columns::{Columns, Formula, Interleaved, Join, Kernel, Kernels, One, Three};
pub use cut::{cut, padded};
#[cfg(feature = "alloc")]
pub use fixed::fixed;
pub(crate) use fixed::{first_factors, multiply_first_factors};
pub use halves::Halves;
pub use interleaved::{Interleave, InterleavedBlock, StagedHalves, StagedQuarters};
pub use karatsuba::{Karatsuba, karatsuba};
pub use karatsuba_lean::karatsuba_lean;
pub use karatsuba3::{Karatsuba3, karatsuba3};
pub use karatsuba5::{Karatsuba5, karatsuba5};
pub use lanes::{Lanes8, Lanes16};
pub use more::{OneMore, more};
pub use quarters::Quarters;
pub use rowwise::rowwise;
pub use schoolbook::Schoolbook;
pub use thirds::Thirds;
pub use toom3::{Toom3, toom3};

/// c := a · b for operands of a size that is known at compile time.
pub trait Block<I: Isa> {
    /// The words of each operand; the product has twice as many.
    const WORDS: usize;
    /// The words of scratch that `mul` needs.
    const SCRATCH: usize;

    /// c := a · b; a\[WORDS\], b\[WORDS\] in, c\[2 WORDS\] out, at least SCRATCH words of scratch.
    ///
    /// # Panics
    ///
    /// A slice is too short.
    fn mul(isa: I, c: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]);
}

/// c := a · b by the block `B`, in place or as a call, whichever suits its size.
#[inline(always)]
pub fn product<I: Isa, B: Block<I>>(
    isa: I,
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
    scratch: &mut [u64],
) {
    let (c, a, b) = (&mut c[..2 * B::WORDS], &a[..B::WORDS], &b[..B::WORDS]);
    let scratch = &mut scratch[..B::SCRATCH];
    if B::WORDS <= I::INLINE_WORDS {
        B::mul(isa, c, a, b, scratch);
    } else {
        isa.outline(
            #[inline(always)]
            move || {
                let (c, a, b) = (&mut c[..2 * B::WORDS], &a[..B::WORDS], &b[..B::WORDS]);
                B::mul(isa, c, a, b, &mut scratch[..B::SCRATCH]);
            },
        );
    }
}

/// `v` as `N` parts of `m` words.
#[inline(always)]
fn parts<const N: usize>(v: &[u64], m: usize) -> [&[u64]; N] {
    let mut parts: [&[u64]; N] = [&[]; N];
    for (part, words) in parts.iter_mut().zip(v[..N * m].chunks_exact(m)) {
        *part = words;
    }
    parts
}

/// `v` as `N` parts of `m` words.
#[inline(always)]
fn parts_mut<const N: usize>(v: &mut [u64], m: usize) -> [&mut [u64]; N] {
    const fn empty<'v>() -> &'v mut [u64] {
        &mut []
    }
    // Not `core::array::from_fn`, which is not inlined everywhere.
    let mut parts = [const { empty() }; N];
    for (part, words) in parts.iter_mut().zip(v[..N * m].chunks_exact_mut(m)) {
        *part = words;
    }
    parts
}

/// sums := v + w for a part v and a part w of each operand; w may be shorter.
#[inline(always)]
fn add_parts<I: Isa>(isa: I, sums: [&mut [u64]; 2], v: [&[u64]; 2], w: [&[u64]; 2]) {
    let both = w[0].len();
    let [sum_a, sum_b] = sums;
    let (sum_a, rest_a) = sum_a.split_at_mut(both);
    let (sum_b, rest_b) = sum_b.split_at_mut(both);
    rowwise(
        isa,
        [sum_a, sum_b],
        [&v[0][..both], w[0], &v[1][..both], w[1]],
        #[inline(always)]
        |_, [va, wa, vb, wb]| [va ^ wa, vb ^ wb],
    );
    rowwise(
        isa,
        [rest_a, rest_b],
        [&v[0][both..], &v[1][both..]],
        #[inline(always)]
        |_, [va, vb]| [va, vb],
    );
}

/// Words m·k … m·(k+1) of `v`, as far as it has them.
#[inline(always)]
fn part(v: &[u64], m: usize, k: usize) -> &[u64] {
    let v = &v[k * m..];
    if v.len() > m { &v[..m] } else { v }
}

/// c := (aᵢ + aⱼ)·(bᵢ + bⱼ), the cross product of Karatsuba in many parts.
///
/// The parts have half as many words as `c`, the last one may have fewer; `sums` has room for one of
/// each operand.
#[inline(always)]
fn multiply_sums<I: Isa>(
    isa: I,
    c: &mut [u64],
    sums: &mut [u64],
    (a, b): (&[u64], &[u64]),
    (i, j): (usize, usize),
    mul: impl FnOnce(&mut [u64], &[u64], &[u64]),
) {
    let m = c.len() / 2;
    let [aij, bij] = parts_mut(sums, m);
    let (v, w) = ([part(a, m, i), part(b, m, i)], [part(a, m, j), part(b, m, j)]);
    add_parts(isa, [&mut *aij, &mut *bij], v, w);
    mul(c, aij, bij);
}

/// to := from, filled up with zeros or cut off, in whole rows: what is stored in smaller pieces than it is
/// loaded in later is not there yet when it is asked for.
#[inline(always)]
fn copy_rows<I: Isa>(isa: I, to: &mut [u64], from: &[u64]) {
    let (to_rows, to_rest) = I::V::rows_mut(to);
    let from_rows = I::V::rows(from).0;
    let whole = to_rows.len().min(from_rows.len());
    for (to, from) in to_rows.iter_mut().zip(from_rows) {
        I::V::load(isa, from).store(to);
    }
    let border: I::V = load_window(isa, &from[whole * I::V::WORDS..], 0);
    match to_rows[whole..].split_first_mut() {
        Some((row, rows)) => {
            border.store(row);
            for row in rows {
                I::V::zero(isa).store(row);
            }
            if !to_rest.is_empty() {
                I::V::zero(isa).store_part(to_rest);
            }
        }
        None if to_rest.is_empty() => {}
        None => border.store_part(to_rest),
    }
}

/// [`copy_rows`] for few words, without a call: row by row from a window of `from`.
#[inline(always)]
fn copy_windows<I: Isa>(isa: I, to: &mut [u64], from: &[u64]) {
    let (rows, rest) = I::V::rows_mut(to);
    let mut at = 0;
    for row in rows {
        load_window::<I, I::V>(isa, from, at).store(row);
        at += I::V::WORDS as isize;
    }
    if !rest.is_empty() {
        load_window::<I, I::V>(isa, from, at).store_part(rest);
    }
}

/// to := the lowest words of a product that was just computed, and perhaps stored in half rows: loaded in
/// such pieces, stored in whole rows.
#[inline(always)]
fn copy_product<I: Isa>(isa: I, to: &mut [u64], product: &[u64]) {
    let half = I::V::WORDS / 2;
    let (to, to_rest) = I::V::rows_mut(to);
    let (rows, rest) = product.split_at(to.len() * I::V::WORDS);
    for (to, row) in to.iter_mut().zip(rows.chunks_exact(I::V::WORDS)) {
        I::V::load_halves(isa, row, &row[half..]).store(to);
    }
    if !to_rest.is_empty() {
        I::V::load_part(isa, &rest[..to_rest.len()]).store_part(to_rest);
    }
}
