//! What `f2x accelerate` asks for: a line when a program has loaded the library, one at its first product.
//!
//! `F2X_ACCELERATE_REPORT` names a file that exists; without it, nothing is written anywhere. Programs that
//! run with more rights than their caller do not see the variable.

use core::ffi::{CStr, c_char};
use std::ffi::OsStr;
use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::process;

const VARIABLE: &CStr = c"F2X_ACCELERATE_REPORT";

unsafe extern "C" {
    #[cfg_attr(not(target_os = "linux"), link_name = "getenv")]
    fn secure_getenv(name: *const c_char) -> *const c_char;
}

/// Adds "`what` `process` `more`" to the report, if one is asked for.
pub(crate) fn append(what: &str, more: &str) {
    // SAFETY: the name is a text that ends with a zero.
    let path = unsafe { secure_getenv(VARIABLE.as_ptr()) };
    if path.is_null() {
        return;
    }
    // SAFETY: the variable's value is a text that ends with a zero.
    let path = unsafe { CStr::from_ptr(path) };
    let path = OsStr::from_bytes(path.to_bytes());
    if let Ok(mut report) = OpenOptions::new().append(true).open(path) {
        // One call, so that lines of several processes do not mix. A report that cannot be written is no
        // reason to disturb the program.
        let _ = report.write_all(format!("{what} {} {more}\n", process::id()).as_bytes());
    }
}

/// Called by the loader when it has loaded the library.
extern "C" fn loaded() {
    append("loaded", env!("CARGO_PKG_VERSION"));
}

#[cfg(target_os = "linux")]
#[used]
// SAFETY: the section is a list of functions without arguments.
#[unsafe(link_section = ".init_array")]
static AT_LOAD: extern "C" fn() = loaded;
