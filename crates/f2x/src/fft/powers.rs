//! The words of an operand in powers of y^256 + y, and back: the divisions at index bits 8 and above.
//!
//! The first of them ([`conversion`](super::conversion) has the mathematics) reads the words, and the last one on the way
//! back writes them; the others ([`division`](super::division)) do in each half all that there is to do while it is near
//! the CPU, two at a time.
//!
//! Cost: an exclusive-or for every second coefficient and index bit, and a pass over memory for every second index bit.

use super::division::{add_rows, is_shift, level, two_levels, two_near_levels};
use super::threads;
use crate::isa::bytes::{Bytes, IsaBytes};

/// rows := the words of `operand`, then zeros, as coefficients of `bytes` bytes, in powers of y^256 + y.
///
/// `rows` are whole units of 256 coefficients, at most 256 of them; what is behind them is zero in every basis.
/// What is left is the conversion of the index bits from 8 on among themselves, and of those below.
pub(super) fn powers<I: IsaBytes, V: Bytes<I>>(
    isa: I,
    rows: &mut [V::Row],
    operand: &[u64],
    bytes: usize,
) {
    let n = log_coefficients::<I, V>(rows, bytes);
    // One unit is what it is in powers of y^256 + y, too.
    if n == 8 {
        return isa.outline(
            #[inline(always)]
            || copy_rows::<I, V>(isa, rows, operand),
        );
    }
    let (half, shift) = (bytes << (n - 1), bytes << (n - 9));
    if !is_short::<I, V>(rows, bytes, n) {
        first_level::<I, V>(isa, rows, operand, half, shift);
        divisions::<I, V, false>(isa, rows, bytes, n - 1);
        return;
    }
    let (low, high) = halves::<I, V>(rows, half);
    let (low_words, high_words) = operand.split_at(half / 8);
    first_level::<I, V>(isa, low, low_words, half / 2, shift / 2);
    copy_and_add::<I, V>(isa, low, high, high_words, shift);
    divisions::<I, V, false>(isa, rows, bytes, n - 2);
}

/// high := the words, then zeros, and the division where it [is short](is_short): they come to `low`, `shift` bytes higher,
/// and none of them to `high` again. The shift is four coefficients or more.
fn copy_and_add<I: IsaBytes, V: Bytes<I>>(
    isa: I,
    low: &mut [V::Row],
    high: &mut [V::Row],
    words: &[u64],
    shift: usize,
) {
    match shift {
        4 => copy_and_add_bytes::<I, V, 4>(isa, low, high, words),
        8 => copy_and_add_bytes::<I, V, 8>(isa, low, high, words),
        16 => copy_and_add_bytes::<I, V, 16>(isa, low, high, words),
        32 if V::WORDS > 4 => copy_and_add_bytes::<I, V, 32>(isa, low, high, words),
        _ => isa.outline(
            #[inline(always)]
            || {
                copy_rows::<I, V>(isa, high, words);
                add_rows::<I, V>(isa, &mut low[shift / (8 * V::WORDS)..], high);
            },
        ),
    }
}

/// [`copy_and_add`] for a shift by `SHIFT` bytes, less than a row.
fn copy_and_add_bytes<I: IsaBytes, V: Bytes<I>, const SHIFT: usize>(
    isa: I,
    low: &mut [V::Row],
    high: &mut [V::Row],
    words: &[u64],
) {
    isa.outline(
        #[inline(always)]
        || {
            let (low, words) = (&mut low[..=high.len()], V::rows(words));
            let mut before = V::zero(isa);
            for (i, (low, high)) in low.iter_mut().zip(&mut *high).enumerate() {
                let next = row::<I, V>(isa, words, i);
                next.store(high);
                (V::load(isa, low) ^ next.shift_in(before, SHIFT)).store(low);
                before = next;
            }
            if let Some(low) = low.last_mut() {
                (V::load(isa, low) ^ V::zero(isa).shift_in(before, SHIFT)).store(low);
            }
        },
    );
}

/// Whether so few of 2^`n` coefficients are in the upper half that what the division adds to the lower one stays in
/// the lower half of that: then it can come after the next division there, and that one is the pass that copies the lower half.
fn is_short<I: IsaBytes, V: Bytes<I>>(rows: &[V::Row], bytes: usize, n: usize) -> bool {
    let upper = (rows.len() * 8 * V::WORDS).saturating_sub(bytes << (n - 1));
    n > 9 && upper + (bytes << (n - 9)) <= bytes << (n - 2)
}

