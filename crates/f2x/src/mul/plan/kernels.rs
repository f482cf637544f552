//! The kernels of each level, one at a time: the leaves and compositions that every product ends in, and the
//! transforms.
//!
//! The table of the plan is made from their cycles, which `f2x tune` measures on a machine and writes
//! to the file `cycles.rs` beside this one.

use super::{cycles, is_leaf, transform};
use crate::Level;
use crate::fft::{self, Sizes, watch::Watch};
use crate::isa::{Isa, dispatch};
use crate::mul::fixed::{self, any_leaf, composition, composition_sizes, leaf_words};

/// The sizes of the leaves of a level, in words of an operand, the smallest first.
pub fn leaves(level: Level) -> impl Iterator<Item = usize> {
    1..=leaf_words(level)
}

/// The sizes of the compositions of a level, in words of an operand, the smallest first; all are
/// larger than the leaves.
pub fn compositions(level: Level) -> impl Iterator<Item = usize> {
    composition_sizes(level).iter().copied()
}

/// The words of scratch that the kernel for `words` words needs, if the level has one.
pub const fn scratch_words(level: Level, words: usize) -> Option<usize> {
    if words == 0 {
        return None;
    }
    if words <= leaf_words(level) {
        return Some(0);
    }
    match composition(level, words) {
        Some(composition) => Some(composition.scratch_words(true)),
        None => None,
    }
}

/// The recorded cycles of the kernel for `words` words, as a part of a larger product, if there is a
/// record.
pub const fn recorded_cycles(level: Level, words: usize) -> Option<u32> {
    if words == 0 {
        None
    } else if words <= leaf_words(level) {
        Some(cycles::LEAVES[level as usize - 1][words - 1])
    } else {
        composition_cycles(level, words)
    }
}

/// The sizes of the transforms that have a record, in words of an operand, the smallest first: half of the
/// words of their moduli.
pub fn transforms(level: Level) -> impl Iterator<Item = usize> {
    transform::recorded(level).map(|modulus| modulus.words() / 2)
}

/// Whether this CPU has the level, but lacks some of its [`transforms`]: level vpclmul without GFNI.
pub fn lacks_transforms(level: Level) -> bool {
    dispatch::lacks_gfni(level)
}

/// The recorded cycles of the transform for `words` words, if it is one of [`transforms`].
pub fn recorded_transform_cycles(level: Level, words: usize) -> Option<u32> {
    let place = transforms(level).position(|size| size == words)?;
    Some(cycles::TRANSFORMS[level as usize - 1][place])
}

/// The words of scratch of the transform for `words` words, one of [`transforms`].
///
/// # Panics
///
/// Maybe, if there is no such transform.
pub const fn transform_scratch_words(level: Level, words: usize) -> usize {
    let sizes = transform_sizes(level, words);
    transform::scratch_words(level, sizes, super::table(level))
}

/// The sizes of the transform for `words` words.
const fn transform_sizes(level: Level, words: usize) -> Sizes {
    let sizes = transform::sizes(level, (words, words), 2 * words, 0);
    assert!(sizes.fit(), "there is no transform for so many words");
    sizes
}

/// c := a · b by the transform for the words of `a`, one of [`transforms`]; false on a CPU that lacks it. `b` has
/// as many words, `c` twice as many, and `scratch` what [`transform_scratch_words`] says.
///
/// # Panics
///
/// A slice is too short; maybe, if there is no such transform.
pub fn multiply_transform<I: Isa>(
    isa: I,
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
    scratch: &mut [u64],
) -> bool {
    fft::multiply(isa, transform_sizes(I::LEVEL, a.len()), a, &mut [(c, b)], scratch, Watch::NONE)
}

/// The recorded cycles of the composition for `words` words.
pub(super) const fn composition_cycles(level: Level, words: usize) -> Option<u32> {
    let recorded = cycles::COMPOSITIONS[level as usize - 1];
    let mut i = 0;
    while i < recorded.len() {
        if recorded[i].0 == words {
            return Some(recorded[i].1);
        }
        i += 1;
    }
    None
}

/// Where the recorded cycles of a level come from: date, program, compiler, CPU and command.
pub const fn provenance(level: Level) -> &'static str {
    cycles::PROVENANCE[level as usize - 1]
}

/// c := a · b by the kernel for the words of `a`; `b` has as many, `c` twice as many, and `scratch`
/// what [`scratch_words`] says.
///
/// # Panics
///
/// The level has no kernel of that size, or a slice is too short.
pub fn multiply<I: Isa>(isa: I, c: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
    if is_leaf::<I>(a.len()) {
        any_leaf(isa, c, a, b);
    } else {
        fixed::multiply(isa, a.len(), c, a, b, scratch);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A kernel without a record would never be planned, a record without a kernel would be called.
    #[test]
    fn kernels_and_records_are_the_same() {
        for level in Level::ALL {
            let index = level as usize - 1;
            let mut recorded = cycles::COMPOSITIONS[index].iter();
            assert!(compositions(level).eq(recorded.by_ref().map(|record| record.0)), "{level}");
            for (i, &cycles) in cycles::LEAVES[index].iter().enumerate() {
                assert_eq!(cycles > 0, leaves(level).any(|words| words == i + 1), "{level} {i}");
            }
            for words in leaves(level).chain(compositions(level)) {
                assert!(recorded_cycles(level, words).is_some_and(|cycles| cycles > 0));
                assert!(scratch_words(level, words).is_some());
            }
            for words in transforms(level) {
                assert!(recorded_transform_cycles(level, words).is_some_and(|cycles| cycles > 0));
            }
            assert!(!provenance(level).is_empty());
        }
    }

    /// The product would be longer than its modulus by more than any quotient.
    #[test]
    #[should_panic(expected = "no transform for so many words")]
    fn a_length_between_transforms_is_refused() {
        transform_scratch_words(Level::Avx512, 757);
    }
}
