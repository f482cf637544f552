//! What acts on the coefficients alone: shifts, truncation, reversal, derivative, roots, values.

use super::{Error, Poly, product, words};
use alloc::vec;
use alloc::vec::Vec;

impl Poly {
    /// The coefficient of x^`exponent`.
    pub fn coefficient(&self, exponent: usize) -> bool {
        self.words.get(exponent / 64).is_some_and(|word| word >> (exponent % 64) & 1 == 1)
    }

    /// Makes `value` the coefficient of x^`exponent`.
    pub fn set_coefficient(&mut self, exponent: usize, value: bool) {
        if self.coefficient(exponent) != value {
            let index = exponent / 64;
            if index >= self.words.len() {
                self.words.resize(index + 1, 0);
            }
            self.words[index] ^= 1 << (exponent % 64);
            words::trim(&mut self.words);
        }
    }

    /// The number of terms.
    pub fn weight(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The multiplicity of the factor x; zero has none.
    pub fn trailing_zeros(&self) -> Option<usize> {
        let index = self.words.iter().position(|word| *word != 0)?;
        Some(64 * index + self.words[index].trailing_zeros() as usize)
    }

    /// The remainder modulo x^`exponent`.
    pub fn truncated(&self, exponent: usize) -> Poly {
        let mut words = self.words[..self.words.len().min(exponent.div_ceil(64))].to_vec();
        words::keep_bits(&mut words, exponent);
        Self::from_words(words)
    }

    /// x^`degree`·self(1/x), without negative powers: coefficient i becomes coefficient degree − i,
    /// and those above `degree` are lost.
    pub fn reversed(&self, degree: usize) -> Poly {
        let count = degree / 64 + 1;
        let mut words =
            words::window(&self.words, degree as isize + 1 - 64 * count as isize, count);
        words.reverse();
        for word in &mut words {
            *word = word.reverse_bits();
        }
        Self::from_words(words)
    }

    /// The derivative: the odd powers of x, divided by x.
    pub fn derivative(&self) -> Poly {
        const EVEN: u64 = 0x5555_5555_5555_5555;
        Self::from_words(self.words.iter().map(|word| word >> 1 & EVEN).collect::<Vec<_>>())
    }

    /// self²
    pub fn square(&self) -> Poly {
        Self::from_words(product::square(&self.words))
    }

    /// The square root, of a polynomial in x².
    ///
    /// # Errors
    ///
    /// An odd power of x has a coefficient 1.
    pub fn square_root(&self) -> Result<Poly, Error> {
        if !self.derivative().is_zero() {
            return Err(Error::NotSquare);
        }
        let halves = self.words.chunks(2).map(|pair| {
            u64::from(even_bits(pair[0]))
                | u64::from(even_bits(pair.get(1).copied().unwrap_or(0))) << 32
        });
        Ok(Self::from_words(halves.collect::<Vec<_>>()))
    }

    /// The value at 0: the constant coefficient.
    pub fn value_at_0(&self) -> bool {
        self.coefficient(0)
    }

    /// The value at 1: the parity of the weight.
    pub fn value_at_1(&self) -> bool {
        self.words.iter().fold(0, |sum, word| sum ^ word).count_ones() % 2 == 1
    }

    /// self·x^`exponent`
    pub(super) fn shifted_up(&self, exponent: usize) -> Poly {
        if self.is_zero() {
            return Poly::ZERO;
        }
        let mut words = vec![0; (self.bits() + exponent).div_ceil(64)];
        words::add_shifted(&mut words, &self.words, exponent);
        Self { words }
    }

    /// ⌊self/x^`exponent`⌋
    pub(super) fn shifted_down(&self, exponent: usize) -> Poly {
        let count = self.words.len().saturating_sub(exponent / 64);
        match isize::try_from(exponent) {
            Ok(start) => Self::from_words(words::window(&self.words, start, count)),
            Err(_) => Poly::ZERO,
        }
    }
}

/// The bits at even places.
fn even_bits(word: u64) -> u32 {
    let mut bits = word & 0x5555_5555_5555_5555;
    bits = (bits | bits >> 1) & 0x3333_3333_3333_3333;
    bits = (bits | bits >> 2) & 0x0f0f_0f0f_0f0f_0f0f;
    bits = (bits | bits >> 4) & 0x00ff_00ff_00ff_00ff;
    bits = (bits | bits >> 8) & 0x0000_ffff_0000_ffff;
    (bits | bits >> 16) as u32
}
