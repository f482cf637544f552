//! The products.

use crate::gf2x_mul_pool_s;
use crate::level::{is_current, level};
use crate::memory::{Refused, STACK_WORDS, Words, on_stack};
use core::ffi::{c_int, c_long, c_ulong};
use core::{ptr, slice};
use f2x::{Level, Plan};

/// What the functions return where the arguments are no product.
const INVALID_ARGUMENTS: c_int = -1;
/// What they return where memory is refused.
const OUT_OF_MEMORY: c_int = -2;

/// Operands of up to so many words, a power of two, have products whose scratch comes from the stack.
const SMALL_WORDS: c_ulong = 32;

/// The words by which scratch is longer than what the plan needs, so that it can start on a cache line.
const ALIGNMENT_WORDS: usize = 7;

/// c := a · b, all `an + bn` words of c.
///
/// Returns 0; −1 if a pointer is null where there are words, or the lengths have no sum; −2 if memory is
/// refused.
///
/// # Safety
///
/// `a` points to `an` words, `b` to `bn` words, and `c` to `an + bn` words that may be written, which may
/// overlap a and b.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gf2x_mul(
    c: *mut c_ulong,
    a: *const c_ulong,
    an: c_ulong,
    b: *const c_ulong,
    bn: c_ulong,
) -> c_int {
    // SAFETY: as the caller says.
    unsafe { multiply(c, a, an, b, bn, ptr::null_mut()) }
}

/// [`gf2x_mul`] with scratch from a pool, which may be null.
///
/// # Safety
///
/// As for [`gf2x_mul`]; `pool` is null or points to a pool that `gf2x_mul_pool_init` made and that no other
/// thread uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gf2x_mul_r(
    c: *mut c_ulong,
    a: *const c_ulong,
    an: c_ulong,
    b: *const c_ulong,
    bn: c_ulong,
    pool: *mut gf2x_mul_pool_s,
) -> c_int {
    // SAFETY: as the caller says.
    unsafe { multiply(c, a, an, b, bn, pool) }
}

/// The words of scratch that [`gf2x_mul_toom`] needs for operands of `n` words.
#[unsafe(no_mangle)]
pub extern "C" fn gf2x_toomspace(n: c_long) -> c_long {
    let Ok(n) = usize::try_from(n) else { return 0 };
    toomspace(level(), n) as c_long
}

/// c := a · b for operands of `n` words, without allocation.
///
/// # Safety
///
/// `a` and `b` point to `n` words, `c` to 2n words and `stk` to `gf2x_toomspace(n)` words that may be
/// written; these two overlap nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gf2x_mul_toom(
    c: *mut c_ulong,
    a: *const c_ulong,
    b: *const c_ulong,
    n: c_long,
    stk: *mut c_ulong,
) {
    let Some(n) = usize::try_from(n).ok().filter(|&n| n > 0) else { return };
    let level = level();
    // SAFETY: `c` points to 2n words that may be written.
    let c = unsafe { slice::from_raw_parts_mut(c, 2 * n) };
    // SAFETY: `a` points to n words.
    let a = unsafe { slice::from_raw_parts(a, n) };
    // SAFETY: `b` points to n words.
    let b = unsafe { slice::from_raw_parts(b, n) };
    let scratch = match toomspace(level, n) {
        0 => &mut [],
        // SAFETY: `stk` points to so many words that may be written.
        words => unsafe { slice::from_raw_parts_mut(stk, words) },
    };
    // The lengths fit, and the CPU has the level.
    let _ = f2x::mul_with_scratch_on(level, c, a, b, scratch);
}

/// [`gf2x_toomspace`] on a level.
fn toomspace(level: Level, n: usize) -> usize {
    with_alignment(Plan::new(level, n, n).scratch_words())
}

fn with_alignment(scratch_words: usize) -> usize {
    if scratch_words == 0 { 0 } else { scratch_words + ALIGNMENT_WORDS }
}

/// [`gf2x_mul_r`]: small operands that the product does not overlap go to the product at once, which
/// matters where it takes some tens of cycles.
///
/// # Safety
///
/// As for [`gf2x_mul_r`].
#[inline(always)]
unsafe fn multiply(
    c: *mut u64,
    a: *const u64,
    an: c_ulong,
    b: *const u64,
    bn: c_ulong,
    pool: *mut gf2x_mul_pool_s,
) -> c_int {
    // Zero words are no small operand either.
    let are_small = (an.wrapping_sub(1) | bn.wrapping_sub(1)) < SMALL_WORDS;
    let (an, bn) = (an as usize, bn as usize);
    let cn = an.wrapping_add(bn);
    let is_plain = are_small & are_apart(c, cn, a, an) & are_apart(c, cn, b, bn);
    if !is_plain | c.is_null() | a.is_null() | b.is_null() | !is_current() {
        // SAFETY: as the caller says.
        return unsafe { multiply_any(c, a, an, b, bn, pool) };
    }
    // SAFETY: `c` points to `cn` words that may be written and that no operand overlaps.
    let c = unsafe { slice::from_raw_parts_mut(c, cn) };
    // SAFETY: `a` points to `an` words.
    let a = unsafe { slice::from_raw_parts(a, an) };
    // SAFETY: `b` points to `bn` words.
    let b = unsafe { slice::from_raw_parts(b, bn) };
    // The lengths fit, and the level can be used.
    let _ = f2x::mul(c, a, b);
    0
}

