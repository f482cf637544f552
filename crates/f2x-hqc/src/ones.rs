//! Ones at the positions of a vector.
//!
//! A position says three things: a row of words, a place in the row, and how the two go together. A vector
//! is the sum of products of one-bit vectors, one for the rows and one for the places: a product of
//! matrices of bits, which takes the same time wherever the ones are.

use core::hint::black_box;
use f2x::Level;
use f2x::isa::bytes::{Bytes, BytesOperation, IsaBytes, MulBytes, SpreadBytes};
use f2x::isa::{Isa, Vector};

/// A position that is in no vector: its row, of 512 bits or of 256, is one that no vector has.
pub(crate) const NOWHERE: u16 = 127 << 9;

/// The rows that are held in registers while the positions pass.
const ROWS: usize = 8;

/// The most positions that pass together as bits.
const POSITIONS: usize = 160;

/// The most positions that pass together with masks.
const MASKED: usize = 40;

/// Adds ones at the positions.
pub(crate) fn add_ones<I: Isa>(isa: I, words: &mut [u64], positions: &[u16]) {
    for positions in positions.chunks(POSITIONS) {
        // The matrices are made in rows of eight words.
        let has_rows = const { matches!(I::LEVEL, Level::Avx512) };
        if has_rows && isa.with_bytes(AddOnes { words: &mut *words, positions }) {
            continue;
        }
        for positions in positions.chunks(MASKED) {
            isa.outline(
                #[inline(always)]
                || add_ones_by_masks(isa, words, positions),
            );
        }
    }
}

/// Adds ones where bytes are mapped by matrices.
///
/// In a row of 64 bytes, bit i of byte c is the sum, over the positions, of three bits: whether the row is
/// the position's own, whether c is its byte there and whether i is its bit in the byte. Eight positions
/// are the bits of a byte: for each c one that tells which of them have byte c, and for each row a matrix
/// that maps it to the bits to be set, and has columns for those positions alone whose row it is.
///
/// Cost: a map of bytes and an exclusive-or for each row and eight positions, and three eighths of an
/// operation to make the matrix.
struct AddOnes<'v> {
    words: &'v mut [u64],
    positions: &'v [u16],
}

/// Eight positions, as bits.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Group {
    /// Byte c has bit 7 − j where position j has byte c.
    columns: [u64; 8],
    /// Byte r has bit 7 − j where position j has row r.
    rows: [u64; 16],
    /// Byte 7 − i has bit 7 − j where position j has bit i.
    bits: u64,
}

const GROUPS: usize = POSITIONS / 8;

impl BytesOperation for AddOnes<'_> {
    fn run_products<I: IsaBytes<B: MulBytes<I>>>(self, isa: I) -> bool {
        isa.outline(
            #[inline(always)]
            || self.add::<I, I::B>(isa),
        );
        true
    }

    fn run_constants<I: IsaBytes<B: SpreadBytes<I>>>(self, _: I) -> bool {
        false
    }
}

impl AddOnes<'_> {
    #[inline(always)]
    fn add<I: IsaBytes, V: MulBytes<I>>(self, isa: I) {
        let mut groups = [Group { columns: [0; 8], rows: [0; 16], bits: 0 }; GROUPS];
        let groups = &mut groups[..self.positions.len().div_ceil(8)];
        for (i, positions) in self.positions.chunks(8).enumerate() {
            groups[i] = transposed::<I, V>(isa, positions);
        }
        let groups = &*black_box(groups);
        let mut matrices = [[0; ROWS]; GROUPS];
        for (block, words) in self.words.chunks_mut(8 * ROWS).enumerate() {
            for (matrices, group) in matrices.iter_mut().zip(groups) {
                // In word r byte r of the block's rows, eight times.
                let rows = V::splat(isa, group.rows[block]).words_to_units();
                rows.and(V::splat(isa, group.bits)).store_part(matrices);
            }
            // From memory each matrix goes to all words without a shuffle.
            let matrices = &*black_box(&mut matrices);
            let mut sums = [V::zero(isa); ROWS];
            for (matrices, group) in matrices.iter().zip(groups) {
                let columns = V::load_part(isa, &group.columns);
                for i in 0..ROWS {
                    sums[i] ^= columns.map_by(matrices[i]);
                }
            }
            add_rows(isa, words, sums);
        }
    }
}

