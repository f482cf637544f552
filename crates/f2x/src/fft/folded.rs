//! A block in vectors of more blocks than there are: a row has several indices.
//!
//! Of 2^13 coefficients there are four blocks, of 2^12 two. In a unit of eight bytes they are followed by themselves for
//! the other value of index bit 7, or for the other values of index bits 7 and 6: so all of the vector is used, there
//! are 128 or 64 rows, and what combines rows with the same index bits 7 and 6 is as in [`block`](super::block). Left are
//! the division by (y^16 + y)^8, and of 64 rows that by (y^16 + y)^4, the conversion where one of these bits is involved,
//! and their layers: there one part of a unit comes to another, by a shift. In vectors of 256 bits a unit has four bytes,
//! and it is so for 2^12 coefficients alone, with two indices in a row.
//!
//! `N` is the number of rows of a column, of one value of index bits 0 to 3: 8 or 4. Quarters of units are those with
//! index bits 7 and 6 of 0, 1, 2 and 3.
//!
//! A transposition stores parts of rows; the first division makes units of them.
//!
//! Cost besides that of [`block`](super::block): a shuffle and a shift of a row, or two shifts; for each of the sixteen
//! columns of index bits 4 to 7 the conversion has 10 shifts, or 15, and the layers 16.

use super::block::{divisions, each_column, layer, lower_half};
use super::field::Layers;
use crate::isa::bytes::{Bytes, IsaBytes};

/// How many indices a row has, of 2^`m` coefficients in vectors of so many blocks.
pub(super) const fn indices(m: usize, vector_blocks: usize) -> usize {
    let blocks = 1 << (m - 11);
    if blocks < vector_blocks { vector_blocks / blocks } else { 1 }
}

/// Converts and transforms a block of 16 `N` rows; `M` coefficients' index bits.
pub(super) fn forward<I: IsaBytes, V: Bytes<I>, const M: usize, const N: usize>(
    isa: I,
    block: &mut [V::Row],
    layers: &Layers,
) {
    division::<I, V, false, N, 8>(isa, block);
    if N < 8 {
        division::<I, V, false, N, 4>(isa, block);
    }
    divisions::<I, V, false, N>(isa, block);
    upper_half::<I, V, M, false, N>(isa, block, layers);
    lower_half::<I, V, false>(isa, block, M, layers);
}

/// The inverse of [`forward`].
pub(super) fn inverse<I: IsaBytes, V: Bytes<I>, const M: usize, const N: usize>(
    isa: I,
    block: &mut [V::Row],
    layers: &Layers,
) {
    lower_half::<I, V, true>(isa, block, M, layers);
    upper_half::<I, V, M, true, N>(isa, block, layers);
    divisions::<I, V, true, N>(isa, block);
    if N < 8 {
        division::<I, V, true, N, 4>(isa, block);
    }
    division::<I, V, true, N, 8>(isa, block);
}

/// An index bit that is in the units.
///
/// Shifts come before masks, so that the exclusive-or behind them is one instruction with the mask.
#[derive(Clone, Copy)]
struct InUnit<V> {
    /// Ones where the bit is one.
    ones: V,
    /// Ones where it is zero.
    zeros: V,
    /// The bits between its two values.
    distance: u32,
}

impl<V> InUnit<V> {
    /// Index bit `bit`.
    #[inline(always)]
    fn new<I: IsaBytes>(isa: I, bit: u32) -> Self
    where
        V: Bytes<I>,
    {
        let distance = (8 * V::BLOCKS as u32) >> (8 - bit);
        let zeros = u64::MAX / ((1 << distance) + 1);
        InUnit { ones: every_word(isa, !zeros), zeros: every_word(isa, zeros), distance }
    }

    /// `v` where the bit is one, to where it is zero.
    #[inline(always)]
    fn lowered<I: IsaBytes>(self, v: V) -> V
    where
        V: Bytes<I>,
    {
        v.shr(self.distance).and(self.zeros)
    }

