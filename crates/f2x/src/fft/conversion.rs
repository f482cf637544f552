//! From powers of y to the basis of Lin, Chung and Han, and back; exclusive-ors only.
//!
//! X_i(y) = Π s_j(y) over the bits j of i, of degree i, is the basis in which the layers of the
//! transform are butterflies (Lin, Chung, Han, FOCS 2014). For 2^n coefficients let T = 2^t be the
//! largest power of two with t < n a power of two; then s_t = y^T + y. So the conversion writes the
//! polynomial in powers of y^T + y, and converts the powers, index bits t and above, and the
//! coefficients of each power, index bits below t, by themselves (Gao, Mateer, 2010; the order in which
//! both are done does not matter).
//!
//! Powers of y^T + y come out of a division at every power of two, from the largest: for 2D
//! coefficients lo + y^D hi and s = D/T, y^D + y^s = (y^T + y)^s, and the quotient and the remainder
//! are hi + (the highest s coefficients of hi), and lo + y^s · quotient, cut at D.
//!
//! Cost: an exclusive-or for every second coefficient and level; 28 levels for 2^15 coefficients.

use super::column::{NUMBER_BITS, each_column, most_behind};
use super::piece::row_log_bytes;
use super::{NEAR_UNIT_ROWS, threads};
use crate::isa::bytes::{Bytes, IsaBytes};
use core::ops::{Range, RangeInclusive};

/// rows := the words of `operand`, then zeros, as coefficients of `bytes` bytes, in powers of y^256 + y.
///
/// `rows` are whole rows of 256 coefficients, at most 256 of them; what is behind them is zero in every basis.
/// What is left is the conversion of the index bits from 8 on among themselves, and of those below.
pub(super) fn powers<I: IsaBytes, V: Bytes<I>>(
    isa: I,
    rows: &mut [V::Row],
    operand: &[u64],
    bytes: usize,
) {
    let n = log_coefficients::<I, V>(rows, bytes);
    let (half, shift) = (bytes << (n - 1), bytes << (n - 9));
    if !is_short::<I, V>(rows, bytes, n) {
        first_level::<I, V>(isa, rows, operand, half, shift);
        divisions::<I, V, false>(isa, rows, bytes, n - 1);
        return;
    }
    let (low, high) = halves::<I, V>(rows, half);
    let (low_words, high_words) = operand.split_at(half / 8);
    first_level::<I, V>(isa, low, low_words, half / 2, shift / 2);
    isa.outline(
        #[inline(always)]
        || {
            let words = V::rows(high_words);
            for (i, high) in high.iter_mut().enumerate() {
                row::<I, V>(isa, words, i).store(high);
            }
        },
    );
    level::<I, V, false>(isa, rows, half, shift);
    divisions::<I, V, false>(isa, rows, bytes, n - 2);
}

/// Whether so few of 2^`n` coefficients are in the upper half that what the division adds to the lower one stays in
/// the lower half of that: then it can come after the next division there, and that one is the pass that copies.
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
    isa.outline(
        #[inline(always)]
        || {
            for (words, high) in high_words.chunks_mut(V::WORDS).zip(&*high) {
                store(words, V::load(isa, high));
            }
        },
    );
}

/// The least n, 9 or more, such that 2^n coefficients are all that `rows` has.
fn log_coefficients<I: IsaBytes, V: Bytes<I>>(rows: &[V::Row], bytes: usize) -> usize {
    // A shift, for divisions take long.
    let units = (rows.len() * 8 * V::WORDS + 256 * bytes - 1) >> (8 + bytes.trailing_zeros());
    8 + (units.next_power_of_two().trailing_zeros() as usize).max(1)
}

