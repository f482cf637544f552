//! Binary fields.

use crate::memory::{read, write};
use crate::status::{self, F2X_ERROR_ARGUMENT, F2X_ERROR_ENCODING, F2X_ERROR_LENGTH};
use core::ffi::c_int;
use core::marker::PhantomData;
use f2x::field::{
    Element, EncodingError, Gf2_128, Gf2_163, Gf2_233, Gf2_283, Gf2_409, Gf2_571, Modulus,
};

/// GF(2)\[x\]/(x^128 + x^7 + x^2 + x + 1). Fields are named by their degrees.
pub const F2X_FIELD_128: c_int = 128;
/// GF(2)\[x\]/(x^163 + x^7 + x^6 + x^3 + 1)
pub const F2X_FIELD_163: c_int = 163;
/// GF(2)\[x\]/(x^233 + x^74 + 1)
pub const F2X_FIELD_233: c_int = 233;
/// GF(2)\[x\]/(x^283 + x^12 + x^7 + x^5 + 1)
pub const F2X_FIELD_283: c_int = 283;
/// GF(2)\[x\]/(x^409 + x^87 + 1)
pub const F2X_FIELD_409: c_int = 409;
/// GF(2)\[x\]/(x^571 + x^10 + x^5 + x^2 + 1)
pub const F2X_FIELD_571: c_int = 571;

/// Calls a generic function for the field that is named.
macro_rules! in_field {
    ($field:expr, $call:ident($($argument:expr),*)) => {
        match $field {
            F2X_FIELD_128 => $call(PhantomData::<Gf2_128>, $($argument),*),
            F2X_FIELD_163 => $call(PhantomData::<Gf2_163>, $($argument),*),
            F2X_FIELD_233 => $call(PhantomData::<Gf2_233>, $($argument),*),
            F2X_FIELD_283 => $call(PhantomData::<Gf2_283>, $($argument),*),
            F2X_FIELD_409 => $call(PhantomData::<Gf2_409>, $($argument),*),
            F2X_FIELD_571 => $call(PhantomData::<Gf2_571>, $($argument),*),
            _ => Err(F2X_ERROR_ARGUMENT),
        }
    };
}

/// The words of an element, or 0 if there is no such field.
#[unsafe(no_mangle)]
pub extern "C" fn f2x_field_words(field: c_int) -> usize {
    fn words<F: Modulus, const W: usize>(_: PhantomData<Element<F, W>>) -> Result<usize, c_int> {
        Ok(W)
    }
    in_field!(field, words()).unwrap_or(0)
}

/// The bytes of an element, or 0 if there is no such field.
#[unsafe(no_mangle)]
pub extern "C" fn f2x_field_bytes(field: c_int) -> usize {
    fn bytes<F: Modulus, const W: usize>(_: PhantomData<Element<F, W>>) -> Result<usize, c_int> {
        Ok(Element::<F, W>::BYTES)
    }
    in_field!(field, bytes()).unwrap_or(0)
}

/// c := a · b.
///
/// # Safety
///
/// Pointers are null or point to as many words as the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn f2x_field_mul(
    field: c_int,
    c: *mut u64,
    a: *const u64,
    b: *const u64,
) -> c_int {
    fn multiply<F: Modulus, const W: usize>(
        _: PhantomData<Element<F, W>>,
        Pointers { c, a, b }: Pointers,
    ) -> Result<(), c_int> {
        // SAFETY: as the caller of `f2x_field_mul` says.
        let a = unsafe { load::<F, W>(a) }?;
        // SAFETY: likewise.
        let b = unsafe { load::<F, W>(b) }?;
        // SAFETY: likewise.
        unsafe { store(c, a * b) }
    }
    status::done(in_field!(field, multiply(Pointers { c, a, b })))
}

/// c := a².
///
/// # Safety
///
/// Pointers are null or point to as many words as the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn f2x_field_square(field: c_int, c: *mut u64, a: *const u64) -> c_int {
    fn square<F: Modulus, const W: usize>(
        _: PhantomData<Element<F, W>>,
        Pointers { c, a, .. }: Pointers,
    ) -> Result<(), c_int> {
        // SAFETY: as the caller of `f2x_field_square` says.
        let a = unsafe { load::<F, W>(a) }?;
        // SAFETY: likewise.
        unsafe { store(c, a.square()) }
    }
    status::done(in_field!(field, square(Pointers { c, a, b: a })))
}

/// c := 1/a, and 0 if a is 0.
///
/// # Safety
///
/// Pointers are null or point to as many words as the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn f2x_field_inverse(field: c_int, c: *mut u64, a: *const u64) -> c_int {
    fn invert<F: Modulus, const W: usize>(
        _: PhantomData<Element<F, W>>,
        Pointers { c, a, .. }: Pointers,
    ) -> Result<(), c_int> {
        // SAFETY: as the caller of `f2x_field_inverse` says.
        let a = unsafe { load::<F, W>(a) }?;
        // SAFETY: likewise.
        unsafe { store(c, a.inverse()) }
    }
    status::done(in_field!(field, invert(Pointers { c, a, b: a })))
}

