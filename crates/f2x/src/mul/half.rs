//! The low or the high half of a product: the words of its low columns, or of its high ones.
//!
//! Column k of a product is the sum of the aᵢ·bⱼ with i + j = k, two words of weight x^(64k). Word k
//! of the product is the low word of column k and the high word of column k−1. So the words below n
//! need the columns below n ([`phases`](super::phases)). Read from its other end, the product has
//! the same columns in reverse, the halves of each exchanged: the n highest words are the n low
//! columns of the reversed operands.
//!
//! One lane: register x\[k\] is (a_k | b_k).
//!
//! Four lanes of a 512-bit vector: the words at even places, e, and at odd ones, o, multiply each
//! other in the lanes, ee, eo, oe and oo, so that x\[k\] is one shuffle and no sum. Then
//! C(2k) = ee(k) + oo(k−1) and C(2k+1) = eo(k) + oe(k).
//!
//! Cost in four lanes for 8 words: 9 clmul and 11 shuffles; for 16 words: 27 and 24.

use super::phases::{
    Low1, Low2, Low3, Low4, Low5, Low6, Low7, Low8, Low10, Low12, Low14, Low16, Low20, Low24,
    Low28, Low32, LowColumns,
};
use crate::Level;
use crate::isa::{Isa, Vector, load_window};

/// Which end of a product.
pub(super) trait End {
    /// Words count from the high end.
    const HIGH: bool;
}

/// The lowest words.
#[cfg(feature = "alloc")]
pub(super) struct Low;
/// The highest words.
pub(super) struct High;

#[cfg(feature = "alloc")]
impl End for Low {
    const HIGH: bool = false;
}
impl End for High {
    const HIGH: bool = true;
}

/// The words of `words` from `start` on, counted from the end `D`, in the order of memory; zero where
/// there are none.
#[inline(always)]
fn load<I: Isa, V: Vector<I>, D: End>(isa: I, words: &[u64], start: usize) -> V {
    let first =
        if D::HIGH { words.len() as isize - (start + V::WORDS) as isize } else { start as isize };
    load_window(isa, words, first)
}

/// Stores the words of `c` from `start` on, counted from the end `D`, as far as they exist.
#[inline(always)]
fn store<I: Isa, V: Vector<I>, D: End>(isa: I, v: V, c: &mut [u64], start: usize) {
    let words = c.len() - start;
    if words >= V::WORDS {
        let at = if D::HIGH { words - V::WORDS } else { start };
        v.store(&mut V::rows_mut(&mut c[at..]).0[0]);
    } else if D::HIGH {
        // The last words of the vector.
        let v = v.permute2(
            V::zero(isa),
            #[inline(always)]
            |i| V::WORDS - words + i,
        );
        v.store_part(&mut c[..words]);
    } else {
        v.store_part(&mut c[start..]);
    }
}

/// Where word i, counted from the end `D`, lies in a row of `words`.
#[inline(always)]
const fn place<D: End>(i: usize, words: usize) -> usize {
    if D::HIGH { words - 1 - i } else { i }
}

/// One product in one lane.
struct OneLane;
/// One product in the four lanes of a 512-bit vector.
struct FourLanes;

/// How the words of a product lie in interleaved vectors.
trait Lanes<I: Isa> {
    type Vector: Vector<I>;
    /// The words of each operand in one interleaved vector.
    const WORDS: usize;
    /// The interleaved vectors that [`pack`](Lanes::pack) makes.
    const GROUP: usize;

    /// The interleaved vectors of the words from `start` on.
    fn pack<D: End>(isa: I, x: &mut [Self::Vector], a: &[u64], b: &[u64], start: usize);

    /// Stores the words from `start` on, given their columns and those before.
    fn unpack<D: End>(
        isa: I,
        c: &mut [u64],
        start: usize,
        columns: &[Self::Vector],
        before: &mut [Self::Vector; 2],
    );
}

impl<I: Isa> Lanes<I> for OneLane {
    type Vector = I::X;
    const WORDS: usize = 1;
    const GROUP: usize = 2;

    #[inline(always)]
    fn pack<D: End>(isa: I, x: &mut [I::X], a: &[u64], b: &[u64], start: usize) {
        let (a, b) = (load::<I, I::X, D>(isa, a, start), load::<I, I::X, D>(isa, b, start));
        for (k, x) in x.iter_mut().enumerate().take(2) {
            *x = a.permute2(
                b,
                #[inline(always)]
                |i| place::<D>(k, 2) + 2 * i,
            );
        }
    }

