//! Between the coefficients in order and blocks with one coefficient to a row.
//!
//! A coefficient has eight bits, one for each of the eight polynomials that are transformed alike. The
//! bytes of its index bits at depths 1, 2 and 4 become one element of GF(2^8) for each polynomial
//! (*renaming*): eight bytes of these indices are interleaved to a word, and the word transposed as a
//! matrix of bits. The index bits at depths 3, 5, 6 and 7 are the number of a block, done here with
//! their layers; what then is exchanged with the bytes in a row are these bits. In a block, every
//! index has a row, and a place in the row belongs to a polynomial and a number of a block: all later
//! layers combine whole rows. In vectors of one block the bytes of 32 polynomials follow each other instead.
//!
//! Rows of the coefficients are at (upper index bits) · (rows of 256 coefficients) + w, and each w is a
//! transposition by itself: from the rows of all upper bits, a *column*, to 64 rows or less in every block.
//!
//! Where the blocks fill half of a vector, or a fourth, the words of both halves, or of all fourths, are exchanged at
//! once, and stored to, or loaded from, parts of as many rows.
//!
//! Cost of a row, in shuffles: 1 to interleave (half of the coefficients are zero), 3 to exchange, or 2 with halves, and
//! 1 in the row; back 1, 3 or 2, and 4, for interleaving back takes one turn more. And the layers.

use super::block;
use super::block::insert_zero;
use super::field::{COEFFICIENTS, CONJUGATE, UPPER, element_of_half};
use super::piece::{Piece, row_log_bytes};
use crate::isa::bytes::{Bytes, IsaBytes};

impl Piece {
    /// The row in a vector of blocks, or the part of one if a row has more than one index, for the byte `address` of
    /// 256 coefficients: the sum of those for the bits of the address.
    const fn row_of<I: IsaBytes, V: Bytes<I>, const G: usize>(self, address: usize) -> usize {
        let row = (address & ((1 << self.log_bytes) - 1)) >> row_log_bytes::<I, V>();
        let first = row * self.stride::<I>();
        let index = address >> self.log_bytes;
        let indices = indices::<I, V, G>();
        let rows = block::ROWS / indices;
        indices * (first + index % rows) + index / rows
    }

    /// [`row_of`](Piece::row_of) for each word of a vector, whose number is bits 5, 4 and `LOWEST` of the place.
    #[inline(always)]
    fn rows_of_words<I: IsaBytes, V: Bytes<I>, const G: usize, const LOWEST: usize>(
        self,
    ) -> [usize; 8] {
        let mut rows = [0; 8];
        for (word, row) in rows.iter_mut().enumerate() {
            *row = self.row_of::<I, V, G>((word >> 1) << 4 | (word & 1) << LOWEST);
        }
        rows
    }

    /// The index bits above 7, in their order, of the block `g` and with the bits `r` at depths 1, 2, 4.
    const fn upper_bits(self, r: usize, g: usize) -> usize {
        let rest = self.m - 12;
        let (third, low) = (g >> rest, g & ((1 << rest) - 1));
        (((r >> 1) << 2 | third << 1 | r & 1) << rest) | low
    }
}

/// How many indices a row has, of which units are made then: as often as `G` blocks fill a vector
/// ([`folded`](super::folded)).
const fn indices<I: IsaBytes, V: Bytes<I>, const G: usize>() -> usize {
    if G < V::BLOCKS { V::BLOCKS / G } else { 1 }
}

