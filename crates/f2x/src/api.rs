//! The public products of slices of any lengths.

use crate::isa::Isa;
#[cfg(feature = "alloc")]
use crate::isa::dispatch;
#[cfg(feature = "alloc")]
use crate::isa::scratch::with_scratch;
#[cfg(feature = "alloc")]
use crate::mul::pieces::{self, Piece, multiply_piece};
#[cfg(feature = "alloc")]
use crate::mul::plan::{Step, is_leaf, leaf, multiply_fixed};
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
    /// The slice of a square or of a part of a product has the wrong length.
    ResultWords {
        /// The words that it should have, or may have at most.
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
            Error::ResultWords { expected, found } => {
                write!(f, "the result has {found} words, but should have {expected}")
            }
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
    Ok(mul_checked(c, a, b)?)
}

/// [`mul`] for slices of the right lengths: in one place, and what it returns in a register.
#[cfg(feature = "alloc")]
#[inline(never)]
fn mul_checked(c: &mut [u64], a: &[u64], b: &[u64]) -> Result<(), LevelError> {
    /// In the first call of the process.
    #[cold]
    #[inline(never)]
    fn look_up(c: &mut [u64], a: &[u64], b: &[u64]) -> Result<(), LevelError> {
        mul_checked_on(Level::current()?, c, a, b)
    }
    match dispatch::dispatch_looked_up(Multiply { c: &mut *c, a, b }) {
        Some(()) => Ok(()),
        None => look_up(c, a, b),
    }
}