/// The divisions for 2^`n` coefficients and less, in all that `rows` has: in each half all that there is to
/// do while it is near the CPU.
fn divisions<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
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
    // The lower of two levels also shifts by whole rows.
    let levels = if shift >= 2 * row && n > 9 { 2 } else { 1 };
    for rows in rows.chunks_mut(2 * half / row) {
        if INVERSE {
            divisions::<I, V, true>(isa, rows, bytes, n - levels);
        }
        if levels == 2 {
            two_levels::<I, V, INVERSE>(isa, rows, half / row, shift / row);
        } else {
            level::<I, V, INVERSE>(isa, rows, half, shift);
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

/// Whether a division may shift by so many bytes: by those of one coefficient or more.
const fn is_shift<I: IsaBytes, V: Bytes<I>>(bytes: usize) -> bool {
    bytes >= 1 << row_log_bytes::<I, V>()
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
        _ => isa.outline(
            #[inline(always)]
            || {
                let (operand, half) = (V::rows(operand), low.len());
                let shift = shift / (8 * V::WORDS);
                for (i, high) in high.iter_mut().enumerate() {
                    let mut v: V = row(isa, operand, half + i);
                    if i < shift {
                        v ^= row(isa, operand, 2 * half - shift + i);
                    }
                    v.store(high);
                }
                for (i, low) in low.iter_mut().enumerate() {
                    let mut v: V = row(isa, operand, i);
                    if let Some(high) = i.checked_sub(shift).and_then(|i| high.get(i)) {
                        v ^= V::load(isa, high);
                    }
                    v.store(low);
                }
            },
        ),
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
            let (first, rest) = split_rows::<I, V>(result, quarter);
            let (second, rest) = split_rows::<I, V>(rest, low.len() - quarter);
            let (third, fourth) = split_rows::<I, V>(rest, quarter);
            let shift = shift / (8 * V::WORDS);
            threads::both(
                parallel,
                || {
                    last_rows::<I, V>(isa, (first, 0), low, high, shift);
                    last_rows::<I, V>(isa, (third, low.len()), low, high, shift);
                },
                || {
                    last_rows::<I, V>(isa, (second, quarter), low, high, shift);
                    last_rows::<I, V>(isa, (fourth, low.len() + quarter), low, high, shift);
                },
            );
        }
    }
}

/// The words of so many rows, and the others.
fn split_rows<I: IsaBytes, V: Bytes<I>>(
    words: &mut [u64],
    rows: usize,
) -> (&mut [u64], &mut [u64]) {
    words.split_at_mut((rows * V::WORDS).min(words.len()))
}

