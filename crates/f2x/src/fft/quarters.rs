//! Two divisions by powers of y^T + y ([`division`](super::division)) in one pass over four quarters of rows, with
//! shifts by less than a row: in place, from the words of an operand, or to those of a result.
//!
//! Of quarters a, b, c, d, with a shift by S bytes and one by s = S/2:
//!
//! - of a, b by c, d: the highest S bytes of d come to the lowest of c, then (c, d), S bytes higher, to (a, b);
//! - of a by b, and of c by d: the highest s bytes of b (d) to its lowest, then b (d), s bytes higher, to a (c).
//!
//! Row by row of the quarters all that a sum needs is the row before, but for what the first rows get from the
//! last, which is computed beforehand; the inverse does the lines, and the halves of each, in the other order.
//!
//! Cost of a row of each quarter: four loads, three stores or four, four shifts and five exclusive-ors; a pass for each
//! level has eight loads and four stores, or six where it copies.

use super::division::{is_shift, level};
use super::powers::{row, store};
use crate::isa::bytes::{Bytes, IsaBytes};
use core::ops::Range;

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

/// The rows of a quarter for a shift by so many bytes: halves are 256 times the shift.
const fn quarter_rows<I: IsaBytes, V: Bytes<I>>(shift: usize) -> usize {
    128 * shift / (8 * V::WORDS)
}

/// [`two_near_levels`] for a shift by `SHIFT` bytes, less than a row.
fn every_two<I: IsaBytes, V: Bytes<I>, const INVERSE: bool, const SHIFT: usize>(
    isa: I,
    rows: &mut [V::Row],
) {
    let quarter = quarter_rows::<I, V>(SHIFT);
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
                in_place::<I, V, INVERSE, SHIFT>(isa, [a, b, c, d]);
            }
        },
    );
    one_after_the_other::<I, V, INVERSE>(isa, behind, SHIFT);
}

/// Both divisions of four quarters where they are.
#[inline(always)]
fn in_place<I: IsaBytes, V: Bytes<I>, const INVERSE: bool, const SHIFT: usize>(
    isa: I,
    quarters: [&mut [V::Row]; 4],
) {
    let [[a0, a_rows @ ..], [b0, b_rows @ ..], [c0, c_rows @ ..], [d0, d_rows @ ..]] = quarters
    else {
        return;
    };
    let (Some(b), Some(c), [.., d_before, d]) = (b_rows.last(), c_rows.last(), &*d_rows) else {
        unreachable!("quarters of three rows or more")
    };
    let last = [V::load(isa, b), V::load(isa, c), V::load(isa, d)];
    let (mut sums, to_first) =
        Sums::<V, SHIFT>::new::<I, INVERSE>(isa, last, V::load(isa, d_before));
    let four = load_four(isa, [a0, b0, c0, d0]);
    // The other rows of d stay as they are.
    sums.store::<I, INVERSE>(four, to_first, [a0, b0, c0]).store(d0);
    let zeros = [V::zero(isa); 3];
    for (((a, b), c), d) in a_rows.iter_mut().zip(b_rows).zip(c_rows).zip(&*d_rows) {
        let four = load_four(isa, [a, b, c, d]);
        sums.store::<I, INVERSE>(four, zeros, [a, b, c]);
    }
}

/// A row of each quarter.
#[inline(always)]
fn load_four<I: IsaBytes, V: Bytes<I>>(isa: I, [a, b, c, d]: [&V::Row; 4]) -> [V; 4] {
    [V::load(isa, a), V::load(isa, b), V::load(isa, c), V::load(isa, d)]
}

/// What rows get from those before them: rows of the upper quarters, of b and of c, of d for the longer shift, and for
/// the shorter one.
struct Sums<V, const SHIFT: usize>([V; 4]);

impl<V, const SHIFT: usize> Sums<V, SHIFT> {
    /// For the first rows, where the last ones of b, c and d and that of d before are given; and what b, c and d get from
    /// those.
    #[inline(always)]
    fn new<I: IsaBytes, const INVERSE: bool>(
        isa: I,
        [mut b, mut c, d]: [V; 3],
        d_before: V,
    ) -> (Self, [V; 3])
    where
        V: Bytes<I>,
    {
        let zero = V::zero(isa);
        if INVERSE {
            c ^= d.shift_in(d_before, SHIFT / 2);
        } else {
            b ^= d.shift_in(d_before, SHIFT);
        }
        let to_first =
            [zero.shift_in(b, SHIFT / 2), zero.shift_in(d, SHIFT), zero.shift_in(d, SHIFT / 2)];
        (Self([zero, zero, c, zero]), to_first)
    }

