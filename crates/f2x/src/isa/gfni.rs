//! Bytes in GF(2^8) by GFNI: vectors of 512 bits with AVX-512 VBMI and VBMI2, and of 256 bits.

#![allow(unsafe_code, reason = "intrinsics; each block is one operation that a token licenses")]

use super::avx512::{Avx512, Zmm};
use super::bytes::{Bytes, BytesOperation, IsaBytes, MulBytes};
use super::bytes256::{Arithmetic, Bytes256};
use super::x86::{X86, Xmm, Ymm};
use super::{Isa, Vector};
use crate::Level;
use core::arch::x86_64::*;
use core::hint::black_box;
use core::mem::MaybeUninit;

/// A token that proves GFNI.
pub trait Gfni: Bytes256<Arithmetic = ByGfni> {}

/// Products and maps of bytes by GFNI, in vectors of four blocks.
#[derive(Clone, Copy, Debug)]
pub struct ByGfni;

impl Arithmetic for ByGfni {
    const BLOCKS: usize = 4;

    #[inline(always)]
    fn times(a: __m256i, word: u64) -> __m256i {
        // SAFETY: callers hold a token that proves AVX2.
        let constant = unsafe { _mm256_set1_epi64x(word as i64) };
        // SAFETY: callers hold a token that proves GFNI and AVX2.
        unsafe { _mm256_gf2p8mul_epi8(a, constant) }
    }

    #[inline(always)]
    fn map<const MATRIX: u64>(a: __m256i) -> __m256i {
        // SAFETY: callers hold a token that proves AVX2.
        let matrix = unsafe { _mm256_set1_epi64x(MATRIX as i64) };
        // SAFETY: callers hold a token that proves GFNI and AVX2.
        unsafe { _mm256_gf2p8affine_epi64_epi8::<0>(a, matrix) }
    }

    #[inline(always)]
    fn transpose_bits(a: __m256i) -> __m256i {
        // SAFETY: callers hold a token that proves AVX2.
        let diagonal = unsafe { _mm256_set1_epi64x(DIAGONAL as i64) };
        // SAFETY: callers hold a token that proves GFNI and AVX2.
        unsafe { _mm256_gf2p8affine_epi64_epi8::<0>(diagonal, a) }
    }
}

impl IsaBytes for Avx512 {
    type B = Zmm;

    #[inline(always)]
    fn outline_aligned<R>(self, f: impl FnOnce() -> R) -> R {
        outline_aligned(self, f)
    }
}