/// [`last_level`] for a shift by `shift` rows, for the rows of the result from number `first` on.
fn last_rows<I: IsaBytes, V: Bytes<I>>(
    isa: I,
    (result, first): (&mut [u64], usize),
    low: &[V::Row],
    high: &[V::Row],
    shift: usize,
) {
    isa.outline(
        #[inline(always)]
        || {
            let half = low.len();
            let at = |i: Option<usize>| match i.and_then(|i| high.get(i)) {
                Some(row) => V::load(isa, row),
                None => V::zero(isa),
            };
            for (i, words) in result.chunks_mut(V::WORDS).enumerate() {
                let v = match (first + i).checked_sub(half) {
                    None => V::load(isa, &low[first + i]) ^ at((first + i).checked_sub(shift)),
                    Some(i) if i < shift => at(Some(i)) ^ at(Some(half - shift + i)),
                    i => at(i),
                };
                store(words, v);
            }
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

/// Stores a row, or the first words of it.
#[inline(always)]
fn store<I: IsaBytes, V: Bytes<I>>(words: &mut [u64], v: V) {
    match V::rows_mut(words) {
        ([row], _) => v.store(row),
        (_, rest) => v.store_part(rest),
    }
}

/// Converts `n` index bits, of coefficients of `bytes` bytes, a power of two; behind `rows` all are zero.
pub(super) fn convert<I: IsaBytes, V: Bytes<I>>(
    isa: I,
    rows: &mut [V::Row],
    bytes: usize,
    n: usize,
) {
    let (rows, n) = groups::<I, V, false>(isa, rows, bytes, n);
    if n > 1 {
        convert_upper::<I, V>(isa, rows, bytes, n);
        if n > 2 {
            convert::<I, V>(isa, rows, bytes, lower_bits(n));
        }
    }
}

/// The inverse of [`convert`].
pub(super) fn convert_inverse<I: IsaBytes, V: Bytes<I>>(
    isa: I,
    rows: &mut [V::Row],
    bytes: usize,
    n: usize,
) {
    let (rows, n) = groups::<I, V, true>(isa, rows, bytes, n);
    if n > 1 {
        if n > 2 {
            convert_inverse::<I, V>(isa, rows, bytes, lower_bits(n));
        }
        convert_upper_inverse::<I, V>(isa, rows, bytes, n);
    }
}

/// The first half of [`convert`]: what is left then is to convert the [`lower_bits`].
fn convert_upper<I: IsaBytes, V: Bytes<I>>(isa: I, rows: &mut [V::Row], bytes: usize, n: usize) {
    if columns::<I, V, false>(isa, rows, bytes, n) {
        return;
    }
    let t = lower_bits(n);
    divide::<I, V, false>(isa, rows, bytes, (t, t + 1..=n));
    if n > t + 1 {
        convert::<I, V>(isa, rows, bytes << t, n - t);
    }
}

/// The inverse of [`convert_upper`].
fn convert_upper_inverse<I: IsaBytes, V: Bytes<I>>(
    isa: I,
    rows: &mut [V::Row],
    bytes: usize,
    n: usize,
) {
    if columns::<I, V, true>(isa, rows, bytes, n) {
        return;
    }
    let t = lower_bits(n);
    if n > t + 1 {
        convert_inverse::<I, V>(isa, rows, bytes << t, n - t);
    }
    divide::<I, V, true>(isa, rows, bytes, (t, t + 1..=n));
}

/// The divisions by powers of y^T + y for T = 2^`t`, of so many index bits, each a pass over memory.
fn divide<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
    isa: I,
    rows: &mut [V::Row],
    bytes: usize,
    (t, bits): (usize, RangeInclusive<usize>),
) {
    let (first, last) = bits.into_inner();
    for i in first..=last {
        let m = if INVERSE { i } else { first + last - i };
        level::<I, V, INVERSE>(isa, rows, bytes << (m - 1), bytes << (m - 1 - t));
    }
}

/// The divisions of 2^`n` coefficients by powers of y^16 + y that [`each_column`] of as many has no room for.
pub(super) fn far_divisions<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
    isa: I,
    rows: &mut [V::Row],
    bytes: usize,
    n: usize,
) {
    let least = GROUP_BITS + most_behind(1 << (n - GROUP_BITS)) + 1;
    divide::<I, V, INVERSE>(isa, rows, bytes, (GROUP_BITS, least..=n));
}

/// [`convert_upper`], or its inverse, with [`each_column`], if that is possible: in 32 to 256 coefficients, of rows of
/// which there are all.
fn columns<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
    isa: I,
    rows: &mut [V::Row],
    bytes: usize,
    n: usize,
) -> bool {
    let unit = bytes / (8 * V::WORDS);
    let is_unit = unit == 1 || [4, 8].contains(&unit) && are_near::<I, V>(unit);
    if lower_bits(n) != GROUP_BITS || !is_unit || rows.len() != unit << n {
        return false;
    }
    if !INVERSE {
        far_divisions::<I, V, false>(isa, rows, bytes, n);
    }
    match n {
        5 => columns_of::<I, V, INVERSE, 2>(isa, rows, unit),
        6 => columns_of::<I, V, INVERSE, 4>(isa, rows, unit),
        7 => columns_of::<I, V, INVERSE, 8>(isa, rows, unit),
        _ => columns_of::<I, V, INVERSE, 16>(isa, rows, unit),
    }
    if INVERSE {
        far_divisions::<I, V, true>(isa, rows, bytes, n);
    }
    true
}

