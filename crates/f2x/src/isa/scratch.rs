//! Scratch that is not cleared first: clearing it would cost a tenth of a product of 2048 bits.
//!
//! Memory without a value is made memory with some value by an empty piece of assembly that could
//! have written it; the compiler must assume that it did. Where there is no such assembly the memory
//! is cleared.
//!
//! Long scratch may have huge pages (feature `huge-pages`): transpositions go through it in long steps, each on another
//! page.

#![allow(
    unsafe_code,
    reason = "memory that has a value only after assembly; bytes of pages as words"
)]

use core::mem::MaybeUninit;

/// Words that start on a cache line.
#[repr(align(64))]
struct Aligned<const N: usize>([u64; N]);

/// Gives the words at `start` some value.
#[inline(always)]
fn settle(words: &mut [MaybeUninit<u64>]) {
    #[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri), not(f2x_msan)))]
    // SAFETY: the assembly is empty. It is declared as one that may write all memory whose address it
    // has, so the words hold whatever it left there.
    unsafe {
        core::arch::asm!("/* {0} */", in(reg) words.as_mut_ptr(), options(nostack, preserves_flags));
    }
    #[cfg(not(all(
        any(target_arch = "x86_64", target_arch = "aarch64"),
        not(miri),
        not(f2x_msan)
    )))]
    words.fill(MaybeUninit::new(0));
}

/// Words that products take from the stack before they allocate.
#[cfg(feature = "alloc")]
pub(crate) const STACK_WORDS: usize = 1024;

/// Runs `f` with `N` words on the stack, of any values, from the start of a cache line.
#[inline(always)]
pub(crate) fn on_stack<const N: usize, R>(f: impl FnOnce(&mut [u64]) -> R) -> R {
    let mut memory = MaybeUninit::<Aligned<N>>::uninit();
    let start = memory.as_mut_ptr().cast::<MaybeUninit<u64>>();
    // SAFETY: `memory` is `N` words, which need no value as `MaybeUninit`.
    settle(unsafe { core::slice::from_raw_parts_mut(start, N) });
    // SAFETY: every word was given a value.
    let memory = unsafe { memory.assume_init_mut() };
    f(&mut memory.0)
}

/// Runs `f` with at least `words` words of any values, from the start of a cache line: of the stack
/// if they are few.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn with_scratch<R>(words: usize, f: impl FnOnce(&mut [u64]) -> R) -> R {
    if words <= STACK_WORDS {
        return on_stack::<STACK_WORDS, R>(f);
    }
    // Rows of 64 bytes that lie on two cache lines take twice as long.
    let line = size_of::<Aligned<8>>() / size_of::<u64>();
    let mut memory = alloc::boxed::Box::<[u64]>::new_uninit_slice(words + line);
    settle(&mut memory);
    // SAFETY: every word was given a value.
    let mut memory = unsafe { memory.assume_init() };
    let start = memory.as_ptr().align_offset(align_of::<Aligned<8>>()).min(line);
    f(&mut memory[start..])
}

/// As [`with_scratch`], of allocated memory; none if it is refused.
#[cfg(feature = "alloc")]
pub(crate) fn try_with_scratch<R>(words: usize, f: impl FnOnce(&mut [u64]) -> R) -> Option<R> {
    #[cfg(all(feature = "huge-pages", target_os = "linux"))]
    if words >= HUGE_WORDS {
        return with_huge_pages(words, f);
    }
    let mut memory = alloc::vec::Vec::<u64>::new();
    memory.try_reserve_exact(words.checked_add(8)?).ok()?;
    let spare = memory.spare_capacity_mut();
    settle(spare);
    let (start, length) = (spare.as_mut_ptr().cast(), spare.len());
    // SAFETY: the words of `memory` behind its length, each of which was given a value.
    let words = unsafe { core::slice::from_raw_parts_mut(start, length) };
    Some(f(from_line(words)))
}

/// Scratch of so many words or more, 32 MiB, has pages of its own, as glibc's allocator gives them from there on.
/// Shorter scratch is often memory of the product before; to clear new pages would take longer than huge ones save.
#[cfg(all(feature = "huge-pages", target_os = "linux"))]
const HUGE_WORDS: usize = 1 << 22;

/// [`try_with_scratch`] of pages of their own, huge ones if the system has them.
#[cfg(all(feature = "huge-pages", target_os = "linux"))]
fn with_huge_pages<R>(words: usize, f: impl FnOnce(&mut [u64]) -> R) -> Option<R> {
    let bytes = words.checked_mul(size_of::<u64>())?;
    let mut memory = memmap2::MmapMut::map_anon(bytes).ok()?;
    // A system without them says so, and has other pages.
    let _ = memory.advise(memmap2::Advice::HugePage);
    // SAFETY: bytes of any values are words of any values.
    let (_, words, _) = unsafe { memory.align_to_mut() };
    Some(f(words))
}

/// `needed` words of `scratch` from the first cache line on that starts in it and that so many follow.
#[inline(always)]
pub(crate) fn aligned(scratch: &mut [u64], needed: usize) -> &mut [u64] {
    let offset = scratch.as_ptr().align_offset(64).min(scratch.len() - needed);
    &mut scratch[offset..][..needed]
}

/// `scratch` from the first cache line on that starts in it, or less than eight words shorter.
#[inline(always)]
pub(crate) fn from_line(scratch: &mut [u64]) -> &mut [u64] {
    let offset = scratch.as_ptr().align_offset(64).min(7);
    &mut scratch[offset..]
}

#[cfg(all(test, feature = "huge-pages", target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn long_scratch_has_pages_of_its_own() {
        let huge = |words: usize| {
            try_with_scratch(words, |scratch| {
                assert!(scratch.len() >= words, "{}", scratch.len());
                assert!(scratch.iter().all(|w| *w == 0), "a new page");
                scratch.as_ptr().addr() % 4096
            })
        };
        assert_eq!(huge(HUGE_WORDS), Some(0));
        assert_eq!(huge(HUGE_WORDS + 1), Some(0));
        assert_eq!(huge(1 << 57), None, "more than there are addresses");
        assert_eq!(huge(usize::MAX), None, "more bytes than a number has");
    }
}
