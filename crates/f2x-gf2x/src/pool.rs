//! Scratch that a caller keeps from one product to the next.

use core::ffi::c_ulong;
use core::ptr;

/// `gf2x_mul_pool_t`: memory for scratch, of as many bytes as `stk_size` says.
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
    /// The pool's memory; the pool is empty afterwards.
    ///
    /// # Safety
    ///
    /// The pool was made by [`gf2x_mul_pool_init`], and only this library changed it.
    pub(crate) unsafe fn take(&mut self) -> Vec<u64> {
        let words = self.stk_size / size_of::<u64>();
        let start = core::mem::replace(&mut self.stk, ptr::null_mut());
        self.stk_size = 0;
        if start.is_null() {
            return Vec::new();
        }
        // SAFETY: `keep` left the vector's start, and its length, which was its capacity.
        unsafe { Vec::from_raw_parts(start, words, words) }
    }

    /// Keeps `memory` for the next product.
    pub(crate) fn keep(&mut self, memory: Vec<u64>) {
        if memory.is_empty() {
            return;
        }
        // The length is the capacity, so that one number says both.
        let memory = Box::leak(memory.into_boxed_slice());
        self.stk_size = size_of_val(memory);
        self.stk = memory.as_mut_ptr();
    }
}
