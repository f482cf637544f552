//! Divisions by powers of y^T + y, T a power of two, in every two halves of rows, one or two at a time.
//!
//! For 2D coefficients lo + y^D hi and s = D/T, y^D + y^s = (y^T + y)^s, and the quotient and the remainder
//! are hi + (the highest s coefficients of hi), and lo + y^s · quotient, cut at D. The *half* is D, the *shift* s, in bytes
//! or in rows; a shift by less than a row takes its bytes from two of them.
//!
//! Cost: an exclusive-or for every second row, and a pass over memory for one division or for two.

use super::piece::row_log_bytes;
use crate::isa::bytes::{Bytes, IsaBytes};
use core::ops::Range;

/// Whether a division may shift by so many bytes: by those of one coefficient or more.
pub(super) const fn is_shift<I: IsaBytes, V: Bytes<I>>(bytes: usize) -> bool {
    bytes >= 1 << row_log_bytes::<I, V>()
}

/// The division, or what undoes it, in every two halves of `half` bytes, with a shift by `shift` bytes.
pub(super) fn level<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
    isa: I,
    rows: &mut [V::Row],
    half: usize,
    shift: usize,
) {
    let row = 8 * V::WORDS;
    let half = half / row;
    match shift {
        1 if is_shift::<I, V>(1) => every::<I, V, INVERSE, 1>(isa, rows, half),
        2 if is_shift::<I, V>(2) => every::<I, V, INVERSE, 2>(isa, rows, half),
        4 => every::<I, V, INVERSE, 4>(isa, rows, half),
        8 => every::<I, V, INVERSE, 8>(isa, rows, half),
        16 => every::<I, V, INVERSE, 16>(isa, rows, half),
        32 if row > 32 => every::<I, V, INVERSE, 32>(isa, rows, half),
        _ => {
            let shift = shift / row;
            isa.outline(
                #[inline(always)]
                || {
                    each_pair::<I, V>(
                        rows,
                        half,
                        #[inline(always)]
                        |low, high| whole_rows::<I, V, INVERSE>(isa, low, high, shift),
                    );
                },
            );
        }
    }
}

/// Calls `f` for every two halves of `half` rows, of which the last upper one may be shorter.
#[inline(always)]
fn each_pair<I: IsaBytes, V: Bytes<I>>(
    rows: &mut [V::Row],
    half: usize,
    f: impl Fn(&mut [V::Row], &mut [V::Row]),
) {
    let mut rest = rows;
    while rest.len() > half {
        let (low, behind) = rest.split_at_mut(half);
        let (high, behind) = behind.split_at_mut(half.min(behind.len()));
        f(low, high);
        rest = behind;
    }
}

/// A division in every two halves of `half` rows whose shift is `SHIFT` bytes, less than a row.
fn every<I: IsaBytes, V: Bytes<I>, const INVERSE: bool, const SHIFT: usize>(
    isa: I,
    rows: &mut [V::Row],
    half: usize,
) {
    isa.outline(
        #[inline(always)]
        || {
            each_pair::<I, V>(
                rows,
                half,
                #[inline(always)]
                |low, high| {
                    if SHIFT < 4 && half == 4 * SHIFT && high.len() == half {
                        // Whose rows the compiler then keeps in registers.
                        let (low, high) = (&mut low[..4 * SHIFT], &mut high[..4 * SHIFT]);
                        bytes::<I, V, INVERSE, SHIFT>(isa, low, high);
                    } else {
                        bytes::<I, V, INVERSE, SHIFT>(isa, low, high);
                    }
                },
            );
        },
    );
}

