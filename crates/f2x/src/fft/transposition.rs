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
//! once, and stored to, or loaded from, parts of as many rows. There half of a column's parts, of which each has one vector
//! for each block, are in registers at a time; else they are in memory between the two halves of the work.
//!
//! Cost of a row, in shuffles: 1 to interleave (half of the coefficients are zero), and 3 to exchange words and make units
//! of bytes, or, where four blocks or two fill part of a vector, 2 or 1 to exchange words alone; back as many, and 3, or 4
//! by interleaving, which takes one turn more. And the layers.

use super::block;
use super::block::insert_zero;
use super::field::{COEFFICIENTS, CONJUGATE, UPPER, element_of_half};
use super::piece::{Piece, Places, row_log_bytes};
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

    /// The index bits above 7, in their order, of the block `g` and with the bits `r` at depths 1, 2, 4.
    const fn upper_bits(self, r: usize, g: usize) -> usize {
        let rest = self.m - 12;
        let (third, low) = (g >> rest, g & ((1 << rest) - 1));
        (((r >> 1) << 2 | third << 1 | r & 1) << rest) | low
    }
}

/// Where the rows of a column and those of its blocks are: sums of what is here, computed once and not for every row.
pub(super) struct Rows {
    /// In a column, by the index bits at depths 1, 2 and 4, in block 0.
    upper: [usize; 8],
    /// In a vector of blocks, or parts of rows ([`row_of`](Piece::row_of)), by the number of a part in the first column.
    parts: [usize; 8],
    /// By that of a word of a vector.
    words: [usize; 8],
}

impl Rows {
    /// Those of [`to_blocks`], or of [`from_blocks`], which puts the words of other places into a part: those that
    /// [`gather_bytes`](Bytes::gather_bytes) puts in order.
    #[inline(always)]
    pub(super) fn new<I: IsaBytes, V: Bytes<I>, const G: usize, const INVERSE: bool>(
        piece: Piece,
        places: Places,
    ) -> Rows {
        let place_of_part = |part: usize| match V::WORD_BIT {
            // The lowest bits are in the vector.
            _ if V::BLOCKS == 1 => (part & 1) << 4 | part >> 1 << 2,
            _ if !INVERSE => part >> 1 << 2 | part & 1,
            0 => part << 1,
            _ => part,
        };
        // The number of a word is bits 5, 4 and this one of the place.
        let lowest = if INVERSE { V::WORD_BIT } else { 1 };
        let row_of = |address: usize| piece.row_of::<I, V, G>(address);
        Rows {
            upper: sums(|r| places.of(piece.upper_bits(r, 0))),
            parts: sums(|part| row_of(place_of_part(part))),
            words: sums(|word| row_of((word >> 1) << 4 | (word & 1) << lowest)),
        }
    }
}

/// `f` of the numbers below eight, where it is the sum of those of the number's bits.
///
/// Eight calls of `f` would be products of vectors, which kernels may not have.
#[inline(always)]
fn sums(f: impl Fn(usize) -> usize) -> [usize; 8] {
    let (one, two, four) = (f(1), f(2), f(4));
    let three = one + two;
    [0, one, two, three, four, four + one, four + two, four + three]
}

/// How many indices a row has, of which units are made then: as often as `G` blocks fill a vector
/// ([`folded`](super::folded)).
const fn indices<I: IsaBytes, V: Bytes<I>, const G: usize>() -> usize {
    if G < V::BLOCKS { V::BLOCKS / G } else { 1 }
}

