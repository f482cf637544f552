//! AVX-512 F, BW, VL, VBMI, VBMI2, VPCLMULQDQ and GFNI, 512 bits wide: Ice Lake, Zen 4 and later.
//!
//! Every CPU that has VPCLMULQDQ on 512 bits came with GFNI, VBMI and VBMI2, so that they are no level
//! of their own.

#![allow(unsafe_code, reason = "intrinsics; each block is one operation that a token licenses")]

use super::bytes::BytesOperation;
use super::x86::{X86, Xmm, Ymm, last_position};
use super::{Isa, Isa512, Vector};
use crate::Level;
use core::arch::x86_64::*;
use core::marker::PhantomData;
use core::ops::{BitXor, BitXorAssign};
#[cfg(f2x_msan)]
use followed::{insert_half, masked_xor, masked_xor256, store_upper_half};

/// Proof that the CPU has AVX-512 F, BW, VL, VBMI, VBMI2, VPCLMULQDQ and GFNI.
#[derive(Clone, Copy, Debug)]
pub struct Avx512(());

impl Avx512 {
    /// The token, where the features are enabled.
    ///
    /// # Safety
    ///
    /// Outside functions that enable them: the CPU has AVX-512 F, BW, VL, VBMI and VBMI2, AVX2, BMI2,
    /// LZCNT, PCLMULQDQ, VPCLMULQDQ and GFNI.
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi2,lzcnt,pclmulqdq,vpclmulqdq,gfni"
    )]
    pub const fn new() -> Self {
        Self(())
    }
}

impl Isa for Avx512 {
    const LEVEL: Level = Level::Avx512;
    type X = Xmm<Self>;
    type Y = Ymm<Self>;
    type V = Zmm;

    #[inline(always)]
    fn with_bytes(self, operation: impl BytesOperation) -> bool {
        operation.run_products(self)
    }

    #[inline]
    fn detect() -> Option<Self> {
        // The bit of VPCLMULQDQ says nothing of the upper registers: Zen 3 and Alder Lake have it
        // without AVX-512.
        let found = has!("avx2" "bmi2" "lzcnt" "pclmulqdq" "vpclmulqdq" "gfni" "avx512f" "avx512bw"
            "avx512vl" "avx512vbmi" "avx512vbmi2");
        // SAFETY: the features were detected.
        found.then(|| unsafe { Self::new() })
    }

    #[inline(always)]
    fn outline<R>(self, f: impl FnOnce() -> R) -> R {
        #[target_feature(
            enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi2,lzcnt,pclmulqdq,vpclmulqdq,gfni"
        )]
        #[inline(never)]
        fn run<R>(f: impl FnOnce() -> R) -> R {
            f()
        }
        // SAFETY: the token proves the features.
        unsafe { run(f) }
    }

    #[inline(always)]
    fn outline_product(
        self,
        c: &mut [u64],
        a: &[u64],
        b: &[u64],
        f: impl FnOnce(&mut [u64], &[u64], &[u64]),
    ) {
        #[target_feature(
            enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi2,lzcnt,pclmulqdq,vpclmulqdq,gfni"
        )]
        #[inline(never)]
        fn run(c: &mut [u64], a: &[u64], b: &[u64], f: impl FnOnce(&mut [u64], &[u64], &[u64])) {
            f(c, a, b);
        }
        // SAFETY: the token proves the features.
        unsafe { run(c, a, b, f) }
    }
}

impl Isa512 for Avx512 {
    type Z = Zmm;
}

impl X86 for Avx512 {
    #[inline(always)]
    fn clmul256<const HALVES: i32>(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token proves VPCLMULQDQ.
        unsafe { _mm256_clmulepi64_epi128::<HALVES>(a, b) }
    }

    #[inline(always)]
    fn permute256(self, a: __m256i, b: __m256i, source: impl Fn(usize) -> usize) -> __m256i {
        let s = |i| source(i) as i64;
        // SAFETY: the token proves AVX2.
        let index = unsafe { _mm256_setr_epi64x(s(0), s(1), s(2), s(3)) };
        // SAFETY: the token proves AVX-512 VL.
        unsafe { _mm256_permutex2var_epi64(a, index, b) }
    }

    #[inline(always)]
    fn xor_where256(self, a: __m256i, b: __m256i, mask: u8) -> __m256i {
        // SAFETY: the token proves AVX-512 VL.
        unsafe { masked_xor256(a, mask, b) }
    }
}

