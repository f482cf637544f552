//! A factor of the modulus: the transform of 2^m coefficients, in blocks.

use super::conversion::PAD_ROWS;
use super::field::{Layers, layers};
use super::points::{Points, products_rows};
use super::transposition::{Rows, from_blocks, to_blocks};
use super::watch::Watch;
use super::{GROUP, block, folded, long_stride, max, threads};
use crate::isa::Vector;
use crate::isa::bytes::{Bytes, IsaBytes};
use core::ops::Range;

/// 2^`m` coefficients of 2^`log_bytes` bytes each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) m: usize,
    pub(super) log_bytes: usize,
}

/// Where the rows of a column are: `distance` from each unit to the next, and, if they are spread
/// ([`convert_inverse_spread`](super::conversion::convert_inverse_spread)), [`PAD_ROWS`] more from every sixteen to the next.
#[derive(Clone, Copy)]
pub(super) struct Places {
    pub(super) distance: usize,
    pub(super) are_spread: bool,
}

impl Places {
    /// Those of a column that is copied.
    pub(super) const OF_COLUMN: Places = Places { distance: 1, are_spread: false };

    /// The row of the unit of that number; the rows of so many units, with a pad for every sixteen.
    #[inline(always)]
    pub(super) const fn of(self, unit: usize) -> usize {
        let pad = if self.are_spread { PAD_ROWS } else { 0 };
        unit * self.distance + unit / GROUP * pad
    }

    /// The most rows of so many units.
    #[inline(always)]
    pub(super) const fn most_rows(self, units: usize) -> usize {
        Places { are_spread: true, ..self }.of(units)
    }
}

/// The bytes of a coefficient in a row are 2^so many.
pub(super) const fn row_log_bytes<I: IsaBytes, V: Bytes<I>>() -> usize {
    (V::WORDS / V::BLOCKS).trailing_zeros() as usize
}

/// The words between blocks, a cache line.
const PAD_WORDS: usize = 8;

/// The rows of scratch of a transposition of 2^`m` coefficients: eight parts of each block.
pub(super) const fn parts_rows(m: usize) -> usize {
    8 << (m - 11)
}

/// A transposition to, or from, `G` blocks.
trait Transposition {
    fn run<I: IsaBytes, const G: usize>(self, isa: I);
}

impl Piece {
    /// The columns: rows of 256 coefficients, a power of two.
    const fn columns<I: IsaBytes, V: Bytes<I>>(self) -> usize {
        (256 << self.log_bytes) / (8 * V::WORDS)
    }

    /// How many units of 256 coefficients it has.
    pub(super) const fn units(self) -> usize {
        1 << (self.m - 8)
    }

    /// How many groups of sixteen units.
    pub(super) const fn groups(self) -> usize {
        self.units() / GROUP
    }

    /// The rows of `I::B` in a block.
    pub(super) const fn rows<I: IsaBytes>(self) -> usize {
        block::ROWS / folded::indices(self.m, I::B::BLOCKS)
    }

    /// The rows from one block to the next: with many blocks not a power of two, which would put the same rows of
    /// all of them in the same places of a cache. It is a cache line more, so that rows side by side are in as few lines in
    /// every block.
    pub(super) const fn stride<I: IsaBytes>(self) -> usize {
        self.rows::<I>() + if self.log_bytes == 0 { 0 } else { PAD_WORDS / I::B::WORDS }
    }

    /// The rows of a coefficient are 2^so many.
    pub(super) const fn log_rows<I: IsaBytes, V: Bytes<I>>(self) -> usize {
        self.log_bytes - row_log_bytes::<I, V>()
    }

    /// The words of the blocks.
    pub(super) const fn words(self) -> usize {
        let blocks = 1 << (self.m - 11);
        // A pad for each vector of four blocks or less, or one for all of them: longer vectors need fewer.
        let more = if self.log_bytes == 0 { 0 } else { max(blocks / 4, 1) * PAD_WORDS };
        (block::ROWS * blocks + more) << self.log_bytes
    }

    /// The rows of all bytes of coefficients of a vector of blocks.
    pub(super) const fn vector_rows<I: IsaBytes, V: Bytes<I>>(self) -> usize {
        self.stride::<I>() << self.log_rows::<I, V>()
    }

