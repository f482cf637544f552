//! Constant-time multiplication of polynomials over GF(2), from 64 bits up, on every CPU.
//!
//! A polynomial is a slice of words, least significant first: bit i of word j is the coefficient of
//! x^(64j+i). The product of `a` and `b` has as many words as both together.
//!
//! ```
//! // (x + 1)·(x² + x + 1) = x³ + 1
//! let (a, b) = ([0b11], [0b111]);
//! let mut c = [0; 2];
//! f2x::mul(&mut c, &a, &b)?;
//! assert_eq!(c, [0b1001, 0]);
//! # Ok::<(), f2x::Error>(())
//! ```
//!
//! Operands and product cannot overlap: `c` is borrowed mutably.
//!
//! # Constant time
//!
//! Time and memory accesses depend on the lengths alone. See [`isa`] for why that holds by type.
//! Temporaries that depend on the operands stay in scratch; a caller that must wipe them passes its
//! own to [`mul_with_scratch`].
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

pub mod fft;
pub mod field;
pub mod isa;
mod level;
pub mod mul;
#[cfg(feature = "alloc")]
pub mod poly;
pub mod reference;
pub mod ring;
mod square;

pub use level::{Level, LevelError, Operation};
pub use mul::plan::Plan;

mod api;
pub use api::{Error, mul_with_scratch, mul_with_scratch_on, scratch_words, square, square_on};
#[cfg(feature = "parallel")]
pub use api::{PARALLEL_WORDS, mul_parallel, mul_parallel_on, mul_parallel_with_progress};
#[cfg(feature = "alloc")]
pub use api::{
    mul, mul_batch, mul_batch_on, mul_fixed, mul_high, mul_high_on, mul_low, mul_low_on,
    mul_middle, mul_middle_on, mul_on,
};
#[cfg(feature = "alloc")]
pub use poly::Poly;

/// The example of the README, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
