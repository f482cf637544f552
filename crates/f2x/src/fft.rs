//! Large products: a strided Frobenius additive Fourier transform over GF(2^16).
//!
//! A product of two polynomials over GF(2) is computed modulo Z = s_M(x^k) + 1, of degree k·2^M, where
//! s_M(y) vanishes on the span of the first M elements of a Cantor basis (`field`). So Z vanishes where
//! y = x^k is one of 2^M points of GF(2^16), which Frobenius, a ↦ a², permutes in orbits of sixteen: one
//! point of each orbit is enough, and as many bits go out as come in. At each point operands are polynomials in x of
//! length k (the *stride*), multiplied modulo x^k − y.
//!
//! 1. `powers` and `conversion`: powers of y to the basis of Lin, Chung and Han, down to index bit 8, by divisions
//!    (`division`);
//! 2. `transposition`: bits to elements of GF(2^8) and rows to blocks, with the layers at the highest
//!    index bits;
//! 3. `block`: the other layers, sixteen-row steps on whole rows;
//! 4. `points`: the products at the points; then 3 to 1 inverted.
//!
//! Everything is exclusive-ors, shuffles and products in an order that only the lengths decide; tables are looked up
//! in registers.
//!
//! Where bytes are multiplied by bytes (GFNI) a vector has eight polynomials of several blocks, and
//! `pointwise` multiplies them. Else it has 32 polynomials of one block, so that each product with a constant
//! of the transform has one constant, and `kronecker` multiplies them as words.
//!
//! Sizes: `modulus` combines some M to eight sizes in an octave, and lengthens products beyond them by a quotient, whose
//! first coefficients are products of their own (`subspace`). With 2^12 of these the modulus becomes y^(2^16) + y, and what is
//! beyond that comes from two products, of the operands' tops and of their lowest words. Where k is large, so are the
//! products at the points, which have a transform of their own (`long_stride`).
//!
//! Memory: two transforms and, in the result, one operand while it is converted: twice the product. With two threads the
//! other operand is converted at the same time: in scratch, or, of products of more than 2^24 bits, behind the first, but
//! for a few units; where it is in scratch, and there is room, the first one's thread has its scratch behind that in the
//! result. The products for a quotient have what they need in the result and where a transform is that nothing needs any
//! more.
//!
//! Source: Chen, Chien, Chiu, Huang, Lin, Peng, Yang, *Strided Frobenius Additive FFT and its Application to
//! HQC*, ePrint 2026/1588; Li, Chen, Kuo, Cheng, Yang, *Frobenius Additive Fast Fourier Transform*, ISSAC 2018.

use crate::isa::bytes::{Bytes, BytesOperation, IsaBytes, MulBytes, SpreadBytes};
use crate::isa::{Isa, Vector, scratch::from_line};
use crate::mul::plan::{max, multiply_at};
use crate::mul::short::{is_full, multiply_high_at};
use conversion::GROUP;
use core::ops::Range;
use kronecker::ByWords;
use piece::Places;
use points::Points;
use pointwise::ByBytes;
use watch::Watch;

mod block;
mod column;
mod conversion;
mod division;
mod field;
mod folded;
mod kronecker;
mod long_stride;
pub(crate) mod modulus;
mod near_units;
mod piece;
mod points;
mod pointwise;
mod powers;
#[cfg(feature = "alloc")]
mod prepared;
pub(crate) mod subspace;
mod threads;
mod transposition;
pub(crate) mod watch;

pub(crate) use modulus::{CLOSING_UNITS, Modulus};
#[cfg(feature = "alloc")]
pub use prepared::{Prepared, Sum};

/// Up to so many rows of 256 coefficients, all coefficients stay near the CPU, and columns are not copied.
const NEAR_UNIT_ROWS: usize = 8;

/// The rows of a column, all of 2^16 coefficients.
const COLUMN_ROWS: usize = 256;
/// The index bits of a column.
const COLUMN_BITS: usize = 8;

/// The words of the longest vector.
pub(crate) const VECTOR_WORDS: usize = 8;
/// The words of the shortest one.
const LEAST_VECTOR_WORDS: usize = 4;

/// Products of more words, 2^24 bits, have at most 2.2 times as much scratch, shorter ones from 2^20 bits on three times.
/// Where there is no modulus for that the longer operand is halved.
pub(crate) const BOUNDED_WORDS: usize = 1 << 18;

/// So many words, 32 KiB, fit into the first-level cache of every CPU that has GFNI.
const CACHED_WORDS: usize = 1 << 12;

/// What is beyond y^(2^16) + y has at most the words of the modulus divided by this, so that the scratch of its products is in
/// proportion, too.
const MOST_BEYOND: usize = 2;

/// Up to so many words of blocks stay near the CPU.
const NEAR_BLOCKS_WORDS: usize = 1 << 18;

