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
