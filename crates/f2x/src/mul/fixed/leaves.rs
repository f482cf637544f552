//! The leaves: products of 1 to 16 words.

use super::leaf_words;
use crate::isa::Isa;
use crate::mul::{Block, Columns, Interleaved, Join, Lanes8, Lanes16, One, Three};

pub(super) type Leaf1 = One;
pub(super) type Leaf2 = Join<One>;
pub(super) type Leaf3 = Three<One>;
pub(super) type Leaf4 = Join<Leaf2>;
pub(super) type Leaf5 = Join<Leaf3, Leaf2>;
pub(super) type Leaf6 = Join<Leaf3>;
pub(super) type Leaf7 = Join<Leaf4, Leaf3>;
pub(super) type Leaf8 = Join<Leaf4>;
pub(super) type Leaf10 = Join<Leaf5>;
pub(super) type Leaf12 = Join<Leaf6>;

/// c := a · b for 1 to [`leaf_words`] words, `a` at least as long as `b`.
pub(in crate::mul) fn leaf<I: Isa>(isa: I, c: &mut [u64], a: &[u64], b: &[u64]) {
    if a.len() > 4 && leaf_words(I::LEVEL) > 8 {
        return lanes_leaf(isa, c, a, b);
    }
    match a.len() {
        1 => interleaved_leaf::<I, Leaf1>(isa, c, a, b),
        2 => interleaved_leaf::<I, Leaf2>(isa, c, a, b),
        3 => interleaved_leaf::<I, Leaf3>(isa, c, a, b),
        4 => interleaved_leaf::<I, Leaf4>(isa, c, a, b),
        5 => interleaved_leaf::<I, Leaf5>(isa, c, a, b),
        6 => interleaved_leaf::<I, Leaf6>(isa, c, a, b),
        7 => interleaved_leaf::<I, Leaf7>(isa, c, a, b),
        _ => interleaved_leaf::<I, Leaf8>(isa, c, a, b),
    }
}

/// One product in one lane; `b` is filled up to the length of `a`.
fn interleaved_leaf<I: Isa, C: Columns>(isa: I, c: &mut [u64], a: &[u64], b: &[u64]) {
    if b.len() == C::N {
        return isa.outline(
            #[inline(always)]
            move || Interleaved::<C>::mul(isa, &mut c[..2 * C::N], &a[..C::N], &b[..C::N], &mut []),
        );
    }
    let (mut long, mut product) = ([0; 8], [0; 16]);
    long[..b.len()].copy_from_slice(b);
    interleaved_leaf::<I, C>(isa, &mut product[..2 * C::N], a, &long[..C::N]);
    c.copy_from_slice(&product[..c.len()]);
}

/// One product in the lanes of a 512-bit vector.
fn lanes_leaf<I: Isa>(isa: I, c: &mut [u64], a: &[u64], b: &[u64]) {
    if a.len() <= 8 {
        isa.outline(
            #[inline(always)]
            move || <Lanes8>::mul(isa, c, a, b, &mut []),
        );
    } else {
        isa.outline(
            #[inline(always)]
            move || <Lanes16>::mul(isa, c, a, b, &mut []),
        );
    }
}
