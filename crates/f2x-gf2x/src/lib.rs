//! The library of gf2x 1.3, by its names and its contract, with the multiplication of f2x.
//!
//! A program that is linked with `libgf2x.so.3` runs with this one in its place: the symbols, the layout
//! of what they take and the numbers that they return are the same. What differs:
//!
//! * the level of the CPU is found at run time, and `F2X_LEVEL` forces one;
//! * an operand without words makes a product of zeros, where gf2x leaves it undefined;
//! * overlaps of the product with an operand are allowed anywhere, not only where they begin together;
//! * pointers that are null where there are words are an error;
//! * memory that is refused is an error from every function that allocates, never an abort, and products
//!   of some hundreds of words take their scratch from the stack.
//!
//! Words are those of `unsigned long`, which has 64 bits where there is something in this crate: on Unix with
//! addresses of 64 bits. Word i holds the coefficients 64i and up,
//! the lowest in the lowest bit.
//!
//! Nothing is kept between calls but what the caller keeps in a pool and the level that was found, which is
//! the same for all threads and after a fork. Nothing here unwinds: functions that C calls abort if there is
//! a panic, and there is none.

#![cfg(all(unix, target_pointer_width = "64"))]
#![allow(non_upper_case_globals, non_camel_case_types, reason = "the names of gf2x")]

mod level;
mod memory;
mod pool;
mod product;
mod report;

pub use pool::{gf2x_mul_pool_clear, gf2x_mul_pool_init, gf2x_mul_pool_s};
pub use product::{gf2x_mul, gf2x_mul_r, gf2x_mul_toom, gf2x_toomspace};

use core::ffi::{c_char, c_int, c_ulong};

const _: () = assert!(size_of::<c_ulong>() == 8, "unsigned long has 64 bits");

/// The version of gf2x whose contract this is: 10000 · major + 100 · minor + patch level.
#[unsafe(no_mangle)]
pub static gf2x_lib_version_code: c_int = 10300;

/// Whose code is inside, and under which licence: none is under the GPL.
#[unsafe(no_mangle)]
pub static gf2x_toom_gpl_status: Text = Text(c"f2x, MIT or Apache-2.0".as_ptr());

/// A constant text, as C has it.
#[derive(Debug)]
#[repr(transparent)]
pub struct Text(*const c_char);

// SAFETY: the text is constant.
unsafe impl Sync for Text {}
