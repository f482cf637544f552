//! Whether secrets reach a branch, an address or a division.
//!
//! Under valgrind's memcheck this program makes all secrets undefined, runs every operation, and counts
//! what memcheck reports: branches and addresses that depend on undefined memory. Memcheck says nothing
//! about divisions, so the machine code of f2x-hqc and keccak must have none. A branch, an index and a
//! division are planted, and must be found, or the check itself fails.
//!
//! Needs valgrind and objdump, on x86-64; where they are missing it says so. Memcheck knows no
//! instructions of 512 bits: the levels are portable and avx2. Built by check/msan.sh with MemorySanitizer in
//! it, the program does the same on all levels, without valgrind.
#![allow(unsafe_code, reason = "requests to the tool that reports")]

#[cfg(target_arch = "x86_64")]
mod checker;

#[cfg(target_arch = "x86_64")]
fn main() {
    checker::main();
}

#[cfg(not(target_arch = "x86_64"))]
fn main() {
    println!("skipped: requests to valgrind are written for x86-64");
}
