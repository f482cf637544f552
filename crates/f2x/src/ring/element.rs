//! Elements, and what needs no product.

use crate::field::Choice;

/// An element of GF(2)\[X\]/(X^N − 1), in `W` words; N is odd.
///
/// Bit i of word j is the coefficient of X^(64j+i); bits beyond the coefficients are zero.
#[derive(Clone)]
#[repr(align(64))]
pub struct Cyclic<const N: usize, const W: usize>(pub(super) [u64; W]);

impl<const N: usize, const W: usize> Cyclic<N, W> {
    /// The coefficients of an element.
    pub const BITS: usize = N;

    /// The words of an element.
    pub const WORDS: usize = W;

    /// The number of coefficients in the last word.
    pub(super) const LAST_BITS: u32 = (N % 64) as u32;

    /// The bits of the last word that are coefficients.
    pub(super) const LAST_MASK: u64 = (1 << Self::LAST_BITS) - 1;

    /// 0
    pub const ZERO: Self = Self::new([0; W]);

    /// 1
    pub const ONE: Self = {
        let mut words = [0; W];
        words[0] = 1;
        Self::new(words)
    };

    /// An element of words that are known to be one.
    #[inline(always)]
    pub(super) const fn new(words: [u64; W]) -> Self {
        const {
            assert!(N % 2 == 1 && N > 1, "X^N - 1 has an odd N above 1");
            assert!(W == N.div_ceil(64), "an element has as many words as its coefficients need");
            assert!(N < 1 << 24, "a ring of up to 2^24 coefficients");
        }
        Self(words)
    }

    /// The element of these words, least significant first, without the bits beyond the coefficients.
    #[inline(always)]
    pub fn truncated(mut words: [u64; W]) -> Self {
        words[W - 1] &= Self::LAST_MASK;
        Self::new(words)
    }

    /// The words, least significant first.
    #[inline(always)]
    pub const fn words(&self) -> &[u64; W] {
        &self.0
    }

    /// Uniformly random, by uniformly random bytes: calls `fill` with slices of bytes to be filled.
    pub fn random(mut fill: impl FnMut(&mut [u8])) -> Self {
        let mut words = [0; W];
        for word in &mut words {
            let mut bytes = [0; 8];
            fill(&mut bytes);
            *word = u64::from_le_bytes(bytes);
        }
        Self::truncated(words)
    }

    /// `b` if `choice` is yes, else `a`. One pass.
    #[inline]
    pub fn select(a: &Self, b: &Self, choice: Choice) -> Self {
        let mut selected = a.clone();
        selected.assign_if(b, choice);
        selected
    }

    /// Becomes `other` if `choice` is yes. One pass.
    #[inline]
    pub fn assign_if(&mut self, other: &Self, choice: Choice) {
        let mask = choice.mask();
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word ^= (*word ^ other) & mask;
        }
    }

    /// Whether `self` and `other` are the same element. One pass.
    #[inline]
    pub fn equals(&self, other: &Self) -> Choice {
        let mut difference = 0;
        for (a, b) in self.0.iter().zip(&other.0) {
            difference |= a ^ b;
        }
        Choice::is_zero(difference)
    }

    /// Whether `self` is 0. One pass.
    #[inline]
    pub fn is_zero(&self) -> Choice {
        self.equals(&Self::ZERO)
    }

    /// Whether the number of coefficients that are 1 is odd: the value at X = 1. One pass.
    #[inline]
    pub fn has_odd_weight(&self) -> Choice {
        let mut sum = self.0.iter().fold(0, |sum, word| sum ^ word);
        for half in [32, 16, 8, 4, 2, 1] {
            sum ^= sum >> half;
        }
        Choice::from_bit(sum)
    }
}

#[cfg(feature = "zeroize")]
impl<const N: usize, const W: usize> zeroize::Zeroize for Cyclic<N, W> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}
