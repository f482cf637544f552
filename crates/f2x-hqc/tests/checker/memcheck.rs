//! Valgrind's memcheck.

use std::arch::asm;
use std::process::Command;

/// It knows no instructions of 512 bits, nor carry-less products of more than 128.
pub(super) const LEVELS: &[&str] = &["portable", "avx2"];

/// What it reports.
pub(super) const PLANTED: &[&str] = &["branch", "index"];

/// What is needed and is not there.
pub(super) fn missing() -> Option<&'static str> {
    (!super::exists("valgrind")).then_some("valgrind")
}

/// The number of reports of a run inside, and their text.
pub(super) fn reports(what: &str) -> (u64, String) {
    let output = Command::new("valgrind")
        .args(["--quiet", "--num-callers=4", "--main-stacksize=67108864"])
        .arg(std::env::current_exe().unwrap())
        .args(["--inside", what])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{text}");
    let count = String::from_utf8(output.stdout).unwrap();
    (count.trim().parse().unwrap(), text)
}

pub(super) fn start() {
    assert!(request(0x1001, [0; 5]) > 0, "not inside valgrind");
}

/// Prints the number of reports.
pub(super) fn end() {
    println!("{}", request(0x1201, [0; 5]));
}

pub(super) fn make_undefined(start: *mut u8, bytes: usize) {
    request(0x4d43_0001, [start as u64, bytes as u64, 0, 0, 0]);
}

pub(super) fn make_defined(start: *const u8, bytes: usize) {
    request(0x4d43_0002, [start as u64, bytes as u64, 0, 0, 0]);
}

/// A request to valgrind; zero outside of it.
#[inline(never)]
fn request(code: u64, [a, b, c, d, e]: [u64; 5]) -> u64 {
    let request = [code, a, b, c, d, e];
    let mut result = 0_u64;
    // SAFETY: outside of valgrind the instructions change nothing but flags; inside it reads the request.
    unsafe {
        asm!(
            "rol rdi, 3",
            "rol rdi, 13",
            "rol rdi, 61",
            "rol rdi, 51",
            "xchg rbx, rbx",
            in("rax") request.as_ptr(),
            inout("rdx") result,
            options(nostack),
        );
    }
    result
}