/// A division whose shift is `SHIFT` bytes, less than a row.
#[inline(always)]
fn bytes<I: IsaBytes, V: Bytes<I>, const INVERSE: bool, const SHIFT: usize>(
    isa: I,
    low: &mut [V::Row],
    high: &mut [V::Row],
) {
    let (low, rest) = low.split_at_mut(high.len());
    let Some(last) = high.last() else { return };
    let mut overflow = V::zero(isa);
    if rest.is_empty() {
        overflow = overflow.shift_in(V::load(isa, last), SHIFT);
    }
    let mut first = V::load(isa, &high[0]);
    if !INVERSE {
        first ^= overflow;
        first.store(&mut high[0]);
    }
    let mut before = V::zero(isa);
    let mut next = first;
    for (low, high) in low.iter_mut().zip(&high[1..]) {
        (V::load(isa, low) ^ next.shift_in(before, SHIFT)).store(low);
        before = next;
        next = V::load(isa, high);
    }
    if let Some(low) = low.last_mut() {
        (V::load(isa, low) ^ next.shift_in(before, SHIFT)).store(low);
    }
    if let Some(low) = rest.first_mut() {
        (V::load(isa, low) ^ V::zero(isa).shift_in(next, SHIFT)).store(low);
    }
    if INVERSE {
        (first ^ overflow).store(&mut high[0]);
    }
}

/// The rows of a quarter that are near the CPU at a time, unless the shift is longer.
const TILE_ROWS: usize = 64;

/// The division in halves of `half` rows with a shift by `shift` rows and those in the halves, with half the
/// shift, in one pass over the four quarters: where the second division uses what the first one writes, or the
/// first what the second writes, it comes some rows later.
pub(super) fn two_levels<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
    isa: I,
    rows: &mut [V::Row],
    half: usize,
    shift: usize,
) {
    if rows.len() <= half {
        let row = 8 * V::WORDS;
        return level::<I, V, INVERSE>(isa, rows, half / 2 * row, shift / 2 * row);
    }
    let (quarter, inner_shift) = (half / 2, shift / 2);
    let (low, high) = rows.split_at_mut(half);
    let (a, b) = low.split_at_mut(quarter);
    let (c, d) = high.split_at_mut(quarter.min(high.len()));
    isa.outline(
        #[inline(always)]
        || {
            // The rows of c that come to the first of b, and those of d that overflow to the first of c.
            let last = quarter - shift;
            if !INVERSE {
                add_last::<I, V>(isa, c, d, last);
                add_last::<I, V>(isa, b, c, last);
            }
            let tile_rows = TILE_ROWS.max(shift);
            let mut from = 0;
            while from < quarter {
                let to = from + tile_rows;
                let later = |lag: usize| {
                    let end = if to < quarter { to - lag } else { quarter };
                    from.saturating_sub(lag)..end
                };
                let tile = from..to.min(quarter);
                if INVERSE {
                    add_shifted::<I, V>(isa, a, b, tile.clone(), inner_shift);
                    add_shifted::<I, V>(isa, c, d, tile, inner_shift);
                    if from == 0 {
                        overflow_rows::<I, V>(isa, b, quarter - inner_shift);
                        overflow_rows::<I, V>(isa, d, quarter - inner_shift);
                    }
                    add_shifted::<I, V>(isa, a, c, later(inner_shift), shift);
                    add_shifted::<I, V>(isa, b, d, later(inner_shift), shift);
                } else {
                    add_shifted::<I, V>(isa, a, c, tile.clone(), shift);
                    add_shifted::<I, V>(isa, b, d, tile, shift);
                    add_shifted::<I, V>(isa, a, b, later(shift), inner_shift);
                    add_shifted::<I, V>(isa, c, d, later(shift), inner_shift);
                }
                from = to;
            }
            if INVERSE {
                add_last::<I, V>(isa, b, c, last);
                add_last::<I, V>(isa, c, d, last);
            } else {
                // The rows that overflow to the first of b, or of d, and from there to a, or c.
                for (low, high) in [(a, b), (c, d)] {
                    let overflow = quarter - inner_shift;
                    if let Some(low) = low.get_mut(inner_shift..) {
                        add_last::<I, V>(isa, low, high, overflow);
                    }
                    overflow_rows::<I, V>(isa, high, overflow);
                }
            }
        },
    );
}

/// low += high, `shift` rows higher, in those rows of `low`.
#[inline(always)]
fn add_shifted<I: IsaBytes, V: Bytes<I>>(
    isa: I,
    low: &mut [V::Row],
    high: &[V::Row],
    rows: Range<usize>,
    shift: usize,
) {
    let first = rows.start.max(shift);
    let end = rows.end.min(shift + high.len());
    if first < end {
        for (low, high) in low[first..end].iter_mut().zip(&high[first - shift..]) {
            (V::load(isa, low) ^ V::load(isa, high)).store(low);
        }
    }
}

