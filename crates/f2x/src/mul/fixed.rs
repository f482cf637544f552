//! Products whose size is known at compile time: the leaves of the plan, and what is composed of
//! them as types.
//!
//! A composition has every length a constant and becomes straight code around its kernels; a block
//! of the same size that is planned at run time costs some ten cycles more for each product in it.

use super::{Block, Columns, StagedHalves, Interleave, Interleaved, Join, Karatsuba, Karatsuba3};
use super::{Karatsuba5, Kernel, Lanes8, Lanes16, One, StagedQuarters, Three, product};
use crate::Level;
use crate::isa::Isa;

/// Whether compositions multiply two products in the lanes of a vector of four words.
const fn two_lanes(level: Level) -> bool {
    matches!(level, Level::Avx2 | Level::Vpclmul)
}

/// The largest product that a leaf does.
pub(super) const fn leaf_words(level: Level) -> usize {
    match level {
        Level::Portable => 8,
        _ => 16,
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
type Leaf9 = Three<Leaf3>;
type Leaf10 = Join<Leaf5>;
type Leaf11 = Join<Leaf6, Leaf5>;
type Leaf12 = Join<Leaf6>;
type Leaf13 = Join<Leaf7, Leaf6>;
type Leaf14 = Join<Leaf7>;
type Leaf15 = Join<Leaf8, Leaf7>;
type Leaf16 = Join<Leaf8>;

/// c := a · b for 1 to [`leaf_words`] words, `a` at least as long as `b`.
pub(super) fn leaf<I: Isa>(isa: I, c: &mut [u64], a: &[u64], b: &[u64]) {
    if a.len() > 4 && matches!(I::LEVEL, Level::Avx512) {
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
        8 => interleaved_leaf::<I, Leaf8>(isa, c, a, b),
        9 => interleaved_leaf::<I, Leaf9>(isa, c, a, b),
        10 => interleaved_leaf::<I, Leaf10>(isa, c, a, b),
        11 => interleaved_leaf::<I, Leaf11>(isa, c, a, b),
        12 => interleaved_leaf::<I, Leaf12>(isa, c, a, b),
        13 => interleaved_leaf::<I, Leaf13>(isa, c, a, b),
        14 => interleaved_leaf::<I, Leaf14>(isa, c, a, b),
        15 => interleaved_leaf::<I, Leaf15>(isa, c, a, b),
        _ => interleaved_leaf::<I, Leaf16>(isa, c, a, b),
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
    let (mut long, mut product) = ([0; 16], [0; 32]);
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
        if matches!(I::LEVEL, Level::Avx512) {
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
        if matches!(I::LEVEL, Level::Avx512) {
            Lanes16::mul(isa, c, a, b, &mut []);
        } else {
            Karatsuba::<Fixed8>::mul(isa, c, a, b, scratch);
        }
    }
}

type Stages8 = Join<Kernel<Leaf4>>;
type Stages10 = Join<Kernel<Leaf5>>;
type Stages12 = Join<Join<Kernel<Leaf3>>>;
type Quarters32 = StagedQuarters<Stages8>;
type Quarters40 = StagedQuarters<Stages10>;
type Quarters48 = StagedQuarters<Stages12>;
type Interleaved24 = Interleave<StagedHalves<Stages12>>;
type Interleaved32 = Interleave<Quarters32>;
type Interleaved40 = Interleave<Quarters40>;
type Interleaved48 = Interleave<Quarters48>;
type Interleaved64 = Interleave<Karatsuba<Quarters32>>;
type Interleaved80 = Interleave<Karatsuba<Quarters40>>;
type Interleaved96 = Interleave<Karatsuba<Quarters48>>;
type Interleaved128 = Interleave<Karatsuba<Karatsuba<Quarters32>>>;
type Interleaved160 = Interleave<Karatsuba<Karatsuba<Quarters40>>>;
type Interleaved192 = Interleave<Karatsuba<Karatsuba<Quarters48>>>;
type Interleaved256 = Interleave<Karatsuba<Karatsuba<Karatsuba<Quarters32>>>>;
type Interleaved320 = Interleave<Karatsuba<Karatsuba<Karatsuba<Quarters40>>>>;

/// The outer step of the composition for `words` words, as (how many products, words of each).
pub(super) const fn parts(level: Level, words: usize) -> Option<(u32, usize)> {
    match words {
        16 | 32 | 64 | 128 | 256 => Some((3, words / 2)),
        24 | 48 | 96 | 192 => Some((6, words / 3)),
        80 | 160 | 320 => Some((15, words / 5)),
        40 if two_lanes(level) => Some((15, words / 5)),
        _ => None,
    }
}

/// The words of scratch of the composition for `words` words.
pub(super) const fn scratch_words(level: Level, words: usize) -> usize {
    // The compositions of a kind need the same on every level.
    use crate::isa::Portable as P;
    match (level, words) {
        (Level::Avx2 | Level::Vpclmul, 24) => <Interleaved24 as Block<P>>::SCRATCH,
        (Level::Avx2 | Level::Vpclmul, 32) => <Interleaved32 as Block<P>>::SCRATCH,
        (Level::Avx2 | Level::Vpclmul, 40) => <Interleaved40 as Block<P>>::SCRATCH,
        (Level::Avx2 | Level::Vpclmul, 48) => <Interleaved48 as Block<P>>::SCRATCH,
        (Level::Avx2 | Level::Vpclmul, 64) => <Interleaved64 as Block<P>>::SCRATCH,
        (Level::Avx2 | Level::Vpclmul, 80) => <Interleaved80 as Block<P>>::SCRATCH,
        (Level::Avx2 | Level::Vpclmul, 96) => <Interleaved96 as Block<P>>::SCRATCH,
        (Level::Avx2 | Level::Vpclmul, 128) => <Interleaved128 as Block<P>>::SCRATCH,
        (Level::Avx2 | Level::Vpclmul, 160) => <Interleaved160 as Block<P>>::SCRATCH,
        (Level::Avx2 | Level::Vpclmul, 192) => <Interleaved192 as Block<P>>::SCRATCH,
        (Level::Avx2 | Level::Vpclmul, 256) => <Interleaved256 as Block<P>>::SCRATCH,
        (Level::Avx2 | Level::Vpclmul, 320) => <Interleaved320 as Block<P>>::SCRATCH,
        (_, 16) => <Fixed16 as Block<P>>::SCRATCH,
        (_, 24) => <Fixed24 as Block<P>>::SCRATCH,
        (_, 32) => <Fixed32 as Block<P>>::SCRATCH,
        (_, 48) => <Fixed48 as Block<P>>::SCRATCH,
        (_, 64) => <Fixed64 as Block<P>>::SCRATCH,
        (_, 80) => <Fixed80 as Block<P>>::SCRATCH,
        (_, 96) => <Fixed96 as Block<P>>::SCRATCH,
        (_, 128) => <Fixed128 as Block<P>>::SCRATCH,
        (_, 160) => <Fixed160 as Block<P>>::SCRATCH,
        (_, 192) => <Fixed192 as Block<P>>::SCRATCH,
        (_, 256) => <Fixed256 as Block<P>>::SCRATCH,
        (_, 320) => <Fixed320 as Block<P>>::SCRATCH,
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
    if two_lanes(I::LEVEL) {
        return match a.len() {
            24 => run::<I, Interleaved24>(isa, c, a, b, s),
            32 => run::<I, Interleaved32>(isa, c, a, b, s),
            40 => run::<I, Interleaved40>(isa, c, a, b, s),
            48 => run::<I, Interleaved48>(isa, c, a, b, s),
            64 => run::<I, Interleaved64>(isa, c, a, b, s),
            80 => run::<I, Interleaved80>(isa, c, a, b, s),
            96 => run::<I, Interleaved96>(isa, c, a, b, s),
            128 => run::<I, Interleaved128>(isa, c, a, b, s),
            160 => run::<I, Interleaved160>(isa, c, a, b, s),
            192 => run::<I, Interleaved192>(isa, c, a, b, s),
            256 => run::<I, Interleaved256>(isa, c, a, b, s),
            320 => run::<I, Interleaved320>(isa, c, a, b, s),
            words => unreachable!("no composition for {words} words"),
        };
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
