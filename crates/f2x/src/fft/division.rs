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

/// The divisions of powers of y^256 + y with a shift by `shift` bytes and by half of that.
pub(super) fn two_near_levels<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
    isa: I,
    rows: &mut [V::Row],
    shift: usize,
) {
    match shift {
        2 if is_shift::<I, V>(1) => every_two::<I, V, INVERSE, 2>(isa, rows),
        4 if is_shift::<I, V>(2) => every_two::<I, V, INVERSE, 4>(isa, rows),
        8 => every_two::<I, V, INVERSE, 8>(isa, rows),
        16 => every_two::<I, V, INVERSE, 16>(isa, rows),
        32 if V::WORDS > 4 => every_two::<I, V, INVERSE, 32>(isa, rows),
        64 if V::WORDS == 8 => every_two::<I, V, INVERSE, 64>(isa, rows),
        _ => one_after_the_other::<I, V, INVERSE>(isa, rows, shift),
    }
}

/// [`two_near_levels`], a pass for each.
fn one_after_the_other<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
    isa: I,
    rows: &mut [V::Row],
    shift: usize,
) {
    for shift in if INVERSE { [shift / 2, shift] } else { [shift, shift / 2] } {
        level::<I, V, INVERSE>(isa, rows, 256 * shift, shift);
    }
}

/// [`two_near_levels`] for a shift by `SHIFT` bytes, a row at most.
fn every_two<I: IsaBytes, V: Bytes<I>, const INVERSE: bool, const SHIFT: usize>(
    isa: I,
    rows: &mut [V::Row],
) {
    // Halves are 256 times the shift.
    let quarter = 128 * SHIFT / (8 * V::WORDS);
    let behind = rows.len() % (4 * quarter);
    let (whole, behind) = rows.split_at_mut(rows.len() - behind);
    isa.outline(
        #[inline(always)]
        || {
            let mut rest = whole;
            while let Some((four, behind)) = rest.split_at_mut_checked(4 * quarter) {
                rest = behind;
                let (low, high) = four.split_at_mut(2 * quarter);
                let ((a, b), (c, d)) = (low.split_at_mut(quarter), high.split_at_mut(quarter));
                two_in_quarters::<I, V, INVERSE, SHIFT>(isa, [a, b, c, d]);
            }
        },
    );
    if !behind.is_empty() {
        one_after_the_other::<I, V, INVERSE>(isa, behind, SHIFT);
    }
}

/// The divisions of four quarters a, b, c, d with a shift by S = `SHIFT` bytes, and of each two with s = S/2:
///
/// - of a, b by c, d: the highest S bytes of d come to the lowest of c, then (c, d), S bytes higher, to (a, b);
/// - of a by b, and of c by d: the highest s bytes of b (d) to its lowest, then b (d), s bytes higher, to a (c).
///
/// Row by row of the quarters all that a sum needs is the row before, but for what the first rows get from the
/// last, which is computed beforehand; the inverse does the lines, and the halves of each, in the other order.
///
/// Cost of a row of each quarter: four loads, three stores, four shifts, two if S is a row, and five exclusive-ors; a pass for
/// each level has eight loads and four stores.
#[inline(always)]
fn two_in_quarters<I: IsaBytes, V: Bytes<I>, const INVERSE: bool, const SHIFT: usize>(
    isa: I,
    quarters: [&mut [V::Row]; 4],
) {
    let zero = V::zero(isa);
    let [[a0, a_rows @ ..], [b0, b_rows @ ..], [c0, c_rows @ ..], [d0, d_rows @ ..]] = quarters
    else {
        return;
    };
    let (Some(b), Some(c), [.., d_before, d]) = (b_rows.last(), c_rows.last(), &*d_rows) else {
        unreachable!("quarters of three rows or more")
    };
    let (mut b, mut c, d) = (V::load(isa, b), V::load(isa, c), V::load(isa, d));
    let d_before = V::load(isa, d_before);
    if INVERSE {
        c ^= d.shift_in(d_before, SHIFT / 2);
    } else {
        b ^= shifted::<I, V, SHIFT>(d, d_before);
    }
    let to_first =
        [zero.shift_in(b, SHIFT / 2), shifted::<I, V, SHIFT>(zero, d), zero.shift_in(d, SHIFT / 2)];
    let mut before = [zero, zero, c, zero];
    let first = d0;
    let (next, d) = two_in_row::<I, V, INVERSE, SHIFT>(isa, [a0, b0, c0], first, before, to_first);
    d.store(first);
    before = next;
    for (((a, b), c), d) in a_rows.iter_mut().zip(b_rows).zip(c_rows).zip(&*d_rows) {
        (before, _) = two_in_row::<I, V, INVERSE, SHIFT>(isa, [a, b, c], d, before, [zero; 3]);
    }
}

