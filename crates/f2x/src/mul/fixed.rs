//! Products whose size is known at compile time: the leaves of the plan, and what is composed of
//! them as types.
//!
//! A composition has every length a constant and becomes straight code around its kernels; a block
//! of the same size that is planned at run time costs some ten cycles more for each product in it.
//! What is fastest depends on how many products fit side by side in a vector.

use super::cut::{padded, padded_scratch_words};
#[cfg(feature = "alloc")]
use super::plan::{Plan, Step, multiply as multiply_by_plan};
use super::vertical::Vertical;
use super::{
    Block, Columns, Halves, Interleave, Interleaved, InterleavedBlock, Karatsuba, Karatsuba3,
    Karatsuba5,
};
use super::{Lanes8, Lanes16, OneMore, Quarters, Thirds};
use crate::isa::scratch::aligned;
#[cfg(feature = "alloc")]
use crate::isa::scratch::with_scratch;
use crate::isa::{Isa, Portable};
use crate::{Level, Operation};

mod four_lanes;
pub(super) mod leaves;
mod one_lane;
mod scalar;
mod two_lanes;

pub(super) use leaves::{any_leaf, leaf_clmuls};
#[cfg(feature = "alloc")]
pub(crate) use leaves::{fits_leaf, leaf};

/// The largest product that a leaf does.
pub(super) const fn leaf_words(level: Level) -> usize {
    match level {
        Level::Portable => 8,
        Level::Vpclmul => 15,
        _ => 16,
    }
}

/// What the plan must know of a composition.
#[derive(Clone, Copy)]
pub(super) struct Composition {
    /// The fewest words that an operand may have.
    pub(super) least: usize,
    /// The words of scratch, and those for operands of which none is shorter.
    scratch: usize,
    whole_scratch: usize,
    /// The products of two words.
    pub(super) clmuls: u64,
}

impl Composition {
    /// The words of scratch; `is_whole` says that no operand is shorter.
    pub(super) const fn scratch_words(self, is_whole: bool) -> usize {
        if is_whole { self.whole_scratch } else { self.scratch }
    }
}

/// A block that can be part of a composition.
trait Part: Block<Portable> {
    /// The fewest words of an operand that the block takes as it is.
    const LEAST: usize = Self::WORDS;
    /// Whether operands that the block does not take are filled up.
    const FILLS: bool = false;
    /// The products of two words, those in unused lanes included.
    const CLMULS: u64;
}

impl<C: Columns> Part for Interleaved<C> {
    const CLMULS: u64 = C::CLMULS;
}

impl<B: InterleavedBlock<Portable>> Part for Interleave<B> {
    const FILLS: bool = true;
    const CLMULS: u64 = B::CLMULS;
}

impl<const N: usize> Part for Lanes8<N> {
    const LEAST: usize = 1;
    const CLMULS: u64 = 4 * 9;
}

impl<const N: usize> Part for Lanes16<N> {
    const LEAST: usize = 1;
    const CLMULS: u64 = 4 * 27;
}

impl<B: Part> Part for Karatsuba<B> {
    const CLMULS: u64 = 3 * B::CLMULS;
}

impl<B: Part> Part for Karatsuba3<B> {
    const CLMULS: u64 = 6 * B::CLMULS;
}

impl<B: Part> Part for Karatsuba5<B> {
    const CLMULS: u64 = 15 * B::CLMULS;
}

impl<B: Part> Part for OneMore<B> {
    // Only the lanes of 512-bit vectors use it.
    const CLMULS: u64 = B::CLMULS + 2 * B::WORDS as u64 + 4;
}

impl<V: Vertical, R: Part> Part for Halves<V, R> {
    const LEAST: usize = V::WORDS + 1;
    const CLMULS: u64 = 2 * V::CLMULS + R::CLMULS;
}

impl<V: Vertical, R: Part> Part for Thirds<V, R> {
    const LEAST: usize = 2 * V::WORDS + 1;
    const CLMULS: u64 = 4 * V::CLMULS + 2 * R::CLMULS;
}

impl<V: Vertical, R: Part> Part for Quarters<V, R> {
    const LEAST: usize = 3 * V::WORDS + 1;
    const CLMULS: u64 = 8 * V::CLMULS + R::CLMULS;
}

