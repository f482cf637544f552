//! What the x86-64 levels share: vectors of 128 and 256 bits on AVX2.

#![allow(unsafe_code, reason = "intrinsics; each block is one operation that a token licenses")]

use super::{Isa, Vector};
use core::arch::x86_64::*;
use core::marker::PhantomData;
use core::ops::{BitXor, BitXorAssign};

/// A token that proves at least AVX2 and PCLMULQDQ.
///
/// The operations in which the levels differ are here, with what AVX2 can do as the default.
pub trait X86: Isa {
    /// Carry-less products in two lanes.
    #[inline(always)]
    fn clmul256<const HALVES: i32>(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token proves AVX2.
        let a1 = unsafe { _mm256_extracti128_si256::<1>(a) };
        // SAFETY: the token proves AVX2.
        let b1 = unsafe { _mm256_extracti128_si256::<1>(b) };
        // SAFETY: the token proves AVX2.
        let a0 = unsafe { _mm256_castsi256_si128(a) };
        // SAFETY: the token proves AVX2.
        let b0 = unsafe { _mm256_castsi256_si128(b) };
        // SAFETY: the token proves PCLMULQDQ.
        let lo = unsafe { _mm_clmulepi64_si128::<HALVES>(a0, b0) };
        // SAFETY: the token proves PCLMULQDQ.
        let hi = unsafe { _mm_clmulepi64_si128::<HALVES>(a1, b1) };
        // SAFETY: the token proves AVX2.
        unsafe { _mm256_set_m128i(hi, lo) }
    }

    /// Four words, word `i` being word `source(i)` of `a` followed by `b`.
    #[inline(always)]
    fn permute256(self, a: __m256i, b: __m256i, source: impl Fn(usize) -> usize) -> __m256i {
        let index = |w: usize| (2 * (source(w) % 4)) as i32;
        let pick = |w: usize| if source(w) < 4 { 0 } else { -1 };
        let (i0, i1, i2, i3) = (index(0), index(1), index(2), index(3));
        // SAFETY: the token proves AVX2.
        let index = unsafe { _mm256_setr_epi32(i0, i0 + 1, i1, i1 + 1, i2, i2 + 1, i3, i3 + 1) };
        // SAFETY: the token proves AVX2.
        let pick = unsafe { _mm256_setr_epi64x(pick(0), pick(1), pick(2), pick(3)) };
        // SAFETY: the token proves AVX2.
        let a = unsafe { _mm256_permutevar8x32_epi32(a, index) };
        // SAFETY: the token proves AVX2.
        let b = unsafe { _mm256_permutevar8x32_epi32(b, index) };
        // SAFETY: the token proves AVX2.
        unsafe { _mm256_blendv_epi8(a, b, pick) }
    }

    /// `a`, with the words of `b` added that `mask` names.
    #[inline(always)]
    fn xor_where256(self, a: __m256i, b: __m256i, mask: u8) -> __m256i {
        let bit = |i: u8| -i64::from(mask >> i & 1);
        // SAFETY: the token proves AVX2.
        let keep = unsafe { _mm256_setr_epi64x(bit(0), bit(1), bit(2), bit(3)) };
        // SAFETY: the token proves AVX2.
        let b = unsafe { _mm256_and_si256(b, keep) };
        // SAFETY: the token proves AVX2.
        unsafe { _mm256_xor_si256(a, b) }
    }
}

/// 128 bits on a CPU that `T` describes.
#[derive(Clone, Copy, Debug)]
pub struct Xmm<T: X86>(__m128i, PhantomData<T>);

/// 256 bits on a CPU that `T` describes.
#[derive(Clone, Copy, Debug)]
pub struct Ymm<T: X86>(pub(super) __m256i, pub(super) T);

impl<T: X86> Xmm<T> {
    #[inline(always)]
    fn new(value: __m128i) -> Self {
        Self(value, PhantomData)
    }
}

