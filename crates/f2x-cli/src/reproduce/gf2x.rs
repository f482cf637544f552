//! The system's libgf2x, opened at run time.

#![allow(unsafe_code, reason = "a function of another library")]

use libloading::Library;
use std::ffi::{c_int, c_ulong};

const NAME: &str = "libgf2x.so.3";

/// `int gf2x_mul(unsigned long *c, const unsigned long *a, unsigned long an, const unsigned long *b,
/// unsigned long bn)`
type Mul = unsafe extern "C" fn(*mut u64, *const u64, c_ulong, *const u64, c_ulong) -> c_int;

/// libgf2x, or what stands in its place.
pub(super) struct Gf2x {
    mul: Mul,
    /// The library that the function is in stays open.
    _library: Library,
}

impl Gf2x {
    /// The library that the loader finds, or why there is none.
    pub(super) fn open() -> Result<Self, String> {
        if !cfg!(all(target_pointer_width = "64", unix)) {
            return Err("words of libgf2x have 64 bits on 64-bit Unix only".into());
        }
        // SAFETY: libgf2x has no constructors that could do harm.
        let library = unsafe { Library::new(NAME) };
        let library = library.map_err(|_| format!("{NAME} is not installed"))?;
        // SAFETY: the type is that of gf2x's header, the same since version 1.0.
        let mul = unsafe { library.get::<Mul>(b"gf2x_mul\0") };
        let mul = *mul.map_err(|_| format!("{NAME} has no gf2x_mul"))?;
        Ok(Self { mul, _library: library })
    }

    /// c := a · b
    ///
    /// # Panics
    ///
    /// `c` has another length than `a` and `b` together, or one of them is empty.
    pub(super) fn mul(&self, c: &mut [u64], a: &[u64], b: &[u64]) {
        assert!(c.len() == a.len() + b.len() && !a.is_empty() && !b.is_empty());
        let (an, bn) = (a.len() as c_ulong, b.len() as c_ulong);
        // SAFETY: the operands have so many words and the product as many as both; none overlap.
        let status = unsafe { (self.mul)(c.as_mut_ptr(), a.as_ptr(), an, b.as_ptr(), bn) };
        assert_eq!(status, 0, "gf2x_mul has no memory");
    }
}
