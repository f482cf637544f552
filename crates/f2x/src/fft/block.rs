//! The transform in a block: 256 coefficients, one to a row.
//!
//! First the conversion of index bits 0 to 7 to the basis of the layers, then the layers. The
//! conversion of the lower four bits and the layers of the upper four leave each other alone, so that
//! each of the two passes over sixteen rows does a conversion and its layers follow.
//!
//! At depth 8 the two children are conjugate again and an element of GF(2^16) takes two rows: the lower
//! half where the index bit is 0, the upper half where it is 1.
//!
//! Cost of a row: a butterfly in GF(2^16) is 3 products of bytes and 7 exclusive-ors for 4 rows, one in
//! GF(2^8) 1 and 2 for 2 rows; the conversions 6 exclusive-ors; five passes over memory, three of them
//! over half of the rows.

use super::column::each_column;
use super::conversion::{convert_four, convert_four_inverse};
use super::field::{Constant, Factor, Layers};
use super::folded;
use crate::isa::bytes::{Bytes, IsaBytes};
use core::ops::BitXor;

/// The rows of a block.
pub(super) const ROWS: usize = 256;

/// Converts and transforms a block; `M` coefficients' index bits.
pub(super) fn forward<I: IsaBytes, V: Bytes<I>, const M: usize>(
    isa: I,
    block: &mut [V::Row],
    layers: &Layers,
) {
    divisions::<I, V, false>(isa, block);
    upper_half::<I, V, M, false>(isa, block, layers);
    lower_half::<I, V, false>(isa, block, M, layers);
}

/// The inverse of [`forward`].
pub(super) fn inverse<I: IsaBytes, V: Bytes<I>, const M: usize>(
    isa: I,
    block: &mut [V::Row],
    layers: &Layers,
) {
    lower_half::<I, V, true>(isa, block, M, layers);
    upper_half::<I, V, M, true>(isa, block, layers);
    divisions::<I, V, true>(isa, block);
}

/// The powers of y^16 + y: divisions by (y^16 + y)^s for s = 8, 4, 2.
///
/// That for s = 1 is done in [`upper_half`], in registers: these passes wait for their stores.
fn divisions<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(isa: I, block: &mut [V::Row]) {
    isa.outline_aligned(
        #[inline(always)]
        || {
            let block = &mut block[..ROWS];
            let mut s = if INVERSE { 2 } else { 8 };
            while (2..=8).contains(&s) {
                for both in block.chunks_exact_mut(32 * s) {
                    let (low, high) = both.split_at_mut(16 * s);
                    for pass in 0..2 {
                        if (pass == 0) == INVERSE {
                            for (low, high) in low[s..].iter_mut().zip(&*high) {
                                (V::load(isa, low) ^ V::load(isa, high)).store(low);
                            }
                        } else {
                            let (first, last) = high.split_at_mut(15 * s);
                            for (first, last) in first.iter_mut().zip(&*last) {
                                (V::load(isa, first) ^ V::load(isa, last)).store(first);
                            }
                        }
                    }
                }
                s = if INVERSE { 2 * s } else { s / 2 };
            }
        },
    );
}

/// f₀ + c f₁ and f₀ + (c + 1) f₁, or back.
#[inline(always)]
pub(super) fn butterfly<
    I: IsaBytes,
    V: Bytes<I>,
    F: Factor<P>,
    const P: usize,
    const INVERSE: bool,
>(
    c: &F,
    f0: [V; P],
    f1: [V; P],
) -> [[V; P]; 2] {
    if INVERSE {
        let f1 = add(f0, f1);
        [add(f0, c.times(f1)), f1]
    } else {
        let g = add(f0, c.times(f1));
        [g, add(g, f1)]
    }
}

#[inline(always)]
fn add<V: BitXor<Output = V> + Copy, const P: usize>(mut v: [V; P], w: [V; P]) -> [V; P] {
    for (v, w) in v.iter_mut().zip(w) {
        *v = *v ^ w;
    }
    v
}

/// Index bits 4 to 7: the conversion, with the division by y^16 + y, and the layers.
fn upper_half<I: IsaBytes, V: Bytes<I>, const M: usize, const INVERSE: bool>(
    isa: I,
    block: &mut [V::Row],
    layers: &Layers,
) {
    isa.outline_aligned(
        #[inline(always)]
        || {
            each_column::<I, V, INVERSE, 16, 16, 1, 1, 0>(
                isa,
                block,
                0,
                #[inline(always)]
                |[f]| convert_and_layers::<I, V, M, INVERSE>(f, layers),
            );
        },
    );
}

