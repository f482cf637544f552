//! The rings GF(2)\[X\]/(X^N − 1) of HQC and BIKE.

use crate::memory::{read, write};
use crate::status::{
    self, F2X_ERROR_ARGUMENT, F2X_ERROR_ENCODING, F2X_ERROR_INVERSE, F2X_ERROR_LENGTH,
};
use core::ffi::c_int;
use f2x::field::Choice;
use f2x::ring::{Bike1, Bike3, Bike5, Cyclic, Hqc1, Hqc3, Hqc5};

/// The ring of HQC-1. Rings are named by their N.
pub const F2X_RING_HQC1: c_int = 17669;
/// The ring of HQC-3.
pub const F2X_RING_HQC3: c_int = 35851;
/// The ring of HQC-5.
pub const F2X_RING_HQC5: c_int = 57637;
/// The ring of BIKE, level 1.
pub const F2X_RING_BIKE1: c_int = 12323;
/// The ring of BIKE, level 3.
pub const F2X_RING_BIKE3: c_int = 24659;
/// The ring of BIKE, level 5.
pub const F2X_RING_BIKE5: c_int = 40973;

/// Evaluates an expression where `Ring` is the type of the ring that is named.
macro_rules! in_ring {
    ($number:expr, $ring:ident => $do:expr) => {
        match $number {
            F2X_RING_HQC1 => {
                type $ring = Hqc1;
                $do
            }
            F2X_RING_HQC3 => {
                type $ring = Hqc3;
                $do
            }
            F2X_RING_HQC5 => {
                type $ring = Hqc5;
                $do
            }
            F2X_RING_BIKE1 => {
                type $ring = Bike1;
                $do
            }
            F2X_RING_BIKE3 => {
                type $ring = Bike3;
                $do
            }
            F2X_RING_BIKE5 => {
                type $ring = Bike5;
                $do
            }
            _ => Err(F2X_ERROR_ARGUMENT),
        }
    };
}

/// The words of an element, or 0 if there is no such ring.
#[unsafe(no_mangle)]
pub extern "C" fn f2x_ring_words(ring: c_int) -> usize {
    in_ring!(ring, Ring => Ok(Ring::WORDS)).unwrap_or(0)
}

/// c := a · b.
///
/// # Safety
///
/// Pointers are null or point to as many words as the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn f2x_ring_mul(
    ring: c_int,
    c: *mut u64,
    a: *const u64,
    b: *const u64,
) -> c_int {
    // SAFETY: as the caller says.
    status::done(in_ring!(ring, Ring => unsafe { two(c, a, b, Bits::Checked, Ring::product) }))
}

/// c := a².
///
/// # Safety
///
/// Pointers are null or point to as many words as the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn f2x_ring_square(ring: c_int, c: *mut u64, a: *const u64) -> c_int {
    // SAFETY: as the caller says.
    status::done(in_ring!(ring, Ring => unsafe {
        one(c, a, Bits::Checked, Ring::square)
    }))
}

/// c := 1/a in a ring of BIKE, or 0 and [`F2X_ERROR_INVERSE`] if there is none.
///
/// # Safety
///
/// Pointers are null or point to as many words as the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn f2x_ring_inverse(ring: c_int, c: *mut u64, a: *const u64) -> c_int {
    /// # Safety
    ///
    /// As for [`f2x_ring_inverse`].
    unsafe fn invert<const N: usize, const W: usize>(
        c: *mut u64,
        a: *const u64,
        inverse: impl FnOnce(&Cyclic<N, W>) -> (Cyclic<N, W>, Choice),
    ) -> Result<(), c_int> {
        // SAFETY: as the caller says.
        let a = unsafe { load(a, Bits::Checked) }?;
        let (inverse, exists) = inverse(&a);
        // SAFETY: as the caller says.
        unsafe { store(c, &inverse) }?;
        if exists.into() { Ok(()) } else { Err(F2X_ERROR_INVERSE) }
    }
    status::done(match ring {
        // SAFETY: as the caller says.
        F2X_RING_BIKE1 => unsafe { invert(c, a, Bike1::inverse) },
        // SAFETY: as the caller says.
        F2X_RING_BIKE3 => unsafe { invert(c, a, Bike3::inverse) },
        // SAFETY: as the caller says.
        F2X_RING_BIKE5 => unsafe { invert(c, a, Bike5::inverse) },
        _ => Err(F2X_ERROR_ARGUMENT),
    })
}

