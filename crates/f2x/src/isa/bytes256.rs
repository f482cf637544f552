//! Bytes in GF(2^8) in vectors of 256 bits, where AVX2 multiplies them by constants: tables of what a nibble
//! contributes, in registers.

#![allow(unsafe_code, reason = "intrinsics; each block is one operation that a token licenses")]

use super::bytes::{
    Bytes, IsaBytes, SpreadBytes, TRANSPOSED_BITS, images_of_map, images_of_product,
};
use super::x86::{X86, Ymm};
use super::{Avx2, Vector, Vpclmul};
use core::arch::x86_64::*;

/// A token whose vectors of 256 bits have [`Bytes`].
///
pub trait Bytes256: X86 {
    /// Products and maps of bytes.
    type Arithmetic: Arithmetic;
}

/// Products and maps of bytes, where a token proves them.
pub trait Arithmetic {
    /// [`Bytes::BLOCKS`]
    const BLOCKS: usize;

    /// [`Bytes::times`]
    fn times(a: __m256i, word: u64) -> __m256i;

    /// [`Bytes::map_bytes`]
    fn map<const MATRIX: u64>(a: __m256i) -> __m256i;

    /// [`Bytes::transpose_bits`]
    fn transpose_bits(a: __m256i) -> __m256i;
}

/// By tables of what a nibble contributes, for vectors of one block.
#[derive(Clone, Copy, Debug)]
pub struct ByNibbles;

/// What the lower nibble of a byte contributes to a linear map, by its value, and what the upper one does.
type Nibbles = [[u8; 16]; 2];

/// The tables of the map that takes bit b to `images[b]`.
const fn nibbles(images: [u8; 8]) -> Nibbles {
    let mut tables = [[0; 16]; 2];
    let mut at = 0;
    while at < 8 * 16 {
        let (bit, value) = (at / 16, at % 16);
        if value >> (bit % 4) & 1 == 1 {
            tables[bit / 4][value] ^= images[bit];
        }
        at += 1;
    }
    tables
}

/// The products of every constant.
static PRODUCTS: [Nibbles; 256] = {
    let mut products = [[[0; 16]; 2]; 256];
    let mut constant = 0;
    while constant < 256 {
        products[constant] = nibbles(images_of_product(constant as u8));
        constant += 1;
    }
    products
};

/// The bytes of every word in the other order.
#[inline(always)]
fn reverse_bytes(a: __m256i) -> __m256i {
    // SAFETY: callers hold a token that proves AVX2.
    let order = unsafe {
        _mm256_setr_epi8(
            7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14,
            13, 12, 11, 10, 9, 8,
        )
    };
    // SAFETY: callers hold a token that proves AVX2.
    unsafe { _mm256_shuffle_epi8(a, order) }
}

impl ByNibbles {
    /// The sum of what the nibbles contribute.
    #[inline(always)]
    fn look_up(a: __m256i, tables: &'static Nibbles) -> __m256i {
        // SAFETY: callers hold a token that proves AVX2.
        let nibble = unsafe { _mm256_set1_epi8(0x0f) };
        // SAFETY: callers hold a token that proves AVX2.
        let low = unsafe { _mm256_and_si256(a, nibble) };
        // SAFETY: callers hold a token that proves AVX2.
        let high = unsafe { _mm256_srli_epi64::<4>(a) };
        // SAFETY: callers hold a token that proves AVX2.
        let high = unsafe { _mm256_and_si256(high, nibble) };
        // SAFETY: the table is 16 readable bytes; callers hold a token that proves SSE2.
        let low_table = unsafe { _mm_loadu_si128(tables[0].as_ptr().cast()) };
        // SAFETY: the table is 16 readable bytes; callers hold a token that proves SSE2.
        let high_table = unsafe { _mm_loadu_si128(tables[1].as_ptr().cast()) };
        // SAFETY: callers hold a token that proves AVX2.
        let low_table = unsafe { _mm256_broadcastsi128_si256(low_table) };
        // SAFETY: callers hold a token that proves AVX2.
        let high_table = unsafe { _mm256_broadcastsi128_si256(high_table) };
        // SAFETY: callers hold a token that proves AVX2.
        let low = unsafe { _mm256_shuffle_epi8(low_table, low) };
        // SAFETY: callers hold a token that proves AVX2.
        let high = unsafe { _mm256_shuffle_epi8(high_table, high) };
        // SAFETY: callers hold a token that proves AVX2.
        unsafe { _mm256_xor_si256(low, high) }
    }

