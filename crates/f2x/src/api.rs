//! The public products of slices of any lengths.

#[cfg(feature = "parallel")]
use crate::fft::watch::Watch;
use crate::isa::Isa;
#[cfg(feature = "alloc")]
use crate::isa::dispatch;
use crate::isa::scratch::aligned;
#[cfg(feature = "alloc")]
use crate::isa::scratch::{try_with_scratch, with_scratch};
#[cfg(feature = "alloc")]
use crate::mul::pieces::{self, Piece, multiply_piece};
#[cfg(feature = "parallel")]
use crate::mul::plan::transform;
#[cfg(feature = "alloc")]
use crate::mul::plan::{fits_leaf, is_leaf, leaf, multiply_longer};
use crate::mul::plan::{max, multiply};
#[cfg(feature = "alloc")]
use crate::mul::{batch, fixed};
use crate::{Level, LevelError, Operation, Plan};
use core::fmt;
#[cfg(feature = "parallel")]
use core::sync::atomic::{AtomicUsize, Ordering};

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
    /// The operands of a batch differ in length.
    OperandWords {
        /// The words of the first one.
        expected: usize,
        /// The words of the second one.
        found: usize,
    },
    /// The operands of a batch are not a whole number of operands of one product.
    BatchWords {
        /// The words of an operand of one product.
        words: usize,
        /// The words of all.
        found: usize,
    },
    /// The scratch is too short.
    ScratchWords {
        /// The words that the product needs.
        needed: usize,
        /// The words of the slice.
        found: usize,
    },
    /// The memory for the scratch of a long product was refused.
    Memory {
        /// The words of the scratch.
        words: usize,
    },
    /// An operand is longer than what it is prepared for.
    PreparedWords {
        /// The words that it may have.
        most: usize,
        /// The words that it has.
        found: usize,
    },
    /// Operands are prepared for different numbers of words, or on different levels.
    PreparedFor {
        /// The words that one is prepared for.
        expected: usize,
        /// The words that the other is prepared for.
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
            Error::OperandWords { expected, found } => write!(
                f,
                "the second operands have {found} words, but the first ones have {expected}"
            ),
            Error::BatchWords { words, found } => {
                write!(f, "{found} words are no whole number of operands of {words} words")
            }
            Error::ScratchWords { needed, found } => {
                write!(f, "the scratch has {found} words, but the product needs {needed}")
            }
            Error::Memory { words } => {
                write!(
                    f,
                    "there is not enough memory for the scratch of the product, {words} words"
                )
            }
            Error::PreparedWords { most, found } => {
                write!(f, "the operand has {found} words, but may have at most {most}")
            }
            Error::PreparedFor { expected, found } => write!(
                f,
                "an operand is prepared for operands of {found} words, another for {expected} or another level"
            ),
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
/// None for operands of some words; some twenty times an operand of hundreds of words, up to ten times
/// one of thousands. [`Plan::scratch_words`] tells it for one level.
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
/// `c` has another length, `F2X_LEVEL` names a level that cannot be used, or memory for the scratch of a
/// product of 2^14 words or more was refused.
#[cfg(feature = "alloc")]
#[inline]
pub fn mul(c: &mut [u64], a: &[u64], b: &[u64]) -> Result<(), Error> {
    check_length(c, a, b)?;
    if c.len() >= LONG_WORDS {
        return mul_long(Level::current()?, c, a, b);
    }
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

/// The words of products whose scratch is so long that its memory may be refused.
#[cfg(feature = "alloc")]
const LONG_WORDS: usize = 1 << 14;

/// [`mul_on`] for slices of the right lengths, of [`LONG_WORDS`] or more.
#[cfg(feature = "alloc")]
#[inline(never)]
fn mul_long(level: Level, c: &mut [u64], a: &[u64], b: &[u64]) -> Result<(), Error> {
    let words = Plan::new(level, a.len(), b.len()).scratch_words();
    let product = |scratch: &mut [u64]| level.dispatch(MultiplyWithScratch { c, a, b, scratch });
    Ok(try_with_scratch(words, product).ok_or(Error::Memory { words })??)
}

/// The words of the shortest product that [`mul_parallel`] may use a second thread for: 2^20 bits.
#[cfg(feature = "parallel")]
pub const PARALLEL_WORDS: usize = transform::PARALLEL_WORDS;

/// As [`mul`], on this thread and one of the current pool of rayon where products of [`PARALLEL_WORDS`]
/// or more, 2^20 bits, are transforms, and the pool has more than one.
///
/// The product does not depend on the number of threads. The scratch of one of 2^20 bits or more is at most three times
/// as long, beyond 2^24 bits 2.2 times.
///
/// # Errors
///
/// As those of [`mul`].
#[cfg(feature = "parallel")]
pub fn mul_parallel(c: &mut [u64], a: &[u64], b: &[u64]) -> Result<(), Error> {
    check_length(c, a, b)?;
    if c.len() < PARALLEL_WORDS {
        return mul(c, a, b);
    }
    mul_watched(Level::current()?, c, a, b, Watch::NONE)
}

/// [`mul_parallel`] on a level of the caller's choice.
///
/// # Errors
///
/// As those of [`mul_on`].
#[cfg(feature = "parallel")]
pub fn mul_parallel_on(level: Level, c: &mut [u64], a: &[u64], b: &[u64]) -> Result<(), Error> {
    check_length(c, a, b)?;
    if c.len() < PARALLEL_WORDS {
        return mul_on(level, c, a, b);
    }
    mul_watched(level, c, a, b, Watch::NONE)
}

/// As [`mul_parallel`]; `progress` is told how the product gets on.
///
/// It is called with the words of `c` that some work stands for, or none, when that is done: on either thread, maybe on
/// both at once; more than a hundred times in a transform of millions of bits. They come to as many as `c` has, and to none
/// if there is an error.
///
/// # Errors
///
/// As those of [`mul`].
#[cfg(feature = "parallel")]
pub fn mul_parallel_with_progress(
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
    progress: &(dyn Fn(usize) + Sync),
) -> Result<(), Error> {
    check_length(c, a, b)?;
    if c.len() < PARALLEL_WORDS {
        mul(c, a, b)?;
        progress(c.len());
        return Ok(());
    }
    let told = AtomicUsize::new(0);
    let tell = |words| {
        told.fetch_add(words, Ordering::Relaxed);
        progress(words);
    };
    mul_watched(Level::current()?, c, a, b, Watch::new(&tell, c.len()))?;
    progress(c.len() - told.load(Ordering::Relaxed));
    Ok(())
}

/// [`mul_parallel_on`] for slices of the right lengths, with scratch that is allocated.
#[cfg(feature = "parallel")]
fn mul_watched(
    level: Level,
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
    watch: Watch<'_>,
) -> Result<(), Error> {
    struct Multiply<'m> {
        c: &'m mut [u64],
        a: &'m [u64],
        b: &'m [u64],
        scratch: &'m mut [u64],
        watch: Watch<'m>,
    }
    impl Operation for Multiply<'_> {
        type Output = ();
        fn run<I: Isa>(self, isa: I) {
            let Multiply { c, a, b, scratch, watch } = self;
            transform::multiply_parallel(isa, c, a, b, scratch, watch);
        }
    }
    let words = transform::parallel_scratch_words(level, a.len(), b.len());
    let product = |scratch: &mut [u64]| level.dispatch(Multiply { c, a, b, scratch, watch });
    Ok(try_with_scratch(words, product).ok_or(Error::Memory { words })??)
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
/// `c` has another length than both operands together, the CPU lacks the level, or memory was refused as for
/// [`mul`].
#[cfg(feature = "alloc")]
#[inline]
pub fn mul_on(level: Level, c: &mut [u64], a: &[u64], b: &[u64]) -> Result<(), Error> {
    check_length(c, a, b)?;
    if c.len() >= LONG_WORDS {
        return mul_long(level, c, a, b);
    }
    Ok(mul_checked_on(level, c, a, b)?)
}

/// c := a · b in GF(2)\[x\] for operands of a size that is known at compile time; `c` is the low half
/// and the high half.
///
/// As [`mul`](crate::mul()), planned when it is compiled. [`mul::fixed`](crate::mul::fixed) is the same for
/// code that has an instruction set's token.
///
/// ```
/// let (a, b) = ([0, 1 << 63], [5, 2]);
/// let mut c = [[0; 2]; 2];
/// f2x::mul_fixed(&mut c, &a, &b)?;
/// assert_eq!(c, [[0, 1 << 63], [2, 1]]);
/// # Ok::<(), f2x::LevelError>(())
/// ```
///
/// # Errors
///
/// `F2X_LEVEL` names a level that cannot be used.
#[cfg(feature = "alloc")]
#[inline]
pub fn mul_fixed<const N: usize>(
    c: &mut [[u64; N]; 2],
    a: &[u64; N],
    b: &[u64; N],
) -> Result<(), LevelError> {
    Level::dispatch_current(MultiplyFixed { c, a, b })
}

#[cfg(feature = "alloc")]
struct MultiplyFixed<'m, const N: usize> {
    c: &'m mut [[u64; N]; 2],
    a: &'m [u64; N],
    b: &'m [u64; N],
}