/// Runs `f` in a function of its own, whose stack frame starts on a cache line.
#[inline(always)]
fn outline_aligned<I: Isa, R>(isa: I, f: impl FnOnce() -> R) -> R {
    #[repr(align(64))]
    struct Line(#[expect(dead_code, reason = "its place is what matters")] MaybeUninit<[u8; 64]>);
    isa.outline(
        #[inline(always)]
        || {
            let line = Line(MaybeUninit::uninit());
            black_box(&line);
            f()
        },
    )
}

/// Proof that the CPU has GFNI besides what level vpclmul needs: Alder Lake and later without AVX-512.
///
/// No level of its own: only transforms use it.
#[derive(Clone, Copy, Debug)]
pub(super) struct VpclmulGfni(());

impl VpclmulGfni {
    /// The token, where the features are enabled.
    ///
    /// # Safety
    ///
    /// Outside functions that enable them: the CPU has AVX2, BMI2, LZCNT, PCLMULQDQ, VPCLMULQDQ and GFNI.
    #[target_feature(enable = "avx2,bmi2,lzcnt,pclmulqdq,vpclmulqdq,gfni")]
    pub(super) const fn new() -> Self {
        Self(())
    }
}

impl Isa for VpclmulGfni {
    const LEVEL: Level = Level::Vpclmul;
    type X = Xmm<Self>;
    type Y = Ymm<Self>;
    type V = Ymm<Self>;

    #[inline(always)]
    fn with_bytes(self, operation: impl BytesOperation) -> bool {
        operation.run_products(self)
    }

    #[inline]
    fn detect() -> Option<Self> {
        let found = has!("avx2" "bmi2" "lzcnt" "pclmulqdq" "vpclmulqdq" "gfni");
        // SAFETY: the features were detected.
        found.then(|| unsafe { Self::new() })
    }

    #[inline(always)]
    fn outline<R>(self, f: impl FnOnce() -> R) -> R {
        #[target_feature(enable = "avx2,bmi2,lzcnt,pclmulqdq,vpclmulqdq,gfni")]
        #[inline(never)]
        fn run<R>(f: impl FnOnce() -> R) -> R {
            f()
        }
        // SAFETY: the token proves the features.
        unsafe { run(f) }
    }
}

impl X86 for VpclmulGfni {
    #[inline(always)]
    fn clmul256<const HALVES: i32>(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token proves VPCLMULQDQ.
        unsafe { _mm256_clmulepi64_epi128::<HALVES>(a, b) }
    }
}

impl Gfni for VpclmulGfni {}

impl Bytes256 for VpclmulGfni {
    type Arithmetic = ByGfni;
}

impl IsaBytes for VpclmulGfni {
    type B = Ymm<Self>;

    #[inline(always)]
    fn outline_aligned<R>(self, f: impl FnOnce() -> R) -> R {
        outline_aligned(self, f)
    }
}

/// The word whose byte k has bit k alone.
const DIAGONAL: u64 = 0x8040_2010_0804_0201;

/// Where the bytes of `words_to_units` come from.
const fn words_to_units() -> [u8; 64] {
    let mut source = [0; 64];
    let mut at = 0;
    while at < 64 {
        let (unit, word) = (at / 8, at % 8);
        source[at] = (8 * word + unit) as u8;
        at += 1;
    }
    source
}

/// Where the bytes of `units_to_words` come from.
const fn units_to_words() -> [u8; 64] {
    let mut source = [0; 64];
    let mut at = 0;
    while at < 64 {
        let (word, unit) = (at / 8, 7 - at % 8);
        source[at] = (8 * unit + word) as u8;
        at += 1;
    }
    source
}

/// Where the bytes of rows 4 w₂ + w for one w₂ come from in two vectors, one for each value of the highest bit of the
/// number of a block: lanes are at its middle bit and w₂, words at its lowest bit.
const fn pair_to_row(w2: usize) -> [u8; 64] {
    let mut source = [0; 64];
    let mut at = 0;
    while at < 64 {
        let (byte, block) = (at / 8, at % 8);
        let lane = block / 2 % 2 * 2 + w2;
        source[at] = (64 * (block / 4) + 16 * lane + 8 * (block % 2) + byte) as u8;
        at += 1;
    }
    source
}

/// Where the bytes of blocks 4 g₂ + g for one g₂ come from in two rows, whose numbers differ in bit 1: lanes are at the middle
/// bit of g and that bit of the row, words at the lowest bit of g.
const fn rows_to_pair(g2: usize) -> [u8; 64] {
    let mut source = [0; 64];
    let mut at = 0;
    while at < 64 {
        let (lane, word, byte) = (at / 16, at / 8 % 2, at % 8);
        let block = 4 * g2 + lane / 2 * 2 + word;
        source[at] = (64 * (lane % 2) + 8 * (7 - byte) + block) as u8;
        at += 1;
    }
    source
}

/// Where bytes come from that exchange their places with those `bytes` before or behind, in every lane.
const fn exchanged(bytes: usize) -> [u8; 64] {
    let mut source = [0; 64];
    let mut at = 0;
    while at < 64 {
        source[at] = ((at % 16) ^ bytes) as u8;
        at += 1;
    }
    source
}

/// The first `bytes` bytes of every twice as many.
const fn first_bytes(bytes: usize) -> u64 {
    u64::MAX / ((1 << bytes) + 1)
}

impl Zmm {
    /// [`Bytes::exchange_parts`].
    #[inline(always)]
    fn exchange_bytes<const BYTES: usize>(self, other: Self) -> [Self; 2] {
        const fn source<const BYTES: usize>() -> &'static [u8; 64] {
            const { &exchanged(BYTES) }
        }
        let first = const { first_bytes(BYTES) };
        let (a, b) = (self.0, other.0);
        // SAFETY: `source` is 64 readable bytes; the token that made the vector proves AVX-512 F.
        let source = unsafe { _mm512_loadu_epi8(source::<BYTES>().as_ptr().cast()) };
        // SAFETY: the token that made the vector proves AVX-512 BW.
        let low = unsafe { _mm512_mask_shuffle_epi8(a, !first, b, source) };
        // SAFETY: the token that made the vector proves AVX-512 BW.
        let high = unsafe { _mm512_mask_shuffle_epi8(b, first, a, source) };
        [Self::new(low), Self::new(high)]
    }

    /// The bytes of `self` that `source` names.
    #[inline(always)]
    fn permute_bytes(self, source: &'static [u8; 64]) -> Self {
        // SAFETY: `source` is 64 readable bytes; the token that made the vector proves AVX-512 F.
        let source = unsafe { _mm512_loadu_epi8(source.as_ptr().cast()) };
        // SAFETY: the token that made the vector proves AVX-512 VBMI.
        Self::new(unsafe { _mm512_permutexvar_epi8(source, self.0) })
    }

    /// The bytes of `self` and of `other` behind it that `source` names.
    #[inline(always)]
    fn permute_bytes2(self, other: Self, source: &'static [u8; 64]) -> Self {
        // SAFETY: `source` is 64 readable bytes; the token that made the vector proves AVX-512 F.
        let source = unsafe { _mm512_loadu_epi8(source.as_ptr().cast()) };
        // SAFETY: the token that made the vector proves AVX-512 VBMI.
        Self::new(unsafe { _mm512_permutex2var_epi8(self.0, source, other.0) })
    }

    /// In every lane the lower words of both, and the upper words.
    #[inline(always)]
    fn interleave_words(self, other: Self) -> [Self; 2] {
        // SAFETY: the token that made the vector proves AVX-512 F.
        let low = unsafe { _mm512_unpacklo_epi64(self.0, other.0) };
        // SAFETY: the token that made the vector proves AVX-512 F.
        let high = unsafe { _mm512_unpackhi_epi64(self.0, other.0) };
        [Self::new(low), Self::new(high)]
    }
}

