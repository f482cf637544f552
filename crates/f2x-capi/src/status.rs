//! What functions return, and the version.

use core::ffi::{CStr, c_char, c_int};
use f2x::Error;

/// Done.
pub const F2X_OK: c_int = 0;
/// A pointer is null where there is something to read or write, or a number names nothing.
pub const F2X_ERROR_ARGUMENT: c_int = -1;
/// A length does not fit.
pub const F2X_ERROR_LENGTH: c_int = -2;
/// Memory was refused.
pub const F2X_ERROR_MEMORY: c_int = -3;
/// `F2X_LEVEL`, or the caller, names no level, or one that the CPU lacks.
pub const F2X_ERROR_LEVEL: c_int = -4;
/// Bits above the highest coefficient are set.
pub const F2X_ERROR_ENCODING: c_int = -5;
/// There is no inverse.
pub const F2X_ERROR_INVERSE: c_int = -6;
/// The result overlaps an operand.
pub const F2X_ERROR_OVERLAP: c_int = -7;
/// The system gave no random bytes.
pub const F2X_ERROR_RANDOM: c_int = -8;

const fn message(status: c_int) -> &'static CStr {
    match status {
        F2X_OK => c"done",
        F2X_ERROR_ARGUMENT => c"a pointer is null, or a number names nothing",
        F2X_ERROR_LENGTH => c"a length does not fit",
        F2X_ERROR_MEMORY => c"memory was refused",
        F2X_ERROR_LEVEL => {
            c"no such level, or one that this CPU lacks; the levels are portable, avx2, vpclmul, avx512"
        }
        F2X_ERROR_ENCODING => c"bits above the highest coefficient are set",
        F2X_ERROR_INVERSE => c"there is no inverse",
        F2X_ERROR_OVERLAP => c"the result overlaps an operand",
        F2X_ERROR_RANDOM => c"the system gave no random bytes",
        _ => c"no status of libf2x",
    }
}

/// What a status means: a constant text, also for numbers that are no status.
#[unsafe(no_mangle)]
pub extern "C" fn f2x_message(status: c_int) -> *const c_char {
    message(status).as_ptr()
}

/// The version of the library, as a text.
#[unsafe(no_mangle)]
pub extern "C" fn f2x_version() -> *const c_char {
    const VERSION: &CStr =
        match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(version) => version,
            Err(_) => c"",
        };
    VERSION.as_ptr()
}

/// The version of the library: 10000 · major + 100 · minor + patch level.
#[unsafe(no_mangle)]
pub extern "C" fn f2x_version_code() -> c_int {
    const fn number(text: &str) -> c_int {
        let (text, mut number, mut i) = (text.as_bytes(), 0, 0);
        while i < text.len() {
            number = 10 * number + (text[i] - b'0') as c_int;
            i += 1;
        }
        number
    }
    const {
        10000 * number(env!("CARGO_PKG_VERSION_MAJOR"))
            + 100 * number(env!("CARGO_PKG_VERSION_MINOR"))
            + number(env!("CARGO_PKG_VERSION_PATCH"))
    }
}

/// The status that says why there is no product.
pub(crate) fn of(result: Result<(), Error>) -> Result<(), c_int> {
    result.map_err(|error| match error {
        Error::Level(_) => F2X_ERROR_LEVEL,
        _ => F2X_ERROR_LENGTH,
    })
}

/// What a function returns.
pub(crate) fn done(result: Result<(), c_int>) -> c_int {
    match result {
        Ok(()) => F2X_OK,
        Err(status) => status,
    }
}
