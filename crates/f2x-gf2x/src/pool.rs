//! Scratch that a caller keeps from one product to the next.

use crate::memory::{Refused, Words};
use core::ffi::c_ulong;
use core::ptr;

/// `gf2x_mul_pool_t`: memory from `malloc`, of as many words as `stk_size` says.
#[derive(Debug)]
#[repr(C)]
pub struct gf2x_mul_pool_s {
    stk: *mut c_ulong,
    stk_size: usize,
}

/// Makes an empty pool.
///
/// # Safety
///
/// `pool` is null or points to a pool, whose contents do not matter.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gf2x_mul_pool_init(pool: *mut gf2x_mul_pool_s) {
    if !pool.is_null() {
        // SAFETY: `pool` points to a pool.
        unsafe { pool.write(gf2x_mul_pool_s { stk: ptr::null_mut(), stk_size: 0 }) };
    }
}

/// Frees what a pool holds; it is empty afterwards.
///
/// # Safety
///
/// `pool` is null or points to a pool that [`gf2x_mul_pool_init`] made.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gf2x_mul_pool_clear(pool: *mut gf2x_mul_pool_s) {
    // SAFETY: `pool` is null or points to a pool.
    if let Some(pool) = unsafe { pool.as_mut() } {
        // SAFETY: the pool was made by `gf2x_mul_pool_init`.
        drop(unsafe { pool.take() });
    }
}

impl gf2x_mul_pool_s {
    /// Runs `f` with at least `words` words, which the pool keeps afterwards.
    ///
    /// # Safety
    ///
    /// The pool was made by [`gf2x_mul_pool_init`].
    pub(crate) unsafe fn with<R>(
        &mut self,
        words: usize,
        f: impl FnOnce(&mut [u64]) -> R,
    ) -> Result<R, Refused> {
        // SAFETY: as the caller says.
        let mut memory = unsafe { self.take() };
        if memory.len() < words {
            drop(memory);
            memory = Words::new(words)?;
        }
        let result = f(memory.as_mut_slice());
        (self.stk, self.stk_size) = memory.into_raw();
        Ok(result)
    }

    /// The pool's memory; the pool is empty afterwards.
    ///
    /// # Safety
    ///
    /// The pool was made by [`gf2x_mul_pool_init`].
    unsafe fn take(&mut self) -> Words {
        let start = core::mem::replace(&mut self.stk, ptr::null_mut());
        let words = core::mem::replace(&mut self.stk_size, 0);
        // SAFETY: what a pool holds came from `malloc`, with so many words.
        unsafe { Words::from_raw(start, words) }
    }
}