impl Bytes<Avx512> for Zmm {
    const BLOCKS: usize = 8;
    const WORD_BIT: usize = 3;

    #[inline(always)]
    fn gather_half([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        let ([a, c], [b, d]) = (a.exchange_bytes::<4>(c), b.exchange_bytes::<4>(d));
        let ([a, b], [c, d]) = (a.exchange_bytes::<2>(b), c.exchange_bytes::<2>(d));
        [a, b, c, d]
    }

    #[inline(always)]
    fn gather_bytes(even: [Self; 4], odd: [Self; 4]) -> [Self; 8] {
        let mut v = [even[0]; 8];
        for i in 0..4 {
            [v[2 * i], v[2 * i + 1]] = even[i].exchange_bytes::<1>(odd[i]);
        }
        v
    }

    #[inline(always)]
    fn times(self, word: u64) -> Self {
        // SAFETY: the token that made the vector proves AVX-512 F.
        let constant = Self::new(unsafe { _mm512_set1_epi64(word as i64) });
        self.mul_bytes(constant)
    }

    #[inline(always)]
    fn map_bytes<const MATRIX: u64>(self) -> Self {
        self.map_by(MATRIX)
    }

    #[inline(always)]
    fn transpose_bits(self) -> Self {
        // SAFETY: the token that made the vector proves AVX-512 F.
        let diagonal = unsafe { _mm512_set1_epi64(DIAGONAL as i64) };
        // SAFETY: the token that made the vector proves GFNI and AVX-512 F.
        Self::new(unsafe { _mm512_gf2p8affine_epi64_epi8::<0>(diagonal, self.0) })
    }

    #[inline(always)]
    fn interleave_bytes(self, other: Self) -> [Self; 2] {
        // SAFETY: the token that made the vector proves AVX-512 BW.
        let low = unsafe { _mm512_unpacklo_epi8(self.0, other.0) };
        // SAFETY: the token that made the vector proves AVX-512 BW.
        let high = unsafe { _mm512_unpackhi_epi8(self.0, other.0) };
        [Self::new(low), Self::new(high)]
    }

    #[inline(always)]
    fn interleave_pairs(self, other: Self) -> [Self; 2] {
        // SAFETY: the token that made the vector proves AVX-512 BW.
        let low = unsafe { _mm512_unpacklo_epi16(self.0, other.0) };
        // SAFETY: the token that made the vector proves AVX-512 BW.
        let high = unsafe { _mm512_unpackhi_epi16(self.0, other.0) };
        [Self::new(low), Self::new(high)]
    }

    #[inline(always)]
    fn words_to_units(self) -> Self {
        static SOURCE: [u8; 64] = words_to_units();
        self.permute_bytes(&SOURCE)
    }

    #[inline(always)]
    fn units_to_words(self) -> Self {
        static SOURCE: [u8; 64] = units_to_words();
        self.permute_bytes(&SOURCE)
    }

    #[inline(always)]
    fn words_to_rows(mut v: [Self; 8]) -> [Self; 8] {
        static SOURCES: [[u8; 64]; 2] = [pair_to_row(0), pair_to_row(1)];
        for i in [0, 2, 4, 6] {
            [v[i], v[i + 1]] = v[i].interleave_words(v[i + 1]);
        }
        for i in [0, 1, 4, 5] {
            let (a, b) = (v[i].0, v[i + 2].0);
            // SAFETY: the token that made the vectors proves AVX-512 F.
            v[i] = Self::new(unsafe { _mm512_shuffle_i64x2::<0b10_00_10_00>(a, b) });
            // SAFETY: the token that made the vectors proves AVX-512 F.
            v[i + 2] = Self::new(unsafe { _mm512_shuffle_i64x2::<0b11_01_11_01>(a, b) });
        }
        for i in 0..4 {
            let (a, b) = (v[i], v[i + 4]);
            [v[i], v[i + 4]] = [a.permute_bytes2(b, &SOURCES[0]), a.permute_bytes2(b, &SOURCES[1])];
        }
        v
    }

    #[inline(always)]
    fn rows_to_words<'r>(isa: Avx512, row: impl Fn(usize) -> &'r [u64; 8]) -> [Self; 8] {
        static SOURCES: [[u8; 64]; 2] = [rows_to_pair(0), rows_to_pair(1)];
        let mut v = [Self::zero(isa); 8];
        for i in [0, 1, 4, 5] {
            let (a, b) = (Self::load(isa, row(i)), Self::load(isa, row(i + 2)));
            [v[i], v[i + 2]] = [a.permute_bytes2(b, &SOURCES[0]), a.permute_bytes2(b, &SOURCES[1])];
        }
        for i in 0..4 {
            let (a, b) = (v[i].0, v[i + 4].0);
            // SAFETY: the token proves AVX-512 F.
            v[i] = Self::new(unsafe { _mm512_shuffle_i64x2::<0b01_00_01_00>(a, b) });
            // SAFETY: the token proves AVX-512 F.
            v[i + 4] = Self::new(unsafe { _mm512_shuffle_i64x2::<0b11_10_11_10>(a, b) });
        }
        // Now v is at bits 2, 1 and 0: the middle bit of a block's number, the highest one, the lowest one of a word's.
        let mut blocks = v;
        for i in [0, 2] {
            [blocks[2 * i], blocks[2 * i + 1]] = v[i].interleave_words(v[i + 1]);
            [blocks[2 * i + 2], blocks[2 * i + 3]] = v[i + 4].interleave_words(v[i + 5]);
        }
        blocks
    }

