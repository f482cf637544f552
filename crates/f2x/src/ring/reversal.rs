//! The coefficients in reversed order: X → 1/X.
//!
//! Coefficient j of the result is coefficient N − j of the operand. Reversed as 64W bits, the operand has
//! it at j + 63 − r, r = N mod 64. So the words are reversed and shifted by 63 − r; coefficient 0 then
//! stands at N, from where it is folded.

use super::{Cyclic, on_level};
use crate::isa::Isa;

impl<const N: usize, const W: usize> Cyclic<N, W> {
    /// Σ aᵢX^(−i mod N), the image under X → 1/X. One pass.
    pub fn reversed(&self) -> Self {
        let a = self;
        on_level!(isa, _scratch, (a: &'v Cyclic<N, W>) -> Cyclic<N, W>, a.reversed_on(isa))
    }

    /// Σ aᵢX^(−i mod N), the image under X → 1/X.
    #[inline]
    pub fn reversed_on<I: Isa>(&self, isa: I) -> Self {
        isa.outline(
            #[inline(always)]
            || self.words_reversed(),
        )
    }

    #[inline(always)]
    fn words_reversed(&self) -> Self {
        let bits = 63 - Self::LAST_BITS;
        let mut words = [0; W];
        for (word, from) in words.iter_mut().zip(self.0.iter().rev()) {
            *word = from.reverse_bits() >> bits;
        }
        for (word, from) in words.iter_mut().zip(self.0[..W - 1].iter().rev()) {
            *word |= from.reverse_bits() << 1 << (63 - bits);
        }
        words[0] |= self.0[0] & 1;
        Self::truncated(words)
    }
}
