//! Random polynomials, from a source of words that the caller has.

use super::{Poly, words};
use alloc::vec::Vec;

impl Poly {
    /// A uniformly random polynomial with coefficients below x^`bits` only.
    ///
    /// `word` gives uniformly random words.
    pub fn random(bits: usize, mut word: impl FnMut() -> u64) -> Poly {
        let mut words: Vec<u64> = (0..bits.div_ceil(64)).map(|_| word()).collect();
        words::keep_bits(&mut words, bits);
        Poly::from_words(words)
    }
}

/// The generator SplitMix64 (Steele, Lea and Flood 2014), where any generator does.
pub(super) struct SplitMix64(pub(super) u64);

impl SplitMix64 {
    pub(super) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}