#[cfg(feature = "alloc")]
impl<const N: usize> Operation for MultiplyFixed<'_, N> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let MultiplyFixed { c, a, b } = self;
        isa.outline(
            #[inline(always)]
            move || fixed(isa, c.as_flattened_mut(), a, b),
        );
    }
}

/// c := many independent products of one size: pair k are the words k·`words` … (k+1)·`words` of `a`
/// and of `b`, and its product the words 2k·`words` … 2(k+1)·`words` of `c`.
///
/// All words of `c` are written. Constant-time in the words of `a` and `b`. Where one instruction
/// multiplies in several lanes (`avx512`, four; `vpclmul`, two) so many products of up to 32 words are
/// done side by side, in a half to nine tenths of the time; batches whose number of pairs the lanes
/// divide have the most of it. Longer products whose scratch exceeds 8 KiB allocate it.
///
/// ```
/// let (a, b) = ([0b11, 0b10, 1, 7], [0b111, 0b10, 3, 1]);
/// let mut c = [0; 8];
/// f2x::mul_batch(&mut c, &a, &b, 1)?;
/// assert_eq!(c, [0b1001, 0, 0b100, 0, 3, 0, 7, 0]);
/// # Ok::<(), f2x::Error>(())
/// ```
///
/// # Errors
///
/// `a` and `b` differ in length, or their length is no multiple of `words`, or `c` is not twice as
/// long, or `F2X_LEVEL` names a level that cannot be used.
#[cfg(feature = "alloc")]
#[inline]
pub fn mul_batch(c: &mut [u64], a: &[u64], b: &[u64], words: usize) -> Result<(), Error> {
    let size = batch_size(c, a, b, words)?;
    Ok(Level::dispatch_current(MultiplyBatch { size, c, a, b })?)
}