impl<T: X86> BitXor for Xmm<T> {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        // SAFETY: the token that made the vector proves SSE2.
        Self::new(unsafe { _mm_xor_si128(self.0, other.0) })
    }
}

impl<T: X86> BitXorAssign for Xmm<T> {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl<T: X86> Vector<T> for Xmm<T> {
    const WORDS: usize = 2;
    type Row = [u64; 2];

    #[inline(always)]
    fn zero(_: T) -> Self {
        // SAFETY: the token proves SSE2.
        Self::new(unsafe { _mm_setzero_si128() })
    }

    #[inline(always)]
    fn load(_: T, row: &Self::Row) -> Self {
        // SAFETY: `row` is 16 readable bytes; the token proves SSE2.
        Self::new(unsafe { _mm_loadu_si128(row.as_ptr().cast()) })
    }

    #[inline(always)]
    fn load_part(isa: T, words: &[u64]) -> Self {
        match words {
            [] => Self::zero(isa),
            // SAFETY: `w` is 8 readable bytes; the token proves SSE2.
            [w] => Self::new(unsafe { _mm_loadl_epi64(core::ptr::from_ref(w).cast()) }),
            _ => Self::load(isa, words.first_chunk().expect("two words")),
        }
    }

    #[inline(always)]
    fn store(self, row: &mut Self::Row) {
        // SAFETY: `row` is 16 writable bytes; the token proves SSE2.
        unsafe { _mm_storeu_si128(row.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn store_part(self, words: &mut [u64]) {
        match words {
            [] => {}
            // SAFETY: `w` is 8 writable bytes; the token proves SSE2.
            [w] => unsafe { _mm_storel_epi64(core::ptr::from_mut(w).cast(), self.0) },
            _ => self.store(words.first_chunk_mut().expect("two words")),
        }
    }

    #[inline(always)]
    fn rows(words: &[u64]) -> (&[Self::Row], &[u64]) {
        words.as_chunks()
    }

    #[inline(always)]
    fn rows_mut(words: &mut [u64]) -> (&mut [Self::Row], &mut [u64]) {
        words.as_chunks_mut()
    }

    #[inline(always)]
    fn clmul<const HALVES: i32>(self, other: Self) -> Self {
        // SAFETY: the token that made the vector proves PCLMULQDQ.
        Self::new(unsafe { _mm_clmulepi64_si128::<HALVES>(self.0, other.0) })
    }

    #[inline(always)]
    fn permute2(self, other: Self, source: impl Fn(usize) -> usize) -> Self {
        let word = |s: usize| {
            let v = if s < 2 { self.0 } else { other.0 };
            match s % 2 {
                0 => v,
                // SAFETY: the token that made the vector proves SSE2.
                _ => unsafe { _mm_unpackhi_epi64(v, v) },
            }
        };
        // SAFETY: the token that made the vector proves SSE2.
        Self::new(unsafe { _mm_unpacklo_epi64(word(source(0)), word(source(1))) })
    }

    #[inline(always)]
    fn xor_where(self, other: Self, mask: u8) -> Self {
        let bit = |i: u8| -i64::from(mask >> i & 1);
        // SAFETY: the token that made the vector proves SSE2.
        let keep = unsafe { _mm_set_epi64x(bit(1), bit(0)) };
        // SAFETY: the token that made the vector proves SSE2.
        let other = unsafe { _mm_and_si128(other.0, keep) };
        self ^ Self::new(other)
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: the token that made the vector proves SSE2.
        Self::new(unsafe { _mm_and_si128(self.0, other.0) })
    }

    #[inline(always)]
    fn equal(self, other: Self) -> Self {
        // SAFETY: the token that made the vector proves SSE4.1.
        Self::new(unsafe { _mm_cmpeq_epi64(self.0, other.0) })
    }

    #[inline(always)]
    fn shl(self, bits: u32) -> Self {
        // SAFETY: the token that made the vector proves SSE2.
        let count = unsafe { _mm_cvtsi32_si128(bits as i32) };
        // SAFETY: the token that made the vector proves SSE2.
        Self::new(unsafe { _mm_sll_epi64(self.0, count) })
    }

    #[inline(always)]
    fn shr(self, bits: u32) -> Self {
        // SAFETY: the token that made the vector proves SSE2.
        let count = unsafe { _mm_cvtsi32_si128(bits as i32) };
        // SAFETY: the token that made the vector proves SSE2.
        Self::new(unsafe { _mm_srl_epi64(self.0, count) })
    }
}

impl<T: X86> BitXor for Ymm<T> {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        // SAFETY: the token proves AVX2.
        Self(unsafe { _mm256_xor_si256(self.0, other.0) }, self.1)
    }
}

impl<T: X86> BitXorAssign for Ymm<T> {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

/// The masks of `load_part` and `store_part`: four words of ones, then four of zeros.
const PART: [i64; 8] = [-1, -1, -1, -1, 0, 0, 0, 0];

/// The mask for the first `words` of four words.
#[inline(always)]
fn part_mask(words: usize) -> __m256i {
    let row: &[i64; 4] = PART[4 - words..].first_chunk().expect("at most four words");
    // SAFETY: `row` is 32 readable bytes; callers hold a token that proves AVX2.
    unsafe { _mm256_loadu_si256(row.as_ptr().cast()) }
}

/// The last bit position of `words` that has a whole word behind it.
///
/// # Panics
///
/// There are no words, or 2^25 of them.
#[inline(always)]
pub(super) fn last_position(words: &[u64]) -> u32 {
    assert!(!words.is_empty() && words.len() < 1 << 25, "positions of bits have 31 bits");
    64 * (words.len() as u32 - 1)
}

impl<T: X86> Vector<T> for Ymm<T> {
    const WORDS: usize = 4;
    type Row = [u64; 4];

    #[inline(always)]
    fn zero(isa: T) -> Self {
        // SAFETY: the token proves AVX2.
        Self(unsafe { _mm256_setzero_si256() }, isa)
    }

    #[inline(always)]
    fn load(isa: T, row: &Self::Row) -> Self {
        // SAFETY: `row` is 32 readable bytes; the token proves AVX2.
        Self(unsafe { _mm256_loadu_si256(row.as_ptr().cast()) }, isa)
    }

    // Masked accesses and stores before or after them are not forwarded to each other: halves go
    // through narrower registers. (LDDQU: see `Zmm`.)
    #[inline(always)]
    fn load_part(isa: T, words: &[u64]) -> Self {
        if let Ok::<&[u64; 2], _>(row) = words.try_into() {
            // SAFETY: `row` is 16 readable bytes; the token proves SSE3.
            let low = unsafe { _mm_lddqu_si128(row.as_ptr().cast()) };
            // SAFETY: the token proves AVX2.
            return Self(unsafe { _mm256_zextsi128_si256(low) }, isa);
        }
        let mask = part_mask(words.len());
        // SAFETY: the mask names no word beyond `words`; the token proves AVX2.
        Self(unsafe { _mm256_maskload_epi64(words.as_ptr().cast(), mask) }, isa)
    }

    #[inline(always)]
    fn bits_at(isa: T, words: &[u64], positions: &[u32]) -> Self {
        let positions: &[u32; 4] = positions.first_chunk().expect("four positions");
        // SAFETY: `positions` is 16 readable bytes; the token proves SSE2.
        let positions = unsafe { _mm_loadu_si128(positions.as_ptr().cast()) };
        // SAFETY: the token proves SSE2.
        let last = unsafe { _mm_set1_epi32(last_position(words) as i32) };
        // SAFETY: the token proves SSE4.1.
        let positions = unsafe { _mm_min_epu32(positions, last) };
        // SAFETY: the token proves SSE2.
        let bytes = unsafe { _mm_srli_epi32::<3>(positions) };
        // SAFETY: no byte is above that of the last position, eight bytes before the end of `words`; the
        // token proves AVX2.
        let found = unsafe { _mm256_i32gather_epi64::<1>(words.as_ptr().cast(), bytes) };
        // SAFETY: the token proves SSE2.
        let seven = unsafe { _mm_set1_epi32(7) };
        // SAFETY: the token proves SSE2.
        let bits = unsafe { _mm_and_si128(positions, seven) };
        // SAFETY: the token proves AVX2.
        let bits = unsafe { _mm256_cvtepu32_epi64(bits) };
        // SAFETY: the token proves AVX2.
        Self(unsafe { _mm256_srlv_epi64(found, bits) }, isa)
    }

    #[inline(always)]
    fn load_halves(isa: T, low: &[u64], high: &[u64]) -> Self {
        let low: &[u64; 2] = low.first_chunk().expect("two words");
        let high: &[u64; 2] = high.first_chunk().expect("two words");
        // SAFETY: `low` is 16 readable bytes; the token proves SSE3.
        let low = unsafe { _mm_lddqu_si128(low.as_ptr().cast()) };
        // SAFETY: the token proves AVX2.
        let row = unsafe { _mm256_zextsi128_si256(low) };
        // SAFETY: `high` is 16 readable bytes; the token proves AVX2.
        Self(unsafe { insert_half(row, high) }, isa)
    }

    #[inline(always)]
    fn load_lanes<'v>(isa: T, place: impl Fn(usize) -> &'v [u64]) -> Self {
        Self::load_halves(isa, place(0), place(1))
    }

    #[inline(always)]
    fn store(self, row: &mut Self::Row) {
        // SAFETY: `row` is 32 writable bytes; the token proves AVX2.
        unsafe { _mm256_storeu_si256(row.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn store_part(self, words: &mut [u64]) {
        if let Ok(row) = (&mut *words).try_into() {
            // SAFETY: the token proves AVX2.
            let low = unsafe { _mm256_castsi256_si128(self.0) };
            return Xmm::<T>::new(low).store(row);
        }
        let mask = part_mask(words.len());
        // SAFETY: the mask names no word beyond `words`; the token proves AVX2.
        unsafe { _mm256_maskstore_epi64(words.as_mut_ptr().cast(), mask, self.0) }
    }

    #[inline(always)]
    fn rows(words: &[u64]) -> (&[Self::Row], &[u64]) {
        words.as_chunks()
    }

    #[inline(always)]
    fn rows_mut(words: &mut [u64]) -> (&mut [Self::Row], &mut [u64]) {
        words.as_chunks_mut()
    }

    #[inline(always)]
    fn clmul<const HALVES: i32>(self, other: Self) -> Self {
        Self(self.1.clmul256::<HALVES>(self.0, other.0), self.1)
    }

    #[inline(always)]
    fn permute2(self, other: Self, source: impl Fn(usize) -> usize) -> Self {
        Self(self.1.permute256(self.0, other.0, source), self.1)
    }

    #[inline(always)]
    fn xor_where(self, other: Self, mask: u8) -> Self {
        Self(self.1.xor_where256(self.0, other.0, mask), self.1)
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: the token proves AVX2.
        Self(unsafe { _mm256_and_si256(self.0, other.0) }, self.1)
    }

    #[inline(always)]
    fn equal(self, other: Self) -> Self {
        // SAFETY: the token proves AVX2.
        Self(unsafe { _mm256_cmpeq_epi64(self.0, other.0) }, self.1)
    }

    #[inline(always)]
    fn shl(self, bits: u32) -> Self {
        // SAFETY: the token proves AVX2.
        let count = unsafe { _mm_cvtsi32_si128(bits as i32) };
        // SAFETY: the token proves AVX2.
        Self(unsafe { _mm256_sll_epi64(self.0, count) }, self.1)
    }

    #[inline(always)]
    fn shr(self, bits: u32) -> Self {
        // SAFETY: the token proves AVX2.
        let count = unsafe { _mm_cvtsi32_si128(bits as i32) };
        // SAFETY: the token proves AVX2.
        Self(unsafe { _mm256_srl_epi64(self.0, count) }, self.1)
    }

    #[inline(always)]
    fn square(self) -> [Self; 2] {
        let [low, high] = spread256(self.0);
        [Self(low, self.1), Self(high, self.1)]
    }
}

/// The bits of four words at every second place of eight.
///
/// A table in a register holds the nibbles spread to bytes. Its shuffles run on two ports, a
/// carry-less product on one; a product of two lanes makes 32 bytes of result, as one of these.
#[inline(always)]
fn spread256(words: __m256i) -> [__m256i; 2] {
    // SAFETY: callers hold a token that proves AVX2.
    let table = unsafe {
        _mm256_setr_epi8(
            0x00, 0x01, 0x04, 0x05, 0x10, 0x11, 0x14, 0x15, 0x40, 0x41, 0x44, 0x45, 0x50, 0x51,
            0x54, 0x55, 0x00, 0x01, 0x04, 0x05, 0x10, 0x11, 0x14, 0x15, 0x40, 0x41, 0x44, 0x45,
            0x50, 0x51, 0x54, 0x55,
        )
    };
    // SAFETY: callers hold a token that proves AVX2.
    let nibble = unsafe { _mm256_set1_epi8(0x0f) };
    // Words 0, 2 and 1, 3 in the lanes: interleaving then leaves the bytes in order.
    // SAFETY: callers hold a token that proves AVX2.
    let words = unsafe { _mm256_permute4x64_epi64::<0b11_01_10_00>(words) };
    // SAFETY: callers hold a token that proves AVX2.
    let even = unsafe { _mm256_and_si256(words, nibble) };
    // SAFETY: callers hold a token that proves AVX2.
    let odd = unsafe { _mm256_srli_epi64::<4>(words) };
    // SAFETY: callers hold a token that proves AVX2.
    let odd = unsafe { _mm256_and_si256(odd, nibble) };
    // SAFETY: callers hold a token that proves AVX2.
    let even = unsafe { _mm256_shuffle_epi8(table, even) };
    // SAFETY: callers hold a token that proves AVX2.
    let odd = unsafe { _mm256_shuffle_epi8(table, odd) };
    // SAFETY: callers hold a token that proves AVX2.
    let low = unsafe { _mm256_unpacklo_epi8(even, odd) };
    // SAFETY: callers hold a token that proves AVX2.
    let high = unsafe { _mm256_unpackhi_epi8(even, odd) };
    [low, high]
}

/// `row` with `high` as its upper half.
///
/// An instruction, because LLVM makes a shuffle of what was just stored.
#[inline]
#[target_feature(enable = "avx2")]
#[cfg(not(f2x_msan))]
fn insert_half(mut row: __m256i, high: &[u64; 2]) -> __m256i {
    // SAFETY: the instruction reads the 16 bytes of `high` and writes nothing but its operand.
    unsafe {
        core::arch::asm!(
            "vinserti128 {row}, {row}, xmmword ptr [{high}], 1",
            row = inout(ymm_reg) row,
            high = in(reg) high.as_ptr(),
            options(pure, readonly, nostack, preserves_flags),
        );
    }
    row
}

/// The same for MemorySanitizer, which does not follow assembly.
#[inline]
#[target_feature(enable = "avx2")]
#[cfg(f2x_msan)]
fn insert_half(row: __m256i, high: &[u64; 2]) -> __m256i {
    // SAFETY: `high` is 16 readable bytes.
    let high = unsafe { _mm_loadu_si128(high.as_ptr().cast()) };
    _mm256_inserti128_si256::<1>(row, high)
}
