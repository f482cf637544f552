//! The public products of slices of any lengths.

use crate::isa::{Isa, scratch};
use crate::mul::plan::{max, multiply};
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
const STACK_WORDS: usize = 1024;

/// Scratch starts on a cache line, so that no row of 64 bytes lies on two.
const LINE_WORDS: usize = 8;

/// The words of scratch that are enough for [`mul_with_scratch`] on every level.
///
/// None for operands of some words; some twenty times an operand of hundreds of words, six times
/// one of many thousands. [`Plan::scratch_words`] tells it for one level.
pub const fn scratch_words(a_words: usize, b_words: usize) -> usize {
    let mut words = 0;
    let mut i = 0;
    while i < Level::ALL.len() {
        words = max(words, Plan::new(Level::ALL[i], a_words, b_words).scratch_words());
        i += 1;
    }
    words
}

/// c := a · b in GF(2)\[x\], any lengths.
///
/// `c` has exactly as many words as `a` and `b` together; all are written. Constant-time in the
/// words of `a` and `b`. Products whose scratch exceeds 8 KiB allocate it.
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
/// As `mul`, with scratch: [`scratch_words`] words are enough. What the scratch holds before does not
/// matter; afterwards it holds words that depend on the operands.
///
/// # Errors
///
/// `c` has another length, `scratch` is too short for the
/// level in use, or `F2X_LEVEL` names a level that cannot be used.
#[inline]
pub fn mul_with_scratch(
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
    scratch: &mut [u64],
) -> Result<(), Error> {
    check_length(c, a, b)?;
    Level::dispatch_current(MultiplyWithScratch { c, a, b, scratch })?
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
            needed if needed <= STACK_WORDS => {
                scratch::on_stack::<STACK_WORDS, _>(|scratch| multiply(isa, c, a, b, scratch));
            }
            needed => {
                let mut scratch = scratch::on_heap(needed + LINE_WORDS);
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
    type Output = Result<(), Error>;

    fn run<I: Isa>(self, isa: I) -> Result<(), Error> {
        let MultiplyWithScratch { c, a, b, scratch } = self;
        let needed = Plan::new(I::LEVEL, a.len(), b.len()).scratch_words();
        if scratch.len() < needed {
            return Err(Error::ScratchWords { needed, found: scratch.len() });
        }
        multiply(isa, c, a, b, aligned(scratch, needed));
        Ok(())
    }
}

/// `scratch` from the first cache line on that starts in it, as far as `needed` words follow.
fn aligned(scratch: &mut [u64], needed: usize) -> &mut [u64] {
    let offset = scratch.as_ptr().align_offset(8 * LINE_WORDS).min(scratch.len() - needed);
    &mut scratch[offset..]
}
