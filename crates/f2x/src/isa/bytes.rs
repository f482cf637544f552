//! Vectors of bytes that are elements of GF(2^8), and the shuffles that additive Fourier transforms
//! need.

use super::{Isa, Vector};

/// An instruction set that has [`Bytes`].
pub trait IsaBytes: Isa {
    /// Whether a vector is a register, so that code for which there are enough of them is written out.
    const IN_REGISTERS: bool = true;

    /// The widest vector.
    type B: Bytes<Self>;

    /// [`outline`](Isa::outline) for code that has more vectors than registers.
    ///
    /// Its stack frame starts on a cache line, where that was found to matter. The compiler keeps the vectors wherever the
    /// caller left the stack if no local variable needs more than the 16 bytes of the calling convention: three in four of
    /// those of 512 bits, and one in two of those of 256, are in two lines each then, and a kernel takes up to 1.8 times as
    /// long.
    #[inline(always)]
    fn outline_aligned<R>(self, f: impl FnOnce() -> R) -> R {
        self.outline(f)
    }
}

/// What a function does with an instruction set that has [`Bytes`], outside [`Isa::outline`]; false if it
/// cannot be done there.
pub trait BytesOperation {
    /// Runs where bytes are multiplied by bytes.
    fn run_products<I: IsaBytes<B: MulBytes<I>>>(self, isa: I) -> bool;

    /// Runs where they are multiplied by constants alone.
    fn run_constants<I: IsaBytes<B: SpreadBytes<I>>>(self, isa: I) -> bool;
}

/// A vector of bytes, little-endian in its words, in GF(2^8) = GF(2)\[z\]/(z^8 + z^4 + z^3 + z + 1).
///
/// A *unit* is `BLOCKS` bytes, one of each of so many blocks. With one for each word the bytes are a matrix,
/// eight bytes for each word, or `WORDS` bytes for each of eight units.
pub trait Bytes<I: Isa>: Vector<I> {
    /// The bytes of a unit: as many as words, or one.
    const BLOCKS: usize;

    /// All bytes times constants, of which `word` has one for each byte of a unit, over and over.
    fn times(self, word: u64) -> Self;

    /// The linear map `MATRIX` of every byte: bit i of the result is the parity of the bits that the
    /// byte and byte 7 − i of the matrix share.
    fn map_bytes<const MATRIX: u64>(self) -> Self;

    /// In every word, bit j of byte r goes to bit 7 − r of byte j.
    fn transpose_bits(self) -> Self;

    /// In every lane, the bytes of `self` and of `other` in turn: of the lower words, of the upper words.
    fn interleave_bytes(self, other: Self) -> [Self; 2];

    /// As [`interleave_bytes`](Bytes::interleave_bytes), pairs of bytes in turn.
    fn interleave_pairs(self, other: Self) -> [Self; 2];

    /// The bit of a place in a lane of [`gather_bytes`](Bytes::gather_bytes) that is one for bytes of the upper word, 0
    /// or 3; the other bits are the number of a vector.
    const WORD_BIT: usize = 0;