/// A product as parts that take as long, or nearly: the columns of each operand, layers and products at the points two, the
/// columns of the product.
const PARTS: usize = 5;

/// What a product of so many words is made of.
#[derive(Clone, Copy)]
pub(crate) struct Sizes {
    /// The words of the longer operand and of the shorter one.
    pub(crate) operands: (usize, usize),
    /// The modulus of the transform.
    pub(crate) modulus: Modulus,
    /// The units of 256 coefficients of the quotient that are found modulo a subspace polynomial: none, or a power of
    /// two; with [`CLOSING_UNITS`] the product is one modulo y^(2^16) + y.
    pub(crate) subspace_units: usize,
    /// Whether it may have more than one thread.
    pub(crate) parallel: bool,
}

impl Sizes {
    /// The words of the quotient: by so many the product, or that modulo y^(2^16) + y, is longer than the modulus.
    pub(crate) const fn quotient_words(self) -> usize {
        self.remainder_words().saturating_sub(self.modulus.words())
    }

    /// Whether the product is one modulo y^(2^16) + y.
    const fn is_closed(self) -> bool {
        self.subspace_units == CLOSING_UNITS
    }

    /// The words that are found modulo the modulus and its quotient: all, or those modulo y^(2^16) + y.
    const fn remainder_words(self) -> usize {
        let words = self.operands.0 + self.operands.1;
        let closed = self.modulus.words() + self.subspace_words();
        if self.is_closed() && words > closed { closed } else { words }
    }

    /// The words of the product beyond those modulo y^(2^16) + y, if it is one modulo that.
    pub(crate) const fn beyond_words(self) -> usize {
        self.operands.0 + self.operands.1 - self.remainder_words()
    }

    /// The words beyond y^(2^16) + y that are found from the product's lowest words, of which y takes some: nearly half.
    const fn beyond_by_low_words(self) -> usize {
        self.beyond_words().saturating_sub(self.modulus.bytes().div_ceil(8)) / 2
    }

    /// The words of the operands' tops that are multiplied, for the quotient or for what is beyond y^(2^16) + y. As many of
    /// their lowest words are multiplied for what is found from these.
    pub(crate) const fn tops_words(self) -> usize {
        self.top_words() + self.beyond_words() - self.beyond_by_low_words()
    }

    /// How many products there are of operands of [`tops_words`](Sizes::tops_words).
    pub(crate) const fn tops_products(self) -> usize {
        if self.tops_words() == 0 {
            0
        } else if self.beyond_by_low_words() == 0 {
            1
        } else {
            2
        }
    }

    /// The words of the quotient that are found modulo a subspace polynomial.
    pub(crate) const fn subspace_words(self) -> usize {
        self.subspace_units * self.modulus.unit_words()
    }

    /// The words of the top, which the others of the quotient are computed from.
    pub(crate) const fn top_words(self) -> usize {
        self.quotient_words().saturating_sub(self.subspace_words())
    }

    /// Whether the top is so short that [`quotient_of_tops`] can divide it, if it has to.
    pub(crate) const fn top_fits(self) -> bool {
        self.subspace_units == 0 || self.top_words() <= self.subspace_words()
    }

    /// Whether the modulus is one for these operands, and the top fits, or what is beyond y^(2^16) + y is in
    /// proportion.
    pub(crate) const fn fit(self) -> bool {
        let (an, bn) = self.operands;
        let quotient = self.quotient_words();
        let has_quotient = if self.is_closed() {
            self.modulus.has_all_factors()
                && self.subspace_words() <= bn
                && self.beyond_words() <= self.modulus.words() / MOST_BEYOND
        } else {
            quotient <= self.modulus.most_quotient_words() && quotient <= bn && self.top_fits()
        };
        an <= self.modulus.words() && bn >= self.modulus.least_operand_words() && has_quotient
    }

    /// The words of the quotient as whole units of 256 coefficients.
    const fn quotient_rows_words(self) -> usize {
        let words = self.quotient_words().next_multiple_of(self.modulus.unit_words());
        max(words, self.subspace_words())
    }

    /// The words of the coefficients of the product.
    const fn rows_words(self) -> usize {
        self.modulus.rows_words(self.quotient_rows_words())
    }

    /// The words of scratch for `products` products of one operand, where `quotient_scratch` are those of the
    /// products for a quotient.
    pub(crate) const fn scratch_words(self, products: usize, quotient_scratch: usize) -> usize {
        let (blocks, work) = (self.modulus.blocks_words(), self.modulus.work_words());
        let threads = if self.parallel { 2 } else { 1 };
        let inverse = max(self.rows_words() + threads * work, quotient_scratch);
        let forward = match self.parallel {
            true if self.has_work_in_result() => work + self.tail_words(),
            true => 2 * work + self.tail_words(),
            false => work,
        };
        // The last product has its rows where the transform of a was.
        let transform = if products > 1 {
            blocks + max(forward, inverse)
        } else {
            max(blocks + forward, inverse)
        };
        8 + blocks + self.quotient_rows_words() + 2 * self.subspace_words() + transform
    }

