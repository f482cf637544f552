//! Bytes in GF(2^8) in general registers: a linear map adds for every bit of eight bytes at once the byte that it
//! becomes, where the bit is set.

use super::bytes::{
    Bytes, IsaBytes, SpreadBytes, TRANSPOSED_BITS, images_of_map, images_of_product,
};
use super::portable::{Portable, Words, words};
use super::{Isa, Vector};

impl IsaBytes for Portable {
    const IN_REGISTERS: bool = false;
    type B = Words<4>;
}

/// What each bit of a byte becomes, in all bytes of a word.
type Images = [u64; 8];

const fn everywhere(images: [u8; 8]) -> Images {
    let mut words = [0; 8];
    let mut bit = 0;
    while bit < 8 {
        words[bit] = images[bit] as u64 * LOWEST;
        bit += 1;
    }
    words
}

/// The lowest bit of every byte.
const LOWEST: u64 = 0x0101_0101_0101_0101;

/// What the bits become in the product with every constant.
static PRODUCTS: [Images; 256] = {
    let mut products = [[0; 8]; 256];
    let mut constant = 0;
    while constant < 256 {
        products[constant] = everywhere(images_of_product(constant as u8));
        constant += 1;
    }
    products
};

/// The sum of what the bits of each byte become.
///
/// A function of its own: a butterfly has four of them, of more than a hundred instructions each.
#[inline(always)]
fn map(v: Words<4>, images: &Images) -> Words<4> {
    Portable.outline(
        #[inline(always)]
        move || {
            words(
                #[inline(always)]
                |i| {
                    let image = |bit: usize| {
                        let lowest = v.0[i] >> bit & LOWEST;
                        // Ones in every byte that has the bit.
                        (lowest << 8).wrapping_sub(lowest) & images[bit]
                    };
                    image(0)
                        ^ image(1)
                        ^ image(2)
                        ^ image(3)
                        ^ image(4)
                        ^ image(5)
                        ^ image(6)
                        ^ image(7)
                },
            )
        },
    )
}

/// The lower half of a word with its bytes at even places.
#[inline(always)]
const fn spread_bytes(half: u64) -> u64 {
    let v = half & 0xffff_ffff;
    let v = (v | v << 16) & 0x0000_ffff_0000_ffff;
    (v | v << 8) & 0x00ff_00ff_00ff_00ff
}

/// The inverse of [`spread_bytes`], of the bytes at even places.
#[inline(always)]
const fn gather_bytes(v: u64) -> u64 {
    let v = v & 0x00ff_00ff_00ff_00ff;
    let v = (v | v >> 8) & 0x0000_ffff_0000_ffff;
    (v | v >> 16) & 0xffff_ffff
}

/// The lower half of a word with its pairs of bytes at even places.
#[inline(always)]
const fn spread_pairs(half: u64) -> u64 {
    let v = half & 0xffff_ffff;
    (v | v << 16) & 0x0000_ffff_0000_ffff
}

/// In every lane the lower, and the upper, words of `v` in turn, which `spread` spreads.
#[inline(always)]
fn spread_lanes(v: Words<4>, spread: impl Fn(u64) -> u64) -> [Words<4>; 2] {
    let half = |upper: usize| {
        words(
            #[inline(always)]
            |i| spread(v.0[i / 2 * 2 + upper] >> (32 * (i % 2))),
        )
    };
    [half(0), half(1)]
}

/// [`spread_lanes`] of both, the second one so many bits behind the first.
///
/// A function of its own, as [`map`] is: a transposition has many of them.
#[inline(always)]
fn interleave(v: [Words<4>; 2], spread: impl Fn(u64) -> u64, bits: u32) -> [Words<4>; 2] {
    Portable.outline(
        #[inline(always)]
        || {
            let ([v0, v1], [w0, w1]) = (spread_lanes(v[0], &spread), spread_lanes(v[1], &spread));
            [v0 ^ w0.shl(bits), v1 ^ w1.shl(bits)]
        },
    )
}

impl Bytes<Portable> for Words<4> {
    const BLOCKS: usize = 1;

    #[inline(always)]
    fn times(self, word: u64) -> Self {
        // The constant is no secret: it belongs to the transform.
        map(self, &PRODUCTS[(word & 0xff) as usize])
    }

    #[inline(always)]
    fn map_bytes<const MATRIX: u64>(self) -> Self {
        map(self, const { &everywhere(images_of_map(MATRIX)) })
    }

    #[inline(always)]
    fn transpose_bits(self) -> Self {
        Portable.outline(
            #[inline(always)]
            || {
                words(
                    #[inline(always)]
                    |i| {
                        let exchange = |v: u64, shift: u32, mask: u64| {
                            let differ = (v ^ v >> shift) & mask;
                            v ^ differ ^ differ << shift
                        };
                        let v = exchange(self.0[i].swap_bytes(), 7, TRANSPOSED_BITS[0]);
                        exchange(exchange(v, 14, TRANSPOSED_BITS[1]), 28, TRANSPOSED_BITS[2])
                    },
                )
            },
        )
    }

    #[inline(always)]
    fn interleave_bytes(self, other: Self) -> [Self; 2] {
        interleave([self, other], spread_bytes, 8)
    }

    #[inline(always)]
    fn interleave_pairs(self, other: Self) -> [Self; 2] {
        interleave([self, other], spread_pairs, 16)
    }

    #[inline(always)]
    fn words_to_units(self) -> Self {
        self
    }

    #[inline(always)]
    fn units_to_words(self) -> Self {
        words(
            #[inline(always)]
            |i| self.0[i].swap_bytes(),
        )
    }

    #[inline(always)]
    fn words_to_rows(_: [Self; 8]) -> [Self; 8] {
        unreachable!("units of a byte")
    }

    #[inline(always)]
    fn rows_to_words<'r>(_: Portable, _: impl Fn(usize) -> &'r [u64; 4]) -> [Self; 8] {
        unreachable!("units of a byte")
    }

    #[inline(always)]
    fn exchange_parts(self, _: Self, _: usize) -> [Self; 2] {
        unreachable!("units of a byte")
    }

    #[inline(always)]
    fn shift_in(self, before: Self, bytes: usize) -> Self {
        let (whole, bits) = (bytes / 8, bytes % 8 * 8);
        // Word i of `before`, then `self`.
        let word = |i: usize| if i < 4 { before.0[i] } else { self.0[i - 4] };
        words(
            #[inline(always)]
            |i| {
                let at = i + 4 - whole;
                if bits == 0 { word(at) } else { word(at) << bits | word(at - 1) >> (64 - bits) }
            },
        )
    }
}

impl SpreadBytes<Portable> for Words<4> {
    #[inline(always)]
    fn spread_bytes(self, _: Portable) -> [Self; 2] {
        spread_lanes(self, spread_bytes)
    }

    #[inline(always)]
    fn separate_bytes(self, other: Self) -> [Self; 2] {
        let half = |bits: u32| {
            words(
                #[inline(always)]
                |i| {
                    let lane = if i % 2 == 0 { &self } else { &other };
                    let word = |at: usize| gather_bytes(lane.0[i / 2 * 2 + at] >> bits);
                    word(0) | word(1) << 32
                },
            )
        };
        [half(0), half(8)]
    }
}