    /// The first half of [`gather_bytes`](Bytes::gather_bytes), for the vectors of even or of odd numbers.
    ///
    /// A turn takes the highest bit of the place in a lane to the number, and that bit of the number to the lowest.
    #[inline(always)]
    fn gather_half([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        let ([a, c], [b, d]) = (a.interleave_bytes(c), b.interleave_bytes(d));
        let ([a, b], [c, d]) = (a.interleave_bytes(b), c.interleave_bytes(d));
        [a, b, c, d]
    }

    /// Byte r of every word of eight vectors goes to vector r, in the same lane: what is left of that when
    /// [`gather_half`](Bytes::gather_half) was done for the vectors of even and of odd numbers.
    #[inline(always)]
    fn gather_bytes(mut even: [Self; 4], mut odd: [Self; 4]) -> [Self; 8] {
        for i in 0..4 {
            [even[i], odd[i]] = even[i].interleave_bytes(odd[i]);
        }
        let mut v = [even[0]; 8];
        for i in 0..2 {
            [v[4 * i], v[4 * i + 1]] = even[i].interleave_bytes(even[i + 2]);
            [v[4 * i + 2], v[4 * i + 3]] = odd[i].interleave_bytes(odd[i + 2]);
        }
        v
    }

    /// Byte j of word w goes to byte w of unit j. For one block nothing moves.
    fn words_to_units(self) -> Self;

    /// Byte w of unit j goes to byte 7 − j of word w. For one block the bytes of every word change their order.
    fn units_to_words(self) -> Self;

    /// Byte j of word w of vector g goes to byte g of unit j of vector w. There are as many vectors as a unit has bytes, more
    /// than one; those behind them have no meaning.
    fn words_to_rows(vectors: [Self; 8]) -> [Self; 8];

    /// Byte g of unit j of row w, which is `row(w)`, goes to byte 7 − j of word w of vector g. There are as many rows and vectors
    /// as a unit has bytes, more than one; vectors behind them have no meaning.
    fn rows_to_words<'r>(isa: I, row: impl Fn(usize) -> &'r Self::Row) -> [Self; 8]
    where
        Self::Row: 'r;

    /// Of every 2 `bytes` bytes of both vectors the first half comes to the first result, the last half to the second, those of
    /// `self` before those of `other`; its own inverse. `bytes` is a constant: half of a unit, or 2. For units of more than a
    /// byte.
    fn exchange_parts(self, other: Self, bytes: usize) -> [Self; 2];

    /// The vector that starts `bytes` bytes before the end of `before`, where `self` follows; `bytes` is
    /// a constant: 1, 2, 4, or some words or halves of words.
    fn shift_in(self, before: Self, bytes: usize) -> Self;
}

/// Vectors whose bytes are multiplied with each other; units have a byte for each word.
pub trait MulBytes<I: Isa>: Bytes<I> {
    /// Every word is `word`.
    fn splat(isa: I, word: u64) -> Self;

    /// [`map_bytes`](Bytes::map_bytes) by a matrix that is not known when this is compiled, and may be secret.
    fn map_by(self, matrix: u64) -> Self;

    /// Every unit is that number `unit` of `row`.
    fn splat_unit(isa: I, row: &Self::Row, unit: usize) -> Self;

    /// The products of bytes.
    fn mul_bytes(self, other: Self) -> Self;
}

/// Vectors of one block.
pub trait SpreadBytes<I: Isa>: Bytes<I> {
    /// [`interleave_bytes`](Bytes::interleave_bytes) with zeros.
    #[inline(always)]
    fn spread_bytes(self, isa: I) -> [Self; 2] {
        self.interleave_bytes(Self::zero(isa))
    }

    /// Undoes [`interleave_bytes`](Bytes::interleave_bytes): the bytes at even places and those at odd places.
    fn separate_bytes(self, other: Self) -> [Self; 2];
}

/// What the bits of a byte become under [`map_bytes`](Bytes::map_bytes).
pub(super) const fn images_of_map(matrix: u64) -> [u8; 8] {
    let mut images = [0; 8];
    let mut at = 0;
    while at < 64 {
        let (row, bit) = (at / 8, at % 8);
        images[bit] |= ((matrix >> (8 * (7 - row) + bit) & 1) as u8) << row;
        at += 1;
    }
    images
}

/// What the bits of a byte become in a product with a constant.
pub(super) const fn images_of_product(constant: u8) -> [u8; 8] {
    let mut images = [constant; 8];
    let mut bit = 1;
    while bit < 8 {
        let (before, reduced) = (images[bit - 1], 0x1b * (images[bit - 1] >> 7));
        images[bit] = before << 1 ^ reduced;
        bit += 1;
    }
    images
}

/// The lower bits that are exchanged with those 7, 14 and 28 places above, to transpose a word as eight bytes.
pub(super) const TRANSPOSED_BITS: [u64; 3] =
    [0x00aa_00aa_00aa_00aa, 0x0000_cccc_0000_cccc, 0x0000_0000_f0f0_f0f0];