/// 512 bits.
#[derive(Clone, Copy, Debug)]
pub struct Zmm(pub(super) __m512i, PhantomData<Avx512>);

impl Zmm {
    #[inline(always)]
    pub(super) fn new(value: __m512i) -> Self {
        Self(value, PhantomData)
    }
}

impl BitXor for Zmm {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        // SAFETY: the token that made the vector proves AVX-512 F.
        Self::new(unsafe { _mm512_xor_si512(self.0, other.0) })
    }
}

impl BitXorAssign for Zmm {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

/// The mask for the first `words` of eight words.
#[inline(always)]
fn part_mask(words: usize) -> __mmask8 {
    assert!(words <= 8);
    ((1_u32 << words) - 1) as __mmask8
}

impl Vector<Avx512> for Zmm {
    const WORDS: usize = 8;
    type Row = [u64; 8];

    #[inline(always)]
    fn zero(_: Avx512) -> Self {
        // SAFETY: the token proves AVX-512 F.
        Self::new(unsafe { _mm512_setzero_si512() })
    }

    #[inline(always)]
    fn load(_: Avx512, row: &Self::Row) -> Self {
        // SAFETY: `row` is 64 readable bytes; the token proves AVX-512 F.
        Self::new(unsafe { _mm512_loadu_epi64(row.as_ptr().cast()) })
    }

    // Masked accesses and stores before or after them are not forwarded to each other: halves and
    // quarters go through narrower registers. The loads are LDDQU because LLVM forwards what was
    // just stored from a wider vector to a plain one, word by word through general registers.
    #[inline(always)]
    fn load_part(_: Avx512, words: &[u64]) -> Self {
        if let Ok::<&[u64; 4], _>(row) = words.try_into() {
            // SAFETY: `row` is 32 readable bytes; the token proves AVX2.
            let low = unsafe { _mm256_lddqu_si256(row.as_ptr().cast()) };
            // SAFETY: the token proves AVX-512 F.
            return Self::new(unsafe { _mm512_zextsi256_si512(low) });
        }
        if let Ok::<&[u64; 2], _>(row) = words.try_into() {
            // SAFETY: `row` is 16 readable bytes; the token proves SSE3.
            let low = unsafe { _mm_lddqu_si128(row.as_ptr().cast()) };
            // SAFETY: the token proves AVX-512 F.
            return Self::new(unsafe { _mm512_zextsi128_si512(low) });
        }
        let mask = part_mask(words.len());
        // SAFETY: the mask names no word beyond `words`; the token proves AVX-512 F.
        Self::new(unsafe { _mm512_maskz_loadu_epi64(mask, words.as_ptr().cast()) })
    }

    #[inline(always)]
    fn bits_at(_: Avx512, words: &[u64], positions: &[u32]) -> Self {
        let positions: &[u32; 8] = positions.first_chunk().expect("eight positions");
        // SAFETY: `positions` is 32 readable bytes; the token proves AVX2.
        let positions = unsafe { _mm256_loadu_si256(positions.as_ptr().cast()) };
        // SAFETY: the token proves AVX2.
        let last = unsafe { _mm256_set1_epi32(last_position(words) as i32) };
        // SAFETY: the token proves AVX2.
        let positions = unsafe { _mm256_min_epu32(positions, last) };
        // SAFETY: the token proves AVX2.
        let bytes = unsafe { _mm256_srli_epi32::<3>(positions) };
        // SAFETY: no byte is above that of the last position, eight bytes before the end of `words`; the
        // token proves AVX-512 F.
        let found = unsafe { _mm512_i32gather_epi64::<1>(bytes, words.as_ptr().cast()) };
        // SAFETY: the token proves AVX2.
        let seven = unsafe { _mm256_set1_epi32(7) };
        // SAFETY: the token proves AVX2.
        let bits = unsafe { _mm256_and_si256(positions, seven) };
        // SAFETY: the token proves AVX-512 F.
        let bits = unsafe { _mm512_cvtepu32_epi64(bits) };
        // SAFETY: the token proves AVX-512 F.
        Self::new(unsafe { _mm512_srlv_epi64(found, bits) })
    }

