//! The first factors of a subspace polynomial in one pass: remainders modulo them, and products put together.
//!
//! Up to eight *units* of 256 coefficients of a byte each. A *column* here is one row of every unit. It is in registers, or
//! on the stack, for what elsewhere ([`subspace`](super::subspace)) are passes over memory: the sum of two halves, the
//! conversion of the units among themselves and the divisions ([`division`](super::division)) of each level.
//!
//! A division adds the upper half of some units to the lower one, up to four bytes higher. So a column needs the rows of
//! upper halves in the column before it. The first column gets those of the last one: each unit what leaves the unit
//! before it, and the first unit of the upper half what leaves that half. So the last column is divided twice: before all
//! others, for its highest bytes, which need nothing of the column before, and in its turn.

use super::conversion::convert_up_to_four;
use crate::isa::Vector;
use crate::isa::bytes::{Bytes, IsaBytes};
use core::mem::replace;

/// Whether this is done with coefficients of `bytes` bytes: where vectors of several blocks are in registers.
#[inline(always)]
pub(super) const fn has_near_units<I: IsaBytes>(bytes: usize) -> bool {
    I::IN_REGISTERS && I::B::BLOCKS > 1 && bytes == 1
}

/// The words of a unit.
const UNIT_WORDS: usize = 32;

/// The rows of a unit.
const fn unit_rows<I: IsaBytes>() -> usize {
    UNIT_WORDS / I::B::WORDS
}

/// The most units, and those of an upper half of them.
const MOST_UNITS: usize = 8;
const MOST_HALF: usize = MOST_UNITS / 2;

/// The divisions of so many units.
const LEVELS: usize = MOST_UNITS.trailing_zeros() as usize;

/// The words of the remainder modulo the factor of `N` units, at most four, of twice as many.
pub(super) fn remainder<I: IsaBytes, const N: usize>(
    isa: I,
    words: &mut [u64],
    coefficients: &[u64],
) {
    const { assert!(N.is_power_of_two() && N <= MOST_HALF) };
    isa.outline_aligned(
        #[inline(always)]
        || {
            let unit = const { unit_rows::<I>() };
            let words = &mut I::B::rows_mut(words).0[..N * unit];
            let (low, high) = I::B::rows(coefficients).0[..2 * N * unit].split_at(N * unit);
            divide_columns::<I, true, N>(
                isa,
                #[inline(always)]
                |w| {
                    let mut f = [I::B::zero(isa); N];
                    for (i, f) in f.iter_mut().enumerate() {
                        let at = i * unit + w;
                        *f = I::B::load(isa, &low[at]) ^ I::B::load(isa, &high[at]);
                    }
                    convert_up_to_four::<I, I::B, true, N>(isa, &mut f);
                    f
                },
                #[inline(always)]
                |w, f| {
                    for (i, f) in f.iter().enumerate() {
                        f.store(&mut words[i * unit + w]);
                    }
                },
            );
        },
    );
}

/// product := the coefficients of the words of the product modulo the first factor.
pub(super) fn first_product<I: IsaBytes>(isa: I, product: &mut [u64], words: &[u64]) {
    isa.outline_aligned(
        #[inline(always)]
        || {
            let unit = const { unit_rows::<I>() };
            let product = &mut I::B::rows_mut(product).0[..unit];
            let words = &I::B::rows(words).0[..2 * unit];
            divide_columns::<I, false, 2>(
                isa,
                #[inline(always)]
                |w| load::<I, 2>(isa, words, unit, w),
                #[inline(always)]
                |w, f| f[0].store(&mut product[w]),
            );
        },
    );
}

/// The upper half of `product`, `N` units, at most eight, := the lower one with both halves of the coefficients of `words`, as
/// many units, added: those of the product modulo the next factor.
pub(super) fn add_product<I: IsaBytes, const N: usize>(isa: I, product: &mut [u64], words: &[u64]) {
    const { assert!(N.is_power_of_two() && N <= MOST_UNITS) };
    isa.outline_aligned(
        #[inline(always)]
        || {
            let unit = const { unit_rows::<I>() };
            let product = &mut I::B::rows_mut(product).0[..N * unit];
            let words = &I::B::rows(words).0[..N * unit];
            let half = const { N / 2 };
            let (known, next) = product.split_at_mut(half * unit);
            divide_columns::<I, false, N>(
                isa,
                #[inline(always)]
                |w| load::<I, N>(isa, words, unit, w),
                #[inline(always)]
                |w, mut f| {
                    convert_up_to_four::<I, I::B, false, N>(isa, &mut f);
                    for i in 0..half {
                        let at = i * unit + w;
                        (I::B::load(isa, &known[at]) ^ f[i] ^ f[half + i]).store(&mut next[at]);
                    }
                },
            );
        },
    );
}

/// Column `w` of `N` units of `unit` rows each.
#[inline(always)]
fn load<I: IsaBytes, const N: usize>(
    isa: I,
    rows: &[<I::B as Vector<I>>::Row],
    unit: usize,
    w: usize,
) -> [I::B; N] {
    let mut f = [I::B::zero(isa); N];
    for (i, f) in f.iter_mut().enumerate() {
        *f = I::B::load(isa, &rows[i * unit + w]);
    }
    f
}