    /// The words of the coefficients of both operands.
    const fn coefficients_words(self) -> (usize, usize) {
        let unit = self.modulus.unit_words();
        (self.operands.0.next_multiple_of(unit), self.operands.1.next_multiple_of(unit))
    }

    /// The words of the coefficients of b for which there is room in scratch: of shorter products all, of others those
    /// for which there is none in the result behind those of a, one to three units.
    pub(crate) const fn tail_words(self) -> usize {
        let b = self.coefficients_words().1;
        if self.operands.0 + self.operands.1 <= BOUNDED_WORDS {
            return b;
        }
        let unit = self.modulus.unit_words();
        b - self.room_words() / unit * unit
    }

    /// The words of the result, from a cache line on, behind the coefficients of a; b is longer than a unit by 8 words at least,
    /// as of all sizes that [fit](Sizes::fit).
    const fn room_words(self) -> usize {
        self.operands.0 + self.operands.1 - 8 - self.coefficients_words().0
    }

    /// Whether, with two threads, the scratch of the one that has a is in the result: where no coefficients of b are, and there
    /// is room. Then the tail, all of b, is longer than that, and leaves room for both threads' products at the points.
    pub(crate) const fn has_work_in_result(self) -> bool {
        self.tail_words() == self.coefficients_words().1
            && self.room_words() >= self.modulus.work_words()
    }
}

/// c := a · b for each (c, b); `a` is transformed once. False, if the instruction set has no vectors of bytes, or none for
/// coefficients as short as those of the modulus.
///
/// Every operand has the words of `sizes`, `a` the longer. `watch` is that of the first product; it is not told of
/// products for a quotient or of tops and lowest words, of the last step, and of conversions of columns that are not copied.
///
/// # Panics
///
/// A slice is too short.
pub(crate) fn multiply<'c, I: Isa>(
    isa: I,
    sizes: Sizes,
    a: &[u64],
    products: &mut [(&'c mut [u64], &'c [u64])],
    scratch: &mut [u64],
    watch: Watch<'_>,
) -> bool {
    isa.with_bytes(Multiply { sizes, a, products, scratch, watch })
}

struct Multiply<'m, 'c> {
    sizes: Sizes,
    a: &'m [u64],
    products: &'m mut [(&'c mut [u64], &'c [u64])],
    scratch: &'m mut [u64],
    watch: Watch<'m>,
}

impl BytesOperation for Multiply<'_, '_> {
    fn run_products<I: IsaBytes<B: MulBytes<I>>>(self, isa: I) -> bool {
        self.run::<I, ByBytes>(isa)
    }

    fn run_constants<I: IsaBytes<B: SpreadBytes<I>>>(self, isa: I) -> bool {
        self.run::<I, ByWords>(isa)
    }
}

