//! Products of elements, in columns.
//!
//! Karatsuba down to one word, as the leaves of the multiplier ([`Columns`]); the columns stay
//! unshifted in registers, where the reduction takes them over. Clmul for 2 to 9 words: 3, 6, 9, 15,
//! 18, 24, 27, 36.

use crate::isa::{Isa, Vector};
use crate::mul::{Columns, Join, One, Three};

/// Columns of weight x^(−64), x^0, x^64, …; room for the product of 16 words.
pub(super) type Row<V> = [V; 36];

/// The place of the column of weight x^0.
pub(super) const ORIGIN: usize = 1;

type Two = Join<One>;
type Three3 = Three<One>;
type Four = Join<Two>;
type Five = Join<Three3, Two>;
type Six = Join<Three3>;
type Seven = Join<Four, Three3>;
type Eight = Join<Four>;
type Nine = Three<Three3>;
type Ten = Join<Five>;
type Eleven = Join<Six, Five>;
type Twelve = Join<Six>;
type Thirteen = Join<Seven, Six>;
type Fourteen = Join<Seven>;
type Fifteen = Join<Eight, Seven>;
type Sixteen = Join<Eight>;

/// The columns of a · b.
#[inline(always)]
pub(super) fn multiply<I: Isa, const W: usize>(isa: I, a: &[u64; W], b: &[u64; W]) -> Row<I::X> {
    let mut x = [I::X::zero(isa); 16];
    for i in 0..W.div_ceil(2) {
        let end = if 2 * i + 2 < W { 2 * i + 2 } else { W };
        let a = I::X::load_part(isa, &a[2 * i..end]);
        let b = I::X::load_part(isa, &b[2 * i..end]);
        [x[2 * i], x[2 * i + 1]] = interleave::<I, I::X>(a, b);
    }
    columns::<I, I::X, W>(isa, &x)
}

/// (a_w | b_w) in each lane: the even words, then the odd words.
#[inline(always)]
pub(super) fn interleave<I: Isa, L: Vector<I>>(a: L, b: L) -> [L; 2] {
    let even = a.permute2(
        b,
        #[inline(always)]
        |i| if i % 2 == 0 { i } else { L::WORDS - 1 + i },
    );
    let odd = a.permute2(
        b,
        #[inline(always)]
        |i| if i % 2 == 0 { i + 1 } else { L::WORDS + i },
    );
    [even, odd]
}

/// The columns of the products of interleaved words, (a_w | b_w) in each lane.
#[inline(always)]
pub(super) fn columns<I: Isa, L: Vector<I>, const W: usize>(isa: I, x: &[L; 16]) -> Row<L> {
    let mut columns = [L::zero(isa); 36];
    let c = &mut columns[ORIGIN..];
    match W {
        2 => Two::columns(isa, c, x),
        3 => Three3::columns(isa, c, x),
        4 => Four::columns(isa, c, x),
        5 => Five::columns(isa, c, x),
        6 => Six::columns(isa, c, x),
        7 => Seven::columns(isa, c, x),
        8 => Eight::columns(isa, c, x),
        9 => Nine::columns(isa, c, x),
        10 => Ten::columns(isa, c, x),
        11 => Eleven::columns(isa, c, x),
        12 => Twelve::columns(isa, c, x),
        13 => Thirteen::columns(isa, c, x),
        14 => Fourteen::columns(isa, c, x),
        15 => Fifteen::columns(isa, c, x),
        16 => Sixteen::columns(isa, c, x),
        _ => unreachable!("elements have 2 to 16 words"),
    }
    columns
}

/// The columns of a²: one clmul for each word, and no cross products.
#[inline(always)]
pub(super) fn square<I: Isa, const W: usize>(isa: I, limbs: &[I::X; 8]) -> Row<I::X> {
    let mut columns = [I::X::zero(isa); 36];
    for i in 0..W.div_ceil(2) {
        let [low, high] = limbs[i].square();
        columns[ORIGIN + 4 * i] = low;
        columns[ORIGIN + 4 * i + 2] = high;
    }
    columns
}

/// The limbs of an element.
#[inline(always)]
pub(super) fn load<I: Isa, const W: usize>(isa: I, a: &[u64; W]) -> [I::X; 8] {
    let mut limbs = [I::X::zero(isa); 8];
    for i in 0..W.div_ceil(2) {
        let end = if 2 * i + 2 < W { 2 * i + 2 } else { W };
        limbs[i] = I::X::load_part(isa, &a[2 * i..end]);
    }
    limbs
}

/// The words of some limbs.
#[inline(always)]
pub(super) fn store<I: Isa, const W: usize>(limbs: &[I::X; 8]) -> [u64; W] {
    let mut words = [0; W];
    for i in 0..W.div_ceil(2) {
        let end = if 2 * i + 2 < W { 2 * i + 2 } else { W };
        limbs[i].store_part(&mut words[2 * i..end]);
    }
    words
}

/// Limb k, two words, of what lies in columns.
#[inline(always)]
pub(super) fn limb<I: Isa, L: Vector<I>>(columns: &Row<L>, k: usize) -> L {
    let at = ORIGIN + 2 * k;
    columns[at] ^ between(columns[at - 1], columns[at + 1])
}

/// In each lane: the upper word of `low`, the lower word of `high`.
#[inline(always)]
pub(super) fn between<I: Isa, L: Vector<I>>(low: L, high: L) -> L {
    low.permute2(
        high,
        #[inline(always)]
        |i| if i % 2 == 0 { i + 1 } else { L::WORDS + i - 1 },
    )
}