/// Whether the `cn` words at `c` and the `n` words at `v` have none in common.
#[inline(always)]
fn are_apart(c: *const u64, cn: usize, v: *const u64, n: usize) -> bool {
    let (c, v) = (c.addr(), v.addr());
    (c.wrapping_sub(v) >= 8 * n) & (v.wrapping_sub(c) >= 8 * cn)
}

/// There is no product that cannot be: the lengths fit and the CPU has the level.
#[inline(always)]
fn status(result: Result<(), f2x::Error>) -> c_int {
    if result.is_ok() { 0 } else { INVALID_ARGUMENTS }
}

/// [`gf2x_mul_r`]
///
/// # Safety
///
/// As for [`gf2x_mul_r`].
#[inline(never)]
unsafe fn multiply_any(
    c: *mut u64,
    a: *const u64,
    an: usize,
    b: *const u64,
    bn: usize,
    pool: *mut gf2x_mul_pool_s,
) -> c_int {
    let Some(cn) = an.checked_add(bn).filter(|&cn| cn <= isize::MAX as usize / 8) else {
        return INVALID_ARGUMENTS;
    };
    if (c.is_null() && cn > 0) || (a.is_null() && an > 0) || (b.is_null() && bn > 0) {
        return INVALID_ARGUMENTS;
    }
    if an == 0 || bn == 0 {
        if cn > 0 {
            // SAFETY: `c` points to `cn` words that may be written.
            unsafe { ptr::write_bytes(c, 0, cn) };
        }
        return 0;
    }
    let level = level();
    let needed = with_alignment(Plan::new(level, an, bn).scratch_words());
    let a_copied = if are_apart(c, cn, a, an) { 0 } else { an };
    let b_copied = if are_apart(c, cn, b, bn) { 0 } else { bn };
    let product = |scratch: &mut [u64]| {
        let (copy, scratch) = scratch.split_at_mut(a_copied);
        // SAFETY: `a` points to `an` words; `copy` has as many, or none.
        let a = unsafe { operand(copy, a, an) };
        let (copy, scratch) = scratch.split_at_mut(b_copied);
        // SAFETY: `b` points to `bn` words; `copy` has as many, or none.
        let b = unsafe { operand(copy, b, bn) };
        // SAFETY: `c` points to `cn` words that may be written; operands that they overlap were copied.
        let c = unsafe { slice::from_raw_parts_mut(c, cn) };
        status(f2x::mul_with_scratch_on(level, c, a, b, scratch))
    };
    let Some(words) = a_copied.checked_add(b_copied).and_then(|words| words.checked_add(needed))
    else {
        return OUT_OF_MEMORY;
    };
    if words <= STACK_WORDS {
        return on_stack(product);
    }
    // SAFETY: the pool is null or one that nobody else uses.
    let done = match unsafe { pool.as_mut() } {
        // SAFETY: the pool was made by `gf2x_mul_pool_init`.
        Some(pool) => unsafe { pool.with(words, product) },
        None => Words::new(words).map(|mut memory| product(memory.as_mut_slice())),
    };
    match done {
        Ok(status) => status,
        Err(Refused) => OUT_OF_MEMORY,
    }
}

/// The `n` words at `v`, copied to `copy` unless that is empty.
///
/// # Safety
///
/// `v` points to `n` words; `copy` has as many, or none.
unsafe fn operand(copy: &mut [u64], v: *const u64, n: usize) -> &[u64] {
    if copy.is_empty() {
        // SAFETY: `v` points to `n` words.
        return unsafe { slice::from_raw_parts(v, n) };
    }
    // SAFETY: `v` points to `n` words, of which none is in the copy.
    unsafe { ptr::copy_nonoverlapping(v, copy.as_mut_ptr(), n) };
    copy
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scratch_of_small_operands_fits_on_the_stack() {
        for level in Level::ALL {
            for an in 1..=SMALL_WORDS as usize {
                for bn in 1..=SMALL_WORDS as usize {
                    let words = Plan::new(level, an, bn).scratch_words();
                    assert!(words <= STACK_WORDS, "{level}, {an} by {bn} words: {words}");
                }
            }
        }
    }
}
