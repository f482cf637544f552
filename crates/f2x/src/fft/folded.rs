//! A block of 2^13 coefficients in vectors of eight blocks, of which there are four: a row has two indices.
//!
//! Row i has index i in the lower halves of words and index i + 128 in the upper ones, so that there are 128 rows, all
//! of the vector is used, and what combines rows with the same index bit 7 is as in [`block`](super::block). Left are
//! the division by (y^16 + y)^8, the conversion where that bit is involved, and its layer: there one half of words
//! comes to the other, by a shift.
//!
//! A transposition stores halves of rows; the division makes units of both.
//!
//! Cost besides that of [`block`](super::block): a shuffle and a shift of a row; for each of the sixteen columns of
//! index bits 4 to 7 the conversion has 10 shifts and the layer 16.

use super::block::{divisions, each_column, layer, lower_half};
use super::field::Layers;
use crate::isa::bytes::{Bytes, IsaBytes};

/// The rows of a block.
pub(super) const ROWS: usize = 128;

/// The index bits of the coefficients.
pub(super) const M: usize = 13;

/// The blocks of a vector, twice as many as there are.
pub(super) const BLOCKS: usize = 8;

/// The half of a row that has one index.
pub(super) type HalfRow = [u64; BLOCKS / 2];

/// Half of the bits of a word.
const HALF: u32 = 32;

/// The rows by which the first division shifts.
const SHIFT: usize = 8;

/// Converts and transforms a block.
pub(super) fn forward<I: IsaBytes, V: Bytes<I>>(
    isa: I,
    block: &mut [V::Row; ROWS],
    layers: &Layers,
) {
    first_division::<I, V, false>(isa, block);
    divisions::<I, V, false, ROWS>(isa, block);
    upper_half::<I, V, false>(isa, block, layers);
    lower_half::<I, V, false>(isa, block, M, layers);
}

/// The inverse of [`forward`].
pub(super) fn inverse<I: IsaBytes, V: Bytes<I>>(
    isa: I,
    block: &mut [V::Row; ROWS],
    layers: &Layers,
) {
    lower_half::<I, V, true>(isa, block, M, layers);
    upper_half::<I, V, true>(isa, block, layers);
    divisions::<I, V, true, ROWS>(isa, block);
    first_division::<I, V, true>(isa, block);
}

/// `v`, plus the upper halves of `w` in the lower ones.
#[inline(always)]
fn add_lowered<I: IsaBytes, V: Bytes<I>>(v: V, w: V) -> V {
    v ^ w.shr(HALF)
}

/// Ones in the upper halves.
#[inline(always)]
fn upper_mask<I: IsaBytes, V: Bytes<I>>(isa: I) -> V {
    V::zero(isa).equal(V::zero(isa)).shl(HALF)
}

/// The division of 256 coefficients by (y^16 + y)^8, from halves of rows to units or back.
fn first_division<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
    isa: I,
    block: &mut [V::Row; ROWS],
) {
    isa.outline(
        #[inline(always)]
        || {
            // The quotient's lowest coefficients: to the first come the last.
            let mut last = [V::zero(isa); SHIFT];
            for (last, row) in last.iter_mut().zip(&block[ROWS - SHIFT..]) {
                *last = V::load(isa, row);
                if !INVERSE {
                    *last = last.words_to_units();
                }
            }
            let mut before = [V::zero(isa); SHIFT];
            for (i, rows) in block.as_chunks_mut::<SHIFT>().0.iter_mut().enumerate() {
                for ((row, before), last) in rows.iter_mut().zip(&mut before).zip(last) {
                    let mut v = V::load(isa, row);
                    if !INVERSE {
                        v = v.words_to_units();
                    }
                    let mut sum = add_lowered(v, *before);
                    if i == 0 {
                        sum ^= last.and(upper_mask(isa));
                    }
                    *before = if INVERSE { v } else { sum };
                    if INVERSE {
                        sum = sum.units_to_words();
                    }
                    sum.store(row);
                }
            }
        },
    );
}

/// Index bits 4 to 7: the conversion, with the division by y^16 + y, and the layers.
fn upper_half<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
    isa: I,
    block: &mut [V::Row; ROWS],
    layers: &Layers,
) {
    isa.outline(
        #[inline(always)]
        || {
            let upper = upper_mask(isa);
            each_column::<I, V, INVERSE, 8>(
                isa,
                block,
                #[inline(always)]
                |f| {
                    if INVERSE {
                        layer::<I, V, M, 0, true, 8>(f, layers);
                        layer::<I, V, M, 1, true, 8>(f, layers);
                        layer::<I, V, M, 2, true, 8>(f, layers);
                        layer_of_halves::<I, V, true>(f, layers);
                        convert_inverse(f, upper);
                    } else {
                        convert(f, upper);
                        layer_of_halves::<I, V, false>(f, layers);
                        layer::<I, V, M, 2, false, 8>(f, layers);
                        layer::<I, V, M, 1, false, 8>(f, layers);
                        layer::<I, V, M, 0, false, 8>(f, layers);
                    }
                },
            );
        },
    );
}

/// The layer of index bit 7.
#[inline(always)]
fn layer_of_halves<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(f: &mut [V; 8], layers: &Layers) {
    for v in f {
        if INVERSE {
            *v ^= v.shl(HALF);
        }
        *v = add_lowered(*v, v.times(layers.above[1]));
        if !INVERSE {
            *v ^= v.shl(HALF);
        }
    }
}

/// [`convert_four`](super::conversion::convert_four), the highest index bit being in the vectors; `upper` has ones in
/// the upper halves.
#[inline(always)]
fn convert<I: IsaBytes, V: Bytes<I>>(f: &mut [V; 8], upper: V) {
    for i in [0, 1] {
        f[i] ^= f[i + 6].and(upper);
    }
    // From the last one down: what is added is from before.
    for i in [7, 6, 5, 4, 3, 2] {
        f[i] = add_lowered(f[i], f[i - 2]);
    }
    for i in [4, 1, 2, 3] {
        f[i] ^= f[i + 3];
    }
    for i in 0..4 {
        f[i] ^= f[i + 4].and(upper);
        f[i + 4] = add_lowered(f[i + 4], f[i]);
    }
    for i in [2, 1, 6, 5] {
        f[i] ^= f[i + 1];
    }
}

/// The inverse of [`convert`].
#[inline(always)]
fn convert_inverse<I: IsaBytes, V: Bytes<I>>(f: &mut [V; 8], upper: V) {
    for i in [1, 2, 5, 6] {
        f[i] ^= f[i + 1];
    }
    for i in 0..4 {
        f[i + 4] = add_lowered(f[i + 4], f[i]);
        f[i] ^= f[i + 4].and(upper);
    }
    for i in [1, 2, 3, 4] {
        f[i] ^= f[i + 3];
    }
    for i in [7, 6, 5, 4, 3, 2] {
        f[i] = add_lowered(f[i], f[i - 2]);
    }
    for i in [0, 1] {
        f[i] ^= f[i + 6].and(upper);
    }
}
