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
//! That is for all of 2^n coefficients. Of D + r, where D = 2^k and r < D, f = lo + y^D hi is
//!
//! f = lo + (s_k + y^D) hi + s_k hi, and s_k X_i = X_{D+i},
//!
//! so that hi comes to lo at the lower exponents of s_k, powers of two, and both are converted by themselves. What comes
//! to y^D and above goes to hi first.
//!
//! Where the divisions and what follows are one pass over sixteen columns ([`column`](super::column)), so are those of any
//! number of groups of sixteen coefficients up to sixteen: the others of 256 are zero in every basis.
//!
//! Cost: an exclusive-or for every second coefficient and level; 28 levels for 2^15 coefficients. And, if both parts are
//! converted by themselves, for each of the r coefficients beyond D one for every lower exponent, of which there are 1 to 7.

use super::column::{NUMBER_BITS, each_column, most_behind};
use super::division::{add_rows, level, two_levels};
use super::piece::row_log_bytes;
use super::{COLUMN_BITS, NEAR_UNIT_ROWS};
use crate::isa::bytes::{Bytes, IsaBytes};
use core::ops::RangeInclusive;

/// Converts `n` index bits, of coefficients of `bytes` bytes, a power of two; behind `rows`, of whole coefficients, all
/// are zero. If `n` is more than nine, all are there; more than 2^`n` are a multiple of that.
pub(super) fn convert<I: IsaBytes, V: Bytes<I>>(
    isa: I,
    rows: &mut [V::Row],
    bytes: usize,
    n: usize,
) {
    let unit = bytes / (8 * V::WORDS);
    match extent::<I, V, false>(rows, unit, n) {
        Extent::Group(count) => partial_group::<I, V, false>(isa, rows, (count, unit)),
        Extent::Whole(n) => convert_whole::<I, V>(isa, rows, bytes, n),
        Extent::Groups(count) => {
            columns::<I, V, false>(isa, rows, bytes, count);
            groups::<I, V, false>(isa, rows, bytes);
        }
        Extent::Longer(k) => {
            let (low, high) = rows.split_at_mut(unit << k);
            multiple::<I, V, false>(isa, low, high, unit, k);
            convert_whole::<I, V>(isa, low, bytes, k);
            // One coefficient or two are in every basis what they are.
            if high.len() > 2 * unit {
                convert::<I, V>(isa, high, bytes, k);
            }
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
    let unit = bytes / (8 * V::WORDS);
    match extent::<I, V, true>(rows, unit, n) {
        Extent::Group(count) => partial_group::<I, V, true>(isa, rows, (count, unit)),
        Extent::Whole(n) => convert_whole_inverse::<I, V>(isa, rows, bytes, n),
        Extent::Groups(count) => {
            groups::<I, V, true>(isa, rows, bytes);
            columns::<I, V, true>(isa, rows, bytes, count);
        }
        Extent::Longer(k) => {
            let (low, high) = rows.split_at_mut(unit << k);
            convert_whole_inverse::<I, V>(isa, low, bytes, k);
            // As in the conversion.
            if high.len() > 2 * unit {
                convert_inverse::<I, V>(isa, high, bytes, k);
            }
            multiple::<I, V, true>(isa, low, high, unit, k);
        }
    }
}

/// Behind every group of coefficients that are [spread](are_spread): so the first rows of groups, a multiple of 4 KiB from each
/// other, are not all in one place of a first-level cache, which has room for eight or twelve.
pub(super) const PAD_ROWS: usize = 1;

/// Up to so many groups are not spread, where columns are not copied.
///
/// On Zen 4, whose first-level cache has eight places, products of eleven groups take 0.97 of the time with vectors of 256 bits
/// if they are spread, 0.98 to 0.99 with those of 512.
const MOST_SIDE_BY_SIDE: usize = 10;

/// Whether so many units are spread before [`convert_inverse_spread`], where columns are not copied. Of fewer
/// there are not so many rows in one place, and to bring groups together again takes as much time as that saves.
pub(super) const fn are_spread(units: usize) -> bool {
    units > MOST_SIDE_BY_SIDE * GROUP
}

/// [`convert_inverse`] of eight index bits of `groups` groups that [are spread](are_spread); then they are side by side. `rows`
/// are those of whole groups, of `unit` rows for each coefficient, and [`PAD_ROWS`] behind each group.
pub(super) fn convert_inverse_spread<I: IsaBytes, V: Bytes<I>>(
    isa: I,
    rows: &mut [V::Row],
    (groups, unit): (usize, usize),
) {
    match unit {
        4 if are_near::<I, V>(4) => spread_groups::<I, V, 4>(isa, rows, groups),
        8 if are_near::<I, V>(8) => spread_groups::<I, V, 8>(isa, rows, groups),
        _ => unreachable!("no such columns"),
    }
}

/// [`convert_inverse_spread`] of coefficients of `UNIT` rows.
fn spread_groups<I: IsaBytes, V: Bytes<I>, const UNIT: usize>(
    isa: I,
    rows: &mut [V::Row],
    groups: usize,
) {
    let (group, distance) = const { (GROUP * UNIT, GROUP * UNIT + PAD_ROWS) };
    isa.outline_aligned(
        #[inline(always)]
        || each_group::<I, V, true>(isa, rows, UNIT, PAD_ROWS),
    );
    match groups {
        11 => columns_of_parts::<I, V, true, 11, UNIT, PAD_ROWS>(isa, rows),
        12 => columns_of_parts::<I, V, true, 12, UNIT, PAD_ROWS>(isa, rows),
        13 => columns_of_parts::<I, V, true, 13, UNIT, PAD_ROWS>(isa, rows),
        14 => columns_of_parts::<I, V, true, 14, UNIT, PAD_ROWS>(isa, rows),
        15 => columns_of_parts::<I, V, true, 15, UNIT, PAD_ROWS>(isa, rows),
        16 => columns_of_parts::<I, V, true, 16, UNIT, PAD_ROWS>(isa, rows),
        _ => unreachable!("no such columns"),
    }
    for i in 1..groups {
        rows.copy_within(i * distance..i * distance + group, i * group);
    }
    let rows = &mut rows[..groups * group];
    far_divisions::<I, V, true>(isa, rows, 8 * V::WORDS * UNIT, groups);
}

/// How many coefficients there are.
enum Extent {
    /// So many of a group.
    Group(usize),
    /// All of so many index bits, as often as may be.
    Whole(usize),
    /// So many groups, not a power of two, of which there are [`columns`].
    Groups(usize),
    /// More than those of so many index bits, but fewer than twice as many.
    Longer(usize),
}

/// The [`Extent`] of coefficients of `unit` rows, where `n` index bits are to be converted.
fn extent<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
    rows: &[V::Row],
    unit: usize,
    n: usize,
) -> Extent {
    // A shift, for divisions take long.
    let coefficients = rows.len() >> unit.trailing_zeros();
    if coefficients >= 1 << n {
        return Extent::Whole(n);
    }
    // Where vectors are words in memory, levels of three or four take less than a group.
    let fewest = if I::IN_REGISTERS { 3 } else { 5 };
    if (fewest..GROUP).contains(&coefficients) {
        return Extent::Group(coefficients);
    }
    let k = coefficients.checked_ilog2().unwrap_or_default() as usize;
    if coefficients <= 1 << k {
        return Extent::Whole(k);
    }
    let groups = coefficients >> GROUP_BITS;
    if groups << GROUP_BITS == coefficients && has_columns::<I, V, INVERSE>(groups, unit) {
        return Extent::Groups(groups);
    }
    Extent::Longer(k)
}

/// The exponents of s_k(y) but the highest, 2^k, for k up to 8: 2^j where k has all bits of j.
static LOWER_TERMS: [&[usize]; COLUMN_BITS + 1] =
    [&[], &[1], &[1], &[1, 2, 4], &[1], &[1, 2, 16], &[1, 4, 16], &[1, 2, 4, 8, 16, 32, 64], &[1]];

/// Adds high · (s_k(y) − y^(2^k)) to both: [`fold_back`], and low += what is below y^(2^k); the inverse in the other order.
fn multiple<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
    isa: I,
    low: &mut [V::Row],
    high: &mut [V::Row],
    unit: usize,
    k: usize,
) {
    // Of so few rows none is folded back, and none cut: k is 4 or more, where no term is higher than half of 2^k.
    if const { I::IN_REGISTERS } {
        match high.len() {
            1 => return add_few::<I, V, 1>(isa, low, high, unit, k),
            2 => return add_few::<I, V, 2>(isa, low, high, unit, k),
            4 => return add_few::<I, V, 4>(isa, low, high, unit, k),
            _ => {}
        }
    }
    isa.outline_aligned(
        #[inline(always)]
        || {
            if !INVERSE {
                fold_back::<I, V>(isa, high, unit, k);
            }
            for term in LOWER_TERMS[k] {
                add_rows::<I, V>(isa, &mut low[term * unit..], high);
            }
            if INVERSE {
                fold_back::<I, V>(isa, high, unit, k);
            }
        },
    );
}