impl Multiply<'_, '_> {
    fn run<I: IsaBytes, P: Points<I, I::B>>(self, isa: I) -> bool {
        if self.sizes.modulus.bytes() < I::B::WORDS / I::B::BLOCKS {
            return false;
        }
        let Multiply { sizes, a, products, scratch, mut watch } = self;
        let modulus = sizes.modulus;
        let words = modulus.blocks_words();
        let parallel = sizes.parallel;
        let scratch = from_line(scratch);
        let (b_blocks, scratch) = scratch.split_at_mut(words);
        let (quotient, scratch) = scratch.split_at_mut(sizes.quotient_rows_words());
        let (a_first, scratch) = scratch.split_at_mut(sizes.subspace_words());
        let (b_first, scratch) = scratch.split_at_mut(sizes.subspace_words());
        if !parallel {
            let (a_blocks, work) = scratch.split_at_mut(words);
            forward(isa, modulus, (a_blocks, a_first), b_blocks, a, work, watch.part(1, PARTS));
        }
        let count = products.len();
        for (i, (c, b)) in products.iter_mut().enumerate() {
            let b = *b;
            let (a_blocks, work) = scratch.split_at_mut(words);
            let room = c.len() - 8;
            let copy = &mut from_line(c)[..room];
            if parallel && i == 0 {
                let blocks = [(&mut *a_blocks, &mut *a_first), (&mut *b_blocks, &mut *b_first)];
                forward_both(isa, sizes, blocks, copy, [a, b], work, watch.part(1, PARTS));
            } else {
                forward(isa, modulus, (b_blocks, b_first), copy, b, work, watch.part(1, PARTS));
            }
            for (piece, at) in modulus.pieces() {
                let blocks = &mut b_blocks[at..][..piece.words()];
                let a_blocks = (&mut a_blocks[at..][..piece.words()], i > 0);
                let how = (parallel, watch.part(2, PARTS).part(piece.units(), modulus.units()));
                piece.multiply::<I, P>(isa, blocks, a_blocks, work, how);
            }
            // The last product needs no transform of a any more.
            let free = if i + 1 == count { &mut *scratch } else { work };
            if !quotient.is_empty() {
                let top = sizes.top_words();
                let tops = [a, b].map(|operand| &operand[operand.len() - top..]);
                // The other product comes between that of tops and its division, whose loads overlap several stores each and
                // would wait until all of these are done.
                let (product, behind) = c.split_at_mut(2 * top);
                let upper = upper_half_of_tops::<I>(product, tops, free);
                let (first, rest) = quotient.split_at_mut(a_first.len());
                if !first.is_empty() {
                    let firsts = [&*a_first, &*b_first];
                    subspace::multiply(
                        isa,
                        modulus.bytes(),
                        first,
                        firsts,
                        from_line(behind),
                        free,
                    );
                }
                quotient_of_tops(isa, modulus, rest, &mut product[upper], sizes.subspace_units);
            }
            let (at, beyond) = (sizes.remainder_words(), sizes.beyond_words());
            let (low, bits) = (sizes.beyond_by_low_words(), 8 * modulus.bytes());
            if beyond > 0 {
                let words = sizes.tops_words();
                let tops = [a, b].map(|operand| &operand[operand.len() - words..]);
                let upper = upper_half_of_tops::<I>(c, tops, free);
                c.copy_within(upper, at + low);
            }
            if low > 0 {
                // All of the product: code for its lower half alone would make libf2x too long.
                let words = sizes.tops_words();
                let (below, above) = c.split_at_mut(at);
                let product = &mut below[..2 * words];
                multiply_at(I::LEVEL, product, &a[..words], &b[..words], free);
                above[..low].fill(0);
                add_over_y(&mut above[..low], &product[..words], bits);
            }
            let (rows, work) = free.split_at_mut(sizes.rows_words());
            let remainders =
                Remainders { blocks: b_blocks, quotient, subspace_units: sizes.subspace_units };
            let how = (parallel, watch.part(1, PARTS));
            let (below, above) = c.split_at_mut(at);
            inverse(isa, modulus, below, rows, remainders, work, how);
            add_over_y(&mut above[..low], below, bits);
            add_times_y(below, &above[..beyond], bits);
            watch = Watch::NONE;
        }
        true
    }
}

/// rows := the quotient of `words`, the upper half of the product of tops, by the subspace polynomial of so many units, or
/// without units `words` themselves; converted but for index bits 7 to 0. The rows below are known modulo that polynomial.
/// `words` are lost.
fn quotient_of_tops<I: IsaBytes>(
    isa: I,
    modulus: Modulus,
    rows: &mut [u64],
    words: &mut [u64],
    units: usize,
) {
    if words.is_empty() {
        return;
    }
    let bytes = modulus.bytes();
    subspace::divide_words(words, units, bytes);
    let rows = I::B::rows_mut(rows).0;
    powers::powers::<I, I::B>(isa, rows, words, bytes);
    subspace::divide_rows(isa, rows, units, bytes);
    conversion::convert::<I, I::B>(isa, rows, 256 * bytes, COLUMN_BITS);
}

/// The upper half of the product of tops; it is where in `words`, which has room for all of it.
fn upper_half_of_tops<I: Isa>(
    words: &mut [u64],
    [a, b]: [&[u64]; 2],
    scratch: &mut [u64],
) -> Range<usize> {
    let top = a.len();
    if top == 0 {
        0..0
    } else if is_full::<I>(top) {
        multiply_at(I::LEVEL, &mut words[..2 * top], a, b, scratch);
        top..2 * top
    } else {
        multiply_high_at(I::LEVEL, &mut words[..top], a, b, scratch);
        0..top
    }
}

/// words += the quotient of `others` by y, where y is x^`bits`; `others` has the words for it.
fn add_over_y(words: &mut [u64], others: &[u64], bits: usize) {
    let others = &others[bits / 64..];
    match bits % 64 {
        0 => words.iter_mut().zip(others).for_each(|(word, other)| *word ^= other),
        bit => {
            for (word, pair) in words.iter_mut().zip(others.windows(2)) {
                *word ^= pair[0] >> bit | pair[1] << (64 - bit);
            }
        }
    }
}

/// words += y · others, where y is x^`bits`.
fn add_times_y(words: &mut [u64], others: &[u64], bits: usize) {
    let (word, bit) = (bits / 64, bits % 64);
    let words = &mut words[word..];
    if bit == 0 {
        for (word, other) in words.iter_mut().zip(others) {
            *word ^= other;
        }
        return;
    }
    let mut before = 0;
    for (word, other) in words.iter_mut().zip(others) {
        *word ^= other << bit | before;
        before = other >> (64 - bit);
    }
    if let Some(word) = words.get_mut(others.len()) {
        *word ^= before;
    }
}