const fn composition_of<B: Part>() -> Composition {
    Composition {
        least: if B::FILLS { 1 } else { B::LEAST },
        scratch: unaligned(scratch_words::<Portable, B>(false)),
        whole_scratch: unaligned(scratch_words::<Portable, B>(true)),
        clmuls: B::CLMULS,
    }
}

/// So many words of any place have `words` words from a cache line on.
const fn unaligned(words: usize) -> usize {
    if words == 0 { 0 } else { words + LINE - 1 }
}

/// The words of a cache line.
const LINE: usize = 8;

/// Makes `SIZES`, `composition`, `multiply` and `multiply_alone` from a list of sizes in words and their blocks.
macro_rules! compositions {
    ($($words:literal => $block:ty,)*) => {
        /// The sizes of the compositions, in words, the smallest first.
        pub(super) const SIZES: &[usize] = &[$($words),*];

        /// The composition for `words` words, if there is one.
        pub(super) const fn composition(words: usize) -> Option<super::Composition> {
            match words {
                $($words => Some(super::composition_of::<$block>()),)*
                _ => None,
            }
        }

        /// c := a · b by the composition for `words` words.
        pub(super) fn multiply<I: crate::isa::Isa>(
            isa: I,
            words: usize,
            c: &mut [u64],
            a: &[u64],
            b: &[u64],
            scratch: &mut [u64],
        ) {
            match words {
                $($words => super::run::<I, $block>(isa, c, a, b, scratch),)*
                _ => unreachable!("no composition for {words} words"),
            }
        }

        /// [`multiply`] with scratch of its own.
        #[cfg(feature = "alloc")]
        pub(super) fn multiply_alone<I: crate::isa::Isa>(
            isa: I,
            words: usize,
            c: &mut [u64],
            a: &[u64],
            b: &[u64],
        ) {
            match words {
                $($words => super::run_alone::<I, $block>(isa, c, a, b),)*
                _ => unreachable!("no composition for {words} words"),
            }
        }

        /// [`multiply_alone`] by the composition that the plan has for `N` words, which is known
        /// when it is compiled: the others are not.
        #[cfg(feature = "alloc")]
        #[inline(always)]
        pub(super) fn multiply_planned<I: crate::isa::Isa, const N: usize>(
            isa: I,
            c: &mut [u64],
            a: &[u64],
            b: &[u64],
        ) {
            match const { super::planned_composition(I::LEVEL, N) } {
                $($words => super::run_alone::<I, $block>(isa, c, a, b),)*
                _ => unreachable!("no composition for {N} words"),
            }
        }
    };
}
use compositions;

/// The words of the composition that the plan has for `words` words, or 0.
#[cfg(feature = "alloc")]
const fn planned_composition(level: Level, words: usize) -> usize {
    match Plan::new(level, words, words).step() {
        Step::Fixed(words) => words,
        _ => 0,
    }
}

/// c := a · b for `N` words each, planned when it is compiled.
///
/// For use in [`Isa::outline`], where a leaf (up to 8 words on every level, 15 or 16 where carry-less
/// products are an instruction) is expanded in place; a longer product is a call. Scratch that exceeds
/// 8 KiB is allocated.
///
/// # Panics
///
/// `c` has not 2`N` words.
#[cfg(feature = "alloc")]
#[inline(always)]
pub fn fixed<I: Isa, const N: usize>(isa: I, c: &mut [u64], a: &[u64; N], b: &[u64; N]) {
    assert!(c.len() == 2 * N, "the product has {} words, not {}", c.len(), 2 * N);
    if const { N == 0 } {
        return;
    }
    if const { N <= leaf_words(I::LEVEL) } {
        leaves::leaf_of::<I, N>(isa, c, a, b);
    } else if const { planned_composition(I::LEVEL, N) == 0 } {
        with_scratch(const { Plan::new(I::LEVEL, N, N).scratch_words() }, |scratch| {
            multiply_by_plan(isa, c, a, b, scratch);
        });
    } else if const { matches!(I::LEVEL, Level::Avx512) } {
        four_lanes::multiply_planned::<I, N>(isa, c, a, b);
    } else if const { matches!(I::LEVEL, Level::Vpclmul) } {
        two_lanes::multiply_planned::<I, N>(isa, c, a, b);
    } else if const { matches!(I::LEVEL, Level::Avx2) } {
        one_lane::multiply_planned::<I, N>(isa, c, a, b);
    } else {
        scalar::multiply_planned::<I, N>(isa, c, a, b);
    }
}