/// Functions of the shape that implementations of HQC call.
macro_rules! vect_mul {
    ($($name:ident: $ring:ident;)*) => {$(
        /// o := v1 · v2, whatever the bits above the highest coefficient are.
        ///
        /// # Safety
        ///
        /// Pointers are null, which does nothing, or point to the words of an element.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(o: *mut u64, v1: *const u64, v2: *const u64) {
            // SAFETY: as the caller says.
            let _ = unsafe { two(o, v1, v2, Bits::Cleared, $ring::product) };
        }
    )*};
}

vect_mul! {
    f2x_hqc1_vect_mul: Hqc1;
    f2x_hqc3_vect_mul: Hqc3;
    f2x_hqc5_vect_mul: Hqc5;
    f2x_bike1_mod_mul: Bike1;
    f2x_bike3_mod_mul: Bike3;
    f2x_bike5_mod_mul: Bike5;
}

/// Functions of the shape that implementations of BIKE call.
macro_rules! mod_inv {
    ($($name:ident: $ring:ident;)*) => {$(
        /// c := 1/a, or 0 if there is none, whatever the bits above the highest coefficient are.
        ///
        /// # Safety
        ///
        /// Pointers are null, which does nothing, or point to the words of an element.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(c: *mut u64, a: *const u64) {
            // SAFETY: as the caller says.
            let _ = unsafe { one(c, a, Bits::Cleared, |a| $ring::inverse(a).0) };
        }
    )*};
}

mod_inv! {
    f2x_bike1_mod_inv: Bike1;
    f2x_bike3_mod_inv: Bike3;
    f2x_bike5_mod_inv: Bike5;
}

/// What is done with bits above the highest coefficient.
#[derive(Clone, Copy)]
enum Bits {
    /// They are an error.
    Checked,
    /// They are taken for zeros.
    Cleared,
}

/// Stores what a function makes of two elements.
///
/// # Safety
///
/// Pointers are null or point to `W` words.
unsafe fn two<const N: usize, const W: usize>(
    c: *mut u64,
    a: *const u64,
    b: *const u64,
    bits: Bits,
    f: impl FnOnce(&Cyclic<N, W>, &Cyclic<N, W>) -> Cyclic<N, W>,
) -> Result<(), c_int> {
    // SAFETY: as the caller says.
    let a = unsafe { load(a, bits) }?;
    // SAFETY: as the caller says.
    let b = unsafe { load(b, bits) }?;
    // SAFETY: as the caller says.
    unsafe { store(c, &f(&a, &b)) }
}

/// Stores what a function makes of an element.
///
/// # Safety
///
/// Pointers are null or point to `W` words.
unsafe fn one<const N: usize, const W: usize>(
    c: *mut u64,
    a: *const u64,
    bits: Bits,
    f: impl FnOnce(&Cyclic<N, W>) -> Cyclic<N, W>,
) -> Result<(), c_int> {
    // SAFETY: as the caller says.
    let a = unsafe { load(a, bits) }?;
    // SAFETY: as the caller says.
    unsafe { store(c, &f(&a)) }
}

/// # Safety
///
/// `a` is null or points to `W` words.
unsafe fn load<const N: usize, const W: usize>(
    a: *const u64,
    bits: Bits,
) -> Result<Cyclic<N, W>, c_int> {
    // SAFETY: as the caller says.
    let words = unsafe { read(a, W) }?;
    let mut words: [u64; W] = words.try_into().map_err(|_| F2X_ERROR_LENGTH)?;
    if let (Bits::Cleared, Some(last)) = (bits, words.last_mut()) {
        *last &= (1 << (N % 64)) - 1;
    }
    Cyclic::try_from(words).map_err(|_| F2X_ERROR_ENCODING)
}

/// # Safety
///
/// `c` is null or points to `W` words that nobody else uses.
unsafe fn store<const N: usize, const W: usize>(
    c: *mut u64,
    element: &Cyclic<N, W>,
) -> Result<(), c_int> {
    // SAFETY: as the caller says.
    unsafe { write(c, W) }?.copy_from_slice(element.words());
    Ok(())
}