/// [`mul_on`] for slices of the right lengths.
#[cfg(feature = "alloc")]
#[inline(never)]
fn mul_checked_on(level: Level, c: &mut [u64], a: &[u64], b: &[u64]) -> Result<(), LevelError> {
    level.dispatch(Multiply { c, a, b })
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
    Ok(mul_checked_on(level, c, a, b)?)
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

/// c := the lowest words of a · b in GF(2)\[x\]: a · b modulo x^(64 c.len()).
///
/// `c` has at most as many words as `a` and `b` together; all are written. Constant-time in the
/// words of `a` and `b`. For operands as long as `c` it costs about two thirds of the whole product.
/// Products whose scratch exceeds 8 KiB allocate it.
///
/// ```
/// let (a, b) = ([1, 2, 3], [5, 7, 11]);
/// let (mut whole, mut low) = ([0; 6], [0; 3]);
/// f2x::mul(&mut whole, &a, &b)?;
/// f2x::mul_low(&mut low, &a, &b)?;
/// assert_eq!(low, whole[..3]);
/// # Ok::<(), f2x::Error>(())
/// ```
///
/// # Errors
///
/// `c` has more words than the product, or `F2X_LEVEL` names a level that cannot be used.
#[cfg(feature = "alloc")]
#[inline]
pub fn mul_low(c: &mut [u64], a: &[u64], b: &[u64]) -> Result<(), Error> {
    check_piece_length(Piece::Low, c, a, b)?;
    Ok(Level::dispatch_current(MultiplyPiece { piece: Piece::Low, c, a, b })?)
}

/// [`mul_low`] on a level of the caller's choice.
///
/// # Errors
///
/// `c` has more words than the product, or the CPU lacks the level.
#[cfg(feature = "alloc")]
#[inline]
pub fn mul_low_on(level: Level, c: &mut [u64], a: &[u64], b: &[u64]) -> Result<(), Error> {
    check_piece_length(Piece::Low, c, a, b)?;
    Ok(level.dispatch(MultiplyPiece { piece: Piece::Low, c, a, b })?)
}

/// c := the highest words of a · b in GF(2)\[x\], which has as many words as both together: the
/// words from a.len() + b.len() − c.len() on.
///
/// Otherwise as [`mul_low`].
///
/// ```
/// let (a, b) = ([1, 2, 3 << 62], [5, 7, 11 << 60]);
/// let (mut whole, mut high) = ([0; 6], [0; 3]);
/// f2x::mul(&mut whole, &a, &b)?;
/// f2x::mul_high(&mut high, &a, &b)?;
/// assert_eq!(high, whole[3..]);
/// # Ok::<(), f2x::Error>(())
/// ```
///
/// # Errors
///
/// `c` has more words than the product, or `F2X_LEVEL` names a level that cannot be used.
#[cfg(feature = "alloc")]
#[inline]
pub fn mul_high(c: &mut [u64], a: &[u64], b: &[u64]) -> Result<(), Error> {
    check_piece_length(Piece::High, c, a, b)?;
    Ok(Level::dispatch_current(MultiplyPiece { piece: Piece::High, c, a, b })?)
}

/// [`mul_high`] on a level of the caller's choice.
///
/// # Errors
///
/// `c` has more words than the product, or the CPU lacks the level.
#[cfg(feature = "alloc")]
#[inline]
pub fn mul_high_on(level: Level, c: &mut [u64], a: &[u64], b: &[u64]) -> Result<(), Error> {
    check_piece_length(Piece::High, c, a, b)?;
    Ok(level.dispatch(MultiplyPiece { piece: Piece::High, c, a, b })?)
}

/// c := the middle words of a · b in GF(2)\[x\]: those from the length of the shorter operand to the
/// length of the longer one.
///
/// For `a` of 2n words and `b` of n, the words n, n+1, …, 2n−1 of the product's 3n: the middle
/// product. They are words of the product itself: word k is the low word of column k, the sum of all
/// aᵢ·bⱼ with i + j = k, and the high word of column k−1. Every word of the shorter operand takes part
/// in all of these columns.
///
/// `c` has as many words as one operand has more than the other; all are written. Constant-time in
/// the words of `a` and `b`. Products whose scratch exceeds 8 KiB allocate it.
///
/// ```
/// let (a, b) = ([1, 2, 3, 4], [5 << 60, 7 << 60]);
/// let (mut whole, mut middle) = ([0; 6], [0; 2]);
/// f2x::mul(&mut whole, &a, &b)?;
/// f2x::mul_middle(&mut middle, &a, &b)?;
/// assert_eq!(middle, whole[2..4]);
/// # Ok::<(), f2x::Error>(())
/// ```
///
/// # Errors
///
/// `c` has another length, or `F2X_LEVEL` names a level that cannot be used.
#[cfg(feature = "alloc")]
#[inline]
pub fn mul_middle(c: &mut [u64], a: &[u64], b: &[u64]) -> Result<(), Error> {
    check_piece_length(Piece::Middle, c, a, b)?;
    let (a, b) = if a.len() < b.len() { (b, a) } else { (a, b) };
    Ok(Level::dispatch_current(MultiplyPiece { piece: Piece::Middle, c, a, b })?)
}

/// [`mul_middle`] on a level of the caller's choice.
///
/// # Errors
///
/// `c` has another length than the operands' lengths differ by, or the CPU lacks the level.
#[cfg(feature = "alloc")]
#[inline]
pub fn mul_middle_on(level: Level, c: &mut [u64], a: &[u64], b: &[u64]) -> Result<(), Error> {
    check_piece_length(Piece::Middle, c, a, b)?;
    let (a, b) = if a.len() < b.len() { (b, a) } else { (a, b) };
    Ok(level.dispatch(MultiplyPiece { piece: Piece::Middle, c, a, b })?)
}

#[cfg(feature = "alloc")]
#[inline]
fn check_piece_length(piece: Piece, c: &[u64], a: &[u64], b: &[u64]) -> Result<(), Error> {
    let found = c.len();
    let (expected, right) = match piece {
        Piece::Low | Piece::High => (a.len() + b.len(), found <= a.len() + b.len()),
        Piece::Middle => (a.len().abs_diff(b.len()), found == a.len().abs_diff(b.len())),
    };
    if right { Ok(()) } else { Err(Error::ResultWords { expected, found }) }
}

/// c := a² in GF(2)\[x\], any length.
///
/// `c` has twice as many words as `a`; all are written. Constant-time in the words of `a`. Nothing
/// is allocated and no scratch is needed.
///
/// ```
/// // (x³ + x + 1)² = x⁶ + x² + 1
/// let mut c = [0; 2];
/// f2x::square(&mut c, &[0b1011])?;
/// assert_eq!(c, [0b100_0101, 0]);
/// # Ok::<(), f2x::Error>(())
/// ```
///
/// # Errors
///
/// `c` has another length, or `F2X_LEVEL` names a level that cannot be used.
#[inline]
pub fn square(c: &mut [u64], a: &[u64]) -> Result<(), Error> {
    check_square_length(c, a)?;
    Ok(Level::dispatch_current(Square { c, a })?)
}

/// [`square`] on a level of the caller's choice.
///
/// # Errors
///
/// `c` has another length than twice that of `a`, or the CPU lacks the level.
#[inline]
pub fn square_on(level: Level, c: &mut [u64], a: &[u64]) -> Result<(), Error> {
    check_square_length(c, a)?;
    Ok(level.dispatch(Square { c, a })?)
}

#[inline]
fn check_square_length(c: &[u64], a: &[u64]) -> Result<(), Error> {
    let expected = 2 * a.len();
    if c.len() != expected {
        return Err(Error::ResultWords { expected, found: c.len() });
    }
    Ok(())
}

struct Square<'m> {
    c: &'m mut [u64],
    a: &'m [u64],
}

