//! What C points to, as slices.

use crate::status::{F2X_ERROR_ARGUMENT, F2X_ERROR_LENGTH, F2X_ERROR_OVERLAP};
use core::ffi::c_int;
use core::slice;

/// The `n` values at `start`.
///
/// # Errors
///
/// `start` is null and there are values, or they are more than memory can hold.
///
/// # Safety
///
/// `start` is null or points to `n` values that nobody writes to as long as the slice lives.
pub(crate) unsafe fn read<'v, T>(start: *const T, n: usize) -> Result<&'v [T], c_int> {
    check(start, n)?;
    if n == 0 {
        return Ok(&[]);
    }
    // SAFETY: `start` is not null and points to `n` values.
    Ok(unsafe { slice::from_raw_parts(start, n) })
}

/// The `n` values at `start`, to be written.
///
/// # Errors
///
/// `start` is null and there are values, or they are more than memory can hold.
///
/// # Safety
///
/// `start` is null or points to `n` values that nobody else uses as long as the slice lives.
pub(crate) unsafe fn write<'v, T>(start: *mut T, n: usize) -> Result<&'v mut [T], c_int> {
    check(start, n)?;
    if n == 0 {
        return Ok(&mut []);
    }
    // SAFETY: `start` is not null and points to `n` values.
    Ok(unsafe { slice::from_raw_parts_mut(start, n) })
}

fn check<T>(start: *const T, n: usize) -> Result<(), c_int> {
    if n > isize::MAX as usize / size_of::<T>() {
        Err(F2X_ERROR_LENGTH)
    } else if n > 0 && start.is_null() {
        Err(F2X_ERROR_ARGUMENT)
    } else {
        Ok(())
    }
}

/// An error if the `cn` words at `c` and the `n` words at `v` have any in common.
pub(crate) fn apart(c: *const u64, cn: usize, v: *const u64, n: usize) -> Result<(), c_int> {
    let bytes = |words: usize| words.saturating_mul(size_of::<u64>());
    let (c, v) = (c.addr(), v.addr());
    // Distances on the circle of all addresses: neither end has to be an address.
    let are_apart = c.wrapping_sub(v) >= bytes(n) && v.wrapping_sub(c) >= bytes(cn);
    if are_apart || n == 0 || cn == 0 { Ok(()) } else { Err(F2X_ERROR_OVERLAP) }
}
