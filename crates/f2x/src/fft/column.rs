//! Sixteen columns of rows, those that differ in index bits 4 and above: the divisions by y^16 + y and (y^16 + y)^2,
//! and what is done to each column, or to some together, in one pass over memory. (A column that is copied, in `fft`, is
//! another one: a row of every unit.)
//!
//! A division adds rows of quotients to remainders that are a column or two behind, so going through the columns all that
//! it needs is in registers, or on the stack, but for what the first columns get from the last ones. Where a column has sixteen
//! rows there is room for the division by y^16 + y alone.
//!
//! Cost of a row besides `f`: a load, a store, and for a division an exclusive-or of every second row; a pass for each
//! division has two loads and a store of every second row more.

use crate::isa::bytes::{Bytes, IsaBytes};

/// The index bits of a column's number, and the columns.
pub(super) const NUMBER_BITS: usize = 4;
const COLUMNS: usize = 1 << NUMBER_BITS;

/// The most rows of a column.
const MOST_ROWS: usize = 16;

/// So many columns before its own a quotient of [`each_column`] is added at most: 2 where it divides by (y^16 + y)^2, too, 1
/// where by y^16 + y alone.
pub(super) const fn most_behind(rows: usize) -> usize {
    match rows {
        3..MOST_ROWS => 2,
        _ => 1,
    }
}

/// `f` for row `part` of the `N` elements of `TOGETHER` columns at a time, and before it the divisions, or after it what
/// undoes them. An element has `PARTS` rows, and `PAD` are behind every sixteen.
///
/// Elements behind them are zero in every basis. Of `WIDE` elements, 2 `N`, the others count as zero before `f`; there is no
/// inverse of that.
#[inline(always)]
pub(super) fn each_column<
    I: IsaBytes,
    V: Bytes<I>,
    const INVERSE: bool,
    const N: usize,
    const WIDE: usize,
    const TOGETHER: usize,
    const PARTS: usize,
    const PAD: usize,
>(
    isa: I,
    rows: &mut [V::Row],
    part: usize,
    f: impl Fn(&mut [[V; WIDE]; TOGETHER]),
) {
    const { assert!(N == WIDE || 2 * N == WIDE && !INVERSE) };
    const { assert!(COLUMNS.is_multiple_of(TOGETHER)) };
    let at = |h: usize, l: usize| place::<PARTS, PAD>(COLUMNS * h + l) + part;
    // So long that all elements are known to be in range.
    let rows = &mut rows[..place::<PARTS, PAD>(COLUMNS * WIDE) - PAD];
    let mut before = [V::zero(isa); MOST_ROWS / 2];
    let mut quotients = [[[V::zero(isa); 2]; 2]; MOST_ROWS / 4];
    if !INVERSE {
        add_to_first::<I, V, N, PARTS, PAD>(isa, rows, part);
    }
    for group in 0..COLUMNS / TOGETHER {
        let mut columns = [[V::zero(isa); WIDE]; TOGETHER];
        for (l, column) in (TOGETHER * group..).zip(&mut columns) {
            for (h, v) in column[..N].iter_mut().enumerate() {
                *v = V::load(isa, &rows[at(h, l)]);
            }
            if !INVERSE {
                if const { most_behind(N) == 2 } {
                    add_two_before(&mut column[..N], &mut quotients);
                }
                add_before(&mut column[..N], &mut before);
            }
        }
        f(&mut columns);
        for (l, column) in (TOGETHER * group..).zip(&mut columns) {
            if INVERSE {
                add_before(column, &mut before);
                if const { most_behind(N) == 2 } {
                    add_two_before(column, &mut quotients);
                }
            }
            for (h, v) in column.iter().enumerate() {
                v.store(&mut rows[at(h, l)]);
            }
        }
    }
    if INVERSE {
        add_to_first::<I, V, N, PARTS, PAD>(isa, rows, part);
    }
}

/// What the rows of the first columns get from those of the last ones, before [`each_column`] or after its inverse.
///
/// By the division by y^16 + y of every 32 rows the quotient's lowest coefficient gets the highest one. By that by
/// (y^16 + y)^2 of every 64 rows the quotient's lowest two get the highest two, and rows 16 and 17 of the remainder those
/// of the quotient that are two rows before.
#[inline(always)]
fn add_to_first<I: IsaBytes, V: Bytes<I>, const N: usize, const PARTS: usize, const PAD: usize>(
    isa: I,
    rows: &mut [V::Row],
    part: usize,
) {
    let mut add = |to: usize, from: usize| {
        let at = |element: usize| place::<PARTS, PAD>(element) + part;
        let sum = V::load(isa, &rows[at(to)]) ^ V::load(isa, &rows[at(from)]);
        sum.store(&mut rows[at(to)]);
    };
    if const { most_behind(N) == 1 } {
        for first in (0..N / 2).map(|pair| 2 * COLUMNS * pair) {
            add(first + 16, first + 31);
        }
    } else {
        for first in (0..N / 4).map(|four| 4 * COLUMNS * four) {
            let mut add = |to: usize, from: usize| add(first + to, first + from);
            add(32, 62);
            add(33, 63);
            add(16, 46);
            add(17, 47);
            // By y^16 + y, row 16 gets row 31, to which (y^16 + y)^2 has added row 61; and row 48 gets row 63. The columns
            // add row 48 to row 18, by (y^16 + y)^2, and there it should be without row 63.
            add(16, 31);
            add(16, 61);
            add(48, 63);
            add(18, 63);
        }
        // Of 48 rows, or 32, the others are zero.
        let first = const { N / 4 * 4 * COLUMNS };
        if N % 4 == 3 {
            add(first + 16, first + 46);
            add(first + 17, first + 47);
        }
        if N % 4 >= 2 {
            add(first + 16, first + 31);
        }
    }
}

/// The first row of an element, of so many rows each with `PAD` behind every sixteen.
const fn place<const PARTS: usize, const PAD: usize>(element: usize) -> usize {
    element * PARTS + element / COLUMNS * PAD
}

/// Of the division by y^16 + y, the remainder: to the rows of lower halves come those of the quotients with
/// the index below, which `before` keeps from one column to the next.
#[inline(always)]
fn add_before<I: IsaBytes, V: Bytes<I>>(f: &mut [V], before: &mut [V]) {
    for ([low, high], before) in f.as_chunks_mut().0.iter_mut().zip(before) {
        *low ^= *before;
        *before = *high;
    }
}

/// Of the division by (y^16 + y)^2, the remainder: the rows of the quotients come from two columns before, of which
/// `quotients` keeps the one before the last and the last.
#[inline(always)]
fn add_two_before<I: IsaBytes, V: Bytes<I>>(
    f: &mut [V],
    quotients: &mut [[[V; 2]; 2]; MOST_ROWS / 4],
) {
    let (fours, rest) = f.as_chunks_mut();
    let (quotients, last) = quotients.split_at_mut(fours.len());
    for ([a, b, c, d], [older, newer]) in fours.iter_mut().zip(quotients) {
        *a ^= older[0];
        *b ^= older[1];
        *older = *newer;
        *newer = [*c, *d];
    }
    // Of three rows, what would be the fourth is zero.
    if let ([a, _, c], [[older, newer], ..]) = (rest, last) {
        *a ^= older[0];
        older[0] = newer[0];
        newer[0] = *c;
    }
}