/// The words of scratch of `B` from a cache line on; `is_whole` says that no operand is shorter.
const fn scratch_words<I: Isa, B: Block<I> + Part>(is_whole: bool) -> usize {
    let own = <B as Block<I>>::SCRATCH;
    if is_whole || !B::FILLS { own } else { padded_scratch_words(<B as Block<I>>::WORDS) + own }
}

/// Whether no operand is shorter than those of `B`.
#[inline(always)]
fn is_whole<I: Isa, B: Block<I>>(a: &[u64], b: &[u64]) -> bool {
    a.len() == B::WORDS && b.len() == B::WORDS
}

/// c := a · b by `B`.
fn run<I: Isa, B: Block<I> + Part>(
    isa: I,
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
    scratch: &mut [u64],
) {
    if const { B::FILLS } && !is_whole::<I, B>(a, b) {
        return run_filled::<I, B>(isa, c, a, b, scratch);
    }
    isa.outline(
        #[inline(always)]
        move || {
            // Registers across cache lines would cost up to half as much again.
            let scratch = aligned(scratch, <B as Block<I>>::SCRATCH);
            let words = <B as Block<I>>::WORDS;
            if const { B::LEAST == <B as Block<I>>::WORDS } {
                <B as Block<I>>::mul(isa, &mut c[..2 * words], &a[..words], &b[..words], scratch);
            } else {
                <B as Block<I>>::mul(isa, c, a, b, scratch);
            }
        },
    );
}

/// [`run`] with operands that are filled up: here, where their length is a constant.
fn run_filled<I: Isa, B: Block<I> + Part>(
    isa: I,
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
    scratch: &mut [u64],
) {
    isa.outline(
        #[inline(always)]
        move || {
            let scratch = aligned(scratch, const { scratch_words::<I, B>(false) });
            padded(
                isa,
                <B as Block<I>>::WORDS,
                c,
                a,
                b,
                scratch,
                #[inline(always)]
                |c, a, b, s| run::<I, B>(isa, c, a, b, s),
            );
        },
    );
}

/// [`run`] with scratch of its own.
#[cfg(feature = "alloc")]
fn run_alone<I: Isa, B: Block<I> + Part>(isa: I, c: &mut [u64], a: &[u64], b: &[u64]) {
    let words = scratch_words::<I, B>(is_whole::<I, B>(a, b));
    with_scratch(words, |scratch| run::<I, B>(isa, c, a, b, scratch));
}

/// The sizes of the compositions of a level, in words, the smallest first.
pub(super) const fn composition_sizes(level: Level) -> &'static [usize] {
    match level {
        Level::Avx512 => four_lanes::SIZES,
        Level::Vpclmul => two_lanes::SIZES,
        Level::Avx2 => one_lane::SIZES,
        Level::Portable => scalar::SIZES,
    }
}

/// The composition for `words` words, if the level has one.
pub(super) const fn composition(level: Level, words: usize) -> Option<Composition> {
    match level {
        Level::Avx512 => four_lanes::composition(words),
        Level::Vpclmul => two_lanes::composition(words),
        Level::Avx2 => one_lane::composition(words),
        Level::Portable => scalar::composition(words),
    }
}

/// c := a · b by the composition for `words` words; the operands have at most so many, and not fewer
/// than [`Composition::least`].
///
/// # Panics
///
/// There is no composition for that length, or a slice is too short.
#[inline]
pub(super) fn multiply<I: Isa>(
    isa: I,
    words: usize,
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
    scratch: &mut [u64],
) {
    // Constant conditions: the blocks of the other levels are not compiled for this one.
    if const { matches!(I::LEVEL, Level::Avx512) } {
        four_lanes::multiply(isa, words, c, a, b, scratch);
    } else if const { matches!(I::LEVEL, Level::Vpclmul) } {
        two_lanes::multiply(isa, words, c, a, b, scratch);
    } else if const { matches!(I::LEVEL, Level::Avx2) } {
        one_lane::multiply(isa, words, c, a, b, scratch);
    } else {
        scalar::multiply(isa, words, c, a, b, scratch);
    }
}

/// Products modulo the first factors of a subspace polynomial that are made side by side in lanes.
#[derive(Clone, Copy)]
pub(crate) struct FirstFactors {
    /// The units of these factors: two, four or eight, for factors of one, one, two and four.
    pub(crate) units: usize,
    /// The words of scratch.
    pub(crate) scratch: usize,
}

