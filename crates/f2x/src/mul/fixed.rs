//! Products whose size is known at compile time: the leaves of the plan, and what is composed of
//! them as types.
//!
//! A composition has every length a constant and becomes straight code around its kernels; a block
//! of the same size that is planned at run time costs some ten cycles more for each product in it.

use super::{Block, Columns, Interleaved, Join, Karatsuba, Karatsuba3, Karatsuba5};
use super::{Lanes8, Lanes16, One, Three, product};
use crate::Level;
use crate::isa::Isa;

/// The largest product that a leaf does.
pub(super) const fn leaf_words(level: Level) -> usize {
    match level {
        Level::Avx512 => 16,
        _ => 8,
    }
}

type Leaf1 = One;
type Leaf2 = Join<One>;
type Leaf3 = Three<One>;
type Leaf4 = Join<Leaf2>;
type Leaf5 = Join<Leaf3, Leaf2>;
type Leaf6 = Join<Leaf3>;
type Leaf7 = Join<Leaf4, Leaf3>;
type Leaf8 = Join<Leaf4>;

/// c := a · b for 1 to [`leaf_words`] words, `a` at least as long as `b`.
pub(super) fn leaf<I: Isa>(isa: I, c: &mut [u64], a: &[u64], b: &[u64]) {
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
            move || Lanes8::mul(isa, c, a, b, &mut []),
        );
    } else {
        isa.outline(
            #[inline(always)]
            move || Lanes16::mul(isa, c, a, b, &mut []),
        );
    }
}

/// 8 words: the lanes of a 512-bit vector, or one lane.
struct Fixed8;
/// 16 words: the lanes of a 512-bit vector, or Karatsuba.
struct Fixed16;
type Fixed24 = Karatsuba3<Fixed8>;
type Fixed32 = Karatsuba<Fixed16>;
type Fixed48 = Karatsuba3<Fixed16>;
type Fixed64 = Karatsuba<Fixed32>;
type Fixed80 = Karatsuba5<Fixed16>;
type Fixed96 = Karatsuba3<Fixed32>;
type Fixed128 = Karatsuba<Fixed64>;
type Fixed160 = Karatsuba5<Fixed32>;
type Fixed192 = Karatsuba3<Fixed64>;
type Fixed256 = Karatsuba<Fixed128>;
type Fixed320 = Karatsuba5<Fixed64>;

impl<I: Isa> Block<I> for Fixed8 {
    const WORDS: usize = 8;
    const SCRATCH: usize = 0;

    #[inline(always)]
    fn mul(isa: I, c: &mut [u64], a: &[u64], b: &[u64], _: &mut [u64]) {
        if leaf_words(I::LEVEL) > 8 {
            Lanes8::mul(isa, c, a, b, &mut []);
        } else {
            Interleaved::<Leaf8>::mul(isa, c, a, b, &mut []);
        }
    }
}

impl<I: Isa> Block<I> for Fixed16 {
    const WORDS: usize = 16;
    const SCRATCH: usize = <Karatsuba<Fixed8> as Block<I>>::SCRATCH;

    #[inline(always)]
    fn mul(isa: I, c: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
        if leaf_words(I::LEVEL) > 8 {
            Lanes16::mul(isa, c, a, b, &mut []);
        } else {
            Karatsuba::<Fixed8>::mul(isa, c, a, b, scratch);
        }
    }
}

/// The outer step of the composition for `words` words, as (how many products, words of each).
pub(super) const fn parts(words: usize) -> Option<(u32, usize)> {
    match words {
        16 | 32 | 64 | 128 | 256 => Some((3, words / 2)),
        24 | 48 | 96 | 192 => Some((6, words / 3)),
        80 | 160 | 320 => Some((15, words / 5)),
        _ => None,
    }
}

/// The words of scratch of the composition for `words` words.
pub(super) const fn scratch_words(words: usize) -> usize {
    // The compositions need the same on every level.
    use crate::isa::Portable as P;
    match words {
        16 => <Fixed16 as Block<P>>::SCRATCH,
        24 => <Fixed24 as Block<P>>::SCRATCH,
        32 => <Fixed32 as Block<P>>::SCRATCH,
        48 => <Fixed48 as Block<P>>::SCRATCH,
        64 => <Fixed64 as Block<P>>::SCRATCH,
        80 => <Fixed80 as Block<P>>::SCRATCH,
        96 => <Fixed96 as Block<P>>::SCRATCH,
        128 => <Fixed128 as Block<P>>::SCRATCH,
        160 => <Fixed160 as Block<P>>::SCRATCH,
        192 => <Fixed192 as Block<P>>::SCRATCH,
        256 => <Fixed256 as Block<P>>::SCRATCH,
        320 => <Fixed320 as Block<P>>::SCRATCH,
        _ => 0,
    }
}

/// c := a · b by the composition for the length of `a`.
///
/// # Panics
///
/// There is no composition for that length, or a slice is too short.
pub(super) fn multiply<I: Isa>(isa: I, c: &mut [u64], a: &[u64], b: &[u64], s: &mut [u64]) {
    fn run<I: Isa, B: Block<I>>(isa: I, c: &mut [u64], a: &[u64], b: &[u64], s: &mut [u64]) {
        isa.outline(
            #[inline(always)]
            move || product::<I, B>(isa, c, a, b, s),
        );
    }
    match a.len() {
        16 => run::<I, Fixed16>(isa, c, a, b, s),
        24 => run::<I, Fixed24>(isa, c, a, b, s),
        32 => run::<I, Fixed32>(isa, c, a, b, s),
        48 => run::<I, Fixed48>(isa, c, a, b, s),
        64 => run::<I, Fixed64>(isa, c, a, b, s),
        80 => run::<I, Fixed80>(isa, c, a, b, s),
        96 => run::<I, Fixed96>(isa, c, a, b, s),
        128 => run::<I, Fixed128>(isa, c, a, b, s),
        160 => run::<I, Fixed160>(isa, c, a, b, s),
        192 => run::<I, Fixed192>(isa, c, a, b, s),
        256 => run::<I, Fixed256>(isa, c, a, b, s),
        320 => run::<I, Fixed320>(isa, c, a, b, s),
        words => unreachable!("no composition for {words} words"),
    }
}