/// The inverse of [`powers`]: the words of `result`, the first of the polynomial of `rows`, which are lost.
pub(super) fn powers_inverse<I: IsaBytes, V: Bytes<I>>(
    isa: I,
    result: &mut [u64],
    rows: &mut [V::Row],
    bytes: usize,
    parallel: bool,
) {
    let n = log_coefficients::<I, V>(rows, bytes);
    // As in `powers`.
    if n == 8 {
        return copy_words::<I, V>(isa, result, rows);
    }
    let (half, shift) = (bytes << (n - 1), bytes << (n - 9));
    let is_short = is_short::<I, V>(rows, bytes, n);
    let near = if is_short { n - 2 } else { n - 1 };
    let (first, others) = rows.split_at_mut(((bytes << near) / (8 * V::WORDS)).min(rows.len()));
    threads::both(
        parallel,
        || divisions::<I, V, true>(isa, first, bytes, near),
        || divisions::<I, V, true>(isa, others, bytes, near),
    );
    if !is_short {
        last_level::<I, V>(isa, result, rows, (half, shift), parallel);
        return;
    }
    level::<I, V, true>(isa, rows, half, shift);
    let (low, high) = halves::<I, V>(rows, half);
    let (low_words, high_words) = result.split_at_mut((half / 8).min(result.len()));
    last_level::<I, V>(isa, low_words, low, (half / 2, shift / 2), parallel);
    copy_words::<I, V>(isa, high_words, high);
}

/// words := the first of rows
fn copy_words<I: IsaBytes, V: Bytes<I>>(isa: I, words: &mut [u64], rows: &[V::Row]) {
    isa.outline(
        #[inline(always)]
        || {
            let (whole, part) = V::rows_mut(words);
            let (rows, last) = rows.split_at(whole.len());
            for (to, row) in whole.iter_mut().zip(rows) {
                V::load(isa, row).store(to);
            }
            if !part.is_empty() {
                V::load(isa, &last[0]).store_part(part);
            }
        },
    );
}

/// The least n, 8 or more, such that 2^n coefficients are all that `rows` has.
fn log_coefficients<I: IsaBytes, V: Bytes<I>>(rows: &[V::Row], bytes: usize) -> usize {
    // A shift, for divisions take long.
    let units = (rows.len() * 8 * V::WORDS + 256 * bytes - 1) >> (8 + bytes.trailing_zeros());
    8 + units.next_power_of_two().trailing_zeros() as usize
}

/// The divisions for 2^`n` coefficients and less, in all that `rows` has: in each half all that there is to
/// do while it is near the CPU. None if `n` is 8.
pub(super) fn divisions<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
    isa: I,
    rows: &mut [V::Row],
    bytes: usize,
    n: usize,
) {
    if n < 9 {
        return;
    }
    let (half, shift) = (bytes << (n - 1), bytes << (n - 9));
    if bytes << n <= NEAR_BYTES {
        // Levels 9 and 10 are a pair, 11 and 12, and so on; the highest may be alone.
        let alone = n % 2 == 1;
        if alone && !INVERSE {
            level::<I, V, false>(isa, rows, half, shift);
        }
        let pairs = (n - 8) / 2;
        for pair in 0..pairs {
            let inner = if INVERSE { pair } else { pairs - 1 - pair };
            two_near_levels::<I, V, INVERSE>(isa, rows, bytes << (2 * inner + 1));
        }
        if alone && INVERSE {
            level::<I, V, true>(isa, rows, half, shift);
        }
        return;
    }
    let row = 8 * V::WORDS;
    let levels = if shift >= row && n > 9 { 2 } else { 1 };
    for rows in rows.chunks_mut(2 * half / row) {
        if INVERSE {
            divisions::<I, V, true>(isa, rows, bytes, n - levels);
        }
        if levels == 1 {
            level::<I, V, INVERSE>(isa, rows, half, shift);
        } else if shift == row {
            // The lower level shifts by half a row. Of 512 bits: with 256 all this is near the CPU.
            two_near_levels::<I, V, INVERSE>(isa, rows, shift);
        } else {
            two_levels::<I, V, INVERSE>(isa, rows, half / row, shift / row);
        }
        if !INVERSE {
            divisions::<I, V, false>(isa, rows, bytes, n - levels);
        }
    }
}

/// Bytes that stay near the CPU from one pass to the next: half of a first cache.
const NEAR_BYTES: usize = 1 << 14;