/// The conversion of index bits 4 to 7 and their layers, or back, in rows of which `f` has one for each value of these.
#[inline(always)]
pub(super) fn convert_and_layers<I: IsaBytes, V: Bytes<I>, const M: usize, const INVERSE: bool>(
    f: &mut [V; 16],
    layers: &Layers,
) {
    if INVERSE {
        layer::<I, V, M, 0, true>(f, layers);
        layer::<I, V, M, 1, true>(f, layers);
        layer::<I, V, M, 2, true>(f, layers);
        layer::<I, V, M, 3, true>(f, layers);
        convert_four_inverse(f);
    } else {
        convert_four(f);
        layer::<I, V, M, 3, false>(f, layers);
        layer::<I, V, M, 2, false>(f, layers);
        layer::<I, V, M, 1, false>(f, layers);
        layer::<I, V, M, 0, false>(f, layers);
    }
}

/// The layer of index bit 4 + `BIT`.
#[inline(always)]
fn layer<I: IsaBytes, V: Bytes<I>, const M: usize, const BIT: usize, const INVERSE: bool>(
    f: &mut [V; 16],
    layers: &Layers,
) {
    if !I::IN_REGISTERS {
        for number in 0..8 {
            pair::<I, V, M, BIT, INVERSE>(f, layers, number);
        }
        return;
    }
    // Written out: the compiler keeps the loop, and so the rows in memory.
    pair::<I, V, M, BIT, INVERSE>(f, layers, 0);
    pair::<I, V, M, BIT, INVERSE>(f, layers, 1);
    pair::<I, V, M, BIT, INVERSE>(f, layers, 2);
    pair::<I, V, M, BIT, INVERSE>(f, layers, 3);
    pair::<I, V, M, BIT, INVERSE>(f, layers, 4);
    pair::<I, V, M, BIT, INVERSE>(f, layers, 5);
    pair::<I, V, M, BIT, INVERSE>(f, layers, 6);
    pair::<I, V, M, BIT, INVERSE>(f, layers, 7);
}

/// `i` with a zero inserted as bit `bit`.
#[inline(always)]
pub(super) const fn insert_zero(i: usize, bit: usize) -> usize {
    (i >> bit << (bit + 1)) | i & ((1 << bit) - 1)
}

/// What a [`layer`] does with the pair of that number, of eight; elements of GF(2^16) are two pairs.
#[inline(always)]
fn pair<I: IsaBytes, V: Bytes<I>, const M: usize, const BIT: usize, const INVERSE: bool>(
    f: &mut [V; 16],
    layers: &Layers,
    number: usize,
) {
    let renamed = M - 12;
    let bit = 1 << BIT;
    let i = insert_zero(number, BIT);
    let above = i >> (BIT + 1);
    if BIT > renamed {
        let c = layers.above[(1 << (3 - BIT)) + above];
        if INVERSE {
            let f1 = f[i] ^ f[i | bit];
            f[i] ^= f1.times(c);
            f[i | bit] = f1;
        } else {
            f[i] ^= f[i | bit].times(c);
            f[i | bit] ^= f[i];
        }
    } else if BIT == renamed {
        f[i] ^= f[i | bit].times(layers.renaming[above]);
    } else if i >> renamed & 1 == 0 {
        let plane = 1 << renamed;
        let skipped = renamed - BIT - 1;
        let above = above >> (skipped + 1) << skipped | above & ((1 << skipped) - 1);
        let c = &layers.below[(1 << (2 - BIT)) + above];
        let (f0, f1) = ([f[i], f[i | plane]], [f[i | bit], f[i | bit | plane]]);
        let [f0, f1] = butterfly::<I, V, Constant, 2, INVERSE>(c, f0, f1);
        [f[i], f[i | plane]] = f0;
        [f[i | bit], f[i | bit | plane]] = f1;
    }
}

/// How many values of index bits 4 to 7, without that at depth 8, have rows of their own: of a [`folded`] block without
/// the highest bit or the highest two.
#[inline(always)]
pub(super) const fn uppers<I: IsaBytes, V: Bytes<I>>(m: usize) -> usize {
    8 / folded::indices(m, V::BLOCKS)
}

/// The row of the lower halves of the elements whose index bits 4 to 7, without that at depth 8, are
/// `upper`, and how far behind it that of the upper halves is.
#[inline(always)]
pub(super) const fn element_rows(m: usize, upper: usize) -> (usize, usize) {
    let renamed = m - 12;
    let low = upper & ((1 << renamed) - 1);
    ((upper >> renamed << (renamed + 1) | low) << 4, 16 << renamed)
}

