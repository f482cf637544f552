//! Scratch of a size that the ring's type says.

use super::Cyclic;
use super::permutation::Permutation;
use crate::Level;
use crate::isa::scratch::on_stack;
use crate::mul::plan::max;
use crate::mul::plan::transform::two_scratch_words;

/// The scratch of a ring, for the methods whose names end in `_on`.
///
/// ```
/// use f2x::ring::{Bike1, Scratch};
///
/// let mut scratch = Scratch::<{ Bike1::SCRATCH_WORDS }>::new();
/// ```
///
/// Scratch that is too small for a ring does not compile. What it holds does not matter; after an
/// operation it holds words that depend on the operands.
#[derive(Clone)]
#[repr(align(64))]
pub struct Scratch<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Scratch<WORDS> {
    /// Scratch of zeros.
    pub const fn new() -> Self {
        Self([0; WORDS])
    }

    /// The words that the ring needs.
    #[inline(always)]
    pub(super) fn of<const N: usize, const W: usize>(&mut self) -> &mut [u64] {
        const { assert!(WORDS >= Cyclic::<N, W>::SCRATCH_WORDS, "the scratch of a smaller ring") };
        &mut self.0
    }
}

impl<const WORDS: usize> Default for Scratch<WORDS> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const WORDS: usize> core::fmt::Debug for Scratch<WORDS> {
    /// The size alone: the words may be secret.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Scratch").field("words", &WORDS).finish_non_exhaustive()
    }
}

#[cfg(feature = "zeroize")]
impl<const WORDS: usize> zeroize::Zeroize for Scratch<WORDS> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl<const N: usize, const W: usize> Cyclic<N, W> {
    /// The words of [`Scratch`] that are enough for every operation on every level.
    pub const SCRATCH_WORDS: usize = {
        let product = 2 * Self::PRODUCT_WORDS + product_scratch_words(W);
        let linear = max(Self::CONTINUED_WORDS, Permutation::scratch_words(N));
        max(product, linear).next_multiple_of(8)
    };

    /// The words of an unreduced product, and some cache lines: scratch that followed at a multiple of a
    /// page would be taken for the product by the CPU's comparison of addresses.
    pub(super) const PRODUCT_WORDS: usize = (2 * W).next_multiple_of(8) + 40;

    /// Runs `f` with the scratch of this ring on the stack.
    #[inline(always)]
    pub(super) fn with_scratch<R>(f: impl FnOnce(&mut [u64]) -> R) -> R {
        // The size of an array cannot be computed from a type's constant: one of some sizes.
        if const { Self::SCRATCH_WORDS <= 1 << 10 } {
            on_stack::<{ 1 << 10 }, R>(f)
        } else if const { Self::SCRATCH_WORDS <= 1 << 12 } {
            on_stack::<{ 1 << 12 }, R>(f)
        } else if const { Self::SCRATCH_WORDS <= 1 << 13 } {
            on_stack::<{ 1 << 13 }, R>(f)
        } else if const { Self::SCRATCH_WORDS <= 3 << 12 } {
            on_stack::<{ 3 << 12 }, R>(f)
        } else if const { Self::SCRATCH_WORDS <= 1 << 14 } {
            on_stack::<{ 1 << 14 }, R>(f)
        } else {
            const { assert!(Self::SCRATCH_WORDS <= 1 << 15, "a ring whose scratch fits the stack") };
            on_stack::<{ 1 << 15 }, R>(f)
        }
    }
}

/// The words of scratch of one or two products of `words` words, on every level.
const fn product_scratch_words(words: usize) -> usize {
    let (mut most, mut i) = (0, 0);
    while i < Level::ALL.len() {
        most = max(most, two_scratch_words(Level::ALL[i], words));
        i += 1;
    }
    most
}
