//! MemorySanitizer, whose code is in the program itself if check/msan.sh built it.

use std::ffi::c_void;
use std::process::Command;

pub(super) const LEVELS: &[&str] = &["portable", "avx2", "vpclmul", "avx512"];

/// What it reports.
pub(super) const PLANTED: &[&str] = &["branch", "index", "division"];

unsafe extern "C" {
    fn __msan_poison(start: *const c_void, bytes: usize);
    fn __msan_unpoison(start: *const c_void, bytes: usize);
}

/// What is needed and is not there.
pub(super) fn missing() -> Option<&'static str> {
    None
}

/// The number of reports of a run, one at most since it ends there, and their text.
pub(super) fn reports(what: &str) -> (u64, String) {
    let program = std::env::current_exe().unwrap();
    let output = Command::new(program).args(["--inside", what]).output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let reported = text.contains("MemorySanitizer: use-of-uninitialized-value");
    assert!(output.status.success() != reported, "{text}");
    (u64::from(reported), text)
}

pub(super) fn start() {}

pub(super) fn end() {}

pub(super) fn make_undefined(start: *mut u8, bytes: usize) {
    // SAFETY: what is marked are bytes of a value of the program.
    unsafe { __msan_poison(start.cast(), bytes) };
}

pub(super) fn make_defined(start: *const u8, bytes: usize) {
    // SAFETY: what is marked are bytes of a value of the program.
    unsafe { __msan_unpoison(start.cast(), bytes) };
}
