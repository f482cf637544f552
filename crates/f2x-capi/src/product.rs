//! Products and squares of any lengths.

use crate::memory::{apart, read, write};
use crate::status::{self, F2X_ERROR_LENGTH, F2X_ERROR_LEVEL, F2X_ERROR_MEMORY};
use core::ffi::c_int;
use f2x::{Level, Plan};

/// Products with no more scratch than this take it from the stack.
const STACK_WORDS: usize = 1024;

/// c := a · b.
///
/// # Safety
///
/// Pointers are null or point to as many words as the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn f2x_mul(
    c: *mut u64,
    a: *const u64,
    a_words: usize,
    b: *const u64,
    b_words: usize,
) -> c_int {
    // SAFETY: as the caller says.
    let product = unsafe { operands(c, a, a_words, b, b_words) };
    status::done(product.and_then(|(c, a, b)| {
        let level = Level::current().map_err(|_| F2X_ERROR_LEVEL)?;
        let needed = Plan::new(level, a_words, b_words).scratch_words();
        let done = if needed <= STACK_WORDS {
            f2x::mul(c, a, b)
        } else {
            let mut scratch = Vec::new();
            let words = needed + ALIGNMENT_WORDS;
            scratch.try_reserve_exact(words).map_err(|_| F2X_ERROR_MEMORY)?;
            scratch.resize(words, 0);
            f2x::mul_with_scratch_on(level, c, a, b, &mut scratch)
        };
        status::of(done)
    }))
}

/// Scratch that is longer by so much can start on a cache line.
const ALIGNMENT_WORDS: usize = 7;

/// The words of scratch that [`f2x_mul_scratch`] needs, on every level.
#[unsafe(no_mangle)]
pub extern "C" fn f2x_mul_scratch_words(a_words: usize, b_words: usize) -> usize {
    // No operand is longer, and sums stay far from the largest number.
    const MOST_WORDS: usize = isize::MAX as usize / 64;
    if a_words > MOST_WORDS || b_words > MOST_WORDS {
        return usize::MAX;
    }
    match f2x::scratch_words(a_words, b_words) {
        0 => 0,
        words => words + ALIGNMENT_WORDS,
    }
}

/// [`f2x_mul`] with scratch of the caller, without allocation.
///
/// # Safety
///
/// Pointers are null or point to as many words as the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn f2x_mul_scratch(
    c: *mut u64,
    a: *const u64,
    a_words: usize,
    b: *const u64,
    b_words: usize,
    scratch: *mut u64,
    scratch_words: usize,
) -> c_int {
    // SAFETY: as the caller says.
    let product = unsafe { operands(c, a, a_words, b, b_words) };
    status::done(product.and_then(|(c, a, b)| {
        apart(scratch, scratch_words, c.as_ptr(), c.len())?;
        apart(scratch, scratch_words, a.as_ptr(), a_words)?;
        apart(scratch, scratch_words, b.as_ptr(), b_words)?;
        // SAFETY: as the caller says, and nothing overlaps.
        let scratch = unsafe { write(scratch, scratch_words) }?;
        status::of(f2x::mul_with_scratch(c, a, b, scratch))
    }))
}

/// c := a².
///
/// # Safety
///
/// Pointers are null or point to as many words as the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn f2x_square(c: *mut u64, a: *const u64, a_words: usize) -> c_int {
    // SAFETY: as the caller says.
    let square = unsafe { operands(c, a, a_words, a, a_words) };
    status::done(square.and_then(|(c, a, _)| status::of(f2x::square(c, a))))
}

/// What a product takes.
type Operands<'v> = (&'v mut [u64], &'v [u64], &'v [u64]);

/// The product's words, and the operands.
///
/// # Safety
///
/// Pointers are null or point to as many words as the header says.
unsafe fn operands<'v>(
    c: *mut u64,
    a: *const u64,
    a_words: usize,
    b: *const u64,
    b_words: usize,
) -> Result<Operands<'v>, c_int> {
    let c_words = a_words.checked_add(b_words).ok_or(F2X_ERROR_LENGTH)?;
    // SAFETY: as the caller says.
    let a_slice = unsafe { read(a, a_words) }?;
    // SAFETY: as the caller says.
    let b_slice = unsafe { read(b, b_words) }?;
    apart(c, c_words, a, a_words)?;
    apart(c, c_words, b, b_words)?;
    // SAFETY: as the caller says, and nothing overlaps.
    let c_slice = unsafe { write(c, c_words) }?;
    Ok((c_slice, a_slice, b_slice))
}