/// Those for units of `words` words, of factors that have `most_units` together at most, if the level has such products.
pub(crate) const fn first_factors(
    level: Level,
    words: usize,
    most_units: usize,
) -> Option<FirstFactors> {
    let first = match level {
        Level::Avx512 => four_lanes::first_factors(words),
        Level::Vpclmul => two_lanes::first_factors(words, most_units),
        Level::Portable | Level::Avx2 => None,
    };
    match first {
        Some(FirstFactors { units, scratch }) if units <= most_units => {
            Some(FirstFactors { units, scratch: unaligned(scratch) })
        }
        _ => None,
    }
}

/// c := the products of the operands modulo the [`first_factors`], one after the other; each operand has all their units,
/// of `words` words.
///
/// # Panics
///
/// There is no such product on this level, or a slice is too short.
#[inline(never)]
pub(crate) fn multiply_first_factors(
    level: Level,
    words: usize,
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
    scratch: &mut [u64],
) {
    struct Multiply<'v>(usize, &'v mut [u64], &'v [u64], &'v [u64], &'v mut [u64]);
    impl Operation for Multiply<'_> {
        type Output = ();
        #[inline(always)]
        fn run<I: Isa>(self, isa: I) {
            let Multiply(words, c, a, b, scratch) = self;
            // Constant conditions, as in `multiply`.
            if const { matches!(I::LEVEL, Level::Avx512) } {
                four_lanes::multiply_first_factors(isa, words, c, a, b, scratch);
            } else if const { matches!(I::LEVEL, Level::Vpclmul) } {
                two_lanes::multiply_first_factors(isa, words, c, a, b, scratch);
            } else {
                unreachable!("no such products on level {}", I::LEVEL);
            }
        }
    }
    level.dispatch(Multiply(words, c, a, b, scratch)).expect("the token proves the level");
}

/// [`multiply`] with scratch of its own.
///
/// # Panics
///
/// There is no composition for that length, or a slice is too short.
#[cfg(feature = "alloc")]
pub(crate) fn multiply_alone<I: Isa>(isa: I, words: usize, c: &mut [u64], a: &[u64], b: &[u64]) {
    if const { matches!(I::LEVEL, Level::Avx512) } {
        four_lanes::multiply_alone(isa, words, c, a, b);
    } else if const { matches!(I::LEVEL, Level::Vpclmul) } {
        two_lanes::multiply_alone(isa, words, c, a, b);
    } else if const { matches!(I::LEVEL, Level::Avx2) } {
        one_lane::multiply_alone(isa, words, c, a, b);
    } else {
        scalar::multiply_alone(isa, words, c, a, b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fft::tests::words;
    use crate::reference;
    use alloc::vec;

    /// The units of the products for factors of at most so many, of `n` words, if there are such products; they are the
    /// reference.
    fn checked_units(level: Level, n: usize, most_units: usize) -> Option<usize> {
        let FirstFactors { units, scratch } = first_factors(level, n, most_units)?;
        let (a, b) = (words(n as u64, units * n), words(n as u64 + 1, units * n));
        let mut c = vec![!0; 2 * units * n];
        multiply_first_factors(level, n, &mut c, &a, &b, &mut vec![!0; scratch]);
        let factors = [0..n, n..2 * n, 2 * n..4 * n, 4 * n..8 * n];
        for factor in factors.into_iter().filter(|factor| factor.end <= units * n) {
            let mut expected = vec![0; 2 * factor.len()];
            reference::mul(&mut expected, &a[factor.clone()], &b[factor.clone()]);
            let product = &c[2 * factor.start..2 * factor.end];
            assert!(product == expected, "{level}: {factor:?} of {n}, {units} units");
        }
        Some(units)
    }

    #[test]
    fn products_of_first_factors_are_the_reference() {
        for level in Level::ALL.into_iter().filter(|level| level.is_available()) {
            for n in [16, 32, 64, 128, 256] {
                let units = [1, 2, 4, 8].map(|most| checked_units(level, n, most));
                let expected = match (level, n) {
                    (Level::Vpclmul, 32) => [None, Some(2), Some(2), Some(8)],
                    (Level::Avx512, 32 | 64 | 128) => [None, None, Some(4), Some(4)],
                    _ => [None; 4],
                };
                assert_eq!(units, expected, "{level}, {n} words");
            }
        }
    }
}
