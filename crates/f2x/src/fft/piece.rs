//! A factor of the modulus: the transform of 2^m coefficients, in blocks.

use super::block;
use super::field::layers;
use super::points::{Points, products_rows};
use super::transposition::{from_blocks, to_blocks};
use super::{long_stride, threads};
use crate::isa::Vector;
use crate::isa::bytes::{Bytes, IsaBytes};

/// 2^`m` coefficients of 2^`log_bytes` bytes each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) m: usize,
    pub(super) log_bytes: usize,
}

/// The bytes of a coefficient in a row are 2^so many.
pub(super) const fn row_log_bytes<I: IsaBytes, V: Bytes<I>>() -> usize {
    (V::WORDS / V::BLOCKS).trailing_zeros() as usize
}

/// The rows of scratch of a transposition: the parts of 2^15 coefficients in vectors of four words, or in
/// longer ones.
pub(super) const PARTS_ROWS: usize = 8 * 16;

/// What is done with the vectors of a factor.
trait Operation {
    fn run<I: IsaBytes, V: Bytes<I>, const M: usize, const G: usize>(self, isa: I);
}

impl Piece {
    /// The times 256 coefficients.
    pub(super) const fn units(self) -> usize {
        1 << (self.m - 8)
    }

    /// The rows from one block to the next: with many blocks not a power of two, which would put the same
    /// rows of all of them in the same places of a cache.
    pub(super) const fn stride(self) -> usize {
        if self.log_bytes == 0 { block::ROWS } else { block::ROWS + 1 }
    }

    /// The rows of a coefficient are 2^so many.
    pub(super) const fn log_rows<I: IsaBytes, V: Bytes<I>>(self) -> usize {
        self.log_bytes - row_log_bytes::<I, V>()
    }

    /// The words of the blocks.
    pub(super) const fn words(self) -> usize {
        self.stride() << (self.m - 11 + self.log_bytes)
    }

    /// Half of the vectors that a row of all blocks takes, for one of two threads, and the rows that these have.
    fn half<I: IsaBytes, V: Bytes<I>>(self) -> (usize, usize) {
        let half = (self.units() / 8) / V::BLOCKS / 2;
        (half, (half * self.stride()) << self.log_rows::<I, V>())
    }

    /// Runs `operation` on vectors as long as there are blocks for them.
    ///
    /// Inlined: a copy of the operation would wait for what was just stored in it.
    #[inline(always)]
    fn with_vectors<I: IsaBytes>(self, isa: I, operation: impl Operation) {
        match self.m {
            13 => operation.run::<I, I::H, 13, 4>(isa),
            14 => operation.run::<I, I::B, 14, 8>(isa),
            15 => operation.run::<I, I::B, 15, 16>(isa),
            _ => unreachable!("no such factor"),
        }
    }

    /// Column `w` to the blocks: words of rows of `I::B`, at distances of so many of them.
    pub(super) fn to_blocks<I: IsaBytes>(
        self,
        isa: I,
        blocks: &mut [u64],
        (column, distance, w): (&[u64], usize, usize),
        parts: &mut [u64],
    ) {
        self.with_vectors(isa, Columns { piece: self, blocks, column, distance, w, parts });
    }

    /// The inverse of [`to_blocks`](Piece::to_blocks).
    pub(super) fn to_column<I: IsaBytes>(
        self,
        isa: I,
        (column, distance, w): (&mut [u64], usize, usize),
        blocks: &[u64],
        parts: &mut [u64],
    ) {
        self.with_vectors(isa, Columns { piece: self, blocks, column, distance, w, parts });
    }

    /// The layers in the blocks.
    pub(super) fn forward<I: IsaBytes>(self, isa: I, blocks: &mut [u64], parallel: bool) {
        self.with_vectors(isa, Blocks::<false> { piece: self, blocks, parallel });
    }

    /// The inverse of [`forward`](Piece::forward).
    pub(super) fn inverse<I: IsaBytes>(self, isa: I, blocks: &mut [u64], parallel: bool) {
        self.with_vectors(isa, Blocks::<true> { piece: self, blocks, parallel });
    }

    /// a := a · b at the points; twice as much scratch if `parallel`.
    pub(super) fn products<I: IsaBytes, P: Points<I, I::B> + Points<I, I::H>>(
        self,
        isa: I,
        a: &mut [u64],
        b: &[u64],
        scratch: &mut [u64],
        parallel: bool,
    ) {
        let products = Products { piece: self, a, b, scratch, parallel };
        if self.m == 13 { products.run::<I, I::H, P>(isa) } else { products.run::<I, I::B, P>(isa) }
    }
}

/// A column and the blocks, of which one is to become the other. A row of `I::B` is a row or two of the
/// vectors of blocks, and so a column of their own each.
struct Columns<'r, B, C> {
    piece: Piece,
    blocks: B,
    column: C,
    distance: usize,
    w: usize,
    parts: &'r mut [u64],
}

/// Scratch as the parts of a transposition.
fn parts_of<I: IsaBytes, V: Bytes<I>, const G: usize>(words: &mut [u64]) -> &mut [[V::Row; G]; 8] {
    V::rows_mut(words).0.as_chunks_mut().0.first_chunk_mut().expect("room for the parts")
}