    #[inline(always)]
    fn load_halves(_: Avx512, low: &[u64], high: &[u64]) -> Self {
        let low: &[u64; 4] = low.first_chunk().expect("four words");
        let high: &[u64; 4] = high.first_chunk().expect("four words");
        // SAFETY: `low` is 32 readable bytes; the token proves AVX2.
        let low = unsafe { _mm256_lddqu_si256(low.as_ptr().cast()) };
        // SAFETY: the token proves AVX-512 F.
        let row = unsafe { _mm512_zextsi256_si512(low) };
        // SAFETY: `high` is 32 readable bytes; the token proves AVX-512 F.
        Self::new(unsafe { insert_half(row, high) })
    }

    #[inline(always)]
    fn load_lanes<'v>(isa: Avx512, place: impl Fn(usize) -> &'v [u64]) -> Self {
        let low = Ymm::load_lanes(isa, |i| place(i));
        let high = Ymm::load_lanes(isa, |i| place(2 + i));
        // SAFETY: the token proves AVX-512 F.
        let row = unsafe { _mm512_zextsi256_si512(low.0) };
        // SAFETY: the token proves AVX-512 F.
        Self::new(unsafe { _mm512_inserti64x4::<1>(row, high.0) })
    }

    #[inline(always)]
    fn store(self, row: &mut Self::Row) {
        // SAFETY: `row` is 64 writable bytes; the token proves AVX-512 F.
        unsafe { _mm512_storeu_epi64(row.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn store_part(self, words: &mut [u64]) {
        if let Ok::<&mut [u64; 4], _>(row) = (&mut *words).try_into() {
            // SAFETY: the token that made the vector proves AVX-512 F.
            let low = unsafe { _mm512_castsi512_si256(self.0) };
            // SAFETY: `row` is 32 writable bytes; the token proves AVX2.
            return unsafe { _mm256_storeu_si256(row.as_mut_ptr().cast(), low) };
        }
        if let Ok::<&mut [u64; 2], _>(row) = (&mut *words).try_into() {
            // SAFETY: the token that made the vector proves AVX-512 F.
            let low = unsafe { _mm512_castsi512_si128(self.0) };
            // SAFETY: `row` is 16 writable bytes; the token proves SSE2.
            return unsafe { _mm_storeu_si128(row.as_mut_ptr().cast(), low) };
        }
        let mask = part_mask(words.len());
        // SAFETY: the mask names no word beyond `words`; the token proves AVX-512 F.
        unsafe { _mm512_mask_storeu_epi64(words.as_mut_ptr().cast(), mask, self.0) }
    }

    #[inline(always)]
    fn store_upper(self, words: &mut [u64]) {
        let words: &mut [u64; 4] = words.first_chunk_mut().expect("four words");
        // SAFETY: the token that made the vector proves AVX-512 F.
        unsafe { store_upper_half(self.0, words) }
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
        // SAFETY: the token that made the vector proves VPCLMULQDQ and AVX-512 F.
        Self::new(unsafe { _mm512_clmulepi64_epi128::<HALVES>(self.0, other.0) })
    }

    #[inline(always)]
    fn permute2(self, other: Self, source: impl Fn(usize) -> usize) -> Self {
        let s = |i| source(i) as i64;
        let (s0, s1, s2, s3) = (s(0), s(1), s(2), s(3));
        let (s4, s5, s6, s7) = (s(4), s(5), s(6), s(7));
        // SAFETY: the token that made the vector proves AVX-512 F.
        let index = unsafe { _mm512_setr_epi64(s0, s1, s2, s3, s4, s5, s6, s7) };
        // SAFETY: the token that made the vector proves AVX-512 F.
        Self::new(unsafe { _mm512_permutex2var_epi64(self.0, index, other.0) })
    }

    #[inline(always)]
    fn xor_where(self, other: Self, mask: u8) -> Self {
        // SAFETY: the token that made the vector proves AVX-512 F.
        Self::new(unsafe { masked_xor(self.0, mask, other.0) })
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: the token that made the vector proves AVX-512 F.
        Self::new(unsafe { _mm512_and_si512(self.0, other.0) })
    }

    #[inline(always)]
    fn equal(self, other: Self) -> Self {
        // SAFETY: the token that made the vector proves AVX-512 F.
        let mask = unsafe { _mm512_cmpeq_epi64_mask(self.0, other.0) };
        // SAFETY: the token that made the vector proves AVX-512 F.
        Self::new(unsafe { _mm512_maskz_set1_epi64(mask, -1) })
    }

    #[inline(always)]
    fn shl(self, bits: u32) -> Self {
        // SAFETY: the token that made the vector proves AVX-512 F.
        let count = unsafe { _mm_cvtsi32_si128(bits as i32) };
        // SAFETY: the token that made the vector proves AVX-512 F.
        Self::new(unsafe { _mm512_sll_epi64(self.0, count) })
    }

    #[inline(always)]
    fn shr(self, bits: u32) -> Self {
        // SAFETY: the token that made the vector proves AVX-512 F.
        let count = unsafe { _mm_cvtsi32_si128(bits as i32) };
        // SAFETY: the token that made the vector proves AVX-512 F.
        Self::new(unsafe { _mm512_srl_epi64(self.0, count) })
    }
}

// The masked exclusive-ors are written as instructions: from the intrinsics LLVM makes a blend, pulls
// it into the shuffles around it, and so moves work to the one port that is already the bottleneck
// (a sixth more cycles in kernels of the papers).

/// `a`, with the words of `b` added that `mask` names.
#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
#[cfg(not(f2x_msan))]
fn masked_xor256(mut a: __m256i, mask: __mmask8, b: __m256i) -> __m256i {
    // SAFETY: the instruction reads and writes nothing but its operands.
    unsafe {
        core::arch::asm!(
            "vpxorq {a}{{{mask}}}, {a}, {b}",
            a = inout(ymm_reg) a,
            b = in(ymm_reg) b,
            mask = in(kreg) mask,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    a
}

/// `a`, with the words of `b` added that `mask` names.
#[inline]
#[target_feature(enable = "avx512f")]
#[cfg(not(f2x_msan))]
fn masked_xor(mut a: __m512i, mask: __mmask8, b: __m512i) -> __m512i {
    // SAFETY: the instruction reads and writes nothing but its operands.
    unsafe {
        core::arch::asm!(
            "vpxorq {a}{{{mask}}}, {a}, {b}",
            a = inout(zmm_reg) a,
            b = in(zmm_reg) b,
            mask = in(kreg) mask,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    a
}

/// `row` with `high` as its upper half.
#[inline]
#[target_feature(enable = "avx512f")]
#[cfg(not(f2x_msan))]
fn insert_half(mut row: __m512i, high: &[u64; 4]) -> __m512i {
    // SAFETY: the instruction reads the 32 bytes of `high` and writes nothing but its operand.
    unsafe {
        core::arch::asm!(
            "vinserti64x4 {row}, {row}, ymmword ptr [{high}], 1",
            row = inout(zmm_reg) row,
            high = in(reg) high.as_ptr(),
            options(pure, readonly, nostack, preserves_flags),
        );
    }
    row
}

/// Stores the upper half of `row`. With the intrinsic LLVM splits the shuffles before it into those of 256 bits,
/// more than twice as many.
#[inline]
#[target_feature(enable = "avx512f")]
#[cfg(not(f2x_msan))]
fn store_upper_half(row: __m512i, half: &mut [u64; 4]) {
    // SAFETY: the instruction writes the 32 bytes of `half` and nothing else.
    unsafe {
        core::arch::asm!(
            "vextracti64x4 ymmword ptr [{half}], {row}, 1",
            row = in(zmm_reg) row,
            half = in(reg) half.as_mut_ptr(),
            options(nostack, preserves_flags),
        );
    }
}

/// The same by intrinsics, for MemorySanitizer, which does not follow assembly.
#[cfg(f2x_msan)]
mod followed {
    use super::*;

    #[inline]
    #[target_feature(enable = "avx512f,avx512vl")]
    pub(super) fn masked_xor256(a: __m256i, mask: __mmask8, b: __m256i) -> __m256i {
        _mm256_mask_xor_epi64(a, mask, a, b)
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn masked_xor(a: __m512i, mask: __mmask8, b: __m512i) -> __m512i {
        _mm512_mask_xor_epi64(a, mask, a, b)
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn insert_half(row: __m512i, high: &[u64; 4]) -> __m512i {
        // SAFETY: `high` is 32 readable bytes.
        let high = unsafe { _mm256_loadu_si256(high.as_ptr().cast()) };
        _mm512_inserti64x4::<1>(row, high)
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn store_upper_half(row: __m512i, half: &mut [u64; 4]) {
        let upper = _mm512_extracti64x4_epi64::<1>(row);
        // SAFETY: `half` is 32 writable bytes.
        unsafe { _mm256_storeu_si256(half.as_mut_ptr().cast(), upper) }
    }
}