/// The transforms of the words of an operand, but for the layers in the blocks, and the first of its units of 256
/// coefficients; `copy` has room for all of it.
fn forward<I: IsaBytes>(
    isa: I,
    modulus: Modulus,
    blocks: (&mut [u64], &mut [u64]),
    copy: &mut [u64],
    operand: &[u64],
    work: &mut [u64],
    watch: Watch<'_>,
) {
    let words = operand.len().next_multiple_of(modulus.unit_words());
    let rows = I::B::rows_mut(&mut copy[..words]).0;
    powers::powers::<I, I::B>(isa, rows, operand, modulus.bytes());
    if modulus.copies_columns(I::B::WORDS) {
        transforms(isa, modulus, blocks, (&copy[..words], &[]), work, watch);
    } else {
        transforms_in_place(isa, modulus, blocks, (copy, words), work);
    }
}

/// [`forward`] of both operands, on a thread each; `copy` has room for the words of both but 8, and `work` for the tail
/// of b, too. The scratch for a is in `copy`, if [there is room](Sizes::has_work_in_result).
///
/// If not all of b is a tail, its coefficients are made where its transform will be, in one piece, and copied behind those
/// of a and to the tail.
///
/// This thread has b. Where transforms stay near the CPU it has the first half of the blocks there, from the product
/// before, and the columns come to that half first; on the other thread they took twice as long.
// Not inlined: only long products run it.
#[inline(never)]
fn forward_both<I: IsaBytes>(
    isa: I,
    sizes: Sizes,
    [a_blocks, b_blocks]: [(&mut [u64], &mut [u64]); 2],
    copy: &mut [u64],
    [a, b]: [&[u64]; 2],
    work: &mut [u64],
    watch: Watch<'_>,
) {
    let modulus = sizes.modulus;
    let (a_words, b_words) = sizes.coefficients_words();
    let (b_work, work) = work.split_at_mut(modulus.work_words());
    let (tail, work) = work.split_at_mut(sizes.tail_words());
    let (a_copy, copy) = copy.split_at_mut(a_words);
    let (b_copy, copy) = copy.split_at_mut(b_words - tail.len());
    let a_work = if sizes.has_work_in_result() { copy } else { work };
    threads::both(
        true,
        || {
            let is_tail = b_copy.is_empty();
            let coefficients = if is_tail { &mut *tail } else { &mut b_blocks.0[..b_words] };
            let rows = I::B::rows_mut(coefficients).0;
            powers::powers::<I, I::B>(isa, rows, b, modulus.bytes());
            if !is_tail {
                let (first, last) = b_blocks.0[..b_words].split_at(b_copy.len());
                b_copy.copy_from_slice(first);
                tail.copy_from_slice(last);
            }
            transforms(isa, modulus, b_blocks, (b_copy, tail), b_work, watch);
        },
        || forward(isa, modulus, a_blocks, a_copy, a, a_work, watch),
    );
}

/// The transforms of an operand, but for the layers in the blocks, and the first of its units, where columns are copied.
/// Its coefficients, in powers of y^256 + y, are `copy` and, behind it, `tail`.
fn transforms<I: IsaBytes>(
    isa: I,
    modulus: Modulus,
    (blocks, first): (&mut [u64], &mut [u64]),
    (copy, tail): (&[u64], &[u64]),
    work: &mut [u64],
    watch: Watch<'_>,
) {
    let row = I::B::WORDS;
    let unit = modulus.unit_words() / row;
    let words = copy.len() + tail.len();
    let (group, distance) = (column_group::<I>(modulus), modulus.column_rows() * row);
    let (columns, work) = work.split_at_mut(group * distance);
    let watch = watch.part(1, unit);
    for w in 0..unit {
        if w % group == 0 {
            // Either part may be empty.
            for (from, at) in [(copy, 0), (tail, copy.len() / unit)] {
                let to = (I::B::rows_mut(&mut columns[at..]).0, distance / row);
                match (I::B::WORDS, group) {
                    (VECTOR_WORDS, 2) => copy_columns::<I, 2>(isa, to, (from, unit), w),
                    (VECTOR_WORDS, _) | (_, 4) => copy_columns::<I, 4>(isa, to, (from, unit), w),
                    _ => copy_columns::<I, 8>(isa, to, (from, unit), w),
                }
            }
        }
        let column = &mut columns[w % group * distance..][..distance];
        let rows = words / unit / row;
        let rows = whole_columns::<I>(column, rows * row, whole_rows::<false>(rows) * row);
        conversion::convert::<I, I::B>(isa, rows, 8 * row, COLUMN_BITS);
        for (to, from) in first.chunks_exact_mut(unit * row).zip(column.chunks_exact(row)) {
            to[w * row..][..row].copy_from_slice(from);
        }
        let column = &mut column[..words / unit];
        to_blocks(isa, modulus, &mut *blocks, (column, w..w + 1), work);
        watch.done();
    }
}