/// [`columns`] of `N` coefficients of `unit` rows.
fn columns_of<I: IsaBytes, V: Bytes<I>, const INVERSE: bool, const N: usize>(
    isa: I,
    rows: &mut [V::Row],
    unit: usize,
) {
    match unit {
        1 => columns_of_parts::<I, V, INVERSE, N, 1>(isa, rows),
        4 if are_near::<I, V>(4) => columns_of_parts::<I, V, INVERSE, N, 4>(isa, rows),
        8 if are_near::<I, V>(8) => columns_of_parts::<I, V, INVERSE, N, 8>(isa, rows),
        _ => unreachable!("no such columns"),
    }
}

fn columns_of_parts<
    I: IsaBytes,
    V: Bytes<I>,
    const INVERSE: bool,
    const N: usize,
    const UNIT: usize,
>(
    isa: I,
    rows: &mut [V::Row],
) {
    isa.outline(
        #[inline(always)]
        || {
            let elements = rows.as_chunks_mut().0;
            for part in 0..UNIT {
                each_column::<I, V, INVERSE, N, N, UNIT>(
                    isa,
                    elements,
                    part,
                    #[inline(always)]
                    |f| convert_up_to_four::<I, V, INVERSE, N>(isa, f),
                );
            }
        },
    );
}

/// The conversion of the index bits of `N` coefficients, 16 at most: those behind them are zero in every basis.
#[inline(always)]
pub(super) fn convert_up_to_four<I: IsaBytes, V: Bytes<I>, const INVERSE: bool, const N: usize>(
    isa: I,
    f: &mut [V; N],
) {
    let mut all = [V::zero(isa); GROUP];
    all[..N].copy_from_slice(f);
    if INVERSE {
        convert_four_inverse(&mut all);
    } else {
        convert_four(&mut all);
    }
    f.copy_from_slice(&all[..N]);
}

/// The index bits, `n` at most, that coefficients of `bytes` bytes have.
fn needed_bits<I: IsaBytes, V: Bytes<I>>(rows: &[V::Row], bytes: usize, n: usize) -> usize {
    // Of powers of two, and divisions take long.
    let coefficients = (rows.len() * 8 * V::WORDS + bytes - 1) >> bytes.trailing_zeros();
    n.min(coefficients.next_power_of_two().trailing_zeros() as usize)
}

/// The index bits that are converted in registers.
pub(super) const GROUP_BITS: usize = NUMBER_BITS;

/// The coefficients that differ in them.
pub(super) const GROUP: usize = 1 << GROUP_BITS;

/// Up to so many coefficients behind the last whole group, the levels that they need take less than a group.
const SHORT_GROUP: usize = 4;

/// Converts groups of coefficients, if `n` index bits are those of a group; the rows that are left to convert, and their
/// index bits.
fn groups<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
    isa: I,
    rows: &mut [V::Row],
    bytes: usize,
    n: usize,
) -> (&mut [V::Row], usize) {
    let n = needed_bits::<I, V>(rows, bytes, n);
    if n != GROUP_BITS {
        return (rows, n);
    }
    let unit = bytes / (8 * V::WORDS);
    let behind = rows.len() & (GROUP * unit - 1);
    let whole = if behind <= SHORT_GROUP * unit { rows.len() - behind } else { rows.len() };
    let (whole, rest) = rows.split_at_mut(whole);
    isa.outline(
        #[inline(always)]
        || match unit {
            // Constants, so that indices are known to be in range and rows are kept in registers.
            1 if I::IN_REGISTERS => each_group::<I, V, INVERSE>(isa, whole, 1),
            4 if are_near::<I, V>(4) => each_group::<I, V, INVERSE>(isa, whole, 4),
            8 if are_near::<I, V>(8) => each_group::<I, V, INVERSE>(isa, whole, 8),
            _ => each_group::<I, V, INVERSE>(isa, whole, unit),
        },
    );
    let n = needed_bits::<I, V>(rest, bytes, n);
    (rest, n)
}