    /// What becomes of the next row of each quarter.
    #[inline(always)]
    fn of_rows<I: IsaBytes, const INVERSE: bool>(
        &mut self,
        [mut a, mut b, mut c, d]: [V; 4],
        [to_b, to_c, to_d]: [V; 3],
    ) -> [V; 4]
    where
        V: Bytes<I>,
    {
        let [b_before, c_before, d_outer, d_inner] = self.0;
        let first = d ^ to_d;
        if INVERSE {
            a ^= b.shift_in(b_before, SHIFT / 2);
            c ^= d.shift_in(d_inner, SHIFT / 2);
            a ^= c.shift_in(c_before, SHIFT);
            self.0 = [b, c, first, d];
            b ^= to_b ^ first.shift_in(d_outer, SHIFT);
            c ^= to_c;
        } else {
            c ^= to_c;
            a ^= c.shift_in(c_before, SHIFT);
            b ^= to_b ^ d.shift_in(d_outer, SHIFT);
            a ^= b.shift_in(b_before, SHIFT / 2);
            self.0 = [b, c, d, first];
            c ^= first.shift_in(d_inner, SHIFT / 2);
        }
        [a, b, c, first]
    }

    /// Stores what becomes of rows of a, b and c, and returns that of d.
    #[inline(always)]
    fn store<I: IsaBytes, const INVERSE: bool>(
        &mut self,
        four: [V; 4],
        to_first: [V; 3],
        [a, b, c]: [&mut V::Row; 3],
    ) -> V
    where
        V: Bytes<I>,
    {
        let [v, w, x, y] = self.of_rows::<I, INVERSE>(four, to_first);
        v.store(a);
        w.store(b);
        x.store(c);
        y
    }
}

/// Whether the highest two levels of `rows`, with a shift by `shift` bytes and by half of that, are done as words are
/// read, by [`from_words`], and undone as they are written, by [`to_words`]. (Shorter shifts are those of few rows, and
/// longer coefficients, in vectors of one block, have longer ones.)
pub(super) fn copies_two<I: IsaBytes, V: Bytes<I>>(rows: &[V::Row], shift: usize) -> bool {
    let quarter = quarter_rows::<I, V>(shift);
    V::BLOCKS > 1
        && (8..8 * V::WORDS).contains(&shift)
        && (3 * quarter + 1..=4 * quarter).contains(&rows.len())
}

/// The divisions of the words of `operand`, then zeros.
pub(super) fn from_words<I: IsaBytes, V: Bytes<I>>(
    isa: I,
    rows: &mut [V::Row],
    operand: &[u64],
    shift: usize,
) {
    match shift {
        8 if V::BLOCKS > 1 => from_words_by::<I, V, 8>(isa, rows, operand),
        16 if V::BLOCKS > 1 => from_words_by::<I, V, 16>(isa, rows, operand),
        32 if V::WORDS > 4 => from_words_by::<I, V, 32>(isa, rows, operand),
        _ => unreachable!("no such shift"),
    }
}

/// [`from_words`] for a shift by `SHIFT` bytes.
fn from_words_by<I: IsaBytes, V: Bytes<I>, const SHIFT: usize>(
    isa: I,
    rows: &mut [V::Row],
    operand: &[u64],
) {
    let quarter = quarter_rows::<I, V>(SHIFT);
    isa.outline(
        #[inline(always)]
        || {
            let operand = V::rows(operand);
            let last = [2 * quarter - 1, 3 * quarter - 1, 4 * quarter - 1];
            let d_before = row(isa, operand, last[2] - 1);
            let last = [
                row(isa, operand, last[0]),
                row(isa, operand, last[1]),
                row(isa, operand, last[2]),
            ];
            let (mut sums, to_first) = Sums::<V, SHIFT>::new::<I, false>(isa, last, d_before);
            let zeros = [V::zero(isa); 3];
            row_from_words(isa, &mut sums, operand, rows, (quarter, 0), to_first);
            let count = operand.0.len().min(rows.len()).saturating_sub(3 * quarter).max(1);
            let from = of_quarters(operand.0, quarter, 1..count);
            let to = of_quarters_mut(rows, quarter, 1..count);
            if let (Some(from), Some(to)) = (from, to) {
                copy_rows::<I, V, false, SHIFT>(isa, &mut sums, from, to);
            }
            // Where the operand ends.
            for at in count..quarter {
                row_from_words(isa, &mut sums, operand, rows, (quarter, at), zeros);
            }
        },
    );
}