/// low += `N` rows of high · (s_k(y) − y^(2^k)), which stay in registers.
fn add_few<I: IsaBytes, V: Bytes<I>, const N: usize>(
    isa: I,
    low: &mut [V::Row],
    high: &[V::Row],
    unit: usize,
    k: usize,
) {
    isa.outline_aligned(
        #[inline(always)]
        || {
            let mut sums = [V::zero(isa); N];
            for (sum, row) in sums.iter_mut().zip(high) {
                *sum = V::load(isa, row);
            }
            for term in LOWER_TERMS[k] {
                for (row, high) in low[term * unit..][..N].iter_mut().zip(sums) {
                    (V::load(isa, row) ^ high).store(row);
                }
            }
        },
    );
}

/// high += what of high · (s_k(y) − y^(2^k)) comes to y^(2^k) and above: from its upper half to its lower one.
#[inline(always)]
pub(super) fn fold_back<I: IsaBytes, V: Bytes<I>>(
    isa: I,
    high: &mut [V::Row],
    unit: usize,
    k: usize,
) {
    // No term is higher than half of 2^k.
    if 2 * high.len() <= unit << k {
        return;
    }
    for term in LOWER_TERMS[k] {
        let Some((first, last)) = high.split_at_mut_checked((unit << k) - term * unit) else {
            continue;
        };
        add_rows::<I, V>(isa, first, last);
    }
}

