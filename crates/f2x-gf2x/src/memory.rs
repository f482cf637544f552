//! Words of any values, from the stack or from `malloc`.
//!
//! They are not cleared first: clearing costs some hundredths of a product. Memory without a value is made
//! memory with some value by an empty piece of assembly that could have written it.

use core::ffi::c_void;
use core::mem::{self, MaybeUninit};
use core::{ptr, slice};

/// Memory was refused.
#[derive(Debug)]
pub(crate) struct Refused;

/// So many words come from the stack.
pub(crate) const STACK_WORDS: usize = 1024;

unsafe extern "C" {
    safe fn malloc(bytes: usize) -> *mut c_void;
    fn free(start: *mut c_void);
}

/// Words from `malloc`; none has no memory.
#[derive(Debug)]
pub(crate) struct Words {
    start: *mut u64,
    words: usize,
}

impl Words {
    pub(crate) fn new(words: usize) -> Result<Words, Refused> {
        let bytes =
            words.checked_mul(size_of::<u64>()).filter(|&bytes| bytes <= isize::MAX as usize);
        let start = malloc(bytes.ok_or(Refused)?).cast::<u64>();
        if start.is_null() { Err(Refused) } else { Ok(Words { start, words }) }
    }

    /// # Safety
    ///
    /// `start` is null and `words` 0, or `start` came from `malloc` with at least so many words.
    pub(crate) unsafe fn from_raw(start: *mut u64, words: usize) -> Words {
        Words { start, words }
    }

    /// The memory, which the caller has to free.
    pub(crate) fn into_raw(self) -> (*mut u64, usize) {
        let raw = (self.start, self.words);
        mem::forget(self);
        raw
    }

    pub(crate) fn len(&self) -> usize {
        self.words
    }

    pub(crate) fn as_mut_slice(&mut self) -> &mut [u64] {
        if self.words == 0 {
            return &mut [];
        }
        settle(self.start, self.words);
        // SAFETY: `start` is memory of so many words that all have a value, and nobody else has it.
        unsafe { slice::from_raw_parts_mut(self.start, self.words) }
    }
}

impl Drop for Words {
    fn drop(&mut self) {
        // SAFETY: `start` is null or came from `malloc`.
        unsafe { free(self.start.cast()) };
    }
}

/// Runs `f` with [`STACK_WORDS`] words on the stack.
#[inline]
pub(crate) fn on_stack<R>(f: impl FnOnce(&mut [u64]) -> R) -> R {
    let mut memory = MaybeUninit::<[u64; STACK_WORDS]>::uninit();
    settle(memory.as_mut_ptr().cast(), STACK_WORDS);
    // SAFETY: every word has a value.
    f(unsafe { memory.assume_init_mut() })
}

/// Gives the `words` words at `start` some value.
#[inline(always)]
fn settle(start: *mut u64, words: usize) {
    if cfg!(any(target_arch = "x86_64", target_arch = "aarch64")) {
        // SAFETY: the assembly is empty. It is declared as one that may write all memory whose address it
        // has, so the words hold whatever it left there.
        unsafe {
            core::arch::asm!("/* {0} */", in(reg) start, options(nostack, preserves_flags));
        }
    } else {
        // SAFETY: all callers have so many words there.
        unsafe { ptr::write_bytes(start, 0, words) };
    }
}
