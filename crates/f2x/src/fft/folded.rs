//! A block in vectors of more blocks than there are: a row has several indices.
//!
//! Of 2^13 coefficients there are four blocks, of 2^12 two. In a unit of eight bytes they are followed by themselves for
//! the other value of index bit 7, or for the other values of index bits 7 and 6: so all of the vector is used, there
//! are 128 or 64 rows, and what combines rows with the same index bits 7 and 6 is as in [`block`](super::block). In the
//! division by (y^16 + y)^8, and of 64 rows in that by (y^16 + y)^4, one part of a unit comes to another, by a shift. Where
//! index bits 4 to 7 are converted, and transformed, two or four columns exchange parts of their units before, so that these
//! bits are in the numbers of rows as they are in a block, and after it. In vectors of 256 bits a unit has four bytes, and it
//! is so for 2^12 coefficients alone, with two indices in a row.
//!
//! `N` is the number of rows of a column, of one value of index bits 0 to 3: 8 or 4. Quarters of units are those with
//! index bits 7 and 6 of 0, 1, 2 and 3.
//!
//! A transposition stores parts of rows; the first two divisions make units of them.
//!
//! Cost besides that of [`block`](super::block), which has two passes over memory more: a shuffle, with 256 bits two, and a
//! shift of a row, or two shifts, and two exchanges of a row, or four, which with 256 bits are a shift and a blend each.

use super::block::{convert_and_layers, lower_half};
use super::column::each_column;
use super::field::Layers;
use crate::isa::bytes::{Bytes, IsaBytes};

/// How many indices a row has, of 2^`m` coefficients in vectors of so many blocks.
pub(super) const fn indices(m: usize, vector_blocks: usize) -> usize {
    let blocks = 1 << (m - 11);
    if blocks < vector_blocks { vector_blocks / blocks } else { 1 }
}

/// Converts and transforms a block of 16 `N` rows; `M` coefficients' index bits.
pub(super) fn forward<
    I: IsaBytes,
    V: Bytes<I>,
    const M: usize,
    const N: usize,
    const INDICES: usize,
>(
    isa: I,
    block: &mut [V::Row],
    layers: &Layers,
) {
    first_divisions::<I, V, false, N>(isa, block);
    upper_half::<I, V, M, false, N, INDICES>(isa, block, layers);
    lower_half::<I, V, false>(isa, block, M, layers);
}

/// The inverse of [`forward`].
pub(super) fn inverse<
    I: IsaBytes,
    V: Bytes<I>,
    const M: usize,
    const N: usize,
    const INDICES: usize,
>(
    isa: I,
    block: &mut [V::Row],
    layers: &Layers,
) {
    lower_half::<I, V, true>(isa, block, M, layers);
    upper_half::<I, V, M, true, N, INDICES>(isa, block, layers);
    first_divisions::<I, V, true, N>(isa, block);
}

/// An index bit that is in the units.
///
/// Shifts come before masks, so that the exclusive-or behind them is one instruction with the mask.
#[derive(Clone, Copy)]
struct InUnit<V> {
    /// Ones where the bit is one.
    ones: V,
    /// Ones where it is zero.
    zeros: V,
    /// The bits between its two values.
    distance: u32,
}

impl<V> InUnit<V> {
    /// Index bit `bit`.
    #[inline(always)]
    fn new<I: IsaBytes>(isa: I, bit: u32) -> Self
    where
        V: Bytes<I>,
    {
        let distance = (8 * V::BLOCKS as u32) >> (8 - bit);
        let zeros = u64::MAX / ((1 << distance) + 1);
        InUnit { ones: every_word(isa, !zeros), zeros: every_word(isa, zeros), distance }
    }

    /// `v` where the bit is one, to where it is zero.
    #[inline(always)]
    fn lowered<I: IsaBytes>(self, v: V) -> V
    where
        V: Bytes<I>,
    {
        v.shr(self.distance).and(self.zeros)
    }
}

/// `word` in every word.
#[inline(always)]
fn every_word<I: IsaBytes, V: Bytes<I>>(isa: I, word: u64) -> V {
    V::load_part(isa, &[word; 8][..V::WORDS])
}

/// Index bits 7 and 6, where a row has four indices.
#[derive(Clone, Copy)]
struct Bits<V> {
    seven: InUnit<V>,
    six: InUnit<V>,
    /// Ones in quarters 1 and 2.
    middle: V,
}