/// c\[i\] := a\[i\] · b\[i\] for `count` elements that lie one after the other.
///
/// # Safety
///
/// Pointers are null or point to as many words as the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn f2x_field_mul_many(
    field: c_int,
    c: *mut u64,
    a: *const u64,
    b: *const u64,
    count: usize,
) -> c_int {
    status::done(in_field!(field, multiply_many(Pointers { c, a, b }, count)))
}

/// c := the element of big-endian bytes, as in SEC 1.
///
/// # Safety
///
/// Pointers are null or point to as many words and bytes as the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn f2x_field_from_bytes(
    field: c_int,
    c: *mut u64,
    bytes: *const u8,
    count: usize,
) -> c_int {
    fn decode<F: Modulus, const W: usize>(
        _: PhantomData<Element<F, W>>,
        c: *mut u64,
        bytes: &[u8],
    ) -> Result<(), c_int> {
        let element = Element::<F, W>::from_be_bytes(bytes).map_err(|error| match error {
            EncodingError::Length { .. } => F2X_ERROR_LENGTH,
            _ => F2X_ERROR_ENCODING,
        })?;
        // SAFETY: as the caller of `f2x_field_from_bytes` says.
        unsafe { store(c, element) }
    }
    // SAFETY: as the caller says.
    let bytes = unsafe { read(bytes, count) };
    status::done(bytes.and_then(|bytes| in_field!(field, decode(c, bytes))))
}

/// Writes a as big-endian bytes, as in SEC 1.
///
/// # Safety
///
/// Pointers are null or point to as many words and bytes as the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn f2x_field_to_bytes(
    field: c_int,
    bytes: *mut u8,
    count: usize,
    a: *const u64,
) -> c_int {
    fn encode<F: Modulus, const W: usize>(
        _: PhantomData<Element<F, W>>,
        bytes: &mut [u8],
        a: *const u64,
    ) -> Result<(), c_int> {
        // SAFETY: as the caller of `f2x_field_to_bytes` says.
        let a = unsafe { load::<F, W>(a) }?;
        a.to_be_bytes(bytes).map_err(|_| F2X_ERROR_LENGTH)
    }
    // SAFETY: as the caller says.
    let bytes = unsafe { write(bytes, count) };
    status::done(bytes.and_then(|bytes| in_field!(field, encode(bytes, a))))
}

/// A result and two operands, as C has them.
struct Pointers {
    c: *mut u64,
    a: *const u64,
    b: *const u64,
}

/// # Safety
///
/// `a` is null or points to `W` words.
unsafe fn load<F: Modulus, const W: usize>(a: *const u64) -> Result<Element<F, W>, c_int> {
    // SAFETY: as the caller says.
    element(unsafe { read(a, W) }?)
}

fn element<F: Modulus, const W: usize>(words: &[u64]) -> Result<Element<F, W>, c_int> {
    let words: [u64; W] = words.try_into().map_err(|_| F2X_ERROR_LENGTH)?;
    Element::try_from(words).map_err(|_| F2X_ERROR_ENCODING)
}

/// # Safety
///
/// `c` is null or points to `W` words that nobody else uses.
unsafe fn store<F: Modulus, const W: usize>(
    c: *mut u64,
    element: Element<F, W>,
) -> Result<(), c_int> {
    // SAFETY: as the caller says.
    unsafe { write(c, W) }?.copy_from_slice(&element.to_words());
    Ok(())
}

/// [`f2x_field_mul_many`], some elements at a time.
fn multiply_many<F: Modulus, const W: usize>(
    _: PhantomData<Element<F, W>>,
    Pointers { c, a, b }: Pointers,
    count: usize,
) -> Result<(), c_int> {
    const SOME: usize = 32;
    let words = count.checked_mul(W).ok_or(F2X_ERROR_LENGTH)?;
    // The result is written once every operand is known to be an element.
    for v in [a, b] {
        // SAFETY: as the caller of `f2x_field_mul_many` says.
        for words in unsafe { read(v, words) }?.chunks_exact(W) {
            element::<F, W>(words)?;
        }
    }
    // Also if there is nothing to write.
    // SAFETY: as the caller of `f2x_field_mul_many` says.
    unsafe { write(c, words) }?;
    let zeros = [Element::<F, W>::ZERO; SOME];
    let mut first = 0;
    while first < count {
        let some = SOME.min(count - first);
        let (mut left, mut right, mut products) = (zeros, zeros, zeros);
        for (v, elements) in [(a, &mut left), (b, &mut right)] {
            let start = v.wrapping_add(first * W);
            // SAFETY: `v` points to the words of all elements.
            let words = unsafe { read(start, some * W) }?;
            for (element, words) in elements.iter_mut().zip(words.chunks_exact(W)) {
                *element = self::element(words)?;
            }
        }
        let done = Element::products(&mut products[..some], &left[..some], &right[..some]);
        done.map_err(|_| F2X_ERROR_LENGTH)?;
        for (i, product) in products[..some].iter().enumerate() {
            // SAFETY: `c` points to the words of all products.
            unsafe { store(c.wrapping_add((first + i) * W), *product) }?;
        }
        first += some;
    }
    Ok(())
}
