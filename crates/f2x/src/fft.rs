//! Large products: a strided Frobenius additive Fourier transform over GF(2^16).
//!
//! A product of two polynomials over GF(2) is computed modulo Z = s_M(x^k) + 1, of degree k·2^M, where
//! s_M(y) vanishes on the span of the first M elements of a Cantor basis ([`field`]). So Z vanishes where
//! y = x^k is one of 2^M points of GF(2^16), which Frobenius, a ↦ a², permutes in orbits of sixteen: one
//! point of each orbit is enough, and as many bits go out as come in. At each point operands are polynomials in x of
//! length k (the *stride*), multiplied modulo x^k − y.
//!
//! 1. [`conversion`]: powers of y to the basis of Lin, Chung and Han, down to index bit 8;
//! 2. [`transposition`]: bits to elements of GF(2^8) and rows to blocks, with the layers at the highest
//!    index bits;
//! 3. [`block`]: the other layers, sixteen-row steps on whole rows;
//! 4. [`pointwise`]: the products at the points; then 3 to 1 inverted.
//!
//! Everything is exclusive-ors, shuffles and products of bytes in an order that only the lengths decide.
//!
//! Sizes: 2^M coefficients of k bits, M = 14 and 15 with k = 8, then M = 15 with k = 16, 32 … 2^11: products of
//! up to 2^17, 2^18 … 2^26 bits. Where k is large, so are the products at the points, which have a transform of their
//! own ([`long_stride`]).
//!
//! Source: Chen, Chien, Chiu, Huang, Lin, Peng, Yang, *Strided Frobenius Additive FFT and its Application to
//! HQC*, ePrint 2026/1588; Li, Chen, Kuo, Cheng, Yang, *Frobenius Additive Fast Fourier Transform*, ISSAC 2018.

use crate::isa::bytes::{Bytes, BytesOperation, IsaBytes};
use crate::isa::{Isa, scratch::aligned};
use field::Layers;
use transposition::Shape;

mod block;
mod conversion;
mod field;
mod long_stride;
mod pointwise;
mod transposition;

/// The constants for vectors of eight words.
static LAYERS_14: [Layers; 1] = [Layers::new(14, 0, 8)];
static LAYERS_15: [Layers; 2] = [Layers::new(15, 0, 8), Layers::new(15, 8, 8)];

/// The stride is long from 2^so many bytes on.
const LONG_STRIDE: usize = 3;

/// The words of the longest operand that the smallest transform takes.
const SMALLEST: usize = 1 << 10;

/// The words of the longest operand that there is a transform for.
pub(crate) const MOST_WORDS: usize = 1 << (11 + long_stride::LOG_BYTES);

/// The words of the longest operand that the smallest transform for `words` words takes.
pub(crate) const fn operand_words(words: usize) -> usize {
    let words = words.next_power_of_two();
    if words < SMALLEST { SMALLEST } else { words }
}

/// The coefficients for a modulus of `words` words.
const fn shape(words: usize) -> Shape {
    let log = words.trailing_zeros() as usize + 3;
    let m = if log < 15 { log } else { 15 };
    Shape { m, log_bytes: log - m }
}

/// The words from one block to the next: with many blocks not a power of two, which would put the same
/// rows of all of them in the same places of a cache.
const fn stride_words(words: usize) -> usize {
    let rows = if shape(words).log_bytes == 0 { block::ROWS } else { block::ROWS + 1 };
    rows * 8
}

/// The words of the blocks of an operand.
const fn blocks_words(words: usize) -> usize {
    let Shape { m, log_bytes } = shape(words);
    let blocks = if m == 15 { 2 << log_bytes } else { 1 };
    blocks * stride_words(words)
}

/// Up to so many rows of 256 coefficients, all coefficients stay near the CPU, and columns are not copied.
const NEAR_UNIT_ROWS: usize = 8;

/// The rows of a column and of its parts.
const WORK_ROWS: usize = 128 + 8 * 16;

/// The words of scratch of a product whose longer operand has `words` words.
pub(crate) const fn scratch_words(words: usize) -> usize {
    let words = 2 * operand_words(words);
    let log_bytes = shape(words).log_bytes;
    let products = if log_bytes < LONG_STRIDE {
        pointwise::scratch_rows(log_bytes)
    } else {
        long_stride::scratch_rows(log_bytes)
    };
    let rows = if products < WORK_ROWS { WORK_ROWS } else { products };
    8 + words / 2 + 2 * blocks_words(words) + 8 * rows
}

/// The words of scratch of several products of one operand, the longest operand of `words` words.
pub(crate) const fn several_scratch_words(words: usize) -> usize {
    scratch_words(words) + 2 * operand_words(words)
}