/// Up to eight positions as bits.
#[inline(always)]
fn transposed<I: IsaBytes, V: MulBytes<I>>(isa: I, positions: &[u16]) -> Group {
    let mut all = [NOWHERE; 8];
    all[..positions.len()].copy_from_slice(positions);
    let (mut columns, mut low, mut high, mut bits) = ([0; 8], [0; 8], [0; 8], 0);
    for (j, position) in all.into_iter().enumerate() {
        let position = u64::from(position);
        columns[j] = 1_u64 << (position >> 3 & 63);
        let row = 1_u64 << (position >> 9 & 63);
        let is_high = (position >> 15 & 1).wrapping_neg();
        (low[j], high[j]) = (row & !is_high, row & is_high);
        bits |= (0x80_u64 >> (position & 7)) << (8 * j);
    }
    let mut group = Group { columns: [0; 8], rows: [0; 16], bits: 0 };
    transpose::<I, V>(isa, &columns).store_part(&mut group.columns);
    let (low_rows, high_rows) = group.rows.split_at_mut(8);
    transpose::<I, V>(isa, &low).store_part(low_rows);
    transpose::<I, V>(isa, &high).store_part(high_rows);
    V::splat(isa, bits).transpose_bits().store_part(core::slice::from_mut(&mut group.bits));
    group
}

/// Byte c has bit 7 − j where word j has bit c.
#[inline(always)]
fn transpose<I: IsaBytes, V: Bytes<I>>(isa: I, words: &[u64; 8]) -> V {
    V::load_part(isa, words).words_to_units().transpose_bits()
}

/// Adds ones with rows of four words: a position has a row of its own, the same for all, and a mask for
/// each row, which is ones where the position lies in it.
///
/// Cost: a conjunction and an exclusive-or for each position and row.
#[inline(always)]
fn add_ones_by_masks<I: Isa>(isa: I, words: &mut [u64], positions: &[u16]) {
    const WIDTH: usize = 4;
    let mut own = [[0; WIDTH]; MASKED];
    let mut rows = [0; MASKED];
    for ((own, row), position) in own.iter_mut().zip(&mut rows).zip(positions) {
        let position = u64::from(*position);
        *row = position >> 8;
        let bit = broadcast(isa, 1 << (position & 63));
        bit.and(broadcast(isa, position >> 6 & 3).equal(counted(isa, 0))).store_part(own);
    }
    let (own, rows) = black_box((&own[..positions.len()], &rows[..positions.len()]));
    let mut masks = [[0; ROWS]; MASKED];
    for (block, words) in words.chunks_mut(WIDTH * ROWS).enumerate() {
        for (masks, row) in masks.iter_mut().zip(rows) {
            for (i, masks) in masks.chunks_mut(WIDTH).enumerate() {
                let counted = counted(isa, ROWS * block + WIDTH * i);
                broadcast(isa, *row).equal(counted).store_part(masks);
            }
        }
        // From memory each mask goes to all words without a shuffle.
        let masks = &*black_box(&mut masks);
        let mut sums = [I::Y::zero(isa); ROWS];
        for (masks, own) in masks.iter().zip(own) {
            let own = I::Y::load_part(isa, own);
            for i in 0..ROWS {
                sums[i] ^= own.and(broadcast(isa, masks[i]));
            }
        }
        add_rows(isa, words, sums);
    }
}

/// Adds rows to words, as many as there are words for.
#[inline(always)]
fn add_rows<I: Isa, V: Vector<I>>(isa: I, mut words: &mut [u64], rows: [V; ROWS]) {
    for row in rows {
        if words.is_empty() {
            return;
        }
        let own;
        (own, words) = words.split_at_mut(words.len().min(V::WORDS));
        (V::load_part(isa, own) ^ row).store_part(own);
    }
}

/// The same word everywhere.
#[inline(always)]
fn broadcast<I: Isa>(isa: I, word: u64) -> I::Y {
    I::Y::load_part(isa, &[word; 4])
}

/// The words first, first + 1, …
#[inline(always)]
fn counted<I: Isa>(isa: I, first: usize) -> I::Y {
    let mut words = [0; 4];
    for (i, word) in words.iter_mut().enumerate() {
        *word = (first + i) as u64;
    }
    I::Y::load_part(isa, &words)
}