/// From the coefficients to blocks.
///
/// `column` has row `w` of each 256 coefficients, at a distance of so many rows; those behind it are zero.
/// `blocks` are the words of 256 rows for each byte of coefficients and each vector of blocks, bytes in turn, or of
/// fewer where a row has more than one index. `G` is 2^(m−11), the number of blocks.
#[inline(always)]
pub(super) fn to_blocks<I: IsaBytes, V: Bytes<I>, const G: usize>(
    isa: I,
    piece: Piece,
    blocks: &mut [u64],
    (column, distance, w): (&[V::Row], usize, usize),
    parts: &mut [[V::Row; G]; 8],
) {
    for g in 0..G {
        let at = |r: usize| match column.get(piece.upper_bits(r, g) * distance) {
            Some(row) => V::load(isa, row),
            None => V::zero(isa),
        };
        let lower = interleave_four([at(0), at(1), at(2), at(3)]);
        // Of operands of at most half of the coefficients the upper half is zero.
        if piece.upper_bits(4, g) * distance < column.len() {
            let upper = interleave_four([at(4), at(5), at(6), at(7)]);
            let words = lower.into_iter().zip(upper);
            for ((lower, upper), parts) in words.zip(parts.chunks_exact_mut(2)) {
                let (lower, upper) = (lower.transpose_bits(), upper.transpose_bits());
                let low = lower.map_bytes::<{ element_of_half(0, 0) }>()
                    ^ upper.map_bytes::<{ element_of_half(0, 4) }>();
                let high = lower.map_bytes::<{ element_of_half(1, 0) }>()
                    ^ upper.map_bytes::<{ element_of_half(1, 4) }>();
                store_parts(parts, g, [low, high]);
            }
        } else {
            for (lower, parts) in lower.into_iter().zip(parts.chunks_exact_mut(2)) {
                let lower = lower.transpose_bits();
                let low = lower.map_bytes::<{ element_of_half(0, 0) }>();
                let high = lower.map_bytes::<{ element_of_half(1, 0) }>();
                store_parts(parts, g, [low, high]);
            }
        }
    }
    let words = piece.rows_of_words::<I, V, G, 1>();
    for (part, rows) in parts.iter().enumerate() {
        let mut v = [V::zero(isa); G];
        for (v, row) in v.iter_mut().zip(rows) {
            *v = V::load(isa, row);
        }
        layers(&mut v);
        let place = if V::BLOCKS == 1 { place_of_part(part) } else { part >> 1 << 2 | part & 1 };
        let rows = (piece.row_of::<I, V, G>(w * 8 * V::WORDS + place), &words);
        store_blocks(isa, piece, blocks, rows, &v, 0);
        if G > V::WORDS {
            store_blocks(isa, piece, blocks, rows, &v, 1);
        }
        if G > 2 * V::WORDS {
            store_blocks(isa, piece, blocks, rows, &v, 2);
            store_blocks(isa, piece, blocks, rows, &v, 3);
        }
    }
}

/// The bytes of four vectors in turn, in order.
#[inline(always)]
fn interleave_four<I: IsaBytes, V: Bytes<I>>([v0, v1, v2, v3]: [V; 4]) -> [V; 4] {
    let even = v0.interleave_bytes(v1);
    let odd = v2.interleave_bytes(v3);
    let [w0, w1] = even[0].interleave_pairs(odd[0]);
    let [w2, w3] = even[1].interleave_pairs(odd[1]);
    [w0, w1, w2, w3]
}

/// The inverse of [`to_blocks`], with all coefficients.
#[inline(always)]
pub(super) fn from_blocks<I: IsaBytes, V: Bytes<I>, const G: usize>(
    isa: I,
    piece: Piece,
    (column, distance, w): (&mut [V::Row], usize, usize),
    blocks: &[u64],
    parts: &mut [[V::Row; G]; 8],
) {
    let words = piece.rows_of_words::<I, V, G, 0>();
    for (part, stored) in parts.iter_mut().enumerate() {
        let place = if V::BLOCKS == 1 { place_of_part(part) } else { part << 1 };
        let rows = (piece.row_of::<I, V, G>(w * 8 * V::WORDS + place), &words);
        let mut v = [V::zero(isa); G];
        load_blocks(isa, piece, blocks, rows, &mut v, 0);
        if G > V::WORDS {
            load_blocks(isa, piece, blocks, rows, &mut v, 1);
        }
        if G > 2 * V::WORDS {
            load_blocks(isa, piece, blocks, rows, &mut v, 2);
            load_blocks(isa, piece, blocks, rows, &mut v, 3);
        }
        layers_inverse(&mut v);
        for (v, row) in v.iter().zip(stored) {
            v.store(row);
        }
    }
    for g in 0..G {
        // Index bits a3, a2, a1 of the rows, from the highest bit of the number of a vector; a0
        // is in the upper words of lanes.
        let mut v = [V::zero(isa); 8];
        for (v, rows) in v.iter_mut().zip(&*parts) {
            *v = V::load(isa, &rows[g]);
        }
        if V::BLOCKS == 1 {
            restore_lanes(&mut v);
        }
        for v in &mut v {
            *v = v.map_bytes::<COEFFICIENTS>().transpose_bits();
        }
        interleave::<I, V, 2>(&mut v);
        interleave::<I, V, 1>(&mut v);
        interleave::<I, V, 0>(&mut v);
        interleave::<I, V, 2>(&mut v);
        for (i, v) in v.iter().enumerate() {
            // The numbers' bits 4, 2, 1 are now those at depths 4, 1, 2.
            let r = (i & 3) << 1 | i >> 2;
            v.store(&mut column[piece.upper_bits(r, g) * distance]);
        }
    }
}

