//! The products.

use crate::gf2x_mul_pool_s;
use core::ffi::{c_int, c_long, c_ulong};
use core::slice;
use f2x::isa::Isa;
use f2x::mul::plan::multiply;
use f2x::{Level, Operation, Plan};
use std::sync::Once;

/// What the functions return where the arguments are no product.
const INVALID_ARGUMENTS: c_int = -1;
/// What they return where memory is refused.
const OUT_OF_MEMORY: c_int = -2;

/// Products whose scratch has at most so many words take it from the stack.
const STACK_WORDS: usize = 1024;

/// c := a · b, all `an + bn` words of c.
///
/// Returns 0; −1 if a pointer is null where there are words, or the lengths have no sum; −2 if memory is
/// refused.
///
/// # Safety
///
/// `a` points to `an` words, `b` to `bn` words, and `c` to `an + bn` words that may be written, which may
/// overlap a and b.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gf2x_mul(
    c: *mut c_ulong,
    a: *const c_ulong,
    an: c_ulong,
    b: *const c_ulong,
    bn: c_ulong,
) -> c_int {
    // SAFETY: as the caller says.
    unsafe { gf2x_mul_r(c, a, an, b, bn, core::ptr::null_mut()) }
}

/// [`gf2x_mul`] with scratch from a pool, which may be null.
///
/// # Safety
///
/// As for [`gf2x_mul`]; `pool` is null or points to a pool that `gf2x_mul_pool_init` made and that no other
/// thread uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gf2x_mul_r(
    c: *mut c_ulong,
    a: *const c_ulong,
    an: c_ulong,
    b: *const c_ulong,
    bn: c_ulong,
    pool: *mut gf2x_mul_pool_s,
) -> c_int {
    let (an, bn) = (an as usize, bn as usize);
    let Some(cn) = an.checked_add(bn).filter(|&cn| cn <= isize::MAX as usize / 8) else {
        return INVALID_ARGUMENTS;
    };
    if (c.is_null() && cn > 0) || (a.is_null() && an > 0) || (b.is_null() && bn > 0) {
        return INVALID_ARGUMENTS;
    }
    // SAFETY: `a` points to `an` words, as the caller says.
    let Ok(a) = (unsafe { Operand::new(a, an, c, cn) }) else { return OUT_OF_MEMORY };
    // SAFETY: `b` points to `bn` words, as the caller says.
    let Ok(b) = (unsafe { Operand::new(b, bn, c, cn) }) else { return OUT_OF_MEMORY };
    if cn == 0 {
        return 0;
    }
    // SAFETY: `c` points to `cn` words that may be written; operands that they overlap were copied.
    let c = unsafe { slice::from_raw_parts_mut(c, cn) };
    // SAFETY: the pool is null or one that nobody else uses.
    let pool = unsafe { pool.as_mut() };
    match multiply_in_pool(c, a.words(), b.words(), pool) {
        Ok(()) => 0,
        Err(Refused) => OUT_OF_MEMORY,
    }
}

/// The words of scratch that [`gf2x_mul_toom`] needs for operands of `n` words.
#[unsafe(no_mangle)]
pub extern "C" fn gf2x_toomspace(n: c_long) -> c_long {
    let words = usize::try_from(n).unwrap_or(0);
    Plan::new(level(), words, words).scratch_words() as c_long
}

/// c := a · b for operands of `n` words, without allocation.
///
/// # Safety
///
/// `a` and `b` point to `n` words, `c` to 2n words and `stk` to `gf2x_toomspace(n)` words that may be
/// written; these two overlap nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gf2x_mul_toom(
    c: *mut c_ulong,
    a: *const c_ulong,
    b: *const c_ulong,
    n: c_long,
    stk: *mut c_ulong,
) {
    let Some(n) = usize::try_from(n).ok().filter(|&n| n > 0) else { return };
    let scratch = Plan::new(level(), n, n).scratch_words();
    // SAFETY: `c` points to 2n words that may be written.
    let c = unsafe { slice::from_raw_parts_mut(c, 2 * n) };
    // SAFETY: `a` points to n words.
    let a = unsafe { slice::from_raw_parts(a, n) };
    // SAFETY: `b` points to n words.
    let b = unsafe { slice::from_raw_parts(b, n) };
    if scratch == 0 {
        return product(c, a, b, &mut []);
    }
    // SAFETY: `stk` points to so many words that may be written.
    product(c, a, b, unsafe { slice::from_raw_parts_mut(stk, scratch) });
}