/// From the coefficients to blocks.
///
/// `column` has row `w` of each 256 coefficients, at these places; those behind it are zero.
/// `blocks` are the words of 256 rows, [`Piece::stride`] apart, for each byte of coefficients and each vector of blocks,
/// bytes in turn, or of fewer where a row has more than one index. `G` is 2^(m−11), the number of blocks.
#[inline(always)]
pub(super) fn to_blocks<I: IsaBytes, V: Bytes<I>, const G: usize>(
    isa: I,
    piece: Piece,
    blocks: &mut [u64],
    (column, places, w): (&[V::Row], Places, usize),
    rows: &Rows,
    parts: &mut [[V::Row; G]; 8],
) {
    let column = (column, places, rows);
    let first = piece.row_of::<I, V, G>(w * 8 * V::WORDS);
    let of_part = |part: usize| (first + rows.parts[part], &rows.words);
    if are_in_registers::<I, V, G>() {
        let [p0, p1, p2, p3] = half_of_parts::<I, V, G, 0>(isa, piece, column);
        store_blocks_of_part(isa, piece, blocks, of_part(0), p0);
        store_blocks_of_part(isa, piece, blocks, of_part(1), p1);
        store_blocks_of_part(isa, piece, blocks, of_part(2), p2);
        store_blocks_of_part(isa, piece, blocks, of_part(3), p3);
        let [p4, p5, p6, p7] = half_of_parts::<I, V, G, 1>(isa, piece, column);
        store_blocks_of_part(isa, piece, blocks, of_part(4), p4);
        store_blocks_of_part(isa, piece, blocks, of_part(5), p5);
        store_blocks_of_part(isa, piece, blocks, of_part(6), p6);
        store_blocks_of_part(isa, piece, blocks, of_part(7), p7);
        return;
    }
    for g in 0..G {
        let rows = load_rows(isa, piece, column, g);
        let [p01, p23] = elements::<I, V, 0>(rows);
        store_parts(&mut parts[..2], g, p01);
        store_parts(&mut parts[2..4], g, p23);
        let [p45, p67] = elements::<I, V, 1>(rows);
        store_parts(&mut parts[4..6], g, p45);
        store_parts(&mut parts[6..], g, p67);
    }
    // The parts of vectors of one block have no exchanges.
    if V::BLOCKS == 1 {
        for (part, rows) in parts.iter().enumerate() {
            let v = layers_of::<I, V, G>(isa, rows);
            store_blocks_of_part(isa, piece, blocks, of_part(part), v);
        }
        return;
    }
    // The layers of a part come before the exchanges of the part before: each of both waits for itself, but not for the
    // other.
    let mut before = layers_of::<I, V, G>(isa, &parts[0]);
    for (part, rows) in parts.iter().enumerate().skip(1) {
        let v = layers_of::<I, V, G>(isa, rows);
        store_blocks_of_part(isa, piece, blocks, of_part(part - 1), before);
        before = v;
    }
    store_blocks_of_part(isa, piece, blocks, of_part(7), before);
}

/// Whether half of the parts, four vectors for each block, are at most half of the registers: then they stay there.
const fn are_in_registers<I: IsaBytes, V: Bytes<I>, const G: usize>() -> bool {
    V::BLOCKS > 1 && 2 * G <= V::WORDS
}

/// The parts of number 4 `HALF` and the next three of all blocks, with their layers.
#[inline(always)]
fn half_of_parts<I: IsaBytes, V: Bytes<I>, const G: usize, const HALF: usize>(
    isa: I,
    piece: Piece,
    column: Column<'_, V::Row>,
) -> [[V; G]; 4] {
    let mut parts = [[V::zero(isa); G]; 4];
    let [p0, p1, p2, p3] = &mut parts;
    for g in 0..G {
        let [p01, p23] = elements::<I, V, HALF>(load_rows(isa, piece, column, g));
        [p0[g], p1[g]] = p01;
        [p2[g], p3[g]] = p23;
    }
    for part in &mut parts {
        layers(part);
    }
    parts
}

/// A column, the places of its units, and where its rows are.
type Column<'r, R> = (&'r [R], Places, &'r Rows);

/// The rows of a column in block `g`, by their index bits at depths 1, 2 and 4: the lower four, and the upper four, if
/// there are any. (Of operands of at most half of the coefficients there are none.)
#[inline(always)]
fn load_rows<I: IsaBytes, V: Bytes<I>>(
    isa: I,
    piece: Piece,
    (column, places, rows): Column<'_, V::Row>,
    g: usize,
) -> ([V; 4], Option<[V; 4]>) {
    let first = places.of(piece.upper_bits(0, g));
    let lower = |i: usize| first + rows.upper[i];
    let upper = |i: usize| first + rows.upper[4 + i];
    let has_upper = upper(0) < column.len();
    (
        load_four(isa, column, lower),
        if has_upper { Some(load_four(isa, column, upper)) } else { None },
    )
}