impl<V> Bits<V> {
    #[inline(always)]
    fn new<I: IsaBytes>(isa: I) -> Self
    where
        V: Bytes<I>,
    {
        let (seven, six) = (InUnit::new(isa, 7), InUnit::new(isa, 6));
        Bits { seven, six, middle: seven.ones.shr(six.distance) }
    }

    /// Quarters 3 and 2 to 2 and 1.
    #[inline(always)]
    fn to_next<I: IsaBytes>(self, v: V) -> V
    where
        V: Bytes<I>,
    {
        v.shr(self.six.distance).and(self.middle)
    }
}

/// The first two divisions, by (y^16 + y)^8 and (y^16 + y)^4, in one pass, or what undoes them: from parts of rows to
/// units, or back.
///
/// The quotient's lowest coefficients get its highest ones, which are the last rows; the remainder's get the quotient's
/// that are 8 or 4 rows before. All that is needed of rows before is in registers.
fn first_divisions<I: IsaBytes, V: Bytes<I>, const INVERSE: bool, const N: usize>(
    isa: I,
    block: &mut [V::Row],
) {
    isa.outline_aligned(
        #[inline(always)]
        || {
            let rows = block[..16 * N].as_chunks_mut().0;
            if N == 8 {
                divide_both_halves::<I, V, INVERSE>(isa, rows, InUnit::new(isa, 7));
            } else {
                divide_in_units::<I, V, INVERSE>(isa, rows, Bits::new(isa));
            }
        },
    );
}

/// A row, as units.
#[inline(always)]
fn load_units<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(isa: I, row: &V::Row) -> V {
    let v = V::load(isa, row);
    if INVERSE { v } else { v.words_to_units() }
}

/// [`load_units`] of some rows.
#[inline(always)]
fn load_all<I: IsaBytes, V: Bytes<I>, const INVERSE: bool, const ROWS: usize>(
    isa: I,
    rows: &[V::Row],
) -> [V; ROWS] {
    let mut all = [V::zero(isa); ROWS];
    for (v, row) in all.iter_mut().zip(rows) {
        *v = load_units::<I, V, INVERSE>(isa, row);
    }
    all
}

/// Stores a row, of units, or as it was before.
#[inline(always)]
fn store_units<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(v: V, row: &mut V::Row) {
    let v = if INVERSE { v.units_to_words() } else { v };
    v.store(row);
}

/// [`first_divisions`] of 128 rows: index bit 7 is in the units, index bit 6 in the number of a row.
#[inline(always)]
fn divide_both_halves<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
    isa: I,
    rows: &mut [[V::Row; 8]],
    seven: InUnit<V>,
) {
    let (low, high) = rows.split_at_mut(8);
    // Eight rows before, of both halves; before the first there are the last ones, where the division by (y^16 + y)^8 has
    // its turn: back, that is after the other one.
    let mut low_before = load_all::<I, V, INVERSE, 8>(isa, &high[7]);
    let mut high_before = load_all::<I, V, INVERSE, 8>(isa, &low[7]);
    let between = load_all::<I, V, INVERSE, 4>(isa, &high[6][4..]);
    // What comes to the first rows of the upper half.
    let mut last = [V::zero(isa); 4];
    for k in 0..4 {
        last[k] = low_before[4 + k];
        if INVERSE {
            high_before[k] ^= between[k];
            high_before[4 + k] ^= load_units::<I, V, INVERSE>(isa, &high[7][k]);
        } else {
            last[k] ^= seven.lowered(between[k]);
        }
    }
    // Four rows before, of the upper half.
    let mut quotients = [V::zero(isa); 4];
    for (i, (low, high)) in low.iter_mut().zip(high).enumerate() {
        for k in 0..8 {
            let mut x = load_units::<I, V, INVERSE>(isa, &low[k]);
            let mut y = load_units::<I, V, INVERSE>(isa, &high[k]);
            let quotient = &mut quotients[k % 4];
            if INVERSE {
                x ^= *quotient;
                *quotient = y;
                if i == 0 && k < 4 {
                    y ^= last[k];
                }
            }
            let own = (x, y);
            let before = low_before[k];
            x ^= if i == 0 { before.and(seven.ones) } else { seven.lowered(before) };
            y ^= seven.lowered(high_before[k]);
            (low_before[k], high_before[k]) = if INVERSE { own } else { (x, y) };
            if !INVERSE {
                x ^= *quotient;
                if i == 0 && k < 4 {
                    y ^= last[k];
                }
                *quotient = y;
            }
            store_units::<I, V, INVERSE>(x, &mut low[k]);
            store_units::<I, V, INVERSE>(y, &mut high[k]);
        }
    }
}