    #[inline(always)]
    fn exchange_parts(self, other: Self, bytes: usize) -> [Self; 2] {
        match bytes {
            2 => self.exchange_bytes::<2>(other),
            4 => self.exchange_bytes::<4>(other),
            _ => unreachable!("no such parts"),
        }
    }

    #[inline(always)]
    fn shift_in(self, before: Self, bytes: usize) -> Self {
        let (a, b) = (self.0, before.0);
        if bytes < 4 {
            // SAFETY: the token that made the vector proves AVX-512 F.
            let words = unsafe { _mm512_alignr_epi32::<15>(a, b) };
            let shifted = match bytes {
                // SAFETY: the token that made the vector proves AVX-512 VBMI2.
                1 => unsafe { _mm512_shldi_epi32::<8>(a, words) },
                // SAFETY: the token that made the vector proves AVX-512 VBMI2.
                2 => unsafe { _mm512_shldi_epi32::<16>(a, words) },
                _ => unreachable!("no such shift"),
            };
            return Self::new(shifted);
        }
        Self::new(match bytes {
            // SAFETY: the token that made the vector proves AVX-512 F.
            4 => unsafe { _mm512_alignr_epi32::<15>(a, b) },
            // SAFETY: the token that made the vector proves AVX-512 F.
            8 => unsafe { _mm512_alignr_epi64::<7>(a, b) },
            // SAFETY: the token that made the vector proves AVX-512 F.
            16 => unsafe { _mm512_alignr_epi64::<6>(a, b) },
            // SAFETY: the token that made the vector proves AVX-512 F.
            24 => unsafe { _mm512_alignr_epi64::<5>(a, b) },
            // SAFETY: the token that made the vector proves AVX-512 F.
            32 => unsafe { _mm512_alignr_epi64::<4>(a, b) },
            // SAFETY: the token that made the vector proves AVX-512 F.
            40 => unsafe { _mm512_alignr_epi64::<3>(a, b) },
            // SAFETY: the token that made the vector proves AVX-512 F.
            48 => unsafe { _mm512_alignr_epi64::<2>(a, b) },
            // SAFETY: the token that made the vector proves AVX-512 F.
            56 => unsafe { _mm512_alignr_epi64::<1>(a, b) },
            _ => unreachable!("no such shift"),
        })
    }
}