/// [`transforms`] where columns are not copied; the coefficients are the first `words` words of `copy`, which is
/// overwritten.
fn transforms_in_place<I: IsaBytes>(
    isa: I,
    modulus: Modulus,
    (blocks, first): (&mut [u64], &mut [u64]),
    (copy, words): (&mut [u64], usize),
    work: &mut [u64],
) {
    let row = I::B::WORDS;
    let unit = modulus.unit_words() / row;
    let rows = whole_columns::<I>(copy, words, whole_words::<false>(words, unit * row));
    conversion::convert::<I, I::B>(isa, rows, unit * 8 * row, COLUMN_BITS);
    first.copy_from_slice(&copy[..first.len()]);
    to_blocks(isa, modulus, blocks, (&mut copy[..words], 0..unit), work);
}

/// The layers in the blocks of every factor, which a transform that is kept has; those of a product come with the
/// products at the points ([`Piece::multiply`](piece::Piece::multiply)).
#[cfg(feature = "alloc")]
fn layers<I: IsaBytes>(isa: I, modulus: Modulus, blocks: &mut [u64]) {
    for (piece, at) in modulus.pieces() {
        piece.forward(isa, &mut blocks[at..][..piece.words()]);
    }
}

/// The remainders of converted columns modulo the factors, to the blocks; `rows` are those of the columns of some
/// numbers, one or all, and are overwritten.
fn to_blocks<I: IsaBytes>(
    isa: I,
    modulus: Modulus,
    blocks: &mut [u64],
    (rows, columns): (&mut [u64], Range<usize>),
    work: &mut [u64],
) {
    let count = columns.len();
    let row = I::B::WORDS;
    let (remainder, parts) = work.split_at_mut(modulus.remainder_rows() * row);
    let largest = modulus.largest();
    let (blocks, others) = blocks.split_at_mut(largest.words());
    for (piece, at) in modulus.smaller_pieces() {
        // Of all columns where the blocks of the largest factor will be.
        let remainder = if count > 1 { &mut *blocks } else { &mut *remainder };
        let remainder = &mut remainder[..piece.units() * count * row];
        modulus::fold::<I, I::B>(isa, I::B::rows_mut(remainder).0, I::B::rows(rows).0);
        let blocks = &mut others[at - largest.words()..][..piece.words()];
        piece.to_blocks(isa, blocks, (remainder, count, columns.clone()), parts);
    }
    // The largest comes last: nothing needs the columns any more.
    let units = largest.units() * count;
    modulus::fold_in_place::<I, I::B>(isa, I::B::rows_mut(rows).0, units);
    largest.to_blocks(isa, blocks, (rows, count, columns), parts);
}

/// The words of units of 256 coefficients, `unit` words each, with zeros behind them to [`whole_units`], where columns are not
/// copied, if few are missing.
///
/// Few are an eighth of them, or of 64 and less a quarter; of more than [`CACHED_WORDS`] a sixteenth, for the parts of what
/// there is need less of the cache. Of more than 128 they are a fifth of what is beyond 128; of as many as
/// [are spread](conversion::are_spread) none, for those of a product are whole then, and 16 groups of an operand take more
/// than what there is does in two parts.
const fn whole_words<const INVERSE: bool>(words: usize, unit: usize) -> usize {
    // A shift, for divisions take long.
    let units = whole_units::<INVERSE>(words >> unit.trailing_zeros());
    let whole = units * unit;
    let few = match units {
        _ if conversion::are_spread(units) => 0,
        129.. => (units - 128) / 5 * unit,
        _ if whole > CACHED_WORDS => whole / 16,
        ..=64 => whole / 4,
        _ => whole / 8,
    };
    if whole - words <= few { whole } else { words }
}

/// The rows of a column that is copied, with zeros behind them to [`whole_units`], if five sixteenths are missing or less,
/// and, of more than 32, if there are more than two beyond a power of two.
const fn whole_rows<const INVERSE: bool>(rows: usize) -> usize {
    let whole = whole_units::<INVERSE>(rows);
    let beyond = rows - rows.next_power_of_two() / 2;
    let takes_less = whole - rows <= 5 * whole / 16 && (whole <= 2 * GROUP || beyond > 2);
    if takes_less { whole } else { rows }
}

/// The least number of units, from `units` up, whose conversion, or its inverse, has [`columns`](conversion::are_columns), or
/// that is a power of two.
const fn whole_units<const INVERSE: bool>(units: usize) -> usize {
    let groups = units.div_ceil(GROUP);
    if conversion::are_columns::<INVERSE>(groups) {
        groups * GROUP
    } else {
        units.next_power_of_two()
    }
}

/// The rows of the first `words` words of columns, and zeros behind them to `whole` words if there is room: all
/// coefficients of so many index bits are converted in fewer passes.
fn whole_columns<I: IsaBytes>(
    columns: &mut [u64],
    words: usize,
    whole: usize,
) -> &mut [<I::B as Vector<I>>::Row] {
    let end = if whole <= columns.len() { whole } else { words };
    columns[words..end].fill(0);
    I::B::rows_mut(&mut columns[..end]).0
}

