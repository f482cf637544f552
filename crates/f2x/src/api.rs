//! The public products of slices of any lengths.

use crate::isa::Isa;
use crate::mul::plan::multiply;
use crate::{Level, LevelError, Operation, Plan};
use core::fmt;

/// Why there is no product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The product's slice has another length than both operands together.
    ProductWords {
        /// The words of both operands together.
        expected: usize,
        /// The words of the slice.
        found: usize,
    },
    /// The scratch is too short.
    ScratchWords {
        /// The words that the product needs.
        needed: usize,
        /// The words of the slice.
        found: usize,
    },
    /// `F2X_LEVEL` names a level that cannot be used.
    Level(LevelError),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::ProductWords { expected, found } => write!(
                f,
                "the product has {found} words, but the operands have {expected} together"
            ),
            Error::ScratchWords { needed, found } => {
                write!(f, "the scratch has {found} words, but the product needs {needed}")
            }
            Error::Level(error) => write!(f, "F2X_LEVEL: {error}"),
        }
    }
}

impl core::error::Error for Error {}

impl From<LevelError> for Error {
    fn from(error: LevelError) -> Self {
        Error::Level(error)
    }
}

/// Words that [`mul`] takes from the stack before it allocates.
#[cfg(feature = "alloc")]
const STACK_WORDS: usize = 248;

/// Scratch starts on a cache line, so that no row of 64 bytes lies on two.
const LINE_WORDS: usize = 8;

/// A number of words that is enough scratch for [`mul_with_scratch`] on every level.
///
/// At most five times the shorter operand and the difference of the lengths, and some more where
/// products are filled up with zeros; the exact number for one level is [`Plan::scratch_words`].
pub const fn scratch_words(a_words: usize, b_words: usize) -> usize {
    let (long, short) = if a_words < b_words { (b_words, a_words) } else { (a_words, b_words) };
    if short == 0 {
        return 0;
    }
    let filled = if long < 2048 { long } else { 2048 };
    let copied = if short < 1 << 16 { short } else { 1 << 16 };
    5 * short + 4 * copied + 9 * filled + (long - short) + 256
}

/// c := a · b in GF(2)\[x\], any lengths.
///
/// `c` has exactly as many words as `a` and `b` together; all are written. Constant-time in the
/// words of `a` and `b`. Products whose scratch exceeds 2 KiB allocate it.
///
/// # Errors
///
/// `c` has another length, or `F2X_LEVEL` names a level that cannot be used.
#[cfg(feature = "alloc")]
#[inline]
pub fn mul(c: &mut [u64], a: &[u64], b: &[u64]) -> Result<(), Error> {
    check_length(c, a, b)?;
    Ok(Level::dispatch_current(Multiply { c, a, b })?)
}

/// [`mul`] on a level of the caller's choice.
///
/// # Errors
///
/// `c` has another length than both operands together, or the CPU lacks the level.
#[cfg(feature = "alloc")]
#[inline]
pub fn mul_on(level: Level, c: &mut [u64], a: &[u64], b: &[u64]) -> Result<(), Error> {
    check_length(c, a, b)?;
    Ok(level.dispatch(Multiply { c, a, b })?)
}

/// c := a · b in GF(2)\[x\], any lengths, without allocation.
///
/// As `mul`, with at least [`scratch_words`] words of scratch. What the scratch holds
/// before does not matter; afterwards it holds words that depend on the operands.
///
/// # Errors
///
/// `c` has another length, `scratch` is too short, or `F2X_LEVEL` names a level that cannot be used.
#[inline]
pub fn mul_with_scratch(
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
    scratch: &mut [u64],
) -> Result<(), Error> {
    check_length(c, a, b)?;
    let needed = scratch_words(a.len(), b.len());
    if scratch.len() < needed {
        return Err(Error::ScratchWords { needed, found: scratch.len() });
    }
    Ok(Level::dispatch_current(MultiplyWithScratch { c, a, b, scratch })?)
}

#[inline]
fn check_length(c: &[u64], a: &[u64], b: &[u64]) -> Result<(), Error> {
    let expected = a.len() + b.len();
    if c.len() != expected {
        return Err(Error::ProductWords { expected, found: c.len() });
    }
    Ok(())
}

#[cfg(feature = "alloc")]
struct Multiply<'m> {
    c: &'m mut [u64],
    a: &'m [u64],
    b: &'m [u64],
}

#[cfg(feature = "alloc")]
impl Operation for Multiply<'_> {
    type Output = ();

    fn run<I: Isa>(self, isa: I) {
        let Multiply { c, a, b } = self;
        match Plan::new(I::LEVEL, a.len(), b.len()).scratch_words() {
            0 => multiply(isa, c, a, b, &mut []),
            needed if needed <= STACK_WORDS / 4 => {
                multiply(isa, c, a, b, &mut [0; STACK_WORDS / 4])
            }
            needed if needed <= STACK_WORDS => multiply(isa, c, a, b, &mut [0; STACK_WORDS]),
            needed => {
                let mut scratch = alloc::vec![0; needed + LINE_WORDS];
                multiply(isa, c, a, b, aligned(&mut scratch, needed));
            }
        }
    }
}

struct MultiplyWithScratch<'m> {
    c: &'m mut [u64],
    a: &'m [u64],
    b: &'m [u64],
    scratch: &'m mut [u64],
}

impl Operation for MultiplyWithScratch<'_> {
    type Output = ();

    fn run<I: Isa>(self, isa: I) {
        let MultiplyWithScratch { c, a, b, scratch } = self;
        let needed = Plan::new(I::LEVEL, a.len(), b.len()).scratch_words();
        multiply(isa, c, a, b, aligned(scratch, needed));
    }
}

/// `scratch` from the first cache line on that starts in it, as far as `needed` words follow.
fn aligned(scratch: &mut [u64], needed: usize) -> &mut [u64] {
    let offset = scratch.as_ptr().align_offset(8 * LINE_WORDS).min(scratch.len() - needed);
    &mut scratch[offset..]
}
