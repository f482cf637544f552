//! The leaves: products of 1 to 16 words.

use super::leaf_words;
use crate::Level;
use crate::isa::Isa;
use crate::mul::{Block, Columns, Interleaved, Join, Lanes8, Lanes16, One, OneMore, Three};

pub(in crate::mul) type Leaf1 = One;
pub(in crate::mul) type Leaf2 = Join<One>;
pub(in crate::mul) type Leaf3 = Three<One>;
pub(in crate::mul) type Leaf4 = Join<Leaf2>;
pub(in crate::mul) type Leaf5 = Join<Leaf3, Leaf2>;
pub(in crate::mul) type Leaf6 = Join<Leaf3>;
pub(in crate::mul) type Leaf7 = Join<Leaf4, Leaf3>;
pub(in crate::mul) type Leaf8 = Join<Leaf4>;
pub(in crate::mul) type Leaf9 = Three<Leaf3>;
pub(in crate::mul) type Leaf10 = Join<Leaf5>;
pub(in crate::mul) type Leaf11 = Join<Leaf6, Leaf5>;
pub(in crate::mul) type Leaf12 = Join<Leaf6>;
pub(in crate::mul) type Leaf13 = Join<Leaf7, Leaf6>;
pub(in crate::mul) type Leaf14 = Join<Leaf7>;
pub(in crate::mul) type Leaf15 = Join<Leaf8, Leaf7>;
pub(in crate::mul) type Leaf16 = Join<Leaf8>;

/// The products of two words in the leaf for `an` by `bn` words, those in unused lanes included.
pub(in crate::mul) const fn leaf_clmuls(level: Level, an: usize, bn: usize) -> u64 {
    const ONE_LANE: [u64; 16] = [1, 3, 6, 9, 15, 18, 24, 27, 36, 45, 51, 54, 66, 72, 78, 81];
    match (level, an) {
        (Level::Avx512, 5..=6) if an != bn => 4 * 9,
        (Level::Avx512, 7..=8) => 4 * 9,
        (Level::Avx512, 9) if an == bn => 4 * (9 + 5),
        (Level::Avx512, 9..) => 4 * 27,
        (Level::Portable, _) => ONE_LANE[an - 1],
        (_, 5..=6) if an != bn => 18,
        (_, 7..=8) if an != bn => 27,
        (_, 9..=12) if an != bn => 54,
        (_, 13..) if an != bn => 81,
        _ => ONE_LANE[an - 1],
    }
}

/// c := a · b for 1 to [`leaf_words`] words, `a` at least as long as `b`, as a call.
pub(in crate::mul) fn any_leaf<I: Isa>(isa: I, c: &mut [u64], a: &[u64], b: &[u64]) {
    if !fits_leaf::<I>(a.len(), b.len()) {
        let (mut long, mut product) = ([0; 8], [0; 16]);
        long[..b.len()].copy_from_slice(b);
        any_leaf(isa, &mut product[..2 * a.len()], a, &long[..a.len()]);
        return c.copy_from_slice(&product[..c.len()]);
    }
    isa.outline_product(
        c,
        a,
        b,
        #[inline(always)]
        move |c, a, b| leaf(isa, c, a, b),
    );
}

/// Whether [`leaf`] takes operands of `an` and `bn` words, which a leaf has, as they are. On the portable
/// level one that lacks words is filled up first: a word in a general register that is loaded or not is
/// too near to a branch on it.
#[inline(always)]
pub(crate) const fn fits_leaf<I: Isa>(an: usize, bn: usize) -> bool {
    !matches!(I::LEVEL, Level::Portable) || an == bn
}

/// c := a · b for 1 to [`leaf_words`] words, `a` at least as long as `b`, where [`fits_leaf`] holds.
#[inline(always)]
pub(crate) fn leaf<I: Isa>(isa: I, c: &mut [u64], a: &[u64], b: &[u64]) {
    let even = a.len() == b.len();
    if const { matches!(I::LEVEL, Level::Avx512) } {
        match a.len() {
            1 => leaf_of::<I, 1>(isa, c, a, b),
            2 if even => leaf_of::<I, 2>(isa, c, a, b),
            3 if even => leaf_of::<I, 3>(isa, c, a, b),
            4 if even => leaf_of::<I, 4>(isa, c, a, b),
            5 if even => leaf_of::<I, 5>(isa, c, a, b),
            6 if even => leaf_of::<I, 6>(isa, c, a, b),
            ..=4 => uneven(isa, c, a, b),
            8 if even => whole::<I, 8>(isa, c, a, b),
            5..=8 => leaf_of::<I, 8>(isa, c, a, b),
            9 if even => leaf_of::<I, 9>(isa, c, a, b),
            16 if even => whole::<I, 16>(isa, c, a, b),
            _ => leaf_of::<I, 16>(isa, c, a, b),
        }
    } else if even {
        match a.len() {
            1 => leaf_of::<I, 1>(isa, c, a, b),
            2 => leaf_of::<I, 2>(isa, c, a, b),
            3 => leaf_of::<I, 3>(isa, c, a, b),
            4 => leaf_of::<I, 4>(isa, c, a, b),
            5 => leaf_of::<I, 5>(isa, c, a, b),
            6 => leaf_of::<I, 6>(isa, c, a, b),
            7 => leaf_of::<I, 7>(isa, c, a, b),
            8 => leaf_of::<I, 8>(isa, c, a, b),
            _ => longer(isa, c, a, b),
        }
    } else {
        uneven(isa, c, a, b);
    }
}

