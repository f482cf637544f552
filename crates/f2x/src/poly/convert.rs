//! Polynomials from and as words, bytes and exponents.

use super::{Poly, words};
use alloc::vec::Vec;

impl Poly {
    /// The polynomial of any words, least significant first.
    pub fn from_words(words: impl Into<Vec<u64>>) -> Self {
        let mut words = words.into();
        words::trim(&mut words);
        Self { words }
    }

    /// The words, the last of them not zero.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The words, the last of them not zero.
    pub fn into_words(self) -> Vec<u64> {
        self.words
    }

    /// The polynomial of bytes, least significant first: bit i of byte j is the coefficient of
    /// x^(8j+i).
    pub fn from_le_bytes(bytes: &[u8]) -> Self {
        let word = |chunk: &[u8]| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(word)
        };
        Self::from_words(bytes.chunks(8).map(word).collect::<Vec<_>>())
    }

    /// As many bytes as hold the coefficients, least significant first; none for zero.
    pub fn to_le_bytes(&self) -> Vec<u8> {
        let bytes = self.words.iter().flat_map(|word| word.to_le_bytes());
        bytes.take(self.bits().div_ceil(8)).collect()
    }

    /// The polynomial of bytes, most significant first.
    pub fn from_be_bytes(bytes: &[u8]) -> Self {
        Self::from_le_bytes(&bytes.iter().rev().copied().collect::<Vec<_>>())
    }

    /// As many bytes as hold the coefficients, most significant first; none for zero.
    pub fn to_be_bytes(&self) -> Vec<u8> {
        let mut bytes = self.to_le_bytes();
        bytes.reverse();
        bytes
    }

    /// The sum of powers of x; an exponent that is there twice cancels.
    pub fn from_exponents(exponents: impl IntoIterator<Item = usize>) -> Self {
        let mut words = Vec::new();
        for exponent in exponents {
            if exponent / 64 >= words.len() {
                words.resize(exponent / 64 + 1, 0);
            }
            words[exponent / 64] ^= 1 << (exponent % 64);
        }
        Self::from_words(words)
    }

    /// The exponents of the terms, the degree first.
    pub fn exponents(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().rev().flat_map(|(index, word)| {
            let set = move |bit: &usize| word >> bit & 1 == 1;
            (0..64).rev().filter(set).map(move |bit| 64 * index + bit)
        })
    }
}

impl From<u64> for Poly {
    fn from(word: u64) -> Self {
        Self::from_words([word])
    }
}