/// Stores the elements of the lower halves of words, and of the upper halves, of the blocks of number `g`.
///
/// Vectors of one block exchange lanes, so that eight polynomials times four follow each other: in the order
/// 0, 2, 1, 3, which [`interleave_bytes`](Bytes::interleave_bytes) makes the natural one.
#[inline(always)]
fn store_parts<I: IsaBytes, V: Bytes<I>, const G: usize>(
    parts: &mut [[V::Row; G]],
    g: usize,
    [mut low, mut high]: [V; 2],
) {
    if V::BLOCKS == 1 {
        let half = V::WORDS / 2;
        let lane = |v: usize| move |w: usize| w % half + v * half + w / half * V::WORDS;
        [low, high] = [low.permute2(high, lane(0)), low.permute2(high, lane(1))];
    }
    low.store(&mut parts[0][g]);
    high.store(&mut parts[1][g]);
}

/// From the lanes of [`store_parts`] to those of vectors of more blocks, in every two of `v`.
#[inline(always)]
fn restore_lanes<I: IsaBytes, V: Bytes<I>>(v: &mut [V; 8]) {
    for pair in v.as_chunks_mut().0 {
        let [x, y] = *pair;
        let place = |bit: usize| move |w: usize| 2 * w + bit;
        *pair = [x.permute2(y, place(0)), x.permute2(y, place(1))];
    }
}

/// The place of number `part` in vectors of one block, whose lowest bits are in the vector.
#[inline(always)]
const fn place_of_part(part: usize) -> usize {
    (part & 1) << 4 | part >> 1 << 2
}

/// Stores the vectors of the blocks of number `o`: word i of each belongs to the row, or part of one, `words[i]` behind
/// that of number `first`. Vectors of one block are whole rows, each of the next block.
#[inline(always)]
fn store_blocks<I: IsaBytes, V: Bytes<I>, const G: usize>(
    isa: I,
    piece: Piece,
    blocks: &mut [u64],
    (first, words): (usize, &[usize; 8]),
    v: &[V; G],
    o: usize,
) {
    if indices::<I, V, G>() > 1 {
        let parts: &mut [[u64; G]] = blocks.as_chunks_mut().0;
        let mut x = *v;
        exchange(&mut x);
        for (i, x) in x.iter().enumerate() {
            if V::WORDS == 2 * G {
                x.store_part(&mut parts[first + words[i]]);
                x.store_upper(&mut parts[first + words[G + i]]);
            } else {
                x.store_lanes(
                    parts,
                    #[inline(always)]
                    |lane| first + words[G * lane + i],
                );
            }
        }
        return;
    }
    let blocks = V::rows_mut(blocks).0;
    let vector = piece.vector_rows::<I, V>();
    if V::BLOCKS == 1 {
        for (i, v) in v[o * V::WORDS..].iter().take(V::WORDS).enumerate() {
            v.words_to_units().store(&mut blocks[first + (o * V::WORDS + i) * vector]);
        }
        return;
    }
    let mut x = [V::zero(isa); 8];
    x[..V::WORDS].copy_from_slice(&v[o * V::WORDS..(o + 1) * V::WORDS]);
    exchange(&mut x);
    for (x, word) in x[..V::WORDS].iter().zip(words) {
        x.words_to_units().store(&mut blocks[first + word + o * vector]);
    }
}

/// The inverse of [`store_blocks`].
#[inline(always)]
fn load_blocks<I: IsaBytes, V: Bytes<I>, const G: usize>(
    isa: I,
    piece: Piece,
    blocks: &[u64],
    (first, words): (usize, &[usize; 8]),
    v: &mut [V; G],
    o: usize,
) {
    if indices::<I, V, G>() > 1 {
        let parts: &[[u64; G]] = blocks.as_chunks().0;
        for (i, v) in v.iter_mut().enumerate() {
            *v = if V::WORDS == 2 * G {
                V::load_halves(isa, &parts[first + words[i]], &parts[first + words[G + i]])
            } else {
                V::load_lanes(
                    isa,
                    #[inline(always)]
                    |lane| &parts[first + words[G * lane + i]],
                )
            };
        }
        exchange(v);
        return;
    }
    let blocks = V::rows(blocks).0;
    let vector = piece.vector_rows::<I, V>();
    if V::BLOCKS == 1 {
        for (i, v) in v[o * V::WORDS..].iter_mut().take(V::WORDS).enumerate() {
            let row = first + (o * V::WORDS + i) * vector;
            *v = V::load(isa, &blocks[row]).units_to_words();
        }
        return;
    }
    let mut x = [V::zero(isa); 8];
    for (x, word) in x[..V::WORDS].iter_mut().zip(words) {
        *x = V::load(isa, &blocks[first + word + o * vector]).units_to_words();
    }
    exchange(&mut x);
    v[o * V::WORDS..(o + 1) * V::WORDS].copy_from_slice(&x[..V::WORDS]);
}

