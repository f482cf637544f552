//! The level that `F2X_LEVEL` names, looked up once per process.

#![cfg_attr(
    target_arch = "x86_64",
    allow(unsafe_code, reason = "a token is made where its level was found to be available")
)]

use super::Portable;
#[cfg(target_arch = "x86_64")]
use super::{Avx2, Avx512, Vpclmul};
use crate::{Level, LevelError, Operation};
use core::sync::atomic::{AtomicU8, Ordering};

/// What [`current`] found: a level as its number, or one of the codes below.
static CURRENT: AtomicU8 = AtomicU8::new(UNDECIDED);
const UNDECIDED: u8 = 0;
/// `F2X_LEVEL` names no level.
const UNKNOWN: u8 = 0x40;
/// Added to the number of a level that `F2X_LEVEL` names and the CPU lacks.
const MISSING: u8 = 0x80;

/// [`Level::current`]
#[inline]
pub(crate) fn current() -> Result<Level, LevelError> {
    let level = |number: u8| Level::ALL[usize::from(number - 1)];
    match code() {
        UNKNOWN => Err(LevelError::Unknown),
        missing @ MISSING.. => Err(LevelError::Missing(level(missing - MISSING))),
        number => Ok(level(number)),
    }
}

/// [`Level::current`] and [`Level::dispatch`] in one, without asking for the features again.
#[inline]
pub(crate) fn dispatch<O: Operation>(operation: O) -> Result<O::Output, LevelError> {
    const PORTABLE: u8 = Level::Portable as u8;
    #[cfg(target_arch = "x86_64")]
    const AVX2: u8 = Level::Avx2 as u8;
    #[cfg(target_arch = "x86_64")]
    const VPCLMUL: u8 = Level::Vpclmul as u8;
    #[cfg(target_arch = "x86_64")]
    const AVX512: u8 = Level::Avx512 as u8;
    match code() {
        PORTABLE => Ok(operation.run(Portable)),
        // SAFETY: `decide` gives the number of a level only if it is available.
        #[cfg(target_arch = "x86_64")]
        AVX2 => Ok(operation.run(unsafe { Avx2::new() })),
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        VPCLMUL => Ok(operation.run(unsafe { Vpclmul::new() })),
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        AVX512 => Ok(operation.run(unsafe { Avx512::new() })),
        _ => current()?.dispatch(operation),
    }
}

#[inline]
fn code() -> u8 {
    match CURRENT.load(Ordering::Relaxed) {
        UNDECIDED => decide(),
        code => code,
    }
}

#[cold]
fn decide() -> u8 {
    let code = match std::env::var_os("F2X_LEVEL").filter(|name| !name.is_empty()) {
        None => Level::best() as u8,
        Some(name) => match name.to_str().unwrap_or_default().parse::<Level>() {
            Err(_) => UNKNOWN,
            Ok(level) if level.is_available() => level as u8,
            Ok(level) => MISSING + level as u8,
        },
    };
    CURRENT.store(code, Ordering::Relaxed);
    code
}