/// Whether 256 coefficients may have so many rows and columns be not copied.
const fn are_near<I: IsaBytes, V: Bytes<I>>(unit: usize) -> bool {
    let least = (256 << row_log_bytes::<I, V>()) / (8 * V::WORDS);
    least <= unit && unit <= NEAR_UNIT_ROWS
}

/// Converts groups of coefficients of `unit` rows, of which the last may lack some: they are zero in every basis.
#[inline(always)]
fn each_group<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
    isa: I,
    rows: &mut [V::Row],
    unit: usize,
) {
    let mut rest = rows;
    while rest.len() >= GROUP * unit {
        let (group, behind) = rest.split_at_mut(GROUP * unit);
        rest = behind;
        for i in 0..unit {
            convert_group::<I, V, INVERSE>(isa, group, (i, unit));
        }
    }
    if !rest.is_empty() {
        for i in 0..unit {
            convert_group::<I, V, INVERSE>(isa, rest, (i, unit));
        }
    }
}

/// Converts row `first` of every coefficient of a group; those behind the last are zero.
#[inline(always)]
fn convert_group<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
    isa: I,
    rows: &mut [V::Row],
    (first, unit): (usize, usize),
) {
    let mut f = [V::zero(isa); GROUP];
    for (h, f) in f.iter_mut().enumerate() {
        if let Some(row) = rows.get(first + h * unit) {
            *f = V::load(isa, row);
        }
    }
    if INVERSE {
        convert_four_inverse(&mut f);
    } else {
        convert_four(&mut f);
    }
    for (h, f) in f.iter().enumerate() {
        if let Some(row) = rows.get_mut(first + h * unit) {
            f.store(row);
        }
    }
}

/// Of `n` index bits, 2 or more, those that are converted by themselves in the end: the largest power of two
/// below.
const fn lower_bits(n: usize) -> usize {
    n.next_power_of_two() / 2
}

/// The division, or what undoes it, in every two halves of `half` bytes, with a shift by `shift` bytes.
fn level<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
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
fn two_near_levels<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
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

/// [`two_near_levels`] for a shift by `SHIFT` bytes, less than a row.
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
    one_after_the_other::<I, V, INVERSE>(isa, behind, SHIFT);
}

