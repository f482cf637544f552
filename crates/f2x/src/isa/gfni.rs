//! Bytes in GF(2^8) by GFNI and AVX-512 VBMI and VBMI2.

#![allow(unsafe_code, reason = "intrinsics; each block is one operation that a token licenses")]

use super::avx512::{Avx512, Zmm};
use super::bytes::{Bytes, IsaBytes};
use core::arch::x86_64::*;

impl IsaBytes for Avx512 {
    type B = Zmm;
}

/// The word whose byte k has bit k alone.
const DIAGONAL: u64 = 0x8040_2010_0804_0201;

/// Where the bytes of `words_to_units` come from, for `N` bytes.
const fn words_to_units<const N: usize>() -> [u8; N] {
    let mut source = [0; N];
    let mut at = 0;
    while at < N {
        let (unit, word) = (at / (N / 8), at % (N / 8));
        source[at] = (8 * word + unit) as u8;
        at += 1;
    }
    source
}

/// Where the bytes of `units_to_words` come from, for `N` bytes.
const fn units_to_words<const N: usize>() -> [u8; N] {
    let mut source = [0; N];
    let mut at = 0;
    while at < N {
        let (word, unit) = (at / 8, 7 - at % 8);
        source[at] = (unit * (N / 8) + word) as u8;
        at += 1;
    }
    source
}

impl Zmm {
    /// The bytes of `self` that `source` names.
    #[inline(always)]
    fn permute_bytes(self, source: &'static [u8; 64]) -> Self {
        // SAFETY: `source` is 64 readable bytes; the token that made the vector proves AVX-512 F.
        let source = unsafe { _mm512_loadu_epi8(source.as_ptr().cast()) };
        // SAFETY: the token that made the vector proves AVX-512 VBMI.
        Self::new(unsafe { _mm512_permutexvar_epi8(source, self.0) })
    }
}

impl Bytes<Avx512> for Zmm {
    #[inline(always)]
    fn splat(_: Avx512, word: u64) -> Self {
        // SAFETY: the token proves AVX-512 F.
        Self::new(unsafe { _mm512_set1_epi64(word as i64) })
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

    #[inline(always)]
    fn map_bytes(self, matrix: u64) -> Self {
        // SAFETY: the token that made the vector proves AVX-512 F.
        let matrix = unsafe { _mm512_set1_epi64(matrix as i64) };
        // SAFETY: the token that made the vector proves GFNI and AVX-512 F.
        Self::new(unsafe { _mm512_gf2p8affine_epi64_epi8::<0>(self.0, matrix) })
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