    /// Runs `transposition` for the number of blocks.
    ///
    /// Inlined: a copy of it would wait for what was just stored in it.
    #[inline(always)]
    fn with_blocks<I: IsaBytes>(self, isa: I, transposition: impl Transposition) {
        match self.m {
            12 => transposition.run::<I, 2>(isa),
            13 => transposition.run::<I, 4>(isa),
            14 => transposition.run::<I, 8>(isa),
            15 => transposition.run::<I, 16>(isa),
            _ => unreachable!("no such factor"),
        }
    }

    /// Some columns to the blocks: `column` starts with the first one of them, in rows of `I::B` at distances of so many.
    pub(super) fn to_blocks<I: IsaBytes>(
        self,
        isa: I,
        blocks: &mut [u64],
        (column, distance, columns): (&[u64], usize, Range<usize>),
        parts: &mut [u64],
    ) {
        let places = Places { distance, are_spread: false };
        self.with_blocks(isa, Columns { piece: self, blocks, column, places, columns, parts });
    }

    /// The inverse of [`to_blocks`](Piece::to_blocks); there is room for [the most rows](Places::most_rows).
    pub(super) fn to_columns<I: IsaBytes>(
        self,
        isa: I,
        (column, places, columns): (&mut [u64], Places, Range<usize>),
        blocks: &[u64],
        parts: &mut [u64],
    ) {
        self.with_blocks(isa, Columns { piece: self, blocks, column, places, columns, parts });
    }

    /// The layers in the blocks.
    #[cfg(feature = "alloc")]
    pub(super) fn forward<I: IsaBytes>(self, isa: I, blocks: &mut [u64]) {
        BlockLayers::<false>::of_piece(isa, self, blocks);
    }

    /// The inverse of [`forward`](Piece::forward).
    #[cfg(feature = "alloc")]
    pub(super) fn inverse<I: IsaBytes>(self, isa: I, blocks: &mut [u64]) {
        BlockLayers::<true>::of_piece(isa, self, blocks);
    }

    /// a := a · b at the points.
    #[cfg(feature = "alloc")]
    pub(super) fn products<I: IsaBytes, P: Points<I, I::B>>(
        self,
        isa: I,
        a: &mut [u64],
        b: &[u64],
        scratch: &mut [u64],
    ) {
        let rows = self.vector_rows::<I, I::B>();
        let a = I::B::rows_mut(a).0.chunks_exact_mut(rows);
        let vectors = a.zip(I::B::rows(b).0.chunks_exact(rows));
        for (vectors, layers) in vectors.zip(layers(self.m, I::B::BLOCKS)) {
            products::<I, I::B, P>(isa, self, vectors, layers, scratch);
        }
    }

    /// a := a · b at the points, between [`forward`](Piece::forward) for a, and for b unless `b_has_layers`, and
    /// [`inverse`](Piece::inverse) for a; twice as much scratch if parallel.
    ///
    /// One vector of blocks after the other, while it is near the CPU.
    pub(super) fn multiply<I: IsaBytes, P: Points<I, I::B>>(
        self,
        isa: I,
        a: &mut [u64],
        (b, b_has_layers): (&mut [u64], bool),
        scratch: &mut [u64],
        (parallel, watch): (bool, Watch<'_>),
    ) {
        let (a, b) = (I::B::rows_mut(a).0, I::B::rows_mut(b).0);
        let layers = layers(self.m, I::B::BLOCKS);
        let half = layers.len() / 2;
        let watch = watch.part(1, layers.len());
        let multiply =
            Multiply { piece: self, b_has_layers, parallel: parallel && half == 0, watch };
        if !parallel || half == 0 {
            return multiply.run::<I, I::B, P>(isa, (a, b), layers, scratch);
        }
        let rows = half * self.vector_rows::<I, I::B>();
        let ((a0, a1), (b0, b1)) = (a.split_at_mut(rows), b.split_at_mut(rows));
        let (layers0, layers1) = layers.split_at(half);
        let words = products_rows(self.log_bytes) * I::B::WORDS;
        let (scratch0, scratch1) = scratch.split_at_mut(words);
        threads::both(
            true,
            || multiply.run::<I, I::B, P>(isa, (a0, b0), layers0, scratch0),
            || multiply.run::<I, I::B, P>(isa, (a1, b1), layers1, scratch1),
        );
    }
}

/// Columns and the blocks, of which one is to become the other.
struct Columns<'r, B, C> {
    piece: Piece,
    blocks: B,
    column: C,
    places: Places,
    columns: Range<usize>,
    parts: &'r mut [u64],
}