/// [`mul_batch`] on a level of the caller's choice.
///
/// # Errors
///
/// The lengths do not fit, as in [`mul_batch`], or the CPU lacks the level.
#[cfg(feature = "alloc")]
#[inline]
pub fn mul_batch_on(
    level: Level,
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
    words: usize,
) -> Result<(), Error> {
    let size = batch_size(c, a, b, words)?;
    Ok(level.dispatch(MultiplyBatch { size, c, a, b })?)
}

/// The number of pairs, and their words. The one division: it takes as long as a short product.
#[cfg(feature = "alloc")]
#[inline]
fn batch_size(c: &[u64], a: &[u64], b: &[u64], words: usize) -> Result<(usize, usize), Error> {
    let pairs = a.len().checked_div(words).unwrap_or(0);
    if pairs * words != a.len() {
        return Err(Error::BatchWords { words, found: a.len() });
    }
    if b.len() != a.len() {
        return Err(Error::OperandWords { expected: a.len(), found: b.len() });
    }
    check_length(c, a, b)?;
    Ok((pairs, words))
}

#[cfg(feature = "alloc")]
struct MultiplyBatch<'m> {
    size: (usize, usize),
    c: &'m mut [u64],
    a: &'m [u64],
    b: &'m [u64],
}

#[cfg(feature = "alloc")]
impl Operation for MultiplyBatch<'_> {
    type Output = ();

    #[inline]
    fn run<I: Isa>(self, isa: I) {
        batch(isa, self.size, self.c, self.a, self.b);
    }
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
    mul_with_scratch_on(Level::current()?, c, a, b, scratch)
}

/// [`mul_with_scratch`] on a level of the caller's choice, for which
/// [`Plan::scratch_words`] words of scratch are enough.
///
/// # Errors
///
/// `c` has another length than both operands together, `scratch` is too short, or the CPU lacks the
/// level.
// Not expanded in the caller's crate, which would compile every kernel again.
#[inline(never)]
pub fn mul_with_scratch_on(
    level: Level,
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
    scratch: &mut [u64],
) -> Result<(), Error> {
    check_length(c, a, b)?;
    let needed = Plan::new(level, a.len(), b.len()).scratch_words();
    if scratch.len() < needed {
        return Err(Error::ScratchWords { needed, found: scratch.len() });
    }
    // What an operation returns in memory would wait for all that it has stored.
    Ok(level.dispatch(MultiplyWithScratch { c, a, b, scratch: aligned(scratch, needed) })?)
}

/// c := the lowest words of a · b in GF(2)\[x\]: a · b modulo x^(64 c.len()).
///
/// `c` has at most as many words as `a` and `b` together; all are written. Constant-time in the
/// words of `a` and `b`. For operands as long as `c` it costs six tenths of the whole product to all
/// of it, or a little more: mostly all where that is a transform. Products whose scratch exceeds
/// 8 KiB allocate it.
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
                let (a, b) = if a.len() < b.len() { (b, a) } else { (a, b) };
                if is_leaf::<I>(a.len()) && !b.is_empty() && fits_leaf::<I>(a.len(), b.len()) {
                    leaf(isa, c, a, b);
                } else {
                    multiply_longer(isa, c, a, b);
                }
            },
        );
    }
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
    type Output = ();

    fn run<I: Isa>(self, isa: I) {
        let MultiplyWithScratch { c, a, b, scratch } = self;
        multiply(isa, c, a, b, scratch);
    }
}