/// The divisions of four quarters a, b, c, d with a shift by S = `SHIFT` bytes, and of each two with s = S/2:
///
/// - of a, b by c, d: the highest S bytes of d come to the lowest of c, then (c, d), S bytes higher, to (a, b);
/// - of a by b, and of c by d: the highest s bytes of b (d) to its lowest, then b (d), s bytes higher, to a (c).
///
/// Row by row of the quarters all that a sum needs is the row before, but for what the first rows get from the
/// last, which is computed beforehand; the inverse does the lines, and the halves of each, in the other order.
///
/// Cost of a row of each quarter: four loads, three stores, four shifts and five exclusive-ors; a pass for each level
/// has eight loads and four stores.
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
        b ^= d.shift_in(d_before, SHIFT);
    }
    let to_first =
        [zero.shift_in(b, SHIFT / 2), zero.shift_in(d, SHIFT), zero.shift_in(d, SHIFT / 2)];
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
        a ^= c.shift_in(c_before, SHIFT);
        next = [b, c, first, d];
        b ^= to_b ^ first.shift_in(d_outer, SHIFT);
        c ^= to_c;
    } else {
        c ^= to_c;
        a ^= c.shift_in(c_before, SHIFT);
        b ^= to_b ^ d.shift_in(d_outer, SHIFT);
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

/// The rows of a quarter that are near the CPU at a time, unless the shift is longer.
const TILE_ROWS: usize = 64;

/// The division in halves of `half` rows with a shift by `shift` rows and those in the halves, with half the
/// shift, in one pass over the four quarters: where the second division uses what the first one writes, or the
/// first what the second writes, it comes some rows later.
fn two_levels<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
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

/// The conversion of four index bits.
#[inline(always)]
pub(super) fn convert_four<I: IsaBytes, V: Bytes<I>>(f: &mut [V; 16]) {
    for i in [8, 9, 2, 3, 4, 5, 6, 7] {
        f[i] ^= f[i + 6];
    }
    for i in [4, 1, 2, 3, 12, 9, 10, 11] {
        f[i] ^= f[i + 3];
    }
    for i in [8, 9, 10, 11, 4, 5, 6, 7] {
        f[i] ^= f[i + 4];
    }
    for i in [2, 1, 6, 5, 10, 9, 14, 13] {
        f[i] ^= f[i + 1];
    }
}

/// The inverse of [`convert_four`].
#[inline(always)]
pub(super) fn convert_four_inverse<I: IsaBytes, V: Bytes<I>>(f: &mut [V; 16]) {
    for i in [1, 2, 5, 6, 9, 10, 13, 14] {
        f[i] ^= f[i + 1];
    }
    for i in [4, 5, 6, 7, 8, 9, 10, 11] {
        f[i] ^= f[i + 4];
    }
    for i in [1, 2, 3, 4, 9, 10, 11, 12] {
        f[i] ^= f[i + 3];
    }
    for i in [2, 3, 4, 5, 6, 7, 8, 9] {
        f[i] ^= f[i + 6];
    }
}

#[cfg(test)]
mod tests {
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
    trait Check {
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

    fn each<C: Check + Copy>(check: C) {
        assert!(Portable.with_bytes(Each(check)));
        #[cfg(target_arch = "x86_64")]
        {
            assert!(Avx2::detect().is_none_or(|isa| isa.with_bytes(Each(check))));
            assert!(Vpclmul::detect().is_none_or(|isa| isa.with_bytes(Each(check))));
            assert!(Avx512::detect().is_none_or(|isa| isa.with_bytes(Each(check))));
        }
    }

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

    /// Conversions of up to nine index bits against every level by itself, and back.
    #[derive(Clone, Copy)]
    struct Conversions;

    impl Check for Conversions {
        fn run<I: IsaBytes>(self, isa: I) {
            for n in 1..=9 {
                for unit in [1, 2, 4, 8] {
                    let some = (1..1 << n).step_by(1 << n >> 6 | 1);
                    for coefficients in some.chain([1 << n]) {
                        Self::check(isa, n, unit, coefficients * unit);
                    }
                }
            }
        }
    }

    impl Conversions {
        fn check<I: IsaBytes>(isa: I, n: usize, unit: usize, len: usize) {
            let rows = words(len as u64, len * I::B::WORDS);
            let (mut converted, mut by_levels) = (rows.clone(), rows.clone());
            let bytes = 8 * I::B::WORDS * unit;
            convert::<I, I::B>(isa, I::B::rows_mut(&mut converted).0, bytes, n);
            Self::each_level(isa, I::B::rows_mut(&mut by_levels).0, bytes, n);
            assert!(converted == by_levels, "{}: {n} bits, {len} rows of {unit}", I::LEVEL);
            convert_inverse::<I, I::B>(isa, I::B::rows_mut(&mut converted).0, bytes, n);
            assert!(converted == rows, "{}: {n} bits, {len} rows of {unit}, back", I::LEVEL);
        }

        fn each_level<I: IsaBytes>(
            isa: I,
            rows: &mut [<I::B as Vector<I>>::Row],
            bytes: usize,
            n: usize,
        ) {
            if n < 2 {
                return;
            }
            let t = lower_bits(n);
            for m in (t + 1..=n).rev() {
                level::<I, I::B, false>(isa, rows, bytes << (m - 1), bytes << (m - 1 - t));
            }
            Self::each_level(isa, rows, bytes << t, n - t);
            Self::each_level(isa, rows, bytes, t);
        }
    }

    #[test]
    fn conversions_are_those_by_each_level() {
        each(Conversions);
    }
}