/// c := a · b, if the instruction set has vectors of bytes; `a` is at least as long as `b`.
///
/// # Panics
///
/// A slice is too short.
pub(crate) fn multiply<I: Isa>(
    isa: I,
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
    scratch: &mut [u64],
) -> bool {
    isa.with_bytes(Multiply { a, products: [(c, b)], scratch })
}

/// c := a · b for each (c, b), if the instruction set has vectors of bytes; `a` is transformed once, and at least
/// as long as each `b`. Scratch: [`several_scratch_words`].
///
/// # Panics
///
/// A slice is too short.
pub(crate) fn multiply_several<I: Isa, const P: usize>(
    isa: I,
    a: &[u64],
    products: [(&mut [u64], &[u64]); P],
    scratch: &mut [u64],
) -> bool {
    isa.with_bytes(Multiply { a, products, scratch })
}

struct Multiply<'m, const P: usize> {
    a: &'m [u64],
    products: [(&'m mut [u64], &'m [u64]); P],
    scratch: &'m mut [u64],
}

impl<const P: usize> BytesOperation for Multiply<'_, P> {
    fn run<I: IsaBytes>(self, isa: I) {
        match shape(2 * operand_words(self.a.len())).m {
            14 => self.transform::<I, I::B, 14, 8>(isa, &LAYERS_14),
            _ => self.transform::<I, I::B, 15, 16>(isa, &LAYERS_15),
        }
    }
}

impl<const P: usize> Multiply<'_, P> {
    /// The products with 2^`M` coefficients and `G` = 2^(M−11) blocks, some in each vector.
    fn transform<I: IsaBytes, V: Bytes<I>, const M: usize, const G: usize>(
        self,
        isa: I,
        layers: &[Layers],
    ) {
        let Multiply { a, products, scratch } = self;
        let words = 2 * operand_words(a.len());
        let shape = shape(words);
        let (needed, kept) = match P {
            1 => (scratch_words(a.len()), 0),
            _ => (several_scratch_words(a.len()), words),
        };
        let scratch = aligned(scratch, needed - 8);
        let (operand, scratch) = scratch.split_at_mut(words / 2);
        let (a_blocks, scratch) = scratch.split_at_mut(blocks_words(words));
        let (b_blocks, scratch) = scratch.split_at_mut(blocks_words(words));
        let (result, scratch) = scratch.split_at_mut(kept);
        let transform = Transform { shape, stride: stride_words(words) / V::WORDS, layers };
        let a_rows = V::rows_mut(a_blocks).0;
        let b_rows = V::rows_mut(b_blocks).0;
        let result = V::rows_mut(result).0;
        let work = V::rows_mut(scratch).0;
        transform.forward::<I, V, M, G>(isa, a_rows, operand, a, work);
        for (i, (c, b)) in products.into_iter().enumerate() {
            transform.forward::<I, V, M, G>(isa, b_rows, operand, b, work);
            transform.pointwise::<I, V, M>(isa, b_rows, a_rows, work);
            // The last product needs no transform of a any more.
            let rows = if i + 1 == P { &mut a_rows[..words / V::WORDS] } else { &mut result[..] };
            transform.inverse::<I, V, M, G>(isa, c, rows, b_rows, work);
        }
    }
}

/// What the steps of a product share.
struct Transform<'l> {
    shape: Shape,
    /// The rows from one block to the next.
    stride: usize,
    layers: &'l [Layers],
}