    /// `v` where the bit is zero, to where it is one.
    #[inline(always)]
    fn raised<I: IsaBytes>(self, v: V) -> V
    where
        V: Bytes<I>,
    {
        v.shl(self.distance).and(self.ones)
    }
}

/// `word` in every word.
#[inline(always)]
fn every_word<I: IsaBytes, V: Bytes<I>>(isa: I, word: u64) -> V {
    V::load_part(isa, &[word; 8][..V::WORDS])
}

/// Index bit 7, and bit 6 where a row has four indices.
#[derive(Clone, Copy)]
struct Bits<V> {
    seven: InUnit<V>,
    six: InUnit<V>,
    /// Ones in quarters 1 and 2.
    middle: V,
}

impl<V> Bits<V> {
    #[inline(always)]
    fn new<I: IsaBytes>(isa: I) -> Self
    where
        V: Bytes<I>,
    {
        let (seven, six) = (InUnit::new(isa, 7), InUnit::new(isa, 6));
        Bits { seven, six, middle: seven.ones.shr(six.distance) }
    }

    /// Quarters 3 and 2 to 2 and 1.
    #[inline(always)]
    fn to_next<I: IsaBytes>(self, v: V) -> V
    where
        V: Bytes<I>,
    {
        v.shr(self.six.distance).and(self.middle)
    }
}

/// The division by (y^16 + y)^`S`: of 256 coefficients for `S` = 8, from parts of rows to units or back, and of every
/// 128 for `S` = 4.
fn division<I: IsaBytes, V: Bytes<I>, const INVERSE: bool, const N: usize, const S: usize>(
    isa: I,
    block: &mut [V::Row],
) {
    isa.outline(
        #[inline(always)]
        || {
            let block = &mut block[..16 * N];
            let bits = Bits::<V>::new(isa);
            let half = if S == 8 { bits.seven } else { bits.six };
            let mut last = [V::zero(isa); S];
            for (last, row) in last.iter_mut().zip(&block[16 * N - S..]) {
                *last = V::load(isa, row);
                if S == 8 && !INVERSE {
                    *last = last.words_to_units();
                }
            }
            let mut before = [V::zero(isa); S];
            for (i, rows) in block.as_chunks_mut::<S>().0.iter_mut().enumerate() {
                for ((row, before), last) in rows.iter_mut().zip(&mut before).zip(last) {
                    let mut v = V::load(isa, row);
                    if S == 8 && !INVERSE {
                        v = v.words_to_units();
                    }
                    let mut sum = v ^ half.lowered(*before);
                    if i == 0 {
                        // To the quotient's lowest coefficients come its highest; if those are in another quarter, so
                        // are the ones that come to the remainder's first.
                        sum ^= if S > N { bits.to_next(last) } else { last.and(half.ones) };
                    }
                    *before = if INVERSE { v } else { sum };
                    if S == 8 && INVERSE {
                        sum = sum.units_to_words();
                    }
                    sum.store(row);
                }
            }
        },
    );
}

/// Index bits 4 to 7: the conversion, with the division by y^16 + y, and the layers.
fn upper_half<I: IsaBytes, V: Bytes<I>, const M: usize, const INVERSE: bool, const N: usize>(
    isa: I,
    block: &mut [V::Row],
    layers: &Layers,
) {
    isa.outline(
        #[inline(always)]
        || {
            let bits = Bits::<V>::new(isa);
            each_column::<I, V, INVERSE, N>(
                isa,
                block,
                #[inline(always)]
                |f| {
                    if INVERSE {
                        layer::<I, V, M, 0, true, N>(f, layers);
                        layer::<I, V, M, 1, true, N>(f, layers);
                        layer::<I, V, M, 2, true, N>(f, layers);
                        if N < 8 {
                            layer_in_units::<I, V, true, N>(f, bits.six, layers.above[2]);
                        }
                        layer_in_units::<I, V, true, N>(f, bits.seven, layers.above[1]);
                        convert_inverse(f, bits);
                    } else {
                        convert(f, bits);
                        layer_in_units::<I, V, false, N>(f, bits.seven, layers.above[1]);
                        if N < 8 {
                            layer_in_units::<I, V, false, N>(f, bits.six, layers.above[2]);
                        }
                        layer::<I, V, M, 2, false, N>(f, layers);
                        layer::<I, V, M, 1, false, N>(f, layers);
                        layer::<I, V, M, 0, false, N>(f, layers);
                    }
                },
            );
        },
    );
}