    /// Exchanges the bits of every word that `mask` has with those `SHIFT` places above.
    #[inline(always)]
    fn exchange_bits<const SHIFT: i32>(a: __m256i, mask: u64) -> __m256i {
        // SAFETY: callers hold a token that proves AVX2.
        let mask = unsafe { _mm256_set1_epi64x(mask as i64) };
        // SAFETY: callers hold a token that proves AVX2.
        let differ = unsafe { _mm256_srli_epi64::<SHIFT>(a) };
        // SAFETY: callers hold a token that proves AVX2.
        let differ = unsafe { _mm256_xor_si256(differ, a) };
        // SAFETY: callers hold a token that proves AVX2.
        let differ = unsafe { _mm256_and_si256(differ, mask) };
        // SAFETY: callers hold a token that proves AVX2.
        let above = unsafe { _mm256_slli_epi64::<SHIFT>(differ) };
        // SAFETY: callers hold a token that proves AVX2.
        let both = unsafe { _mm256_xor_si256(differ, above) };
        // SAFETY: callers hold a token that proves AVX2.
        unsafe { _mm256_xor_si256(a, both) }
    }
}

impl Arithmetic for ByNibbles {
    const BLOCKS: usize = 1;

    #[inline(always)]
    fn times(a: __m256i, word: u64) -> __m256i {
        // The constant is no secret: it belongs to the transform.
        Self::look_up(a, &PRODUCTS[(word & 0xff) as usize])
    }

    #[inline(always)]
    fn map<const MATRIX: u64>(a: __m256i) -> __m256i {
        Self::look_up(a, const { &nibbles(images_of_map(MATRIX)) })
    }

    #[inline(always)]
    fn transpose_bits(a: __m256i) -> __m256i {
        let a = reverse_bytes(a);
        let [pairs, fours, eights] = TRANSPOSED_BITS;
        let a = Self::exchange_bits::<7>(a, pairs);
        let a = Self::exchange_bits::<14>(a, fours);
        Self::exchange_bits::<28>(a, eights)
    }
}

impl Bytes256 for Avx2 {
    type Arithmetic = ByNibbles;
}

impl IsaBytes for Avx2 {
    type B = Ymm<Self>;
}

impl Bytes256 for Vpclmul {
    type Arithmetic = ByNibbles;
}

impl IsaBytes for Vpclmul {
    type B = Ymm<Self>;
}

/// A permutation of 32 bytes: of dwords, and of the bytes in each lane of 16.
#[derive(Debug)]
struct Units {
    dwords: [u32; 8],
    bytes: [u8; 32],
    dwords_first: bool,
}

/// The bytes of each lane as a matrix of four times four, transposed; `REVERSED` turns the order of the rows.
const fn transposed<const REVERSED: bool>() -> [u8; 32] {
    let mut bytes = [0; 32];
    let mut at = 0;
    while at < 32 {
        let (row, column) = (at % 16 / 4, at % 4);
        bytes[at] = (4 * if REVERSED { 3 - column } else { column } + row) as u8;
        at += 1;
    }
    bytes
}

/// [`Bytes::words_to_units`]: lower dwords to the lower lane, upper ones to the upper.
static TO_UNITS: Units =
    Units { dwords: [0, 2, 4, 6, 1, 3, 5, 7], bytes: transposed::<false>(), dwords_first: true };

/// [`Bytes::units_to_words`]: the lower lane, in its turned order, becomes the upper dwords.
static TO_WORDS: Units =
    Units { dwords: [4, 0, 5, 1, 6, 2, 7, 3], bytes: transposed::<true>(), dwords_first: false };

/// The bytes of every lane of `v` that `source` names.
#[inline(always)]
fn shuffled(v: __m256i, source: &'static [u8; 32]) -> __m256i {
    // SAFETY: they are 32 readable bytes; callers hold a token that proves AVX2.
    let source = unsafe { _mm256_loadu_si256(source.as_ptr().cast()) };
    // SAFETY: callers hold a token that proves AVX2.
    unsafe { _mm256_shuffle_epi8(v, source) }
}

/// The bytes of `v` that `source` names.
#[inline(always)]
fn permuted(v: __m256i, source: &'static Units) -> __m256i {
    // SAFETY: the dwords are 32 readable bytes; callers hold a token that proves AVX2.
    let dwords = unsafe { _mm256_loadu_si256(source.dwords.as_ptr().cast()) };
    if source.dwords_first {
        // SAFETY: callers hold a token that proves AVX2.
        let v = unsafe { _mm256_permutevar8x32_epi32(v, dwords) };
        return shuffled(v, &source.bytes);
    }
    let v = shuffled(v, &source.bytes);
    // SAFETY: callers hold a token that proves AVX2.
    unsafe { _mm256_permutevar8x32_epi32(v, dwords) }
}

