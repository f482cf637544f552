//! Levels.

use crate::status::{F2X_ERROR_ARGUMENT, F2X_ERROR_LEVEL, F2X_OK};
use core::ffi::{c_char, c_int};
use core::ptr;
use f2x::Level;

/// The level of a number in `f2x.h`.
fn level(number: c_int) -> Option<Level> {
    Level::ALL.into_iter().find(|&level| level as c_int == number)
}

/// The level that all functions use, or [`F2X_ERROR_LEVEL`].
#[unsafe(no_mangle)]
pub extern "C" fn f2x_level() -> c_int {
    Level::current().map_or(F2X_ERROR_LEVEL, |level| level as c_int)
}

/// The fastest level of the CPU.
#[unsafe(no_mangle)]
pub extern "C" fn f2x_level_best() -> c_int {
    Level::best() as c_int
}

/// 1 if the CPU has the level, else 0.
#[unsafe(no_mangle)]
pub extern "C" fn f2x_level_is_available(number: c_int) -> c_int {
    level(number).is_some_and(Level::is_available).into()
}

/// Makes all functions use a level, in all threads.
#[unsafe(no_mangle)]
pub extern "C" fn f2x_level_force(number: c_int) -> c_int {
    match level(number).map(Level::make_current) {
        None => F2X_ERROR_ARGUMENT,
        Some(Err(_)) => F2X_ERROR_LEVEL,
        Some(Ok(())) => F2X_OK,
    }
}

/// The name of a level, or null.
#[unsafe(no_mangle)]
pub extern "C" fn f2x_level_name(number: c_int) -> *const c_char {
    let name = level(number).map(|level| match level {
        Level::Portable => c"portable",
        Level::Avx2 => c"avx2",
        Level::Vpclmul => c"vpclmul",
        Level::Avx512 => c"avx512",
        _ => c"",
    });
    name.map_or(ptr::null(), |name| name.as_ptr())
}