/// Four of [`load_rows`].
#[inline(always)]
fn load_four<I: IsaBytes, V: Bytes<I>>(
    isa: I,
    column: &[V::Row],
    place: impl Fn(usize) -> usize,
) -> [V; 4] {
    // One look at the last, so that no more is needed where places are constants.
    if let Some(rows) = column.get(..=place(3)) {
        let at = |i: usize| V::load(isa, &rows[place(i)]);
        return [at(0), at(1), at(2), at(3)];
    }
    let at = |i: usize| match column.get(place(i)) {
        Some(row) => V::load(isa, row),
        None => V::zero(isa),
    };
    [at(0), at(1), at(2), V::zero(isa)]
}

/// The elements of a block in two of the four vectors of words that have the bytes of its rows in turn: in each, those of
/// the lower halves of words, and those of the upper halves.
#[inline(always)]
fn elements<I: IsaBytes, V: Bytes<I>, const HALF: usize>(
    (lower, upper): ([V; 4], Option<[V; 4]>),
) -> [[V; 2]; 2] {
    let [v, w] = interleave_four::<I, V, HALF>(lower);
    let mut elements = [
        halves_of_elements::<I, V, { element_of_half(0, 0) }, { element_of_half(1, 0) }>(v),
        halves_of_elements::<I, V, { element_of_half(0, 0) }, { element_of_half(1, 0) }>(w),
    ];
    if let Some(upper) = upper {
        let upper = interleave_four::<I, V, HALF>(upper);
        for (elements, v) in elements.iter_mut().zip(upper) {
            let [low, high] =
                halves_of_elements::<I, V, { element_of_half(0, 4) }, { element_of_half(1, 4) }>(v);
            elements[0] ^= low;
            elements[1] ^= high;
        }
    }
    elements
}

/// Half of the bytes of four vectors in turn, in order: those of the lower words, or of the upper words, of every lane.
#[inline(always)]
fn interleave_four<I: IsaBytes, V: Bytes<I>, const HALF: usize>(
    [v0, v1, v2, v3]: [V; 4],
) -> [V; 2] {
    v0.interleave_bytes(v1)[HALF].interleave_pairs(v2.interleave_bytes(v3)[HALF])
}

/// What the coefficients in words are in the elements of their lower halves and of their upper halves.
#[inline(always)]
fn halves_of_elements<I: IsaBytes, V: Bytes<I>, const LOW: u64, const HIGH: u64>(v: V) -> [V; 2] {
    let v = v.transpose_bits();
    [v.map_bytes::<LOW>(), v.map_bytes::<HIGH>()]
}

/// The layers of a part.
#[inline(always)]
fn layers_of<I: IsaBytes, V: Bytes<I>, const G: usize>(isa: I, part: &[V::Row; G]) -> [V; G] {
    let mut v = [V::zero(isa); G];
    for (v, row) in v.iter_mut().zip(part) {
        *v = V::load(isa, row);
    }
    layers(&mut v);
    v
}

/// The rows of the blocks for a part.
#[inline(always)]
fn store_blocks_of_part<I: IsaBytes, V: Bytes<I>, const G: usize>(
    isa: I,
    piece: Piece,
    blocks: &mut [u64],
    rows: (usize, &[usize; 8]),
    v: [V; G],
) {
    store_blocks(isa, piece, blocks, rows, &v, 0);
    if G > V::WORDS {
        store_blocks(isa, piece, blocks, rows, &v, 1);
    }
    if G > 2 * V::WORDS {
        store_blocks(isa, piece, blocks, rows, &v, 2);
        store_blocks(isa, piece, blocks, rows, &v, 3);
    }
}