/// [`convert`] where all coefficients are there.
fn convert_whole<I: IsaBytes, V: Bytes<I>>(isa: I, rows: &mut [V::Row], bytes: usize, n: usize) {
    if n == GROUP_BITS {
        return groups::<I, V, false>(isa, rows, bytes);
    }
    if n > 1 {
        convert_upper::<I, V>(isa, rows, bytes, n);
        if n > 2 {
            convert_whole::<I, V>(isa, rows, bytes, lower_bits(n));
        }
    }
}

/// The inverse of [`convert_whole`].
fn convert_whole_inverse<I: IsaBytes, V: Bytes<I>>(
    isa: I,
    rows: &mut [V::Row],
    bytes: usize,
    n: usize,
) {
    if n == GROUP_BITS {
        return groups::<I, V, true>(isa, rows, bytes);
    }
    if n > 1 {
        if n > 2 {
            convert_whole_inverse::<I, V>(isa, rows, bytes, lower_bits(n));
        }
        convert_upper_inverse::<I, V>(isa, rows, bytes, n);
    }
}

/// The first half of [`convert_whole`]: what is left then is to convert the [`lower_bits`].
fn convert_upper<I: IsaBytes, V: Bytes<I>>(isa: I, rows: &mut [V::Row], bytes: usize, n: usize) {
    if let Some(groups) = whole_groups::<I, V, false>(rows, bytes, n) {
        return columns::<I, V, false>(isa, rows, bytes, groups);
    }
    let t = lower_bits(n);
    divide::<I, V, false>(isa, rows, bytes, (t, t + 1..=n));
    if n > t + 1 {
        convert_whole::<I, V>(isa, rows, bytes << t, n - t);
    }
}