/// The layer of an index bit that is in the units.
#[inline(always)]
fn layer_in_units<I: IsaBytes, V: Bytes<I>, const INVERSE: bool, const N: usize>(
    f: &mut [V; N],
    bit: InUnit<V>,
    constants: u64,
) {
    for v in f {
        if INVERSE {
            *v ^= bit.raised(*v);
        }
        *v ^= bit.lowered(v.times(constants));
        if !INVERSE {
            *v ^= bit.raised(*v);
        }
    }
}

/// [`convert_four`](super::conversion::convert_four), the highest index bits being in the units.
#[inline(always)]
fn convert<I: IsaBytes, V: Bytes<I>, const N: usize>(f: &mut [V; N], bits: Bits<V>) {
    quotient_of_sixteen(f, bits);
    remainder_of_sixteen(f, bits.seven);
    if N == 8 {
        for i in [4, 1, 2, 3] {
            f[i] ^= f[i + 3];
        }
        for i in 0..4 {
            f[i] ^= f[i + 4].and(bits.seven.ones);
            f[i + 4] ^= bits.seven.lowered(f[i]);
        }
        for i in [6, 5] {
            f[i] ^= f[i + 1];
        }
    } else {
        f[0] ^= f[3].and(bits.six.ones);
        for i in [3, 2, 1] {
            f[i] ^= bits.six.lowered(f[i - 1]);
        }
        for v in &mut *f {
            // Quarter 3 to 2, then 2 to 1.
            *v ^= bits.to_next(*v).and(bits.seven.ones);
            *v ^= bits.to_next(*v).and(bits.six.ones);
        }
    }
    for i in [2, 1] {
        f[i] ^= f[i + 1];
    }
}

/// The inverse of [`convert`].
#[inline(always)]
fn convert_inverse<I: IsaBytes, V: Bytes<I>, const N: usize>(f: &mut [V; N], bits: Bits<V>) {
    for i in [1, 2] {
        f[i] ^= f[i + 1];
    }
    if N == 8 {
        for i in [5, 6] {
            f[i] ^= f[i + 1];
        }
        for i in 0..4 {
            f[i + 4] ^= bits.seven.lowered(f[i]);
            f[i] ^= f[i + 4].and(bits.seven.ones);
        }
        for i in [1, 2, 3, 4] {
            f[i] ^= f[i + 3];
        }
    } else {
        for v in &mut *f {
            // Quarter 2 to 1, and 3 to 2.
            *v ^= bits.to_next(*v);
        }
        for i in [1, 2, 3] {
            f[i] ^= bits.six.lowered(f[i - 1]);
        }
        f[0] ^= f[3].and(bits.six.ones);
    }
    remainder_of_sixteen(f, bits.seven);
    quotient_of_sixteen(f, bits);
}

/// Of the division by (y^4 + y)^2, the quotient's lowest two coefficients: to them come the highest two. Where those
/// are in another quarter, so are the ones that come to the remainder of the first two.
#[inline(always)]
fn quotient_of_sixteen<I: IsaBytes, V: Bytes<I>, const N: usize>(f: &mut [V; N], bits: Bits<V>) {
    for i in [0, 1] {
        let last = f[N - 2 + i];
        f[i] ^= if N == 8 { last.and(bits.seven.ones) } else { bits.to_next(last) };
    }
}

/// Of that division the remainder.
#[inline(always)]
fn remainder_of_sixteen<I: IsaBytes, V: Bytes<I>, const N: usize>(
    f: &mut [V; N],
    seven: InUnit<V>,
) {
    // From the last one down: what is added is from before.
    for i in (2..N).rev() {
        f[i] ^= seven.lowered(f[i - 2]);
    }
}
