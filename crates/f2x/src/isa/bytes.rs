//! Vectors of bytes that are elements of GF(2^8), and the shuffles that additive Fourier transforms
//! need.

use super::{Isa, Vector};

/// An instruction set that multiplies in GF(2^8) = GF(2)\[z\]/(z^8 + z^4 + z^3 + z + 1).
pub trait IsaBytes: Isa {
    /// The widest vector.
    type B: Bytes<Self>;
    /// A vector of four words.
    type H: Bytes<Self>;
}

/// What a function does with an instruction set that has [`Bytes`].
pub trait BytesOperation {
    /// Runs on the instruction set of `isa`, outside [`Isa::outline`].
    fn run<I: IsaBytes>(self, isa: I);
}

/// A vector of bytes, little-endian in its words.
///
/// A *unit* is an eighth of the vector: `WORDS` bytes. So the bytes are a matrix, eight bytes for each
/// word, or `WORDS` bytes for each unit.
pub trait Bytes<I: Isa>: Vector<I> {
    /// Every word is `word`.
    fn splat(isa: I, word: u64) -> Self;

    /// Every unit is that number `unit` of `row`.
    fn splat_unit(isa: I, row: &Self::Row, unit: usize) -> Self;

    /// The products of bytes in GF(2^8).
    fn mul_bytes(self, other: Self) -> Self;

    /// The linear map `matrix` of every byte: bit i of the result is the parity of the bits that the
    /// byte and byte 7 − i of the matrix share.
    fn map_bytes(self, matrix: u64) -> Self;

    /// In every word, bit j of byte r goes to bit 7 − r of byte j.
    fn transpose_bits(self) -> Self;

    /// In every lane, the bytes of `self` and of `other` in turn: of the lower words, of the upper words.
    fn interleave_bytes(self, other: Self) -> [Self; 2];

    /// As [`interleave_bytes`](Bytes::interleave_bytes), pairs of bytes in turn.
    fn interleave_pairs(self, other: Self) -> [Self; 2];

    /// Byte j of word w goes to byte w of unit j.
    fn words_to_units(self) -> Self;

    /// Byte w of unit j goes to byte 7 − j of word w.
    fn units_to_words(self) -> Self;

    /// The vector that starts `bytes` bytes before the end of `before`, where `self` follows; `bytes` is
    /// a constant: 1, 2, 4, or some units.
    fn shift_in(self, before: Self, bytes: usize) -> Self;
}