/// How many columns are copied together. Without GFNI, where copies take a small part of the time, never more than those of two
/// lines, four rows: with more, libf2x would be too long.
#[inline(always)]
fn column_group<I: IsaBytes>(modulus: Modulus) -> usize {
    let most = const { if I::B::BLOCKS > 1 { usize::MAX } else { 4 } };
    (modulus.column_group_words() / I::B::WORDS).min(most)
}

/// Copies the columns of a group, from number `first` on, out of units of `unit` rows: the rows of each one after the other,
/// and from one to the next so many rows.
fn copy_columns<I: IsaBytes, const GROUP: usize>(
    isa: I,
    (to, distance): (&mut [<I::B as Vector<I>>::Row], usize),
    (from, unit): (&[u64], usize),
    first: usize,
) {
    // A shift, for divisions take long.
    let units = (from.len() / I::B::WORDS) >> unit.trailing_zeros();
    isa.outline(
        #[inline(always)]
        || {
            let mut rest = I::B::rows(from).0.get(first..).unwrap_or_default();
            for i in 0..units {
                let rows = rest.first_chunk::<GROUP>().expect("rows of every unit");
                for (j, row) in rows.iter().enumerate() {
                    I::B::load(isa, row).store(&mut to[j * distance + i]);
                }
                rest = rest.get(unit..).unwrap_or_default();
            }
        },
    );
}

/// The inverse of [`copy_columns`], to the rows of each unit.
fn return_columns<I: IsaBytes, const GROUP: usize>(
    isa: I,
    rows: &mut [Option<&mut [u64]>],
    (from, distance): (&[<I::B as Vector<I>>::Row], usize),
    first: usize,
) {
    isa.outline(
        #[inline(always)]
        || {
            for (i, rows) in rows.iter_mut().flatten().enumerate() {
                let rows = &mut I::B::rows_mut(rows).0[first..first + GROUP];
                for (j, row) in rows.iter_mut().enumerate() {
                    I::B::load(isa, &from[j * distance + i]).store(row);
                }
            }
        },
    );
}

/// What a product is put together from.
#[derive(Clone, Copy)]
struct Remainders<'r> {
    /// The transforms of the remainders modulo the factors.
    blocks: &'r [u64],
    /// The rows of the quotient, converted but for index bits 7 to 0.
    quotient: &'r [u64],
    /// So many units of them are those of the product, and lack those of the remainder.
    subspace_units: usize,
}