impl MulBytes<Avx512> for Zmm {
    #[inline(always)]
    fn splat(_: Avx512, word: u64) -> Self {
        // SAFETY: the token proves AVX-512 F.
        Self::new(unsafe { _mm512_set1_epi64(word as i64) })
    }

    #[inline(always)]
    fn map_by(self, matrix: u64) -> Self {
        // SAFETY: the token that made the vector proves AVX-512 F.
        let matrix = unsafe { _mm512_set1_epi64(matrix as i64) };
        // SAFETY: the token that made the vector proves GFNI and AVX-512 F.
        Self::new(unsafe { _mm512_gf2p8affine_epi64_epi8::<0>(self.0, matrix) })
    }

    #[inline(always)]
    fn splat_unit(isa: Avx512, row: &[u64; 8], unit: usize) -> Self {
        Self::splat(isa, row[unit])
    }

    #[inline(always)]
    fn mul_bytes(self, other: Self) -> Self {
        // SAFETY: the token that made the vector proves GFNI and AVX-512 F.
        Self::new(unsafe { _mm512_gf2p8mul_epi8(self.0, other.0) })
    }
}

impl<T: Gfni> MulBytes<T> for Ymm<T> {
    #[inline(always)]
    fn splat(isa: T, word: u64) -> Self {
        // SAFETY: the token proves AVX2.
        Self(unsafe { _mm256_set1_epi64x(word as i64) }, isa)
    }

    #[inline(always)]
    fn map_by(self, matrix: u64) -> Self {
        let matrix = Self::splat(self.1, matrix);
        // SAFETY: the token proves GFNI and AVX2.
        Self(unsafe { _mm256_gf2p8affine_epi64_epi8::<0>(self.0, matrix.0) }, self.1)
    }

    #[inline(always)]
    fn splat_unit(isa: T, row: &[u64; 4], unit: usize) -> Self {
        assert!(unit < 8);
        // Not half of a word: that would go through a general register, not be broadcast from memory.
        let units = row.as_ptr().cast::<i32>();
        // SAFETY: the row has eight units.
        let unit = unsafe { units.add(unit) };
        // SAFETY: it is in the row.
        let unit = unsafe { unit.read() };
        // SAFETY: the token proves AVX2.
        Self(unsafe { _mm256_set1_epi32(unit) }, isa)
    }

    #[inline(always)]
    fn mul_bytes(self, other: Self) -> Self {
        // SAFETY: the token proves GFNI and AVX2.
        Self(unsafe { _mm256_gf2p8mul_epi8(self.0, other.0) }, self.1)
    }
}