/// Scratch as the parts of a transposition.
fn parts_of<I: IsaBytes, V: Bytes<I>, const G: usize>(words: &mut [u64]) -> &mut [[V::Row; G]; 8] {
    V::rows_mut(words).0.as_chunks_mut().0.first_chunk_mut().expect("room for the parts")
}

/// Runs `f` with the piece, whose number of index bits is a constant, and the places of its units.
///
/// Where all of the shortest coefficients are side by side so are the length of a coefficient and the distance, and rows are
/// known to be in range.
#[inline(always)]
fn outlined<I: IsaBytes, const G: usize>(
    isa: I,
    Piece { log_bytes, .. }: Piece,
    places: Places,
    f: impl FnOnce(Piece, Places),
) {
    let piece = |log_bytes: usize| Piece { m: 11 + const { G.ilog2() as usize }, log_bytes };
    let distance = |piece: Piece| piece.columns::<I, I::B>();
    // No code that no CPU runs: other vectors have no coefficients of a byte.
    let may_be_bytes = const { row_log_bytes::<I, I::B>() == 0 };
    if may_be_bytes && log_bytes == 0 && places.distance == distance(piece(0)) {
        return isa.outline_aligned(
            #[inline(always)]
            || f(piece(0), Places { distance: distance(piece(0)), ..places }),
        );
    }
    isa.outline_aligned(
        #[inline(always)]
        || f(piece(log_bytes), places),
    );
}

impl Transposition for Columns<'_, &mut [u64], &[u64]> {
    fn run<I: IsaBytes, const G: usize>(self, isa: I) {
        let Columns { piece, blocks, column, places, columns, parts } = self;
        let column = I::B::rows(column).0;
        let parts = parts_of::<I, I::B, G>(parts);
        outlined::<I, G>(
            isa,
            piece,
            places,
            #[inline(always)]
            |piece, places| {
                // Operands never are; a constant for the compiler.
                let places = Places { are_spread: false, ..places };
                let blocks = &mut blocks[..piece.words()];
                let rows = &Rows::new::<I, I::B, G, false>(piece, places);
                for (i, w) in columns.enumerate() {
                    let column = (&column[i..], places, w & (piece.columns::<I, I::B>() - 1));
                    to_blocks::<I, I::B, G>(isa, piece, blocks, column, rows, parts);
                }
            },
        );
    }
}

impl Transposition for Columns<'_, &[u64], &mut [u64]> {
    fn run<I: IsaBytes, const G: usize>(self, isa: I) {
        let Columns { piece, blocks, column, places, columns, parts } = self;
        let column = I::B::rows_mut(column).0;
        let parts = parts_of::<I, I::B, G>(parts);
        outlined::<I, G>(
            isa,
            piece,
            places,
            #[inline(always)]
            |piece, places| {
                // Columns of vectors of one block are always copied.
                let are_spread = const { I::B::BLOCKS > 1 } && places.are_spread;
                let places = Places { are_spread, ..places };
                let blocks = &blocks[..piece.words()];
                let rows = &Rows::new::<I, I::B, G, true>(piece, places);
                // As many whether they are spread or not, so that rows are known to be in range.
                let len = places.most_rows(piece.units() - 1) + 1;
                for (i, w) in columns.enumerate() {
                    let w = w & (piece.columns::<I, I::B>() - 1);
                    let column = (&mut column[i..][..len], places, w);
                    from_blocks::<I, I::B, G>(isa, piece, column, blocks, rows, parts);
                }
            },
        );
    }
}

/// a := a · b at the points of a vector of blocks.
fn products<I: IsaBytes, V: Bytes<I>, P: Points<I, V>>(
    isa: I,
    piece: Piece,
    vectors: (&mut [V::Row], &[V::Row]),
    layers: &Layers,
    scratch: &mut [u64],
) {
    let at = (piece.stride::<I>(), piece.log_rows::<I, V>());
    if at.1 >= long_stride::LEAST_LOG_ROWS {
        long_stride::products::<I, V, P>(isa, piece.m, vectors, at, layers, scratch);
    } else {
        P::products(isa, piece.m, vectors, at, layers, scratch);
    }
}