/// The inverse of [`convert_upper`].
fn convert_upper_inverse<I: IsaBytes, V: Bytes<I>>(
    isa: I,
    rows: &mut [V::Row],
    bytes: usize,
    n: usize,
) {
    if let Some(groups) = whole_groups::<I, V, true>(rows, bytes, n) {
        return columns::<I, V, true>(isa, rows, bytes, groups);
    }
    let t = lower_bits(n);
    if n > t + 1 {
        convert_whole_inverse::<I, V>(isa, rows, bytes << t, n - t);
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

/// The divisions of so many groups by powers of y^16 + y that [`each_column`] of as many has no room for.
pub(super) fn far_divisions<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
    isa: I,
    rows: &mut [V::Row],
    bytes: usize,
    groups: usize,
) {
    let first = GROUP_BITS + most_behind(groups) + 1;
    let last = GROUP_BITS + groups.next_power_of_two().trailing_zeros() as usize;
    let unit = bytes / (8 * V::WORDS);
    // One pass instead of two, where rows are more than the first-level cache holds: in products whose columns are not copied.
    // Columns of vectors of one block always are.
    if const { INVERSE && V::BLOCKS > 1 } && unit > 1 && last == first + 1 {
        two_levels::<I, V, INVERSE>(isa, rows, unit << (last - 1), unit << (last - 1 - GROUP_BITS));
    } else {
        divide::<I, V, INVERSE>(isa, rows, bytes, (GROUP_BITS, first..=last));
    }
}

/// Whether there are [`columns`] of so many groups: of all that an operand and a product of operands of equal length have.
pub(super) const fn are_columns<const INVERSE: bool>(groups: usize) -> bool {
    match groups {
        2..=8 | 16 => true,
        9..16 => INVERSE,
        _ => false,
    }
}

/// Whether there are [`columns`] of so many groups of coefficients of `unit` rows.
fn has_columns<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(groups: usize, unit: usize) -> bool {
    let is_unit = match unit {
        1 => true,
        4 | 8 => are_near::<I, V>(unit) && are_in_place::<INVERSE>(groups),
        _ => false,
    };
    // Where vectors are words in memory passes take as long, and less code.
    is_unit && are_columns::<INVERSE>(groups) && I::IN_REGISTERS
}

/// Whether [`columns`] of so many groups that are not copied have code of their own: of a product that has more they are
/// [spread](are_spread), and operands of equal length have no more than eight.
const fn are_in_place<const INVERSE: bool>(groups: usize) -> bool {
    if INVERSE { !are_spread(groups * GROUP) } else { groups <= 8 }
}

/// The groups, if `rows` are 2^`n` coefficients of `bytes` bytes, and there are [`columns`] of them.
fn whole_groups<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
    rows: &[V::Row],
    bytes: usize,
    n: usize,
) -> Option<usize> {
    let unit = bytes / (8 * V::WORDS);
    let is_whole = lower_bits(n) == GROUP_BITS && rows.len() == unit << n;
    let groups = 1 << n >> GROUP_BITS;
    (is_whole && has_columns::<I, V, INVERSE>(groups, unit)).then_some(groups)
}

/// [`convert_upper`] of so many groups, which are all that is there, or its inverse, with [`each_column`].
fn columns<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
    isa: I,
    rows: &mut [V::Row],
    bytes: usize,
    groups: usize,
) {
    let unit = bytes / (8 * V::WORDS);
    if !INVERSE {
        far_divisions::<I, V, false>(isa, rows, bytes, groups);
    }
    match groups {
        2 => columns_of::<I, V, INVERSE, 2>(isa, rows, unit),
        3 => columns_of::<I, V, INVERSE, 3>(isa, rows, unit),
        4 => columns_of::<I, V, INVERSE, 4>(isa, rows, unit),
        5 => columns_of::<I, V, INVERSE, 5>(isa, rows, unit),
        6 => columns_of::<I, V, INVERSE, 6>(isa, rows, unit),
        7 => columns_of::<I, V, INVERSE, 7>(isa, rows, unit),
        8 => columns_of::<I, V, INVERSE, 8>(isa, rows, unit),
        9 => columns_of::<I, V, INVERSE, 9>(isa, rows, unit),
        10 => columns_of::<I, V, INVERSE, 10>(isa, rows, unit),
        11 => columns_of::<I, V, INVERSE, 11>(isa, rows, unit),
        12 => columns_of::<I, V, INVERSE, 12>(isa, rows, unit),
        13 => columns_of::<I, V, INVERSE, 13>(isa, rows, unit),
        14 => columns_of::<I, V, INVERSE, 14>(isa, rows, unit),
        15 => columns_of::<I, V, INVERSE, 15>(isa, rows, unit),
        16 => columns_of::<I, V, INVERSE, 16>(isa, rows, unit),
        _ => unreachable!("no such columns"),
    }
    if INVERSE {
        far_divisions::<I, V, true>(isa, rows, bytes, groups);
    }
}