/// The rows `at` of the quarters, of so many rows each, unless some are missing.
#[inline(always)]
fn of_quarters<R>(rows: &[R], quarter: usize, at: Range<usize>) -> Option<[&[R]; 4]> {
    let (a, rest) = rows.split_at_checked(quarter)?;
    let (b, rest) = rest.split_at_checked(quarter)?;
    let (c, d) = rest.split_at_checked(quarter)?;
    Some([a.get(at.clone())?, b.get(at.clone())?, c.get(at.clone())?, d.get(at)?])
}

/// [`of_quarters`] to be written.
#[inline(always)]
fn of_quarters_mut<R>(rows: &mut [R], quarter: usize, at: Range<usize>) -> Option<[&mut [R]; 4]> {
    let (a, rest) = rows.split_at_mut_checked(quarter)?;
    let (b, rest) = rest.split_at_mut_checked(quarter)?;
    let (c, d) = rest.split_at_mut_checked(quarter)?;
    let (a, b) = (a.get_mut(at.clone())?, b.get_mut(at.clone())?);
    Some([a, b, c.get_mut(at.clone())?, d.get_mut(at)?])
}

/// What becomes of rows of each quarter but the first, to others.
#[inline(always)]
fn copy_rows<I: IsaBytes, V: Bytes<I>, const INVERSE: bool, const SHIFT: usize>(
    isa: I,
    sums: &mut Sums<V, SHIFT>,
    [a_from, b_from, c_from, d_from]: [&[V::Row]; 4],
    [a, b, c, d]: [&mut [V::Row]; 4],
) {
    let zeros = [V::zero(isa); 3];
    let from = a_from.iter().zip(b_from).zip(c_from).zip(d_from);
    let to = a.iter_mut().zip(b).zip(c).zip(d);
    for ((((a_from, b_from), c_from), d_from), (((a, b), c), d)) in from.zip(to) {
        let four = load_four(isa, [a_from, b_from, c_from, d_from]);
        sums.store::<I, INVERSE>(four, zeros, [a, b, c]).store(d);
    }
}

/// Row `at` of each quarter, where the operand or the rows may end.
#[inline(always)]
fn row_from_words<I: IsaBytes, V: Bytes<I>, const SHIFT: usize>(
    isa: I,
    sums: &mut Sums<V, SHIFT>,
    operand: (&[V::Row], &[u64]),
    rows: &mut [V::Row],
    (quarter, at): (usize, usize),
    to_first: [V; 3],
) {
    let four = [
        row(isa, operand, at),
        row(isa, operand, quarter + at),
        row(isa, operand, 2 * quarter + at),
        row(isa, operand, 3 * quarter + at),
    ];
    let [a, b, c, d] = sums.of_rows::<I, false>(four, to_first);
    a.store(&mut rows[at]);
    b.store(&mut rows[quarter + at]);
    c.store(&mut rows[2 * quarter + at]);
    if let Some(row) = rows.get_mut(3 * quarter + at) {
        d.store(row);
    }
}

/// Undoes the divisions, for as many words as `result` has.
pub(super) fn to_words<I: IsaBytes, V: Bytes<I>>(
    isa: I,
    result: &mut [u64],
    rows: &[V::Row],
    shift: usize,
) {
    match shift {
        8 if V::BLOCKS > 1 => to_words_by::<I, V, 8>(isa, result, rows),
        16 if V::BLOCKS > 1 => to_words_by::<I, V, 16>(isa, result, rows),
        32 if V::WORDS > 4 => to_words_by::<I, V, 32>(isa, result, rows),
        _ => unreachable!("no such shift"),
    }
}

/// [`to_words`] for a shift by `SHIFT` bytes.
fn to_words_by<I: IsaBytes, V: Bytes<I>, const SHIFT: usize>(
    isa: I,
    result: &mut [u64],
    rows: &[V::Row],
) {
    let quarter = quarter_rows::<I, V>(SHIFT);
    isa.outline(
        #[inline(always)]
        || {
            let end = quarter - 1;
            let last = [
                V::load(isa, &rows[quarter + end]),
                V::load(isa, &rows[2 * quarter + end]),
                row_or_zero(isa, rows, 3 * quarter + end),
            ];
            let d_before = row_or_zero(isa, rows, 3 * quarter + end - 1);
            let (mut sums, to_first) = Sums::<V, SHIFT>::new::<I, true>(isa, last, d_before);
            let zeros = [V::zero(isa); 3];
            row_to_words(isa, &mut sums, result, rows, (quarter, 0), to_first);
            let whole = result.len() / V::WORDS;
            let count = whole.min(rows.len()).saturating_sub(3 * quarter).max(1);
            let from = of_quarters(rows, quarter, 1..count);
            let to = of_quarters_mut(V::rows_mut(result).0, quarter, 1..count);
            if let (Some(from), Some(to)) = (from, to) {
                copy_rows::<I, V, true, SHIFT>(isa, &mut sums, from, to);
            }
            // Where the result ends.
            for at in count..quarter {
                row_to_words(isa, &mut sums, result, rows, (quarter, at), zeros);
            }
        },
    );
}

