//! libf2x: f2x for C and C++, as `include/f2x.h` declares it.
//!
//! Every function checks what can be checked, returns a status, and writes its result only if that is
//! [`F2X_OK`]. Nothing is kept between calls but the level. Nothing unwinds: functions that C calls abort
//! if there is a panic, and there is none.
//!
//! Words are `uint64_t`, the lowest coefficients first, in the lowest bits. `docs/` has a page for each
//! group of functions.
//!
//! The functions that take pointers are unsafe to call from Rust, which has the crate `f2x` itself: pointers
//! are null or point to as many words or bytes as the header says.

mod field;
mod hqc;
mod level;
mod memory;
mod product;
mod ring;
mod status;

pub use field::*;
pub use hqc::*;
pub use level::*;
pub use product::*;
pub use ring::*;
pub use status::*;