/// Row `i` of `words`; zeros behind them.
#[inline(always)]
fn row<I: IsaBytes, V: Bytes<I>>(isa: I, (rows, rest): (&[V::Row], &[u64]), i: usize) -> V {
    match rows.get(i) {
        Some(row) => V::load(isa, row),
        None if i == rows.len() && !rest.is_empty() => V::load_part(isa, rest),
        None => V::zero(isa),
    }
}

/// The lower `half` bytes of `rows`, and the others.
fn halves<I: IsaBytes, V: Bytes<I>>(
    rows: &mut [V::Row],
    half: usize,
) -> (&mut [V::Row], &mut [V::Row]) {
    rows.split_at_mut((half / (8 * V::WORDS)).min(rows.len()))
}

/// The division of the words of `operand`, then zeros, in halves of `half` bytes with a shift by `shift` bytes.
fn first_level<I: IsaBytes, V: Bytes<I>>(
    isa: I,
    rows: &mut [V::Row],
    operand: &[u64],
    half: usize,
    shift: usize,
) {
    let (low, high) = halves::<I, V>(rows, half);
    match shift {
        1 if is_shift::<I, V>(1) => first_bytes::<I, V, 1>(isa, low, high, operand),
        2 if is_shift::<I, V>(2) => first_bytes::<I, V, 2>(isa, low, high, operand),
        4 => first_bytes::<I, V, 4>(isa, low, high, operand),
        8 => first_bytes::<I, V, 8>(isa, low, high, operand),
        16 => first_bytes::<I, V, 16>(isa, low, high, operand),
        32 if V::WORDS > 4 => first_bytes::<I, V, 32>(isa, low, high, operand),
        _ => first_rows::<I, V>(isa, low, high, operand, shift / (8 * V::WORDS)),
    }
}

/// [`first_level`] for a shift by `shift` rows.
fn first_rows<I: IsaBytes, V: Bytes<I>>(
    isa: I,
    low: &mut [V::Row],
    high: &mut [V::Row],
    operand: &[u64],
    shift: usize,
) {
    isa.outline(
        #[inline(always)]
        || {
            let (low_words, high_words) = split_rows::<I, V>(operand, low.len());
            copy_rows::<I, V>(isa, high, high_words);
            let (_, overflow) = split_rows::<I, V>(high_words, low.len() - shift);
            for (i, high) in high[..overflow.len().div_ceil(V::WORDS)].iter_mut().enumerate() {
                (V::load(isa, high) ^ row(isa, V::rows(overflow), i)).store(high);
            }
            let (first, rest) = low.split_at_mut(shift);
            let (first_words, words) = split_rows::<I, V>(low_words, shift);
            copy_rows::<I, V>(isa, first, first_words);
            let (sums, last) = rest.split_at_mut(high.len().min(rest.len()));
            let (words, last_words) = split_rows::<I, V>(words, sums.len());
            let rows = V::rows(words);
            for ((low, high), row) in sums.iter_mut().zip(&*high).zip(rows.0) {
                (V::load(isa, row) ^ V::load(isa, high)).store(low);
            }
            let whole = rows.0.len();
            for (i, (low, high)) in sums[whole..].iter_mut().zip(&high[whole..]).enumerate() {
                (row::<I, V>(isa, rows, whole + i) ^ V::load(isa, high)).store(low);
            }
            copy_rows::<I, V>(isa, last, last_words);
        },
    );
}

/// The words of the first so many rows, and the others.
#[inline(always)]
fn split_rows<I: IsaBytes, V: Bytes<I>>(words: &[u64], rows: usize) -> (&[u64], &[u64]) {
    words.split_at((rows * V::WORDS).min(words.len()))
}

/// rows := the words, then zeros
#[inline(always)]
fn copy_rows<I: IsaBytes, V: Bytes<I>>(isa: I, rows: &mut [V::Row], words: &[u64]) {
    let from = V::rows(words);
    let (whole, rest) = rows.split_at_mut(from.0.len());
    whole.copy_from_slice(from.0);
    for (i, to) in rest.iter_mut().enumerate() {
        row::<I, V>(isa, from, whole.len() + i).store(to);
    }
}