impl Operation for Square<'_> {
    type Output = ();

    #[inline]
    fn run<I: Isa>(self, isa: I) {
        let Square { c, a } = self;
        isa.outline(
            #[inline(always)]
            move || crate::square::square(isa, c, a),
        );
    }
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

    // One call, in which a short product is a jump away.
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        isa.outline_product(
            self.c,
            self.a,
            self.b,
            #[inline(always)]
            move |c, a, b| {
                if a.len() == b.len() && is_leaf::<I>(a.len()) {
                    leaf(isa, c, a, b);
                } else {
                    mul_longer(isa, c, a, b);
                }
            },
        );
    }
}

/// The products that are not a single leaf.
#[cfg(feature = "alloc")]
#[inline(never)]
fn mul_longer<I: Isa>(isa: I, c: &mut [u64], a: &[u64], b: &[u64]) {
    let plan = Plan::new(I::LEVEL, a.len(), b.len());
    if let Step::Fixed(words) = plan.step() {
        return multiply_fixed(isa, words, c, a, b);
    }
    with_scratch(plan.scratch_words(), |scratch| multiply(isa, c, a, b, scratch));
}

#[cfg(feature = "alloc")]
struct MultiplyPiece<'m> {
    piece: Piece,
    c: &'m mut [u64],
    a: &'m [u64],
    b: &'m [u64],
}

#[cfg(feature = "alloc")]
impl Operation for MultiplyPiece<'_> {
    type Output = ();

    #[inline]
    fn run<I: Isa>(self, isa: I) {
        if pieces::is_kernel::<I>(self.piece, self.c.len(), self.a.len(), self.b.len()) {
            multiply_piece(isa, self.piece, self.c, self.a, self.b, &mut []);
        } else {
            self.run_with_scratch(isa);
        }
    }
}

#[cfg(feature = "alloc")]
impl MultiplyPiece<'_> {
    #[inline(never)]
    fn run_with_scratch<I: Isa>(self, isa: I) {
        let MultiplyPiece { piece, c, a, b } = self;
        let needed = pieces::scratch_words::<I>(piece, c.len(), a.len(), b.len());
        with_scratch(needed, |scratch| multiply_piece(isa, piece, c, a, b, scratch));
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
    let offset = scratch.as_ptr().align_offset(64).min(scratch.len() - needed);
    &mut scratch[offset..]
}