/// In every lane the upper word of `before` and the lower one of `a`.
///
/// An instruction, because LLVM looks through the rotation before it and makes two of it, one of which crosses lanes.
#[inline]
#[target_feature(enable = "avx2")]
#[cfg(not(f2x_msan))]
fn shift_in_words(mut a: __m256i, before: __m256i) -> __m256i {
    // SAFETY: the instruction reads and writes nothing but its operands.
    unsafe {
        core::arch::asm!(
            "vpalignr {a}, {a}, {before}, 8",
            a = inout(ymm_reg) a,
            before = in(ymm_reg) before,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    a
}

/// The same for MemorySanitizer, which does not follow assembly.
#[inline]
#[target_feature(enable = "avx2")]
#[cfg(f2x_msan)]
fn shift_in_words(a: __m256i, before: __m256i) -> __m256i {
    _mm256_alignr_epi8::<8>(a, before)
}

/// [`Bytes::shift_in`] by a rotation of lanes and a shift in them.
#[inline(always)]
fn shift_in_lanes(a: __m256i, before: __m256i, bytes: usize) -> __m256i {
    // SAFETY: callers hold a token that proves AVX2.
    let between = unsafe { _mm256_permute2x128_si256::<0x21>(before, a) };
    match bytes {
        // SAFETY: callers hold a token that proves AVX2.
        1 => unsafe { _mm256_alignr_epi8::<15>(a, between) },
        // SAFETY: callers hold a token that proves AVX2.
        2 => unsafe { _mm256_alignr_epi8::<14>(a, between) },
        // SAFETY: callers hold a token that proves AVX2.
        4 => unsafe { _mm256_alignr_epi8::<12>(a, between) },
        // SAFETY: callers hold a token that proves AVX2.
        8 => unsafe { shift_in_words(a, between) },
        // SAFETY: callers hold a token that proves AVX2.
        12 => unsafe { _mm256_alignr_epi8::<4>(a, between) },
        16 => between,
        // SAFETY: callers hold a token that proves AVX2.
        20 => unsafe { _mm256_alignr_epi8::<12>(between, before) },
        // SAFETY: callers hold a token that proves AVX2.
        24 => unsafe { shift_in_words(between, before) },
        // SAFETY: callers hold a token that proves AVX2.
        28 => unsafe { _mm256_alignr_epi8::<4>(between, before) },
        _ => unreachable!("no such shift"),
    }
}

impl<T: Bytes256> Bytes<T> for Ymm<T> {
    const BLOCKS: usize = T::Arithmetic::BLOCKS;

    #[inline(always)]
    fn times(self, word: u64) -> Self {
        Self(T::Arithmetic::times(self.0, word), self.1)
    }

    #[inline(always)]
    fn map_bytes<const MATRIX: u64>(self) -> Self {
        Self(T::Arithmetic::map::<MATRIX>(self.0), self.1)
    }

    #[inline(always)]
    fn transpose_bits(self) -> Self {
        Self(T::Arithmetic::transpose_bits(self.0), self.1)
    }

    #[inline(always)]
    fn interleave_bytes(self, other: Self) -> [Self; 2] {
        // SAFETY: the token proves AVX2.
        let low = unsafe { _mm256_unpacklo_epi8(self.0, other.0) };
        // SAFETY: the token proves AVX2.
        let high = unsafe { _mm256_unpackhi_epi8(self.0, other.0) };
        [Self(low, self.1), Self(high, self.1)]
    }

    #[inline(always)]
    fn interleave_pairs(self, other: Self) -> [Self; 2] {
        // SAFETY: the token proves AVX2.
        let low = unsafe { _mm256_unpacklo_epi16(self.0, other.0) };
        // SAFETY: the token proves AVX2.
        let high = unsafe { _mm256_unpackhi_epi16(self.0, other.0) };
        [Self(low, self.1), Self(high, self.1)]
    }

    #[inline(always)]
    fn words_to_units(self) -> Self {
        if const { T::Arithmetic::BLOCKS == 1 } {
            return self;
        }
        Self(permuted(self.0, &TO_UNITS), self.1)
    }

    #[inline(always)]
    fn units_to_words(self) -> Self {
        if const { T::Arithmetic::BLOCKS == 1 } {
            return Self(reverse_bytes(self.0), self.1);
        }
        Self(permuted(self.0, &TO_WORDS), self.1)
    }

    #[inline(always)]
    fn words_to_rows(v: [Self; 8]) -> [Self; 8] {
        let mut rows = v;
        let (first, last) = (v[0].interleave_bytes(v[1]), v[2].interleave_bytes(v[3]));
        for w in 0..2 {
            // Units 0 to 3 and 4 to 7 of the words of both lanes.
            let [a, b] = first[w].interleave_pairs(last[w]);
            // SAFETY: the token proves AVX2.
            let low = unsafe { _mm256_permute2x128_si256::<0x20>(a.0, b.0) };
            // SAFETY: the token proves AVX2.
            let high = unsafe { _mm256_permute2x128_si256::<0x31>(a.0, b.0) };
            rows[w].0 = low;
            rows[w + 2].0 = high;
        }
        rows
    }

    #[inline(always)]
    fn rows_to_words<'r>(isa: T, row: impl Fn(usize) -> &'r [u64; 4]) -> [Self; 8] {
        let mut v = [Self::zero(isa); 8];
        let mut words = [[v[0]; 2]; 2];
        for (w, pairs) in words.iter_mut().enumerate() {
            // Units 0 to 3 and 4 to 7 of the words of both lanes.
            let (first, second) = (row(w), row(w + 2));
            let low = shuffled(Self::load_halves(isa, first, second).0, &TO_WORDS.bytes);
            let high =
                shuffled(Self::load_halves(isa, &first[2..], &second[2..]).0, &TO_WORDS.bytes);
            // SAFETY: the token proves AVX2.
            pairs[0].0 = unsafe { _mm256_unpacklo_epi32(high, low) };
            // SAFETY: the token proves AVX2.
            pairs[1].0 = unsafe { _mm256_unpackhi_epi32(high, low) };
        }
        let [even, odd] = words;
        for ((v, even), odd) in v.as_chunks_mut().0.iter_mut().zip(even).zip(odd) {
            // SAFETY: the token proves AVX2.
            let low = unsafe { _mm256_unpacklo_epi64(even.0, odd.0) };
            // SAFETY: the token proves AVX2.
            let high = unsafe { _mm256_unpackhi_epi64(even.0, odd.0) };
            *v = [Self(low, isa), Self(high, isa)];
        }
        v
    }

    #[inline(always)]
    fn exchange_parts(self, other: Self, bytes: usize) -> [Self; 2] {
        if bytes != 2 {
            unreachable!("no such parts");
        }
        // SAFETY: the token proves AVX2.
        let raised = unsafe { _mm256_slli_epi32::<16>(other.0) };
        // SAFETY: the token proves AVX2.
        let lowered = unsafe { _mm256_srli_epi32::<16>(self.0) };
        // SAFETY: the token proves AVX2.
        let first = unsafe { _mm256_blend_epi16::<0xaa>(self.0, raised) };
        // SAFETY: the token proves AVX2.
        let last = unsafe { _mm256_blend_epi16::<0xaa>(lowered, other.0) };
        [Self(first, self.1), Self(last, self.1)]
    }

    #[inline(always)]
    fn shift_in(self, before: Self, bytes: usize) -> Self {
        Self(shift_in_lanes(self.0, before.0, bytes), self.1)
    }
}

impl<T: Bytes256> SpreadBytes<T> for Ymm<T> {
    #[inline(always)]
    fn separate_bytes(self, other: Self) -> [Self; 2] {
        // SAFETY: the token proves AVX2.
        let byte = unsafe { _mm256_set1_epi16(0xff) };
        // SAFETY: the token proves AVX2.
        let low = unsafe { _mm256_and_si256(self.0, byte) };
        // SAFETY: the token proves AVX2.
        let high = unsafe { _mm256_and_si256(other.0, byte) };
        // SAFETY: the token proves AVX2.
        let even = unsafe { _mm256_packus_epi16(low, high) };
        // SAFETY: the token proves AVX2.
        let low = unsafe { _mm256_srli_epi16::<8>(self.0) };
        // SAFETY: the token proves AVX2.
        let high = unsafe { _mm256_srli_epi16::<8>(other.0) };
        // SAFETY: the token proves AVX2.
        let odd = unsafe { _mm256_packus_epi16(low, high) };
        [Self(even, self.1), Self(odd, self.1)]
    }
}