/// [`first_level`] for a shift by `SHIFT` bytes, less than a row.
fn first_bytes<I: IsaBytes, V: Bytes<I>, const SHIFT: usize>(
    isa: I,
    low: &mut [V::Row],
    high: &mut [V::Row],
    operand: &[u64],
) {
    isa.outline(
        #[inline(always)]
        || {
            let (operand, half) = (V::rows(operand), low.len());
            let (low_rows, high_rows) = operand.0.split_at(half.min(operand.0.len()));
            let (below, rest) = low.split_at_mut(high.len());
            let mut before = V::zero(isa);
            let mut next = before.shift_in(row(isa, operand, 2 * half - 1), SHIFT);
            let whole = high_rows.len().min(high.len());
            let (first, last) = below.split_at_mut(whole);
            let (high_first, high_last) = high.split_at_mut(whole);
            for (((low, high), low_row), high_row) in
                first.iter_mut().zip(high_first).zip(low_rows).zip(high_rows)
            {
                next ^= V::load(isa, high_row);
                (V::load(isa, low_row) ^ next.shift_in(before, SHIFT)).store(low);
                next.store(high);
                before = next;
                next = V::zero(isa);
            }
            // Where the operand ends.
            for (i, (low, high)) in last.iter_mut().zip(high_last).enumerate() {
                next ^= row(isa, operand, half + whole + i);
                let v = row::<I, V>(isa, operand, whole + i);
                (v ^ next.shift_in(before, SHIFT)).store(low);
                next.store(high);
                before = next;
                next = V::zero(isa);
            }
            let mut overflow = V::zero(isa).shift_in(before, SHIFT);
            let paired = high.len();
            let low_rows = low_rows.get(paired..).unwrap_or_default();
            let whole = low_rows.len().min(rest.len());
            let (first, last) = rest.split_at_mut(whole);
            for (low, row) in first.iter_mut().zip(low_rows) {
                (overflow ^ V::load(isa, row)).store(low);
                overflow = V::zero(isa);
            }
            for (i, low) in last.iter_mut().enumerate() {
                let v = row::<I, V>(isa, operand, paired + whole + i);
                (overflow ^ v).store(low);
                overflow = V::zero(isa);
            }
        },
    );
}

/// Undoes the division in halves of `half` bytes with a shift by `shift` bytes, for as many words as `result`
/// has.
fn last_level<I: IsaBytes, V: Bytes<I>>(
    isa: I,
    result: &mut [u64],
    rows: &mut [V::Row],
    (half, shift): (usize, usize),
    parallel: bool,
) {
    let (low, high) = halves::<I, V>(rows, half);
    let (low, high) = (&*low, &*high);
    match shift {
        1 if is_shift::<I, V>(1) => last_bytes::<I, V, 1>(isa, result, low, high),
        2 if is_shift::<I, V>(2) => last_bytes::<I, V, 2>(isa, result, low, high),
        4 => last_bytes::<I, V, 4>(isa, result, low, high),
        8 => last_bytes::<I, V, 8>(isa, result, low, high),
        16 => last_bytes::<I, V, 16>(isa, result, low, high),
        32 if V::WORDS > 4 => last_bytes::<I, V, 32>(isa, result, low, high),
        _ => {
            // Each thread has half of the lower half and half of the upper one.
            let quarter = low.len() / 2;
            let (first, rest) = split_rows_mut::<I, V>(result, quarter);
            let (second, rest) = split_rows_mut::<I, V>(rest, low.len() - quarter);
            let (third, fourth) = split_rows_mut::<I, V>(rest, quarter);
            let shift = shift / (8 * V::WORDS);
            let overflow = high.get(low.len() - shift..).unwrap_or_default();
            threads::both(
                parallel,
                || {
                    last_rows::<I, V>(isa, (first, 0), low, (high, shift));
                    last_rows::<I, V>(isa, (third, 0), high, (overflow, 0));
                },
                || {
                    last_rows::<I, V>(isa, (second, quarter), low, (high, shift));
                    last_rows::<I, V>(isa, (fourth, quarter), high, (overflow, 0));
                },
            );
        }
    }
}

/// As [`split_rows`].
fn split_rows_mut<I: IsaBytes, V: Bytes<I>>(
    words: &mut [u64],
    rows: usize,
) -> (&mut [u64], &mut [u64]) {
    words.split_at_mut((rows * V::WORDS).min(words.len()))
}

