//! The first factors of a subspace polynomial in registers: remainders modulo them, and products put together.
//!
//! Coefficients of a byte in vectors of eight words are four rows for 256 of them, a *unit*. Up to eight units are in
//! registers, where one pass does what elsewhere ([`subspace`](super::subspace)) are the sum of two halves, the conversion of
//! the units among themselves and the divisions ([`division`](super::division)) of each level or two.

use super::conversion::{GROUP, convert_up_to_four};
use crate::isa::Vector;
use crate::isa::bytes::{Bytes, IsaBytes};

/// The rows of a unit.
const UNIT: usize = 4;

/// Whether a unit of coefficients of `bytes` bytes has so many rows.
#[inline(always)]
pub(super) const fn has_near_units<I: IsaBytes>(bytes: usize) -> bool {
    I::IN_REGISTERS && I::B::WORDS == 8 && I::B::BLOCKS == 8 && bytes == 1
}

/// Whether so many rows are those of one, two or four units.
const fn is_few(rows: usize) -> bool {
    rows.is_multiple_of(UNIT) && matches!(rows / UNIT, 1 | 2 | 4)
}

/// The words of the remainder modulo the factor of `ROWS` rows, at most four units, of twice as many.
pub(super) fn remainder<I: IsaBytes, const ROWS: usize>(
    isa: I,
    words: &mut [u64],
    coefficients: &[u64],
) {
    const { assert!(is_few(ROWS)) };
    isa.outline_aligned(
        #[inline(always)]
        || {
            let (low, high) = I::B::rows(coefficients).0[..2 * ROWS].split_at(ROWS);
            let mut f = [I::B::zero(isa); ROWS];
            for (f, (low, high)) in f.iter_mut().zip(low.iter().zip(high)) {
                *f = I::B::load(isa, low) ^ I::B::load(isa, high);
            }
            convert::<I, true>(isa, &mut f);
            if ROWS >= 2 * UNIT {
                level::<I, true>(isa, &mut f, 1);
            }
            if ROWS >= 4 * UNIT {
                level::<I, true>(isa, &mut f, 2);
            }
            for (row, f) in I::B::rows_mut(words).0[..ROWS].iter_mut().zip(f) {
                f.store(row);
            }
        },
    );
}

/// product := the coefficients of the words of the product modulo the first factor.
pub(super) fn first_product<I: IsaBytes>(isa: I, product: &mut [u64], words: &[u64]) {
    isa.outline_aligned(
        #[inline(always)]
        || {
            let mut f = load::<I, { 2 * UNIT }>(isa, words);
            level::<I, false>(isa, &mut f, 1);
            for (row, f) in I::B::rows_mut(product).0[..UNIT].iter_mut().zip(f) {
                f.store(row);
            }
        },
    );
}

/// The upper half of `product` := the lower one, `ROWS` rows, at most four units, with both halves of the coefficients of
/// `words` added, `ALL` rows: those of the product modulo the next factor.
pub(super) fn add_product<I: IsaBytes, const ROWS: usize, const ALL: usize>(
    isa: I,
    product: &mut [u64],
    words: &[u64],
) {
    const { assert!(is_few(ROWS) && ALL == 2 * ROWS) };
    isa.outline_aligned(
        #[inline(always)]
        || {
            let mut f = load::<I, ALL>(isa, words);
            if ROWS >= 4 * UNIT {
                level::<I, false>(isa, &mut f, 4);
            }
            if ROWS >= 2 * UNIT {
                level::<I, false>(isa, &mut f, 2);
            }
            level::<I, false>(isa, &mut f, 1);
            convert::<I, false>(isa, &mut f);
            let (known, next) = I::B::rows_mut(product).0[..ALL].split_at_mut(ROWS);
            for (i, (known, next)) in known.iter().zip(next).enumerate() {
                (I::B::load(isa, known) ^ f[i] ^ f[ROWS + i]).store(next);
            }
        },
    );
}

/// The first rows of `words`.
#[inline(always)]
fn load<I: IsaBytes, const ROWS: usize>(isa: I, words: &[u64]) -> [I::B; ROWS] {
    let mut f = [I::B::zero(isa); ROWS];
    for (f, row) in f.iter_mut().zip(&I::B::rows(words).0[..ROWS]) {
        *f = I::B::load(isa, row);
    }
    f
}

/// Converts the units of these rows among themselves.
#[inline(always)]
fn convert<I: IsaBytes, const INVERSE: bool>(isa: I, f: &mut [I::B]) {
    let units = f.len() / UNIT;
    for w in 0..UNIT {
        let mut g = [I::B::zero(isa); GROUP];
        for i in 0..units {
            g[i] = f[UNIT * i + w];
        }
        convert_up_to_four::<I, I::B, INVERSE, GROUP>(isa, &mut g);
        for i in 0..units {
            f[UNIT * i + w] = g[i];
        }
    }
}

/// The division, or what undoes it, in every two halves of `shift` units, with a shift by as many bytes.
#[inline(always)]
fn level<I: IsaBytes, const INVERSE: bool>(isa: I, f: &mut [I::B], shift: usize) {
    let zero = I::B::zero(isa);
    let half = UNIT * shift;
    for pair in f.chunks_exact_mut(2 * half) {
        let (low, high) = pair.split_at_mut(half);
        let overflow = zero.shift_in(high[half - 1], shift);
        if !INVERSE {
            high[0] ^= overflow;
        }
        let mut before = zero;
        for (low, high) in low.iter_mut().zip(&*high) {
            *low ^= high.shift_in(before, shift);
            before = *high;
        }
        if INVERSE {
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

    /// Against the same by passes; none where no vectors are so long.
    #[derive(Clone, Copy)]
    struct NearUnits;

    impl Check for NearUnits {
        fn run<I: IsaBytes>(self, isa: I) {
            if const { has_near_units::<I>(1) } {
                Self::check::<I, 4, 8>(isa);
                Self::check::<I, 8, 16>(isa);
                Self::check::<I, 16, 32>(isa);
                let mut factor = words(3, 16 * UNIT);
                let (mut once, mut by_passes) = (vec![!0; 8 * UNIT], vec![0; 8 * UNIT]);
                first_product(isa, &mut once, &factor);
                first_product_by_passes(isa, 1, &mut by_passes, &mut factor);
                assert!(once == by_passes, "first product");
            }
        }
    }

    impl NearUnits {
        fn check<I: IsaBytes, const ROWS: usize, const ALL: usize>(isa: I) {
            let (mut once, mut by_passes) = (vec![!0; 8 * ROWS], vec![0; 8 * ROWS]);
            let mut factor = words(1, 8 * ALL);
            remainder::<I, ROWS>(isa, &mut once, &factor);
            remainder_by_passes(isa, 1, &mut by_passes, &factor);
            assert!(once == by_passes, "remainder of {ROWS} rows");
            let mut product = words(2, 8 * ALL);
            let mut product_by_passes = product.clone();
            add_product::<I, ROWS, ALL>(isa, &mut product, &factor);
            add_product_by_passes(isa, 1, &mut product_by_passes, &mut factor);
            assert!(product == product_by_passes, "product of {ROWS} rows");
        }
    }

    #[test]
    fn near_units_are_those_by_passes() {
        each(NearUnits);
    }
}