impl Operation for Columns<'_, &mut [u64], &[u64]> {
    fn run<I: IsaBytes, V: Bytes<I>, const M: usize, const G: usize>(self, isa: I) {
        let Columns { piece, blocks, column, distance, w, parts } = self;
        let (blocks, column) = (V::rows_mut(blocks).0, V::rows(column).0);
        let parts = parts_of::<I, V, G>(parts);
        let vectors = I::B::WORDS / V::WORDS;
        for i in 0..vectors {
            isa.outline(
                #[inline(always)]
                || {
                    let blocks = (&mut *blocks, piece.stride());
                    let column = (&column[i..], vectors * distance, vectors * w + i);
                    to_blocks::<I, V, G>(isa, piece, blocks, column, parts);
                },
            );
        }
    }
}

impl Operation for Columns<'_, &[u64], &mut [u64]> {
    fn run<I: IsaBytes, V: Bytes<I>, const M: usize, const G: usize>(self, isa: I) {
        let Columns { piece, blocks, column, distance, w, parts } = self;
        let (blocks, column) = (V::rows(blocks).0, V::rows_mut(column).0);
        let parts = parts_of::<I, V, G>(parts);
        let vectors = I::B::WORDS / V::WORDS;
        for i in 0..vectors {
            isa.outline(
                #[inline(always)]
                || {
                    let blocks = (blocks, piece.stride());
                    let column = (&mut column[i..], vectors * distance, vectors * w + i);
                    from_blocks::<I, V, G>(isa, piece, column, blocks, parts);
                },
            );
        }
    }
}

struct Blocks<'b, const INVERSE: bool> {
    piece: Piece,
    blocks: &'b mut [u64],
    parallel: bool,
}

impl<const INVERSE: bool> Blocks<'_, INVERSE> {
    /// The vectors of blocks from number `first` on.
    fn of_vectors<I: IsaBytes, V: Bytes<I>, const M: usize>(
        isa: I,
        piece: Piece,
        blocks: &mut [V::Row],
        first: usize,
        parallel: bool,
    ) {
        let stride = piece.stride();
        let groups = blocks.chunks_exact_mut(stride << piece.log_rows::<I, V>());
        for (group, layers) in groups.zip(&layers(M, V::BLOCKS)[first..]) {
            threads::each_chunk(parallel, group, stride, |rows| {
                let rows = rows.first_chunk_mut().expect("a block");
                if INVERSE {
                    block::inverse::<I, V, M>(isa, rows, layers);
                } else {
                    block::forward::<I, V, M>(isa, rows, layers);
                }
            });
        }
    }
}

impl<const INVERSE: bool> Operation for Blocks<'_, INVERSE> {
    fn run<I: IsaBytes, V: Bytes<I>, const M: usize, const G: usize>(self, isa: I) {
        let Blocks { piece, blocks, parallel } = self;
        let blocks = V::rows_mut(blocks).0;
        let (half, rows) = piece.half::<I, V>();
        if !parallel || half == 0 {
            return Self::of_vectors::<I, V, M>(isa, piece, blocks, 0, parallel);
        }
        // The thread that has multiplied them has them near.
        let (lower, upper) = blocks.split_at_mut(rows);
        threads::both(
            true,
            || Self::of_vectors::<I, V, M>(isa, piece, lower, 0, false),
            || Self::of_vectors::<I, V, M>(isa, piece, upper, half, false),
        );
    }
}

struct Products<'p> {
    piece: Piece,
    a: &'p mut [u64],
    b: &'p [u64],
    scratch: &'p mut [u64],
    parallel: bool,
}

impl Products<'_> {
    /// The vectors of blocks from number `first` on.
    fn of_vectors<I: IsaBytes, V: Bytes<I>, P: Points<I, V>>(
        isa: I,
        piece: Piece,
        (a, b): (&mut [V::Row], &[V::Row]),
        first: usize,
        scratch: &mut [u64],
    ) {
        let at = (piece.stride(), piece.log_rows::<I, V>());
        let group = at.0 << at.1;
        let groups = a.chunks_exact_mut(group).zip(b.chunks_exact(group));
        for ((a, b), layers) in groups.zip(&layers(piece.m, V::BLOCKS)[first..]) {
            if at.1 >= P::LONG_STRIDE {
                long_stride::products::<I, V, P>(isa, piece.m, (a, b), at, layers, scratch);
            } else {
                P::products(isa, piece.m, (a, b), at, layers, scratch);
            }
        }
    }

    fn run<I: IsaBytes, V: Bytes<I>, P: Points<I, V>>(self, isa: I) {
        let Products { piece, a, b, scratch, parallel } = self;
        let (a, b) = (V::rows_mut(a).0, V::rows(b).0);
        let (half, rows) = piece.half::<I, V>();
        if !parallel || half == 0 {
            return Self::of_vectors::<I, V, P>(isa, piece, (a, b), 0, scratch);
        }
        let ((a0, a1), (b0, b1)) = (a.split_at_mut(rows), b.split_at(rows));
        let (scratch0, scratch1) = scratch.split_at_mut(products_rows(piece.log_bytes) * V::WORDS);
        threads::both(
            true,
            || Self::of_vectors::<I, V, P>(isa, piece, (a0, b0), 0, scratch0),
            || Self::of_vectors::<I, V, P>(isa, piece, (a1, b1), half, scratch1),
        );
    }
}