/// The inverse of [`to_blocks`], with all coefficients.
#[inline(always)]
pub(super) fn from_blocks<I: IsaBytes, V: Bytes<I>, const G: usize>(
    isa: I,
    piece: Piece,
    (column, places, w): (&mut [V::Row], Places, usize),
    blocks: &[u64],
    rows: &Rows,
    parts: &mut [[V::Row; G]; 8],
) {
    let first = piece.row_of::<I, V, G>(w * 8 * V::WORDS);
    let of_part = |part: usize| (first + rows.parts[part], &rows.words);
    if are_in_registers::<I, V, G>() {
        let even = half_of_rows::<I, V, G, 0>(isa, piece, blocks, of_part);
        for (parts, v) in parts.iter_mut().zip(&even) {
            for (row, v) in parts.iter_mut().zip(v) {
                v.store(row);
            }
        }
        let odd = half_of_rows::<I, V, G, 1>(isa, piece, blocks, of_part);
        for g in 0..G {
            let even = |i: usize| V::load(isa, &parts[i][g]);
            let even = [even(0), even(1), even(2), even(3)];
            let odd = [odd[0][g], odd[1][g], odd[2][g], odd[3][g]];
            store_rows(V::gather_bytes(even, odd), piece, (&mut *column, places, rows), g);
        }
        return;
    }
    if V::BLOCKS == 1 {
        for (part, rows) in parts.iter_mut().enumerate() {
            let v = load_blocks_of_part::<I, V, G>(isa, piece, blocks, of_part(part));
            store_of_layers(v, rows);
        }
    } else {
        let mut before = load_blocks_of_part::<I, V, G>(isa, piece, blocks, of_part(0));
        for part in 1..8 {
            let v = load_blocks_of_part::<I, V, G>(isa, piece, blocks, of_part(part));
            store_of_layers(before, &mut parts[part - 1]);
            before = v;
        }
        store_of_layers(before, &mut parts[7]);
    }
    for g in 0..G {
        let mut v = [V::zero(isa); 8];
        for (v, rows) in v.iter_mut().zip(&*parts) {
            *v = V::load(isa, &rows[g]);
        }
        if V::BLOCKS == 1 {
            restore_lanes(&mut v);
        }
        let even = coefficients([v[0], v[2], v[4], v[6]]);
        let odd = coefficients([v[1], v[3], v[5], v[7]]);
        store_rows(V::gather_bytes(even, odd), piece, (&mut *column, places, rows), g);
    }
}

/// The rows of a column in block `g`, by their index bits at depths 1, 2 and 4.
#[inline(always)]
fn store_rows<I: IsaBytes, V: Bytes<I>>(
    vectors: [V; 8],
    piece: Piece,
    (column, places, rows): (&mut [V::Row], Places, &Rows),
    g: usize,
) {
    let first = places.of(piece.upper_bits(0, g));
    for (v, upper) in vectors.iter().zip(&rows.upper) {
        v.store(&mut column[first + upper]);
    }
}

/// The inverse of [`layers_of`].
#[inline(always)]
fn store_of_layers<I: IsaBytes, V: Bytes<I>, const G: usize>(
    mut v: [V; G],
    part: &mut [V::Row; G],
) {
    layers_inverse(&mut v);
    for (v, row) in v.iter().zip(part) {
        v.store(row);
    }
}

/// The inverse of [`store_blocks_of_part`].
#[inline(always)]
fn load_blocks_of_part<I: IsaBytes, V: Bytes<I>, const G: usize>(
    isa: I,
    piece: Piece,
    blocks: &[u64],
    rows: (usize, &[usize; 8]),
) -> [V; G] {
    let mut v = [V::zero(isa); G];
    load_blocks(isa, piece, blocks, rows, &mut v, 0);
    if G > V::WORDS {
        load_blocks(isa, piece, blocks, rows, &mut v, 1);
    }
    if G > 2 * V::WORDS {
        load_blocks(isa, piece, blocks, rows, &mut v, 2);
        load_blocks(isa, piece, blocks, rows, &mut v, 3);
    }
    v
}