impl Transform<'_> {
    /// The transform of the words of an operand; `copy` has room for half of the coefficients.
    fn forward<I: IsaBytes, V: Bytes<I>, const M: usize, const G: usize>(
        &self,
        isa: I,
        blocks: &mut [V::Row],
        copy: &mut [u64],
        operand: &[u64],
        work: &mut [V::Row],
    ) {
        let rows = V::rows_mut(copy).0;
        conversion::powers::<I, V>(isa, rows, operand, 1 << self.shape.log_bytes, M - 1);
        let (column, parts) = work.split_at_mut(rows.len() / self.shape.unit_rows::<I, V>());
        let parts = parts.as_chunks_mut().0.first_chunk_mut().expect("room for the parts");
        let unit = rows.len() / column.len();
        if unit <= NEAR_UNIT_ROWS {
            conversion::convert::<I, V>(isa, rows, unit * 8 * V::WORDS, M - 9);
        }
        for w in 0..unit {
            let (shape, blocks) = (self.shape, (&mut *blocks, self.stride));
            if unit <= NEAR_UNIT_ROWS {
                isa.outline(
                    #[inline(always)]
                    || {
                        let column = (&rows[w..], unit, w);
                        transposition::to_blocks::<I, V, G>(isa, shape, blocks, column, parts);
                    },
                );
                continue;
            }
            isa.outline(
                #[inline(always)]
                || {
                    for (i, row) in column.iter_mut().enumerate() {
                        V::load(isa, &rows[i * unit + w]).store(row);
                    }
                },
            );
            conversion::convert::<I, V>(isa, column, 8 * V::WORDS, M - 9);
            isa.outline(
                #[inline(always)]
                || {
                    let column = (&*column, 1, w);
                    transposition::to_blocks::<I, V, G>(isa, shape, blocks, column, parts);
                },
            );
        }
        let groups = blocks.chunks_exact_mut(self.stride << self.shape.log_bytes);
        for (group, layers) in groups.zip(self.layers) {
            for rows in group.chunks_exact_mut(self.stride) {
                let rows = rows.first_chunk_mut().expect("a block");
                block::forward::<I, V, M>(isa, rows, layers);
            }
        }
    }

    /// a := a · b at the points
    fn pointwise<I: IsaBytes, V: Bytes<I>, const M: usize>(
        &self,
        isa: I,
        a: &mut [V::Row],
        b: &[V::Row],
        scratch: &mut [V::Row],
    ) {
        let Shape { log_bytes, .. } = self.shape;
        let group = self.stride << log_bytes;
        let groups = a.chunks_exact_mut(group).zip(b.chunks_exact(group));
        for ((a, b), layers) in groups.zip(self.layers) {
            if log_bytes > 0 {
                let at = (self.stride, log_bytes);
                if log_bytes < LONG_STRIDE {
                    pointwise::products::<I, V, M>(isa, (a, b), at, layers, scratch);
                } else {
                    long_stride::products::<I, V, M>(isa, (a, b), at, layers, scratch);
                }
                continue;
            }
            let a = a.first_chunk_mut().expect("a block");
            let b = b.first_chunk().expect("a block");
            isa.outline(
                #[inline(always)]
                || pointwise::product::<I, V, M>(isa, a, b, layers, &mut scratch[0]),
            );
        }
    }

    /// The first words of the polynomial of a transform, which is lost; `rows` has room for all of it.
    fn inverse<I: IsaBytes, V: Bytes<I>, const M: usize, const G: usize>(
        &self,
        isa: I,
        result: &mut [u64],
        rows: &mut [V::Row],
        blocks: &mut [V::Row],
        work: &mut [V::Row],
    ) {
        let groups = blocks.chunks_exact_mut(self.stride << self.shape.log_bytes);
        for (group, layers) in groups.zip(self.layers) {
            for rows in group.chunks_exact_mut(self.stride) {
                let rows = rows.first_chunk_mut().expect("a block");
                block::inverse::<I, V, M>(isa, rows, layers);
            }
        }
        let (column, parts) = work.split_at_mut(rows.len() / self.shape.unit_rows::<I, V>());
        let parts = parts.as_chunks_mut().0.first_chunk_mut().expect("room for the parts");
        let unit = rows.len() / column.len();
        for w in 0..unit {
            let (shape, blocks) = (self.shape, (&*blocks, self.stride));
            if unit <= NEAR_UNIT_ROWS {
                isa.outline(
                    #[inline(always)]
                    || {
                        let column = (&mut rows[w..], unit, w);
                        transposition::from_blocks::<I, V, G>(isa, shape, column, blocks, parts);
                    },
                );
                continue;
            }
            isa.outline(
                #[inline(always)]
                || {
                    let column = (&mut *column, 1, w);
                    transposition::from_blocks::<I, V, G>(isa, shape, column, blocks, parts);
                },
            );
            conversion::convert_inverse::<I, V>(isa, column, 8 * V::WORDS, M - 8);
            isa.outline(
                #[inline(always)]
                || {
                    for (i, row) in column.iter().enumerate() {
                        V::load(isa, row).store(&mut rows[i * unit + w]);
                    }
                },
            );
        }
        if unit <= NEAR_UNIT_ROWS {
            conversion::convert_inverse::<I, V>(isa, rows, unit * 8 * V::WORDS, M - 8);
        }
        conversion::powers_inverse::<I, V>(isa, result, rows, 1 << self.shape.log_bytes, M);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use field::tests::{mul16, point};

    /// The words of a linear congruential generator, upper halves.
    fn words(seed: u64, n: usize) -> alloc::vec::Vec<u64> {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            state >> 32
        };
        (0..n).map(|_| next() << 32 | next()).collect()
    }

    /// What the tests do with a transform.
    trait Check {
        fn check<I: IsaBytes, V: Bytes<I>, const M: usize, const G: usize>(
            &self,
            isa: I,
            transform: &Transform<'_>,
        );
    }

    /// Runs a check for every form of the transform: 2^17 to 2^21 bits.
    struct Each<C>(C);

    impl<C: Check> BytesOperation for Each<C> {
        fn run<I: IsaBytes>(self, isa: I) {
            for words in [1 << 11, 1 << 12, 1 << 13, 1 << 14, 1 << 15] {
                let (shape, stride) = (shape(words), stride_words(words));
                let of = |layers| Transform { shape, stride: stride / 8, layers };
                match shape.m {
                    14 => self.0.check::<I, I::B, 14, 8>(isa, &of(&LAYERS_14)),
                    _ => self.0.check::<I, I::B, 15, 16>(isa, &of(&LAYERS_15)),
                }
            }
        }
    }

    #[cfg(target_arch = "x86_64")]
    fn each(check: impl Check) {
        if let Some(isa) = crate::isa::Avx512::detect() {
            isa.with_bytes(Each(check));
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn each(_: impl Check) {}

    /// Values by Horner's rule at some points, of every polynomial.
    struct Values;

    impl Check for Values {
        fn check<I: IsaBytes, V: Bytes<I>, const M: usize, const G: usize>(
            &self,
            isa: I,
            transform: &Transform<'_>,
        ) {
            let Shape { log_bytes, .. } = transform.shape;
            let bytes = 1 << log_bytes;
            let operand = words(M as u64, (1 << (M - 4)) * bytes);
            let bit = |at: usize| operand.get(at / 64).is_some_and(|w| w >> (at % 64) & 1 == 1);
            let mut blocks = vec![0; G * bytes / V::WORDS * transform.stride * V::WORDS];
            let mut copy = vec![0; operand.len()];
            let mut work = vec![0; WORK_ROWS * V::WORDS];
            let rows = V::rows_mut(&mut blocks).0;
            transform.forward::<I, V, M, G>(
                isa,
                rows,
                &mut copy,
                &operand,
                V::rows_mut(&mut work).0,
            );
            for random in words(1, if cfg!(debug_assertions) { 2 } else { 40 }) {
                let random = random as usize;
                let (block, upper, lower) = (random % G, random >> 8 & 7, random >> 12 & 15);
                let (start, plane) = block::element_rows(M, upper);
                // The bits of the block's number are at depths 3, 5, 6, 7.
                let (third, rest) = (block / (G / 2), block % (G / 2));
                let set = third << (M - 3) | rest << 8 | start | lower;
                let y = point(M, set);
                let (o, place) = (block / V::WORDS, block % V::WORDS);
                for polynomial in 0..8 * bytes {
                    let coefficient = |i: usize| bit(8 * bytes * i + polynomial);
                    let horner = |v: u16, i: usize| mul16(v, y) ^ u16::from(coefficient(i));
                    let value = (0..1 << (M - 1)).rev().fold(0, horner);
                    let first = (o * bytes + polynomial / 8) * transform.stride + start + lower;
                    let byte = |row: usize| {
                        let at = polynomial % 8 * V::WORDS + place;
                        blocks[row * V::WORDS + at / 8] >> (at % 8 * 8) as u32 & 0xff
                    };
                    let found = byte(first) | byte(first + plane) << 8;
                    assert_eq!(found, u64::from(value), "{polynomial} at {set:#x}, 2^{M}");
                }
            }
        }
    }

    #[test]
    fn transforms_are_values_at_the_points() {
        each(Values);
    }

    /// Forward, and back.
    struct Inverse;

    impl Check for Inverse {
        fn check<I: IsaBytes, V: Bytes<I>, const M: usize, const G: usize>(
            &self,
            isa: I,
            transform: &Transform<'_>,
        ) {
            let bytes = 1 << transform.shape.log_bytes;
            let mut blocks = vec![0; G * bytes / V::WORDS * transform.stride * V::WORDS];
            let mut copy = vec![0; (1 << (M - 4)) * bytes];
            let mut product = vec![0; 2 * copy.len()];
            let mut work = vec![0; WORK_ROWS * V::WORDS];
            let mut space = product.clone();
            for seed in 0..4 {
                let operand = words(seed, copy.len());
                let rows = V::rows_mut(&mut blocks).0;
                transform.forward::<I, V, M, G>(
                    isa,
                    rows,
                    &mut copy,
                    &operand,
                    V::rows_mut(&mut work).0,
                );
                let space = V::rows_mut(&mut space).0;
                let work = V::rows_mut(&mut work).0;
                transform.inverse::<I, V, M, G>(isa, &mut product, space, rows, work);
                assert!(product[..operand.len()] == operand, "lower half, 2^{M}");
                assert!(product[operand.len()..].iter().all(|w| *w == 0), "upper half, 2^{M}");
            }
        }
    }

    #[test]
    fn the_inverse_undoes_the_transform() {
        each(Inverse);
    }
}