/// [`first_divisions`] of 64 rows: index bits 7 and 6 are in the units.
#[inline(always)]
fn divide_in_units<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
    isa: I,
    rows: &mut [[V::Row; 8]],
    bits: Bits<V>,
) {
    let (seven, six) = (bits.seven, bits.six);
    // Eight rows before, and four; before the first there are the last ones, as of both halves.
    let mut before = load_all::<I, V, INVERSE, 8>(isa, &rows[7]);
    let above = load_all::<I, V, INVERSE, 4>(isa, &rows[6][4..]);
    let mut quotients = [before[4], before[5], before[6], before[7]];
    for k in 0..4 {
        if INVERSE {
            before[4 + k] ^= six.lowered(before[k]);
            before[k] ^= six.lowered(above[k]);
        } else {
            quotients[k] ^= seven.lowered(above[k]);
        }
    }
    for (i, rows) in rows.iter_mut().enumerate() {
        for (k, row) in rows.iter_mut().enumerate() {
            let mut v = load_units::<I, V, INVERSE>(isa, row);
            for second in [INVERSE, !INVERSE] {
                let own = v;
                let before = if second { &mut quotients[k % 4] } else { &mut before[k] };
                // The first rows, by (y^16 + y)^8: the quotient's lowest coefficients, in quarter 2, get its highest ones, in
                // quarter 3; and those in quarter 1 the last ones in quarter 2.
                v ^= match (i, second) {
                    (0, false) => bits.to_next(*before),
                    (0, true) if k < 4 => before.and(six.ones),
                    (_, false) => seven.lowered(*before),
                    (_, true) => six.lowered(*before),
                };
                *before = if INVERSE { own } else { v };
            }
            store_units::<I, V, INVERSE>(v, row);
        }
    }
}

/// Index bits 4 to 7: the conversion, with the divisions by (y^16 + y)^2 and y^16 + y, and the layers.
///
/// As many columns at a time as a row has indices: there what is in a unit and the columns exchange their places, so that
/// each value of these index bits has a row.
fn upper_half<
    I: IsaBytes,
    V: Bytes<I>,
    const M: usize,
    const INVERSE: bool,
    const N: usize,
    const INDICES: usize,
>(
    isa: I,
    block: &mut [V::Row],
    layers: &Layers,
) {
    const { assert!(N * INDICES == 16) };
    isa.outline_aligned(
        #[inline(always)]
        || {
            each_column::<I, V, INVERSE, N, N, INDICES, 1, 0>(
                isa,
                block,
                0,
                #[inline(always)]
                |columns| {
                    exchange(columns);
                    let f = columns.as_flattened_mut().first_chunk_mut().expect("sixteen rows");
                    convert_and_layers::<I, V, M, INVERSE>(f, layers);
                    exchange(columns);
                },
            );
        },
    );
}

/// Exchanges the index bits that are in a unit with those of a column's number, of `INDICES`; its own inverse.
#[inline(always)]
fn exchange<I: IsaBytes, V: Bytes<I>, const N: usize, const INDICES: usize>(
    columns: &mut [[V; N]; INDICES],
) {
    exchange_pair(columns, [0, INDICES / 2], V::BLOCKS / 2);
    if INDICES == 4 {
        exchange_pair(columns, [1, 3], V::BLOCKS / 2);
        exchange_pair(columns, [0, 1], V::BLOCKS / 4);
        exchange_pair(columns, [2, 3], V::BLOCKS / 4);
    }
}

/// [`exchange`] of an index bit whose values are so many bytes apart, in two columns.
#[inline(always)]
fn exchange_pair<I: IsaBytes, V: Bytes<I>, const N: usize, const INDICES: usize>(
    columns: &mut [[V; N]; INDICES],
    pair: [usize; 2],
    bytes: usize,
) {
    let [first, second] = columns.get_disjoint_mut(pair).expect("two columns");
    for (a, b) in first.iter_mut().zip(second) {
        [*a, *b] = a.exchange_parts(*b, bytes);
    }
}