/// The words of row `at` of each quarter, where the rows or the result may end.
#[inline(always)]
fn row_to_words<I: IsaBytes, V: Bytes<I>, const SHIFT: usize>(
    isa: I,
    sums: &mut Sums<V, SHIFT>,
    result: &mut [u64],
    rows: &[V::Row],
    (quarter, at): (usize, usize),
    to_first: [V; 3],
) {
    let four = [
        V::load(isa, &rows[at]),
        V::load(isa, &rows[quarter + at]),
        V::load(isa, &rows[2 * quarter + at]),
        row_or_zero(isa, rows, 3 * quarter + at),
    ];
    let [a, b, c, d] = sums.of_rows::<I, true>(four, to_first);
    store_at(result, at, a);
    store_at(result, quarter + at, b);
    store_at(result, 2 * quarter + at, c);
    store_at(result, 3 * quarter + at, d);
}

/// Row `i`, or zero behind the last.
#[inline(always)]
fn row_or_zero<I: IsaBytes, V: Bytes<I>>(isa: I, rows: &[V::Row], i: usize) -> V {
    match rows.get(i) {
        Some(row) => V::load(isa, row),
        None => V::zero(isa),
    }
}

/// Row `i` of a result := `v`, as far as the result goes.
#[inline(always)]
fn store_at<I: IsaBytes, V: Bytes<I>>(result: &mut [u64], i: usize, v: V) {
    if let Some(words) = result.get_mut(i * V::WORDS..).filter(|words| !words.is_empty()) {
        let count = V::WORDS.min(words.len());
        store(&mut words[..count], v);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fft::division::tests::{Check, each};
    use crate::fft::tests::words;
    use crate::isa::Vector;
    use alloc::format;

    /// Two levels of shifts by less than a row against one after the other.
    #[derive(Clone, Copy)]
    struct NearLevels;

    impl Check for NearLevels {
        fn run<I: IsaBytes>(self, isa: I) {
            for shift in [2, 4, 8, 16, 32] {
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

    /// Two levels as words are copied against a copy and one level after the other.
    #[derive(Clone, Copy)]
    struct CopiedLevels;

    impl Check for CopiedLevels {
        fn run<I: IsaBytes>(self, isa: I) {
            for shift in [8, 16, 32] {
                let quarter = quarter_rows::<I, I::B>(shift);
                for len in [4 * quarter, 4 * quarter - 1, 3 * quarter + 2, 3 * quarter + 1] {
                    let rows = words(3, len * I::B::WORDS);
                    if !copies_two::<I, I::B>(I::B::rows(&rows).0, shift) {
                        continue;
                    }
                    let (all, two) = (rows.len(), 2 * quarter * I::B::WORDS);
                    for words in
                        [all, all - 1, all - I::B::WORDS, all - I::B::WORDS - 3, two + 5, 1]
                    {
                        Self::check::<I>(isa, shift, &rows, words);
                    }
                }
            }
        }
    }

    impl CopiedLevels {
        fn check<I: IsaBytes>(isa: I, shift: usize, rows: &[u64], words: usize) {
            let what = || format!("{}: shift by {shift} bytes, {words} words", I::LEVEL);
            let mut apart = rows.to_vec();
            apart[words..].fill(0);
            one_after_the_other::<I, I::B, false>(isa, I::B::rows_mut(&mut apart).0, shift);
            let mut copied = rows.to_vec();
            from_words::<I, I::B>(isa, I::B::rows_mut(&mut copied).0, &rows[..words], shift);
            assert!(copied == apart, "{}", what());
            let mut apart = rows.to_vec();
            one_after_the_other::<I, I::B, true>(isa, I::B::rows_mut(&mut apart).0, shift);
            let mut result = rows[..words].to_vec();
            to_words::<I, I::B>(isa, &mut result, I::B::rows(rows).0, shift);
            assert!(result == apart[..words], "{}, inverse", what());
        }
    }

    #[test]
    fn copied_levels_are_one_after_the_other() {
        each(CopiedLevels);
    }
}