/// The words of `result`, the rows from number `first` on, := `rows` and, `shift` rows higher, `others`.
fn last_rows<I: IsaBytes, V: Bytes<I>>(
    isa: I,
    (result, first): (&mut [u64], usize),
    rows: &[V::Row],
    (others, shift): (&[V::Row], usize),
) {
    isa.outline(
        #[inline(always)]
        || {
            let (results, part) = V::rows_mut(result);
            if !part.is_empty() {
                let i = first + results.len();
                let mut v = V::load(isa, &rows[i]);
                if let Some(other) = i.checked_sub(shift).and_then(|i| others.get(i)) {
                    v ^= V::load(isa, other);
                }
                v.store_part(part);
            }
            let rows = rows.get(first..).unwrap_or_default();
            let others = others.get(first.saturating_sub(shift)..).unwrap_or_default();
            let alone = shift.saturating_sub(first).min(results.len());
            let (lower, results) = results.split_at_mut(alone);
            let (lower_rows, rows) = rows.split_at(alone);
            lower.copy_from_slice(lower_rows);
            let (sums, last) = results.split_at_mut(others.len().min(results.len()));
            for ((sum, row), other) in sums.iter_mut().zip(rows).zip(others) {
                (V::load(isa, row) ^ V::load(isa, other)).store(sum);
            }
            last.copy_from_slice(&rows[sums.len()..][..last.len()]);
        },
    );
}

/// [`last_level`] for a shift by `SHIFT` bytes, less than a row.
fn last_bytes<I: IsaBytes, V: Bytes<I>, const SHIFT: usize>(
    isa: I,
    result: &mut [u64],
    low: &[V::Row],
    high: &[V::Row],
) {
    let (low_words, high_words) = result.split_at_mut((low.len() * V::WORDS).min(result.len()));
    let (below, rest) = low_words.split_at_mut((high.len() * V::WORDS).min(low_words.len()));
    isa.outline(
        #[inline(always)]
        || {
            let mut before = V::zero(isa);
            let (rows, part) = V::rows_mut(below);
            let mut sum = |low, high| {
                let next = V::load(isa, high);
                let sum = V::load(isa, low) ^ next.shift_in(before, SHIFT);
                before = next;
                sum
            };
            for ((row, low), high) in rows.iter_mut().zip(low).zip(high) {
                sum(low, high).store(row);
            }
            if !part.is_empty() {
                sum(&low[rows.len()], &high[rows.len()]).store_part(part);
            }
            let mut overflow = V::zero(isa).shift_in(before, SHIFT);
            for (words, from) in [(rest, &low[high.len()..]), (high_words, high)] {
                let (rows, part) = V::rows_mut(words);
                for (row, from) in rows.iter_mut().zip(from) {
                    (overflow ^ V::load(isa, from)).store(row);
                    overflow = V::zero(isa);
                }
                if !part.is_empty() {
                    (overflow ^ V::load(isa, &from[rows.len()])).store_part(part);
                }
            }
        },
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fft::division::tests::{Check, each};
    use crate::fft::piece::row_log_bytes;
    use crate::fft::tests::words;
    use crate::isa::Vector;
    use alloc::vec;

    /// Operands against every division by itself, and back; with a whole last unit, and with one word of it.
    #[derive(Clone, Copy)]
    struct Operands;

    impl Check for Operands {
        fn run<I: IsaBytes>(self, isa: I) {
            for log_bytes in row_log_bytes::<I, I::B>()..=6 {
                let bytes = 1 << log_bytes;
                for units in [1, 2, 3, 4, 5, 8, 9, 12, 16, 17, 20, 32, 33, 48, 64, 65, 100, 255] {
                    let all = 32 * bytes * units;
                    Self::check(isa, bytes, all, all);
                    Self::check(isa, bytes, all, all - 32 * bytes + 1);
                }
            }
        }
    }

    impl Operands {
        /// `count` words in room for `all`.
        fn check<I: IsaBytes>(isa: I, bytes: usize, all: usize, count: usize) {
            let operand = words(count as u64, count);
            let (mut rows, mut by_levels) = (vec![!0; all], operand.clone());
            powers::<I, I::B>(isa, I::B::rows_mut(&mut rows).0, &operand, bytes);
            by_levels.resize(all, 0);
            for n in (9..=16).rev() {
                let (half, shift) = (bytes << (n - 1), bytes << (n - 9));
                level::<I, I::B, false>(isa, I::B::rows_mut(&mut by_levels).0, half, shift);
            }
            assert!(rows == by_levels, "{}: {count} words, {bytes} bytes", I::LEVEL);
            let mut result = vec![!0; count];
            powers_inverse::<I, I::B>(isa, &mut result, I::B::rows_mut(&mut rows).0, bytes, false);
            assert!(result == operand, "{}: {count} words, {bytes} bytes, back", I::LEVEL);
        }
    }

    #[test]
    fn powers_are_those_by_each_division() {
        each(Operands);
    }
}
