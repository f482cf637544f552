//! Yes or no, without a branch.

use core::hint::black_box;
use core::ops::{BitAnd, BitOr, Not};

/// The answer of a comparison in constant time: a mask, not a `bool`.
///
/// The compiler does not know that there are only two values, so it makes no branch of what is
/// selected by one. Turning it into a `bool` is the caller's decision to let control flow depend on
/// it.
#[derive(Clone, Copy, Debug)]
pub struct Choice(u64);

impl Choice {
    /// Yes, if the lowest bit of `bit` is set.
    #[inline(always)]
    pub fn from_bit(bit: u64) -> Self {
        Self(black_box((bit & 1).wrapping_neg()))
    }

    /// Yes, if `word` is zero.
    #[inline(always)]
    pub fn is_zero(word: u64) -> Self {
        Self::from_bit(!(word | word.wrapping_neg()) >> 63)
    }

    /// All ones for yes, zero for no.
    #[inline(always)]
    pub fn mask(self) -> u64 {
        black_box(self.0)
    }
}

impl From<Choice> for bool {
    #[inline(always)]
    fn from(choice: Choice) -> bool {
        choice.0 != 0
    }
}

impl BitAnd for Choice {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Choice {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Not for Choice {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}