/// [`two_in_quarters`] for a row of each: the next `before`, and what becomes of that of d. `before` are rows of the upper
/// quarters before that: of b and of c, of d for the longer shift, and for the shorter one; `to_first` what b, c and d get
/// from the last rows.
#[inline(always)]
fn two_in_row<I: IsaBytes, V: Bytes<I>, const INVERSE: bool, const SHIFT: usize>(
    isa: I,
    rows: [&mut V::Row; 3],
    d: &V::Row,
    before: [V; 4],
    [to_b, to_c, to_d]: [V; 3],
) -> ([V; 4], V) {
    let [mut a, mut b, mut c] =
        [V::load(isa, rows[0]), V::load(isa, rows[1]), V::load(isa, rows[2])];
    let d = V::load(isa, d);
    let [b_before, c_before, d_outer, d_inner] = before;
    let first = d ^ to_d;
    let next;
    if INVERSE {
        a ^= b.shift_in(b_before, SHIFT / 2);
        c ^= d.shift_in(d_inner, SHIFT / 2);
        a ^= shifted::<I, V, SHIFT>(c, c_before);
        next = [b, c, first, d];
        b ^= to_b ^ shifted::<I, V, SHIFT>(first, d_outer);
        c ^= to_c;
    } else {
        c ^= to_c;
        a ^= shifted::<I, V, SHIFT>(c, c_before);
        b ^= to_b ^ shifted::<I, V, SHIFT>(d, d_outer);
        a ^= b.shift_in(b_before, SHIFT / 2);
        next = [b, c, d, first];
        c ^= first.shift_in(d_inner, SHIFT / 2);
    }
    let [a_row, b_row, c_row] = rows;
    a.store(a_row);
    b.store(b_row);
    c.store(c_row);
    (next, first)
}

/// [`shift_in`](Bytes::shift_in) by `SHIFT` bytes, a row at most.
#[inline(always)]
fn shifted<I: IsaBytes, V: Bytes<I>, const SHIFT: usize>(v: V, before: V) -> V {
    if SHIFT == 8 * V::WORDS { before } else { v.shift_in(before, SHIFT) }
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

/// rows += others, as many as there are of both.
#[inline(always)]
pub(super) fn add_rows<I: IsaBytes, V: Bytes<I>>(isa: I, rows: &mut [V::Row], others: &[V::Row]) {
    let count = rows.len().min(others.len());
    // Four at a time: otherwise most of a short pass is overhead.
    let (rows, last_rows) = rows[..count].as_chunks_mut::<4>();
    let (others, last_others) = others[..count].as_chunks::<4>();
    for (rows, others) in rows.iter_mut().zip(others) {
        for (row, other) in rows.iter_mut().zip(others) {
            (V::load(isa, row) ^ V::load(isa, other)).store(row);
        }
    }
    for (row, other) in last_rows.iter_mut().zip(last_others) {
        (V::load(isa, row) ^ V::load(isa, other)).store(row);
    }
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
        add_rows::<I, V>(isa, &mut low[first..end], &high[first - shift..]);
    }
}

/// to += the rows of `from` from number `at` on
#[inline(always)]
fn add_last<I: IsaBytes, V: Bytes<I>>(isa: I, to: &mut [V::Row], from: &[V::Row], at: usize) {
    add_rows::<I, V>(isa, to, from.get(at..).unwrap_or_default());
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
    add_rows::<I, V>(isa, &mut low[shift..], high);
    if INVERSE {
        overflow_rows::<I, V>(isa, high, half - shift);
    }
}

/// Adds the rows from number `at` on to the first.
#[inline(always)]
fn overflow_rows<I: IsaBytes, V: Bytes<I>>(isa: I, high: &mut [V::Row], at: usize) {
    let Some((first, last)) = high.split_at_mut_checked(at) else { return };
    add_rows::<I, V>(isa, first, last);
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
        for (half, shift) in [
            (256, 2),
            (512, 4),
            (512, 32),
            (1024, 64),
            (2048, 16),
            (8192, 64),
            (16384, 128),
            (32768, 256),
        ] {
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
            // As on a CPU without GFNI.
            assert!(Vpclmul::detect().is_none_or(|isa| Each(check).run_constants(isa)));
            assert!(Avx512::detect().is_none_or(|isa| isa.with_bytes(Each(check))));
        }
    }

    /// Two levels of shifts by a row at most against one after the other.
    #[derive(Clone, Copy)]
    struct NearLevels;

    impl Check for NearLevels {
        fn run<I: IsaBytes>(self, isa: I) {
            for shift in [2, 4, 8, 16, 32, 64] {
                let whole = 64 * shift / I::B::WORDS;
                for len in [
                    whole,
                    2 * whole,
                    2 * whole + 1,
                    3 * whole / 2 + 1,
                    2 * whole - 1,
                    whole - 1,
                    whole / 2 + 1,
                    whole / 4,
                ] {
                    Self::check::<I, false>(isa, shift, len);
                    Self::check::<I, true>(isa, shift, len);
                }
            }
        }
    }

    impl NearLevels {
        fn check<I: IsaBytes, const INVERSE: bool>(isa: I, shift: usize, len: usize) {
            let rows = words(2, len * I::B::WORDS);
            let (mut together, mut apart) = (rows.clone(), rows);
            two_near_levels::<I, I::B, INVERSE>(isa, I::B::rows_mut(&mut together).0, shift);
            one_after_the_other::<I, I::B, INVERSE>(isa, I::B::rows_mut(&mut apart).0, shift);
            assert!(together == apart, "{}: shift by {shift} bytes, {len} rows", I::LEVEL);
        }
    }

    #[test]
    fn two_near_levels_at_once_are_one_after_the_other() {
        each(NearLevels);
    }
}