/// Index bits 0 to 3: the conversion and the layers.
pub(super) fn lower_half<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
    isa: I,
    block: &mut [V::Row],
    m: usize,
    layers: &Layers,
) {
    isa.outline_aligned(
        #[inline(always)]
        || {
            let sixteens: &mut [[V::Row; 16]] = block.as_chunks_mut().0;
            for upper in 0..sixteens.len() / 2 {
                let (start, plane) = element_rows(m, upper);
                let halves = [start / 16, (start + plane) / 16];
                let halves =
                    sixteens.get_disjoint_mut(halves).expect("two sixteenths of the block");
                let mut f = [[V::zero(isa); 16]; 2];
                for (f, rows) in f.iter_mut().zip(&halves) {
                    for (f, row) in f.iter_mut().zip(&**rows) {
                        *f = V::load(isa, row);
                    }
                    if !INVERSE {
                        convert_four(f);
                    }
                }
                if INVERSE {
                    lower_layers::<I, V, true>(&mut f, layers, upper, 0);
                    lower_layers::<I, V, true>(&mut f, layers, upper, 4);
                }
                lower_layer::<I, V, 3, INVERSE>(&mut f, layers, upper, 0);
                lower_layer::<I, V, 3, INVERSE>(&mut f, layers, upper, 4);
                if !INVERSE {
                    lower_layers::<I, V, false>(&mut f, layers, upper, 0);
                    lower_layers::<I, V, false>(&mut f, layers, upper, 4);
                }
                for (f, rows) in f.iter_mut().zip(halves) {
                    if INVERSE {
                        convert_four_inverse(f);
                    }
                    for (f, row) in f.iter().zip(rows) {
                        f.store(row);
                    }
                }
            }
        },
    );
}

/// The layers of index bits 0 to 2 for eight of the sixteen indices, those of the pairs from number `first` on:
/// the others can wait in memory.
#[inline(always)]
fn lower_layers<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
    f: &mut [[V; 16]; 2],
    layers: &Layers,
    upper: usize,
    first: usize,
) {
    if INVERSE {
        lower_layer::<I, V, 0, true>(f, layers, upper, first);
        lower_layer::<I, V, 1, true>(f, layers, upper, first);
        lower_layer::<I, V, 2, true>(f, layers, upper, first);
    } else {
        lower_layer::<I, V, 2, false>(f, layers, upper, first);
        lower_layer::<I, V, 1, false>(f, layers, upper, first);
        lower_layer::<I, V, 0, false>(f, layers, upper, first);
    }
}

/// The layer of index bit `BIT`, one of 0 to 3, for the four pairs from number `first` on, of eight.
#[inline(always)]
fn lower_layer<I: IsaBytes, V: Bytes<I>, const BIT: usize, const INVERSE: bool>(
    f: &mut [[V; 16]; 2],
    layers: &Layers,
    upper: usize,
    first: usize,
) {
    if !I::IN_REGISTERS {
        for number in first..first + 4 {
            lower_pair::<I, V, BIT, INVERSE>(f, layers, (upper, number));
        }
        return;
    }
    // Written out: see `layer`.
    lower_pair::<I, V, BIT, INVERSE>(f, layers, (upper, first));
    lower_pair::<I, V, BIT, INVERSE>(f, layers, (upper, first + 1));
    lower_pair::<I, V, BIT, INVERSE>(f, layers, (upper, first + 2));
    lower_pair::<I, V, BIT, INVERSE>(f, layers, (upper, first + 3));
}

/// What a [`lower_layer`] does with the pair of that number, of eight.
#[inline(always)]
fn lower_pair<I: IsaBytes, V: Bytes<I>, const BIT: usize, const INVERSE: bool>(
    f: &mut [[V; 16]; 2],
    layers: &Layers,
    (upper, number): (usize, usize),
) {
    let i = insert_zero(number, BIT);
    let j = i | 1 << BIT;
    // Of the 6 − BIT bits above, 3 − BIT are in `i`.
    let c = &layers.below[((8 + upper) << (3 - BIT)) + (i >> (BIT + 1))];
    let [f0, f1] =
        butterfly::<I, V, Constant, 2, INVERSE>(c, [f[0][i], f[1][i]], [f[0][j], f[1][j]]);
    [f[0][i], f[1][i]] = f0;
    [f[0][j], f[1][j]] = f1;
}