/// [`Piece::multiply`] for vectors of blocks.
#[derive(Clone, Copy)]
struct Multiply<'w> {
    piece: Piece,
    b_has_layers: bool,
    /// Whether both operands' layers, and halves of the product's, have a thread each.
    parallel: bool,
    watch: Watch<'w>,
}

impl Multiply<'_> {
    fn run<I: IsaBytes, V: Bytes<I>, P: Points<I, V>>(
        self,
        isa: I,
        (a, b): (&mut [V::Row], &mut [V::Row]),
        layers: &[Layers],
        scratch: &mut [u64],
    ) {
        let Multiply { piece, b_has_layers, parallel, watch } = self;
        let rows = piece.vector_rows::<I, V>();
        let vectors = a.chunks_exact_mut(rows).zip(b.chunks_exact_mut(rows));
        for ((a, b), layers) in vectors.zip(layers) {
            threads::both(
                parallel && !b_has_layers,
                || BlockLayers::<false>::of_vector::<I, V>(isa, piece, a, layers),
                || {
                    if !b_has_layers {
                        BlockLayers::<false>::of_vector::<I, V>(isa, piece, b, layers);
                    }
                },
            );
            products::<I, V, P>(isa, piece, (&mut *a, &*b), layers, scratch);
            let half = if parallel && piece.log_rows::<I, V>() > 0 { rows / 2 } else { 0 };
            let (first, second) = a.split_at_mut(half);
            threads::both(
                half > 0,
                || BlockLayers::<true>::of_vector::<I, V>(isa, piece, first, layers),
                || BlockLayers::<true>::of_vector::<I, V>(isa, piece, second, layers),
            );
            watch.done();
        }
    }
}

/// The layers in blocks, or their inverse.
struct BlockLayers<const INVERSE: bool>;

impl<const INVERSE: bool> BlockLayers<INVERSE> {
    #[cfg(feature = "alloc")]
    fn of_piece<I: IsaBytes>(isa: I, piece: Piece, blocks: &mut [u64]) {
        let vectors = I::B::rows_mut(blocks).0.chunks_exact_mut(piece.vector_rows::<I, I::B>());
        for (vector, layers) in vectors.zip(layers(piece.m, I::B::BLOCKS)) {
            Self::of_vector::<I, I::B>(isa, piece, vector, layers);
        }
    }

    /// Those of some or all rows of a vector of blocks.
    fn of_vector<I: IsaBytes, V: Bytes<I>>(
        isa: I,
        piece: Piece,
        rows: &mut [V::Row],
        layers: &Layers,
    ) {
        for rows in rows.chunks_exact_mut(piece.stride::<I>()) {
            match piece.m {
                12 => Self::of_block::<I, V, 12>(isa, rows, layers),
                13 => Self::of_block::<I, V, 13>(isa, rows, layers),
                14 => Self::of_block::<I, V, 14>(isa, rows, layers),
                15 => Self::of_block::<I, V, 15>(isa, rows, layers),
                _ => unreachable!("no such factor"),
            }
        }
    }

    fn of_block<I: IsaBytes, V: Bytes<I>, const M: usize>(
        isa: I,
        rows: &mut [V::Row],
        layers: &Layers,
    ) {
        // A constant, so that there is no code that no CPU runs.
        match const { folded::indices(M, V::BLOCKS) } {
            1 if INVERSE => block::inverse::<I, V, M>(isa, rows, layers),
            1 => block::forward::<I, V, M>(isa, rows, layers),
            2 if INVERSE => folded::inverse::<I, V, M, 8, 2>(isa, rows, layers),
            2 => folded::forward::<I, V, M, 8, 2>(isa, rows, layers),
            4 if INVERSE => folded::inverse::<I, V, M, 4, 4>(isa, rows, layers),
            4 => folded::forward::<I, V, M, 4, 4>(isa, rows, layers),
            _ => unreachable!("no such vectors"),
        }
    }
}