/// The level in use; the best one of the CPU, with a message, if `F2X_LEVEL` names one that it lacks.
///
/// Programs written for gf2x do not look at what a product returns.
fn level() -> Level {
    static MESSAGE: Once = Once::new();
    Level::current().unwrap_or_else(|error| {
        let best = Level::best();
        MESSAGE.call_once(|| eprintln!("libgf2x (f2x): F2X_LEVEL: {error}; using {best}"));
        best
    })
}

/// Memory was refused.
struct Refused;

/// An operand that the product's words do not overlap.
enum Operand<'a> {
    Where(&'a [u64]),
    Copied(Vec<u64>),
}

impl<'a> Operand<'a> {
    /// The `n` words at `v`, copied if the `cn` words at `c` overlap them.
    ///
    /// # Safety
    ///
    /// `v` points to `n` words if there are any.
    unsafe fn new(v: *const u64, n: usize, c: *const u64, cn: usize) -> Result<Self, Refused> {
        if n == 0 {
            return Ok(Operand::Where(&[]));
        }
        // SAFETY: `v` points to `n` words.
        let words = unsafe { slice::from_raw_parts(v, n) };
        let (v, c) = (v.addr(), c.addr());
        if v + 8 * n <= c || c + 8 * cn <= v {
            return Ok(Operand::Where(words));
        }
        let mut copy = Vec::new();
        copy.try_reserve_exact(n).map_err(|_| Refused)?;
        copy.extend_from_slice(words);
        Ok(Operand::Copied(copy))
    }

    fn words(&self) -> &[u64] {
        match self {
            Operand::Where(words) => words,
            Operand::Copied(words) => words,
        }
    }
}

/// c := a · b with scratch from the stack if it is short, else from the pool, or allocated.
fn multiply_in_pool(
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
    pool: Option<&mut gf2x_mul_pool_s>,
) -> Result<(), Refused> {
    let level = level();
    let needed = Plan::new(level, a.len(), b.len()).scratch_words();
    if needed <= STACK_WORDS {
        f2x::mul_on(level, c, a, b).expect("the lengths fit and the level is available");
        return Ok(());
    }
    let Some(pool) = pool else {
        let mut scratch = Vec::new();
        grow(&mut scratch, needed)?;
        product(c, a, b, &mut scratch);
        return Ok(());
    };
    // SAFETY: the pool was made by `gf2x_mul_pool_init`, and its memory by `keep`.
    let mut scratch = unsafe { pool.take() };
    let grown = grow(&mut scratch, needed);
    if grown.is_ok() {
        product(c, a, b, &mut scratch);
    }
    pool.keep(scratch);
    grown
}

/// Makes `scratch` as long as is needed.
fn grow(scratch: &mut Vec<u64>, needed: usize) -> Result<(), Refused> {
    if scratch.len() < needed {
        scratch.try_reserve_exact(needed - scratch.len()).map_err(|_| Refused)?;
        scratch.resize(needed, 0);
    }
    Ok(())
}

/// c := a · b with scratch as planned for the level in use.
fn product(c: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
    struct Product<'p> {
        c: &'p mut [u64],
        a: &'p [u64],
        b: &'p [u64],
        scratch: &'p mut [u64],
    }
    impl Operation for Product<'_> {
        type Output = ();

        fn run<I: Isa>(self, isa: I) {
            multiply(isa, self.c, self.a, self.b, self.scratch);
        }
    }
    level().dispatch(Product { c, a, b, scratch }).expect("the level is available");
}