/// The layers at depths 3, 5, 6, 7, as far as there are index bits for them, and the renaming at depth 4.
#[inline(always)]
fn layers<I: IsaBytes, V: Bytes<I>, const G: usize>(v: &mut [V; G]) {
    layer::<I, V, G, 3, false>(v);
    layer::<I, V, G, 2, false>(v);
    layer::<I, V, G, 1, false>(v);
    layer::<I, V, G, 0, false>(v);
}

/// The inverse of [`layers`].
#[inline(always)]
fn layers_inverse<I: IsaBytes, V: Bytes<I>, const G: usize>(v: &mut [V; G]) {
    layer::<I, V, G, 0, true>(v);
    layer::<I, V, G, 1, true>(v);
    layer::<I, V, G, 2, true>(v);
    layer::<I, V, G, 3, true>(v);
}

/// The layer of bit `BIT` of the number of a block, with the renaming if it is the highest.
#[inline(always)]
fn layer<I: IsaBytes, V: Bytes<I>, const G: usize, const BIT: usize, const INVERSE: bool>(
    v: &mut [V; G],
) {
    let bit = 1 << BIT;
    if bit >= G {
        return;
    }
    if INVERSE && 2 * bit == G {
        conjugate(&mut v[bit..]);
    }
    for pair in 0..G / 2 {
        let i = insert_zero(pair, BIT);
        let c = UPPER[(G + i) / (2 * bit)];
        if INVERSE {
            let f1 = v[i] ^ v[i | bit];
            v[i] ^= f1.times(c);
            v[i | bit] = f1;
        } else {
            v[i] ^= v[i | bit].times(c);
            v[i | bit] ^= v[i];
        }
    }
    if !INVERSE && 2 * bit == G {
        conjugate(&mut v[bit..]);
    }
}

/// The renaming at depth 4 where the index bit at depth 3 is set.
#[inline(always)]
fn conjugate<I: IsaBytes, V: Bytes<I>>(v: &mut [V]) {
    for v in v {
        *v = v.map_bytes::<CONJUGATE>();
    }
}

/// Interleaves the vectors whose numbers differ in bit `BIT`.
#[inline(always)]
fn interleave<I: IsaBytes, V: Bytes<I>, const BIT: usize>(v: &mut [V; 8]) {
    for pair in 0..4 {
        let i = insert_zero(pair, BIT);
        let j = i | 1 << BIT;
        [v[i], v[j]] = v[i].interleave_bytes(v[j]);
    }
}

/// Word w of vector g goes to word g of vector w, for the first `WORDS` vectors. With fewer vectors it is so in every
/// so many of the words.
#[inline(always)]
fn exchange<I: IsaBytes, V: Bytes<I>, const N: usize>(v: &mut [V; N]) {
    exchange_bit::<I, V, 0, N>(v);
    if N.min(V::WORDS) > 2 {
        exchange_bit::<I, V, 1, N>(v);
    }
    if N.min(V::WORDS) == 8 {
        exchange_bit::<I, V, 2, N>(v);
    }
}

/// Exchanges a bit of the numbers of vectors with that of the numbers of words.
#[inline(always)]
fn exchange_bit<I: IsaBytes, V: Bytes<I>, const BIT: usize, const N: usize>(v: &mut [V; N]) {
    let bit = 1 << BIT;
    for pair in 0..N.min(V::WORDS) / 2 {
        let i = insert_zero(pair, BIT);
        let (x, y) = (v[i], v[i | bit]);
        v[i] = x.permute2(
            y,
            #[inline(always)]
            |w| if w & bit == 0 { w } else { V::WORDS + (w ^ bit) },
        );
        v[i | bit] = x.permute2(
            y,
            #[inline(always)]
            |w| if w & bit == 0 { w | bit } else { V::WORDS + w },
        );
    }
}