/// [`leaf_of`] for operands of `N` words, as slices of known length: nothing is masked.
#[inline(always)]
fn whole<I: Isa, const N: usize>(isa: I, c: &mut [u64], a: &[u64], b: &[u64]) {
    leaf_of::<I, N>(isa, &mut c[..2 * N], &a[..N], &b[..N]);
}

/// The leaves of 9 to 16 words, where there are any.
#[inline(always)]
fn longer<I: Isa>(isa: I, c: &mut [u64], a: &[u64], b: &[u64]) {
    if const { leaf_words(I::LEVEL) <= 8 } {
        return;
    }
    match a.len() {
        9 => leaf_of::<I, 9>(isa, c, a, b),
        10 => leaf_of::<I, 10>(isa, c, a, b),
        11 => leaf_of::<I, 11>(isa, c, a, b),
        12 => leaf_of::<I, 12>(isa, c, a, b),
        13 => leaf_of::<I, 13>(isa, c, a, b),
        14 => leaf_of::<I, 14>(isa, c, a, b),
        15 => leaf_of::<I, 15>(isa, c, a, b),
        _ => leaf_of::<I, 16>(isa, c, a, b),
    }
}

/// The leaves in one lane for a shorter `b`: up to 4 words each pair of lengths has its own, in which
/// nothing is done for the words that `b` lacks.
#[inline(always)]
fn uneven<I: Isa>(isa: I, c: &mut [u64], a: &[u64], b: &[u64]) {
    if const { matches!(I::LEVEL, Level::Portable) } {
        return;
    }
    match (a.len(), b.len()) {
        (2, _) => exact::<I, Leaf2, 2, 1>(isa, c, a, b),
        (3, 1) => exact::<I, Leaf3, 3, 1>(isa, c, a, b),
        (3, _) => exact::<I, Leaf3, 3, 2>(isa, c, a, b),
        (4, 1) => exact::<I, Leaf4, 4, 1>(isa, c, a, b),
        (4, 2) => exact::<I, Leaf4, 4, 2>(isa, c, a, b),
        (4, _) => exact::<I, Leaf4, 4, 3>(isa, c, a, b),
        _ => longer_uneven(isa, c, a, b),
    }
}

/// The leaves of 5 to 16 words in one lane for a shorter `b`.
#[inline(always)]
fn longer_uneven<I: Isa>(isa: I, c: &mut [u64], a: &[u64], b: &[u64]) {
    if const { matches!(I::LEVEL, Level::Avx512) } {
        return;
    }
    match a.len() {
        5..=6 => Interleaved::<Leaf6>::mul(isa, c, a, b, &mut []),
        7..=8 => Interleaved::<Leaf8>::mul(isa, c, a, b, &mut []),
        9..=12 => Interleaved::<Leaf12>::mul(isa, c, a, b, &mut []),
        _ => Interleaved::<Leaf16>::mul(isa, c, a, b, &mut []),
    }
}

/// c := a · b for `AN` by `BN` words, in one lane.
#[inline(always)]
fn exact<I: Isa, C: Columns, const AN: usize, const BN: usize>(
    isa: I,
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
) {
    Interleaved::<C>::mul(isa, &mut c[..AN + BN], &a[..AN], &b[..BN], &mut []);
}

/// The leaf of `N` words; in the lanes of a 512-bit vector, for operands that may lack words.
#[inline(always)]
pub(in crate::mul) fn leaf_of<I: Isa, const N: usize>(isa: I, c: &mut [u64], a: &[u64], b: &[u64]) {
    if const { matches!(I::LEVEL, Level::Avx512) && N == 9 } {
        OneMore::<Lanes8>::mul(isa, c, a, b, &mut []);
    } else if const { matches!(I::LEVEL, Level::Avx512) && N > 8 } {
        <Lanes16>::mul(isa, c, a, b, &mut []);
    } else if const { matches!(I::LEVEL, Level::Avx512) && N > 6 } {
        <Lanes8>::mul(isa, c, a, b, &mut []);
    } else {
        match const { N } {
            1 => one_lane::<I, Leaf1>(isa, c, a, b),
            2 => one_lane::<I, Leaf2>(isa, c, a, b),
            3 => one_lane::<I, Leaf3>(isa, c, a, b),
            4 => one_lane::<I, Leaf4>(isa, c, a, b),
            5 => one_lane::<I, Leaf5>(isa, c, a, b),
            6 => one_lane::<I, Leaf6>(isa, c, a, b),
            7 => one_lane::<I, Leaf7>(isa, c, a, b),
            8 => one_lane::<I, Leaf8>(isa, c, a, b),
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
}

/// One product in one lane.
#[inline(always)]
fn one_lane<I: Isa, C: Columns>(isa: I, c: &mut [u64], a: &[u64], b: &[u64]) {
    Interleaved::<C>::mul(isa, &mut c[..2 * C::N], &a[..C::N], &b[..C::N], &mut []);
}