/// The [`coefficients`] of the parts of all blocks whose lowest bit is `ODD`.
#[inline(always)]
fn half_of_rows<'r, I: IsaBytes, V: Bytes<I>, const G: usize, const ODD: usize>(
    isa: I,
    piece: Piece,
    blocks: &[u64],
    of_part: impl Fn(usize) -> (usize, &'r [usize; 8]),
) -> [[V; G]; 4] {
    let mut parts = [
        load_blocks_of_part::<I, V, G>(isa, piece, blocks, of_part(ODD)),
        load_blocks_of_part::<I, V, G>(isa, piece, blocks, of_part(2 + ODD)),
        load_blocks_of_part::<I, V, G>(isa, piece, blocks, of_part(4 + ODD)),
        load_blocks_of_part::<I, V, G>(isa, piece, blocks, of_part(6 + ODD)),
    ];
    for part in &mut parts {
        layers_inverse(part);
    }
    let [p0, p1, p2, p3] = &mut parts;
    for (((p0, p1), p2), p3) in p0.iter_mut().zip(p1).zip(p2).zip(p3) {
        [*p0, *p1, *p2, *p3] = coefficients([*p0, *p1, *p2, *p3]);
    }
    parts
}

/// From elements of GF(2^8) to words of coefficients, and [`Bytes::gather_half`] of them.
#[inline(always)]
fn coefficients<I: IsaBytes, V: Bytes<I>>(mut v: [V; 4]) -> [V; 4] {
    for v in &mut v {
        *v = v.map_bytes::<COEFFICIENTS>().transpose_bits();
    }
    V::gather_half(v)
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
    for (x, word) in V::words_to_rows(x)[..V::WORDS].iter().zip(words) {
        x.store(&mut blocks[first + word + o * vector]);
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
    let x = V::rows_to_words(
        isa,
        #[inline(always)]
        |word| &blocks[first + words[word] + o * vector],
    );
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

/// Word w of vector g goes to word g of vector w, where w and g are less than the number of vectors, two or four, in every
/// so many of the words.
#[inline(always)]
fn exchange<I: IsaBytes, V: Bytes<I>, const N: usize>(v: &mut [V; N]) {
    exchange_bit::<I, V, 0, N>(v);
    if N > 2 {
        exchange_bit::<I, V, 1, N>(v);
    }
}

/// Exchanges a bit of the numbers of vectors with that of the numbers of words.
#[inline(always)]
fn exchange_bit<I: IsaBytes, V: Bytes<I>, const BIT: usize, const N: usize>(v: &mut [V; N]) {
    let bit = 1 << BIT;
    for pair in 0..N / 2 {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fft::division::tests::{Check, each};
    use crate::fft::tests::words;

    /// Byte by byte; nothing where no vectors have several blocks.
    #[derive(Clone, Copy)]
    struct Exchange;

    impl Check for Exchange {
        fn run<I: IsaBytes>(self, isa: I) {
            if const { I::B::BLOCKS > 1 } {
                Self::check::<I, I::B>(isa);
            }
        }
    }

    impl Exchange {
        fn check<I: IsaBytes, V: Bytes<I>>(isa: I) {
            let blocks = V::BLOCKS;
            let words = words(1, blocks * V::WORDS);
            let (rows, _) = V::rows(&words);
            let mut v = [V::zero(isa); 8];
            for (v, row) in v.iter_mut().zip(rows) {
                *v = V::load(isa, row);
            }
            let bytes = |row: V| -> alloc::vec::Vec<u8> {
                let mut words = [0; 8];
                row.store_part(&mut words[..V::WORDS]);
                words[..V::WORDS].iter().flat_map(|word| word.to_le_bytes()).collect()
            };
            let (to_rows, to_words) = (V::words_to_rows(v), V::rows_to_words(isa, |w| &rows[w]));
            for place in 0..blocks * 8 * V::WORDS {
                let (block, word, byte) = (place % blocks, place / blocks / 8, place / blocks % 8);
                let unit = blocks * byte + block;
                assert_eq!(bytes(to_rows[word])[unit], bytes(v[block])[8 * word + byte]);
                assert_eq!(bytes(to_words[block])[8 * word + 7 - byte], bytes(v[word])[unit]);
            }
        }
    }

    #[test]
    fn blocks_and_words_are_exchanged() {
        each(Exchange);
    }
}