    #[inline(always)]
    fn unpack<D: End>(
        isa: I,
        c: &mut [u64],
        start: usize,
        columns: &[I::X],
        before: &mut [I::X; 2],
    ) {
        let shifted = before[0].permute2(
            columns[1],
            #[inline(always)]
            |i| if D::HIGH { [3, 0][i] } else { [1, 2][i] },
        );
        store::<I, I::X, D>(isa, columns[0] ^ shifted, c, start);
        before[0] = columns[1];
    }
}

/// Row i, lanes j: the lanes of `v` (0 to 3) and of `w` (4 to 7) in the order given.
#[inline(always)]
fn lanes<I: Isa>(v: I::V, w: I::V, order: [usize; 4]) -> I::V {
    v.permute2(
        w,
        #[inline(always)]
        |i| 2 * order[i / 2] + i % 2,
    )
}

impl<I: Isa> Lanes<I> for FourLanes {
    type Vector = I::V;
    const WORDS: usize = 2;
    const GROUP: usize = 4;

    #[inline(always)]
    fn pack<D: End>(isa: I, x: &mut [I::V], a: &[u64], b: &[u64], start: usize) {
        let (a, b) = (load::<I, I::V, D>(isa, a, start), load::<I, I::V, D>(isa, b, start));
        for (k, x) in x.iter_mut().enumerate().take(4) {
            // (e|e), (e|o), (o|e), (o|o)
            *x = a.permute2(
                b,
                #[inline(always)]
                |i| match i % 2 {
                    0 => place::<D>(2 * k + i / 4, 8),
                    _ => 8 + place::<D>(2 * k + i / 2 % 2, 8),
                },
            );
        }
    }

    #[inline(always)]
    fn unpack<D: End>(
        isa: I,
        c: &mut [u64],
        start: usize,
        columns: &[I::V],
        before: &mut [I::V; 2],
    ) {
        let [c0, c1, c2, c3] = [columns[0], columns[1], columns[2], columns[3]];
        // Lanes (ee, ee', eo, eo') and (oo, oo', oe, oe') of two columns.
        let (t0, u0) = (lanes::<I>(c0, c1, [0, 4, 1, 5]), lanes::<I>(c0, c1, [3, 7, 2, 6]));
        let (t1, u1) = (lanes::<I>(c2, c3, [0, 4, 1, 5]), lanes::<I>(c2, c3, [3, 7, 2, 6]));
        let (m0, m1) = (t0 ^ u0, t1 ^ u1);
        let (ee, oo) = if D::HIGH {
            (lanes::<I>(t0, t1, [5, 4, 1, 0]), lanes::<I>(u0, u1, [4, 1, 0, 0]))
        } else {
            (lanes::<I>(t0, t1, [0, 1, 4, 5]), lanes::<I>(u0, u1, [0, 0, 1, 4]))
        };
        let middle = m0.permute2(
            m1,
            #[inline(always)]
            |i| {
                let word = if D::HIGH { ((14 - i) % 8) ^ 1 } else { (i + 7) % 8 };
                if word < 4 { 4 + word } else { 8 + word }
            },
        );
        let masks = if D::HIGH { [0x3f, 0x7f] } else { [0xfc, 0xfe] };
        let mut row = ee.xor_where(oo, masks[0]).xor_where(middle, masks[1]);
        if start > 0 {
            // oo and eo + oe of the column before.
            let [u, m] = *before;
            let oo = u.permute(
                #[inline(always)]
                |i| 2 + i % 2,
            );
            let middle = m.permute(
                #[inline(always)]
                |_| if D::HIGH { 6 } else { 7 },
            );
            let masks = if D::HIGH { [0xc0, 0x80] } else { [0x03, 0x01] };
            row = row.xor_where(oo, masks[0]).xor_where(middle, masks[1]);
        }
        store::<I, I::V, D>(isa, row, c, start);
        *before = [u1, m1];
    }
}

/// The most vectors that a kernel takes: above, registers and the stack hold too much at a time.
/// Where all the time goes into products of words, the odd-even step has no advantage; where the product in full has
/// two lanes, and this has one, it has none from 32 words on; and the product in full of 64 words in four lanes takes less
/// time than 32 vectors of these.
const fn most_vectors(level: Level) -> usize {
    match level {
        Level::Portable => 8,
        Level::Avx2 => 32,
        Level::Vpclmul | Level::Avx512 => 28,
    }
}

