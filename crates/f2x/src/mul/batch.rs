//! Many independent products of one size, side by side in the lanes of vectors.
//!
//! One product alone leaves lanes empty or pays shuffles for Karatsuba in the lanes
//! ([`lanes`](super::lanes), [`quarters`](super::quarters)). Of independent products every lane takes
//! one: what remains is a [`Vertical`] product and the border of [`transpose`](super::transpose), two
//! shuffles for a register on its way in and at most one on its way out.
//!
//! Cost of a product of n words in one of L lanes: 1/L of a vertical product of n words and of 3n
//! shuffles. It pays as long as the vertical product is in the first cache, up to 32 words;
//! longer products follow one after the other, and so does what is left of a batch that the lanes do
//! not divide.
//!
//! Scratch: the registers of the vertical operand, where its product will be, and that of the vertical product.

use super::fixed::{any_leaf, leaves as words};
use super::transpose::{ROW, TWO_LANES, pack, pack_two, row_of_two, rows};
use super::vertical::{Four, Leaf, Three, Two, Vertical};
use super::{parts, plan};
use crate::Level;
use crate::isa::scratch::on_stack;
use crate::isa::{Isa, Vector};

/// Whether products of so many words are put into lanes.
const fn fits_lanes(level: Level, words: usize) -> bool {
    // Carry-less products of several lanes are one instruction.
    matches!(level, Level::Vpclmul | Level::Avx512) && matches!(words, 1..=16 | 20 | 24 | 32)
}

/// The scratch of the longest products in lanes.
const SCRATCH: usize = scratch_words::<Four<Leaf<words::Leaf8>>>();

/// Enough for four lanes.
const fn scratch_words<V: Vertical>() -> usize {
    ROW * (V::WORDS + V::SCRATCH)
}

/// c := the products of `pairs` operands of `words` words each, one after the other: pair k are the
/// words k·`words` … of `a` and of `b`, product k the words 2k·`words` … of `c`.
///
/// For use outside [`Isa::outline`]. Longer products whose scratch exceeds 8 KiB allocate it.
///
/// # Panics
///
/// A slice has another length.
#[inline]
pub fn batch<I: Isa>(isa: I, (pairs, words): (usize, usize), c: &mut [u64], a: &[u64], b: &[u64]) {
    let length = pairs * words;
    assert!(a.len() == length && b.len() == length && c.len() == 2 * length, "lengths");
    if length == 0 {
        return;
    }
    let lanes = <I::V as Vector<I>>::WORDS / 2;
    let mut done = 0;
    if fits_lanes(I::LEVEL, words) && pairs >= lanes {
        done = pairs - pairs % lanes;
        in_lanes(isa, done / lanes, words, c, a, b);
    }
    for k in done..pairs {
        let (a, b) = (&a[k * words..][..words], &b[k * words..][..words]);
        let c = &mut c[2 * k * words..][..2 * words];
        if plan::is_leaf::<I>(words) {
            any_leaf(isa, c, a, b);
        } else {
            plan::multiply_longer(isa, c, a, b);
        }
    }
}

/// `count` times as many products as lanes.
fn in_lanes<I: Isa>(isa: I, count: usize, n: usize, c: &mut [u64], a: &[u64], b: &[u64]) {
    match n {
        1 => groups::<I, Leaf<words::Leaf1>, 1>(isa, count, c, a, b),
        2 => groups::<I, Leaf<words::Leaf2>, 2>(isa, count, c, a, b),
        3 => groups::<I, Leaf<words::Leaf3>, 3>(isa, count, c, a, b),
        4 => groups::<I, Leaf<words::Leaf4>, 4>(isa, count, c, a, b),
        5 => groups::<I, Leaf<words::Leaf5>, 5>(isa, count, c, a, b),
        6 => groups::<I, Leaf<words::Leaf6>, 6>(isa, count, c, a, b),
        7 => groups::<I, Leaf<words::Leaf7>, 7>(isa, count, c, a, b),
        8 => groups::<I, Leaf<words::Leaf8>, 8>(isa, count, c, a, b),
        9 => groups::<I, Leaf<words::Leaf10>, 9>(isa, count, c, a, b),
        10 => groups::<I, Leaf<words::Leaf10>, 10>(isa, count, c, a, b),
        11 => groups::<I, Leaf<words::Leaf12>, 11>(isa, count, c, a, b),
        12 => groups::<I, Leaf<words::Leaf12>, 12>(isa, count, c, a, b),
        13 => groups::<I, Two<Leaf<words::Leaf8>>, 13>(isa, count, c, a, b),
        14 => groups::<I, Two<Leaf<words::Leaf8>>, 14>(isa, count, c, a, b),
        15 => groups::<I, Two<Leaf<words::Leaf8>>, 15>(isa, count, c, a, b),
        16 => groups::<I, Two<Leaf<words::Leaf8>>, 16>(isa, count, c, a, b),
        20 => groups::<I, Two<Leaf<words::Leaf10>>, 20>(isa, count, c, a, b),
        24 => groups::<I, Three<Leaf<words::Leaf8>>, 24>(isa, count, c, a, b),
        32 => groups::<I, Four<Leaf<words::Leaf8>>, 32>(isa, count, c, a, b),
        _ => unreachable!("no lanes for {n} words"),
    }
}

/// `count` times as many products as lanes, of `N` ≤ `V::WORDS` words.
// The words are a parameter of the function, not of the closure: behind `outline` what a closure
// captures is no constant.
#[inline(always)]
fn groups<I: Isa, V: Vertical, const N: usize>(
    isa: I,
    count: usize,
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
) {
    const { assert!(N <= V::WORDS && scratch_words::<V>() <= SCRATCH) };
    isa.outline(
        #[inline(always)]
        move || {
            on_stack::<SCRATCH, _>(
                #[inline(always)]
                |scratch| {
                    let group = I::V::WORDS / 2 * N;
                    for g in 0..count {
                        let (a, b) = (&a[g * group..][..group], &b[g * group..][..group]);
                        let c = &mut c[2 * g * group..][..2 * group];
                        products::<I, V>(isa, c, a, b, N, scratch);
                    }
                },
            );
        },
    );
}

/// Products of n ≤ `V::WORDS` words, as many as lanes.
#[inline(always)]
fn products<I: Isa, V: Vertical>(
    isa: I,
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
    n: usize,
    scratch: &mut [u64],
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
            pack_two(
                isa,
                n,
                parts(a, n),
                parts(b, n),
                #[inline(always)]
                |w, words| words.store(&mut x[w]),
            );
        }
        for x in &mut x[n..V::WORDS] {
            I::V::zero(isa).store(x);
        }
    }
    V::mul::<I, I::V>(isa, I::V::rows_mut(&mut *x).0, I::V::rows_mut(scratch).0);
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