/// [`columns`] of `N` groups of coefficients of `unit` rows.
fn columns_of<I: IsaBytes, V: Bytes<I>, const INVERSE: bool, const N: usize>(
    isa: I,
    rows: &mut [V::Row],
    unit: usize,
) {
    if const { !I::IN_REGISTERS || !are_columns::<INVERSE>(N) } {
        unreachable!("no such columns");
    }
    match unit {
        1 => columns_of_parts::<I, V, INVERSE, N, 1, 0>(isa, rows),
        _ if const { !are_in_place::<INVERSE>(N) } => unreachable!("no such columns"),
        4 if are_near::<I, V>(4) => columns_of_parts::<I, V, INVERSE, N, 4, 0>(isa, rows),
        8 if are_near::<I, V>(8) => columns_of_parts::<I, V, INVERSE, N, 8, 0>(isa, rows),
        _ => unreachable!("no such columns"),
    }
}

/// [`columns_of`] where `PAD` rows are behind every group.
fn columns_of_parts<
    I: IsaBytes,
    V: Bytes<I>,
    const INVERSE: bool,
    const N: usize,
    const UNIT: usize,
    const PAD: usize,
>(
    isa: I,
    rows: &mut [V::Row],
) {
    isa.outline_aligned(
        #[inline(always)]
        || {
            for part in 0..UNIT {
                each_column::<I, V, INVERSE, N, N, 1, UNIT, PAD>(
                    isa,
                    rows,
                    part,
                    #[inline(always)]
                    |[f]| convert_up_to_four::<I, V, INVERSE, N>(isa, f),
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

/// The index bits that are converted in registers.
pub(super) const GROUP_BITS: usize = NUMBER_BITS;

/// The coefficients that differ in them.
pub(super) const GROUP: usize = 1 << GROUP_BITS;

/// Converts groups of coefficients.
fn groups<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
    isa: I,
    rows: &mut [V::Row],
    bytes: usize,
) {
    let unit = bytes / (8 * V::WORDS);
    isa.outline_aligned(
        #[inline(always)]
        || match unit {
            // Constants, so that indices are known to be in range and rows are kept in registers.
            1 if I::IN_REGISTERS => each_group::<I, V, INVERSE>(isa, rows, 1, 0),
            4 if are_near::<I, V>(4) => each_group::<I, V, INVERSE>(isa, rows, 4, 0),
            8 if are_near::<I, V>(8) => each_group::<I, V, INVERSE>(isa, rows, 8, 0),
            _ => each_group::<I, V, INVERSE>(isa, rows, unit, 0),
        },
    );
}

/// Whether 256 coefficients may have so many rows and columns be not copied.
const fn are_near<I: IsaBytes, V: Bytes<I>>(unit: usize) -> bool {
    let least = (256 << row_log_bytes::<I, V>()) / (8 * V::WORDS);
    least <= unit && unit <= NEAR_UNIT_ROWS
}

/// Converts groups of coefficients of `unit` rows, each with so many rows behind it.
#[inline(always)]
fn each_group<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
    isa: I,
    rows: &mut [V::Row],
    unit: usize,
    pad: usize,
) {
    let mut rest = rows;
    // Not in chunks, whose number is a division.
    while let Some((group, behind)) = rest.split_at_mut_checked(GROUP * unit) {
        rest = behind.get_mut(pad..).unwrap_or_default();
        convert_group::<I, V, INVERSE>(isa, group, unit);
    }
}

/// Converts a group, which may lack some coefficients: they are zero in every basis.
#[inline(always)]
fn convert_group<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
    isa: I,
    rows: &mut [V::Row],
    unit: usize,
) {
    for first in 0..unit {
        let mut f = [V::zero(isa); GROUP];
        for (h, f) in f.iter_mut().enumerate() {
            if let Some(row) = rows.get(first + h * unit) {
                *f = V::load(isa, row);
            }
        }
        convert_up_to_four::<I, V, INVERSE, GROUP>(isa, &mut f);
        for (h, f) in f.iter().enumerate() {
            if let Some(row) = rows.get_mut(first + h * unit) {
                f.store(row);
            }
        }
    }
}

/// Converts so many coefficients, fewer than a group: the others are zero in every basis.
fn partial_group<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
    isa: I,
    rows: &mut [V::Row],
    (count, unit): (usize, usize),
) {
    // So few are what is just beyond a power of two; code for every number would take room. A constant condition: where
    // vectors are words in memory it gains nothing.
    if const { I::IN_REGISTERS } {
        match count {
            3 => return coefficients::<I, V, INVERSE, 3>(isa, rows),
            4 => return coefficients::<I, V, INVERSE, 4>(isa, rows),
            5 => return coefficients::<I, V, INVERSE, 5>(isa, rows),
            _ => {}
        }
    }
    isa.outline_aligned(
        #[inline(always)]
        || convert_group::<I, V, INVERSE>(isa, rows, unit),
    );
}

/// Converts `N` coefficients. How many they are the compiler knows: no look at every row.
fn coefficients<I: IsaBytes, V: Bytes<I>, const INVERSE: bool, const N: usize>(
    isa: I,
    rows: &mut [V::Row],
) {
    isa.outline_aligned(
        #[inline(always)]
        || {
            let unit = rows.len() / N;
            let mut rows: [&mut [V::Row]; N] = units_mut(rows, unit);
            for w in 0..unit {
                let mut f = [V::zero(isa); N];
                for (f, rows) in f.iter_mut().zip(&rows) {
                    *f = V::load(isa, &rows[w]);
                }
                convert_up_to_four::<I, V, INVERSE, N>(isa, &mut f);
                for (f, rows) in f.iter().zip(&mut rows) {
                    f.store(&mut rows[w]);
                }
            }
        },
    );
}

/// The first `N` times `unit` rows, each as a slice of that length, which the compiler then knows: no look at every row.
#[inline(always)]
pub(super) fn units<R, const N: usize>(mut rows: &[R], unit: usize) -> [&[R]; N] {
    let mut units = [rows; N];
    for part in &mut units {
        (*part, rows) = rows.split_at(unit);
    }
    units
}

/// As [`units`].
#[inline(always)]
pub(super) fn units_mut<R, const N: usize>(mut rows: &mut [R], unit: usize) -> [&mut [R]; N] {
    let mut units: [&mut [R]; N] = core::array::from_fn(|_| Default::default());
    for part in &mut units {
        (*part, rows) = rows.split_at_mut(unit);
    }
    units
}

/// Of `n` index bits, 2 or more, those that are converted by themselves in the end: the largest power of two
/// below.
const fn lower_bits(n: usize) -> usize {
    n.next_power_of_two() / 2
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
    use crate::fft::division::tests::{Check, each};
    use crate::fft::tests::words;
    use crate::isa::Vector;

    /// Conversions of up to nine index bits against every level by itself, and back.
    #[derive(Clone, Copy)]
    struct Conversions;

    impl Check for Conversions {
        fn run<I: IsaBytes>(self, isa: I) {
            for n in 1..=9 {
                for unit in [1, 2, 4, 8] {
                    let some = (1..1 << n).step_by(1 << n >> 6 | 1);
                    let groups = (GROUP..=1 << n).step_by(GROUP);
                    for coefficients in some.chain(groups).chain([1 << n]) {
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