/// The most words of a result that [`half`] gives.
pub(super) const fn most_words<I: Isa>() -> usize {
    let lane_words = if <I::V as Vector<I>>::WORDS == 8 { 2 } else { 1 };
    lane_words * most_vectors(I::LEVEL)
}

/// c := as many of the lowest, or highest, words of a·b as `c` has, at least one and at most
/// [`most_words`].
///
/// Of `a` and `b` only as many words from that end count; missing ones are zero.
pub(super) fn half<I: Isa, D: End>(isa: I, c: &mut [u64], a: &[u64], b: &[u64]) {
    // The conditions are constants, so that a level has no kernels that it does not run.
    if const { <I::V as Vector<I>>::WORDS == 8 } {
        match c.len() {
            1..=4 => to_4_vectors::<I, OneLane, D>(isa, c, a, b),
            5..=8 => to_4_vectors::<I, FourLanes, D>(isa, c, a, b),
            9..=16 => to_8_vectors::<I, FourLanes, D>(isa, c, a, b),
            _ => to_32_vectors::<I, FourLanes, D>(isa, c, a, b),
        }
    } else {
        match c.len() {
            1..=4 => to_4_vectors::<I, OneLane, D>(isa, c, a, b),
            5..=8 => to_8_vectors::<I, OneLane, D>(isa, c, a, b),
            _ if const { most_vectors(I::LEVEL) > 8 } => {
                to_32_vectors::<I, OneLane, D>(isa, c, a, b);
            }
            words => unreachable!("no kernel for {words} words"),
        }
    }
}

fn to_4_vectors<I: Isa, L: Lanes<I>, D: End>(isa: I, c: &mut [u64], a: &[u64], b: &[u64]) {
    match c.len().div_ceil(L::WORDS) {
        1 => kernel::<I, L, D, Low1>(isa, c, a, b),
        2 => kernel::<I, L, D, Low2>(isa, c, a, b),
        3 => kernel::<I, L, D, Low3>(isa, c, a, b),
        _ => kernel::<I, L, D, Low4>(isa, c, a, b),
    }
}

fn to_8_vectors<I: Isa, L: Lanes<I>, D: End>(isa: I, c: &mut [u64], a: &[u64], b: &[u64]) {
    match c.len().div_ceil(L::WORDS) {
        5 => kernel::<I, L, D, Low5>(isa, c, a, b),
        6 => kernel::<I, L, D, Low6>(isa, c, a, b),
        7 => kernel::<I, L, D, Low7>(isa, c, a, b),
        _ => kernel::<I, L, D, Low8>(isa, c, a, b),
    }
}

fn to_32_vectors<I: Isa, L: Lanes<I>, D: End>(isa: I, c: &mut [u64], a: &[u64], b: &[u64]) {
    match c.len().div_ceil(L::WORDS) {
        9..=10 => kernel::<I, L, D, Low10>(isa, c, a, b),
        11..=12 => kernel::<I, L, D, Low12>(isa, c, a, b),
        13..=14 => kernel::<I, L, D, Low14>(isa, c, a, b),
        15..=16 => kernel::<I, L, D, Low16>(isa, c, a, b),
        17..=20 => kernel::<I, L, D, Low20>(isa, c, a, b),
        21..=24 => kernel::<I, L, D, Low24>(isa, c, a, b),
        25..=28 => kernel::<I, L, D, Low28>(isa, c, a, b),
        29..=32 if const { most_vectors(I::LEVEL) >= 32 } => {
            kernel::<I, L, D, Low32>(isa, c, a, b);
        }
        vectors => unreachable!("no kernel of {vectors} vectors"),
    }
}

fn kernel<I: Isa, L: Lanes<I>, D: End, C: LowColumns>(isa: I, c: &mut [u64], a: &[u64], b: &[u64]) {
    isa.outline(
        #[inline(always)]
        move || {
            let zero = L::Vector::zero(isa);
            let (mut x, mut columns) = ([zero; 32], [zero; 32]);
            for k in (0..C::N).step_by(L::GROUP) {
                L::pack::<D>(isa, &mut x[k..], a, b, k * L::WORDS);
            }
            C::low(isa, &mut columns, &x);
            let mut before = [zero; 2];
            for k in (0..C::N).step_by(L::GROUP) {
                if k * L::WORDS < c.len() {
                    L::unpack::<D>(isa, c, k * L::WORDS, &columns[k..], &mut before);
                }
            }
        },
    );
}
