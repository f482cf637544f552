//! The leaves: products of 1 to 16 words.

use super::leaf_words;
use crate::Level;
use crate::isa::{Isa, Vector};
use crate::mul::{Block, Columns, Interleaved, Join, Lanes8, Lanes16, One, OneMore, Three};

pub(super) type Leaf1 = One;
pub(super) type Leaf2 = Join<One>;
pub(super) type Leaf3 = Three<One>;
pub(super) type Leaf4 = Join<Leaf2>;
pub(super) type Leaf5 = Join<Leaf3, Leaf2>;
pub(super) type Leaf6 = Join<Leaf3>;
pub(super) type Leaf7 = Join<Leaf4, Leaf3>;
pub(super) type Leaf8 = Join<Leaf4>;
pub(super) type Leaf9 = Three<Leaf3>;
pub(super) type Leaf10 = Join<Leaf5>;
pub(super) type Leaf11 = Join<Leaf6, Leaf5>;
pub(super) type Leaf12 = Join<Leaf6>;
pub(super) type Leaf13 = Join<Leaf7, Leaf6>;
pub(super) type Leaf14 = Join<Leaf7>;
pub(super) type Leaf15 = Join<Leaf8, Leaf7>;
pub(super) type Leaf16 = Join<Leaf8>;

/// The products of two words in the leaf for `an` by `bn` words, those in unused lanes included.
pub(in crate::mul) const fn leaf_clmuls(level: Level, an: usize, bn: usize) -> u64 {
    const ONE_LANE: [u64; 16] = [1, 3, 6, 9, 15, 18, 24, 27, 36, 45, 51, 54, 66, 72, 78, 81];
    match (level, an) {
        (Level::Avx512, 5..=6) if an != bn => 4 * 9,
        (Level::Avx512, 7..=8) => 4 * 9,
        (Level::Avx512, 9) if an == bn => 4 * (9 + 5),
        (Level::Avx512, 9..) => 4 * 27,
        _ => ONE_LANE[an - 1],
    }
}

/// c := a · b for 1 to [`leaf_words`] words, `a` at least as long as `b`, as a call.
pub(in crate::mul) fn any_leaf<I: Isa>(isa: I, c: &mut [u64], a: &[u64], b: &[u64]) {
    isa.outline_product(
        c,
        a,
        b,
        #[inline(always)]
        move |c, a, b| {
            let lanes = const { matches!(I::LEVEL, Level::Avx512) } && a.len() > 4;
            if lanes || a.len() == b.len() {
                leaf(isa, c, a, b);
            } else {
                filled(isa, c, a, b);
            }
        },
    );
}

/// c := a · b for 1 to [`leaf_words`] words; outside the lanes of a 512-bit vector, for operands of
/// the same length.
#[inline(always)]
pub(crate) fn leaf<I: Isa>(isa: I, c: &mut [u64], a: &[u64], b: &[u64]) {
    if const { matches!(I::LEVEL, Level::Avx512) } {
        match a.len() {
            1 => one_lane::<I, Leaf1>(isa, c, a, b),
            2 => one_lane::<I, Leaf2>(isa, c, a, b),
            3 => one_lane::<I, Leaf3>(isa, c, a, b),
            4 => one_lane::<I, Leaf4>(isa, c, a, b),
            5 if b.len() == 5 => one_lane::<I, Leaf5>(isa, c, a, b),
            6 if b.len() == 6 => one_lane::<I, Leaf6>(isa, c, a, b),
            5..=8 => <Lanes8>::mul(isa, c, a, b, &mut []),
            9 if b.len() == 9 => OneMore::<Lanes8>::mul(isa, c, a, b, &mut []),
            _ => <Lanes16>::mul(isa, c, a, b, &mut []),
        }
    } else {
        match a.len() {
            1 => one_lane::<I, Leaf1>(isa, c, a, b),
            2 => one_lane::<I, Leaf2>(isa, c, a, b),
            3 => one_lane::<I, Leaf3>(isa, c, a, b),
            4 => one_lane::<I, Leaf4>(isa, c, a, b),
            5 => one_lane::<I, Leaf5>(isa, c, a, b),
            6 => one_lane::<I, Leaf6>(isa, c, a, b),
            7 => one_lane::<I, Leaf7>(isa, c, a, b),
            8 => one_lane::<I, Leaf8>(isa, c, a, b),
            _ => longer(isa, c, a, b),
        }
    }
}

/// The leaves of 9 to 16 words, where there are any.
#[inline(always)]
fn longer<I: Isa>(isa: I, c: &mut [u64], a: &[u64], b: &[u64]) {
    if const { leaf_words(I::LEVEL) <= 8 } {
        return;
    }
    match a.len() {
        9 => one_lane::<I, Leaf9>(isa, c, a, b),
        10 => one_lane::<I, Leaf10>(isa, c, a, b),
        11 => one_lane::<I, Leaf11>(isa, c, a, b),
        12 => one_lane::<I, Leaf12>(isa, c, a, b),
        13 => one_lane::<I, Leaf13>(isa, c, a, b),
        14 => one_lane::<I, Leaf14>(isa, c, a, b),
        15 => one_lane::<I, Leaf15>(isa, c, a, b),
        _ => one_lane::<I, Leaf16>(isa, c, a, b),
    }
}

/// One product in one lane.
#[inline(always)]
fn one_lane<I: Isa, C: Columns>(isa: I, c: &mut [u64], a: &[u64], b: &[u64]) {
    Interleaved::<C>::mul(isa, &mut c[..2 * C::N], &a[..C::N], &b[..C::N], &mut []);
}

/// [`any_leaf`] for a shorter `b`, which is filled up with zeros.
#[cold]
fn filled<I: Isa>(isa: I, c: &mut [u64], a: &[u64], b: &[u64]) {
    let (mut long, mut product) = ([0; 16], [0; 32]);
    isa.outline(
        #[inline(always)]
        || copy(isa, &mut long, b),
    );
    let words = c.len();
    any_leaf(isa, &mut product[..2 * a.len()], a, &long[..a.len()]);
    isa.outline(
        #[inline(always)]
        || copy(isa, c, &product[..words]),
    );
}

/// The words of `from` to the start of `to`, in vectors, as they are read later: what is stored word
/// by word is not there yet when a vector is loaded.
#[inline(always)]
fn copy<I: Isa>(isa: I, to: &mut [u64], from: &[u64]) {
    for (to, from) in to.chunks_mut(2).zip(from.chunks(2)) {
        let words = I::X::load_part(isa, from);
        words.store_part(&mut to[..from.len()]);
    }
}
