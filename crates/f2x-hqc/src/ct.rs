//! Masks: all ones or zero, without a branch.
//!
//! Every mask is the sign of a difference, spread by an arithmetic shift. A mask that selects one of two
//! values goes through [`hidden`] first: the compiler knows that it has two values only, and makes a branch
//! of it, or a choice between two addresses. In sums of many masked terms, which become vectors, that is
//! not needed; `tests/taint.rs` looks at all of it.

use core::hint::black_box;

/// All ones if `word`'s highest bit is set.
#[inline(always)]
pub(crate) const fn negative(word: u64) -> u64 {
    (word as i64 >> 63) as u64
}

/// All ones if `a < b`, both below 2^63.
#[inline(always)]
pub(crate) const fn less(a: u64, b: u64) -> u64 {
    negative(a.wrapping_sub(b))
}

/// `a` where `mask` has ones, else `b`.
#[inline(always)]
pub(crate) const fn select(mask: u64, a: u64, b: u64) -> u64 {
    b ^ (a ^ b) & mask
}

/// `mask`, of which the compiler knows nothing any more.
#[inline(always)]
pub(crate) fn hidden(mask: u64) -> u64 {
    black_box(mask)
}