/// The divisions of `N` units, or what undoes them: `column` has the rows of a column before them, `f` gets those after
/// them.
#[inline(always)]
fn divide_columns<I: IsaBytes, const INVERSE: bool, const N: usize>(
    isa: I,
    column: impl Fn(usize) -> [I::B; N],
    mut f: impl FnMut(usize, [I::B; N]),
) {
    let last = const { unit_rows::<I>() - 1 };
    let mut before = [[I::B::zero(isa); MOST_HALF]; LEVELS];
    divide::<I, INVERSE, false, N>(isa, column(last), &mut before);
    f(0, divide::<I, INVERSE, true, N>(isa, column(0), &mut before));
    for w in 1..=last {
        f(w, divide::<I, INVERSE, false, N>(isa, column(w), &mut before));
    }
}

/// The divisions of a column, or what undoes them. At each level there are the rows of upper halves in the column before, and
/// then those in this one; `FIRST` is for the first column, which has the last one before it.
#[inline(always)]
fn divide<I: IsaBytes, const INVERSE: bool, const FIRST: bool, const N: usize>(
    isa: I,
    mut f: [I::B; N],
    [one, two, four]: &mut [[I::B; MOST_HALF]; LEVELS],
) -> [I::B; N] {
    if INVERSE {
        level::<I, true, FIRST, 1>(isa, &mut f, one);
        level::<I, true, FIRST, 2>(isa, &mut f, two);
        level::<I, true, FIRST, 4>(isa, &mut f, four);
    } else {
        level::<I, false, FIRST, 4>(isa, &mut f, four);
        level::<I, false, FIRST, 2>(isa, &mut f, two);
        level::<I, false, FIRST, 1>(isa, &mut f, one);
    }
    f
}

/// The division of a column, or what undoes it, in every two halves of `HALF` units, with a shift by as many bytes; fewer
/// units than both halves have none.
#[inline(always)]
fn level<I: IsaBytes, const INVERSE: bool, const FIRST: bool, const HALF: usize>(
    isa: I,
    f: &mut [I::B],
    before: &mut [I::B; MOST_HALF],
) {
    let zero = I::B::zero(isa);
    for (pair, before) in f.chunks_exact_mut(2 * HALF).zip(before.chunks_exact_mut(HALF)) {
        let (low, high) = pair.split_at_mut(HALF);
        let overflow = zero.shift_in(before[HALF - 1], HALF);
        if FIRST && !INVERSE {
            high[0] ^= overflow;
        }
        let mut unit_before = zero;
        for ((low, high), before) in low.iter_mut().zip(&*high).zip(before) {
            let row_before = replace(before, *high);
            *low ^= high.shift_in(if FIRST { unit_before } else { row_before }, HALF);
            unit_before = row_before;
        }
        if FIRST && INVERSE {
            high[0] ^= overflow;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fft::division::tests::{Check, each};
    use crate::fft::subspace::{
        add_product_by_passes, first_product_by_passes, remainder_by_passes,
    };
    use crate::fft::tests::words;
    use alloc::vec;

    /// Against the same by passes; none where no vectors have several blocks.
    #[derive(Clone, Copy)]
    struct NearUnits;

    impl Check for NearUnits {
        fn run<I: IsaBytes>(self, isa: I) {
            if const { has_near_units::<I>(1) } {
                Self::check::<I, 1, 2>(isa);
                Self::check::<I, 2, 4>(isa);
                Self::check::<I, 4, 8>(isa);
                let mut factor = words(3, 2 * UNIT_WORDS);
                let (mut once, mut by_passes) = (vec![!0; UNIT_WORDS], vec![0; UNIT_WORDS]);
                first_product(isa, &mut once, &factor);
                first_product_by_passes(isa, 1, &mut by_passes, &mut factor);
                assert!(once == by_passes, "{}: first product", I::LEVEL);
            }
        }
    }

    impl NearUnits {
        fn check<I: IsaBytes, const N: usize, const WIDE: usize>(isa: I) {
            let (mut once, mut by_passes) = (vec![!0; N * UNIT_WORDS], vec![0; N * UNIT_WORDS]);
            let mut factor = words(1, WIDE * UNIT_WORDS);
            remainder::<I, N>(isa, &mut once, &factor);
            remainder_by_passes(isa, 1, &mut by_passes, &factor);
            assert!(once == by_passes, "{}: remainder of {N} units", I::LEVEL);
            let mut product = words(2, WIDE * UNIT_WORDS);
            let mut product_by_passes = product.clone();
            add_product::<I, WIDE>(isa, &mut product, &factor);
            add_product_by_passes(isa, 1, &mut product_by_passes, &mut factor);
            assert!(product == product_by_passes, "{}: product of {WIDE} units", I::LEVEL);
        }
    }

    #[test]
    fn near_units_are_those_by_passes() {
        each(NearUnits);
    }
}