/// to += the rows of `from` from number `at` on
#[inline(always)]
fn add_last<I: IsaBytes, V: Bytes<I>>(isa: I, to: &mut [V::Row], from: &[V::Row], at: usize) {
    for (to, from) in to.iter_mut().zip(from.get(at..).unwrap_or_default()) {
        (V::load(isa, to) ^ V::load(isa, from)).store(to);
    }
}

/// A division whose shift is `shift` rows.
#[inline(always)]
fn whole_rows<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
    isa: I,
    low: &mut [V::Row],
    high: &mut [V::Row],
    shift: usize,
) {
    let half = low.len();
    if !INVERSE {
        overflow_rows::<I, V>(isa, high, half - shift);
    }
    for (low, high) in low[shift..].iter_mut().zip(&*high) {
        (V::load(isa, low) ^ V::load(isa, high)).store(low);
    }
    if INVERSE {
        overflow_rows::<I, V>(isa, high, half - shift);
    }
}

/// Adds the rows from number `at` on to the first.
#[inline(always)]
fn overflow_rows<I: IsaBytes, V: Bytes<I>>(isa: I, high: &mut [V::Row], at: usize) {
    let Some((first, last)) = high.split_at_mut_checked(at) else { return };
    for (first, last) in first.iter_mut().zip(&*last) {
        (V::load(isa, first) ^ V::load(isa, last)).store(first);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::fft::tests::words;
    use crate::isa::bytes::{BytesOperation, MulBytes, SpreadBytes};
    #[cfg(target_arch = "x86_64")]
    use crate::isa::{Avx2, Avx512, Vpclmul};
    use crate::isa::{Isa, Portable, Vector};
    use alloc::vec::Vec;

    type Row = <<Portable as IsaBytes>::B as Vector<Portable>>::Row;

    fn check<const INVERSE: bool>(half: usize, shift: usize, len: usize) {
        let rows: Vec<Row> = words(1, 4 * len).as_chunks().0.to_vec();
        let (mut together, mut apart) = (rows.clone(), rows);
        type V = <Portable as IsaBytes>::B;
        let row = 8 * <V as Vector<Portable>>::WORDS;
        two_levels::<Portable, V, INVERSE>(Portable, &mut together, half, shift);
        for first in [!INVERSE, INVERSE] {
            let (half, shift) = if first { (half, shift) } else { (half / 2, shift / 2) };
            level::<Portable, V, INVERSE>(Portable, &mut apart, half * row, shift * row);
        }
        assert!(together == apart, "halves of {half} rows, shift by {shift}, {len} rows");
    }

    #[test]
    fn two_levels_at_once_are_one_after_the_other() {
        for (half, shift) in
            [(256, 2), (512, 4), (2048, 16), (8192, 64), (16384, 128), (32768, 256)]
        {
            for len in [
                2 * half,
                2 * half - 1,
                2 * half - shift,
                3 * half / 2,
                3 * half / 2 - 1,
                half + 3,
                half,
                half - 1,
            ] {
                check::<false>(half, shift, len);
                check::<true>(half, shift, len);
            }
        }
    }

    /// What is checked in the widest vectors of every level.
    pub(in crate::fft) trait Check {
        fn run<I: IsaBytes>(self, isa: I);
    }

    struct Each<C>(C);

    impl<C: Check> BytesOperation for Each<C> {
        fn run_products<I: IsaBytes<B: MulBytes<I>>>(self, isa: I) -> bool {
            self.0.run(isa);
            true
        }

        fn run_constants<I: IsaBytes<B: SpreadBytes<I>>>(self, isa: I) -> bool {
            self.0.run(isa);
            true
        }
    }

    pub(in crate::fft) fn each<C: Check + Copy>(check: C) {
        assert!(Portable.with_bytes(Each(check)));
        #[cfg(target_arch = "x86_64")]
        {
            assert!(Avx2::detect().is_none_or(|isa| isa.with_bytes(Each(check))));
            assert!(Vpclmul::detect().is_none_or(|isa| isa.with_bytes(Each(check))));
            assert!(Avx512::detect().is_none_or(|isa| isa.with_bytes(Each(check))));
        }
    }
}