/// The first words of the polynomial of remainders and quotient; `rows` are [`Modulus::rows_words`].
fn inverse<I: IsaBytes>(
    isa: I,
    modulus: Modulus,
    result: &mut [u64],
    rows: &mut [u64],
    from: Remainders<'_>,
    work: &mut [u64],
    (parallel, watch): (bool, Watch<'_>),
) {
    let row = I::B::WORDS;
    let unit = modulus.unit_words() / row;
    let all = all_units(modulus, from.quotient);
    // The coefficients behind those of the result are zero in every basis.
    let units = all.min(result.len().div_ceil(modulus.unit_words()));
    let words = units * modulus.unit_words();
    if !modulus.copies_columns(row) {
        let places = Places { distance: unit, are_spread: conversion::are_spread(all) };
        together(isa, modulus, (&mut *rows, places, 0..unit), from.blocks, work);
        // Where units are side by side the rows of all columns are those of one.
        let q = (I::B::rows(from.quotient).0, 1);
        let (before, partial) = ((modulus.groups(), places.of(GROUP)), from.subspace_units * unit);
        modulus::add_multiple::<I, I::B>(isa, I::B::rows_mut(rows).0, before, q, partial);
        if places.are_spread {
            let groups = all.div_ceil(GROUP);
            let whole = places.of(groups * GROUP) * row;
            let rows = whole_columns::<I>(rows, places.of(all) * row, whole);
            conversion::convert_inverse_spread::<I, I::B>(isa, rows, (groups, unit));
        } else {
            let rows = whole_columns::<I>(rows, words, whole_words::<true>(words, unit * row));
            conversion::convert_inverse::<I, I::B>(isa, rows, unit * 8 * row, COLUMN_BITS);
        }
    } else {
        // Each thread has half of the columns, and so half of every unit of rows.
        let half = if parallel { unit / 2 } else { unit };
        let (mut first, mut second) = (NO_ROWS, NO_ROWS);
        for (i, rows) in rows[..words].chunks_exact_mut(modulus.unit_words()).enumerate() {
            let (rows, others) = rows.split_at_mut(half * row);
            (first[i], second[i]) = (Some(rows), Some(others));
        }
        let (work, second_work) = work.split_at_mut(modulus.work_words());
        // Half of what a thread needs the other has written.
        let fetches = parallel && modulus.blocks_words() <= NEAR_BLOCKS_WORDS;
        let some = |numbers: Range<usize>, rows: &mut [_], work| {
            if fetches {
                fetch_columns::<I>(modulus, numbers.clone(), from.blocks);
            }
            columns(isa, modulus, numbers, &mut rows[..units], from, work, watch);
        };
        threads::both(
            parallel,
            || some(0..half, &mut first, work),
            || some(half..unit, &mut second, second_work),
        );
    }
    let rows = I::B::rows_mut(&mut rows[..words]).0;
    powers::powers_inverse::<I, I::B>(isa, result, rows, modulus.bytes(), parallel);
}

/// Fetches the rows of the columns of some numbers.
fn fetch_columns<I: IsaBytes>(modulus: Modulus, numbers: Range<usize>, blocks: &[u64]) {
    let unit = modulus.unit_words() / I::B::WORDS;
    for (piece, at) in modulus.pieces() {
        let words = piece.rows::<I>() * I::B::WORDS;
        let columns = words * numbers.start / unit..words * numbers.end / unit;
        let rows = piece.stride::<I>() * I::B::WORDS;
        for rows in blocks[at..][..piece.words()].chunks_exact(rows) {
            threads::fetch(&rows[columns.clone()]);
        }
    }
}

/// How many units of 256 coefficients the remainders and the quotient have together.
const fn all_units(modulus: Modulus, quotient: &[u64]) -> usize {
    modulus.units() + quotient.len() / modulus.unit_words()
}

/// Room for the rows of all units. (Not empty slices: these are written one by one and copied.)
const NO_ROWS: [Option<&mut [u64]>; COLUMN_ROWS] = [const { None }; COLUMN_ROWS];

/// The columns of the product of some numbers, each converted; `rows` has those of every unit that is needed.
fn columns<I: IsaBytes>(
    isa: I,
    modulus: Modulus,
    numbers: Range<usize>,
    rows: &mut [Option<&mut [u64]>],
    from: Remainders<'_>,
    work: &mut [u64],
    watch: Watch<'_>,
) {
    let row = I::B::WORDS;
    let unit = modulus.unit_words() / row;
    let (group, distance) = (column_group::<I>(modulus), modulus.column_rows() * row);
    let watch = watch.part(1, unit);
    for first in numbers.clone().step_by(group) {
        let (group_columns, work) = work.split_at_mut(group * distance);
        for (w, column) in (first..).zip(group_columns.chunks_exact_mut(distance)) {
            together(isa, modulus, (&mut *column, Places::OF_COLUMN, w..w + 1), from.blocks, work);
            if let Some(quotient) = from.quotient.get(w * row..) {
                let q = (I::B::rows(quotient).0, unit);
                let rows = I::B::rows_mut(&mut *column).0;
                let partial = from.subspace_units;
                let before = (modulus.groups(), Places::OF_COLUMN.of(GROUP));
                modulus::add_multiple::<I, I::B>(isa, rows, before, q, partial);
            }
            let whole = whole_rows::<true>(rows.len()) * row;
            let column = whole_columns::<I>(column, rows.len() * row, whole);
            conversion::convert_inverse::<I, I::B>(isa, column, 8 * row, COLUMN_BITS);
            watch.done();
        }
        let from = (I::B::rows(group_columns).0, distance / row);
        let first = first - numbers.start;
        match (I::B::WORDS, group) {
            (VECTOR_WORDS, 2) => return_columns::<I, 2>(isa, rows, from, first),
            (VECTOR_WORDS, _) | (_, 4) => return_columns::<I, 4>(isa, rows, from, first),
            _ => return_columns::<I, 8>(isa, rows, from, first),
        }
    }
}

/// Columns of some numbers, one or all, of the remainder modulo the modulus: those modulo the factors, whose transforms
/// are `blocks`, put together. `rows` starts with those of the columns, at these places.
fn together<I: IsaBytes>(
    isa: I,
    modulus: Modulus,
    (rows, places, columns): (&mut [u64], Places, Range<usize>),
    blocks: &[u64],
    parts: &mut [u64],
) {
    let (row, group) = (I::B::WORDS, places.of(GROUP));
    let largest = modulus.largest();
    let first = (&mut *rows, places, columns.clone());
    largest.to_columns(isa, first, &blocks[..largest.words()], parts);
    for (piece, at) in modulus.smaller_pieces() {
        let before = modulus.groups_before(piece);
        let remainder = (&mut rows[before * group * row..], places, columns.clone());
        piece.to_columns(isa, remainder, &blocks[at..][..piece.words()], parts);
        let rows = I::B::rows_mut(rows).0;
        modulus::add_factor::<I, I::B>(isa, rows, (before, group), piece.groups());
    }
}

#[cfg(test)]
pub(crate) mod tests;
