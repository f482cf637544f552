//! The levels that the CPU has and the one that `F2X_LEVEL` names, looked up once per process.

#![allow(unsafe_code, reason = "a token is made where its level was found to be available")]

#[cfg(target_arch = "x86_64")]
use super::{Avx2, Avx512, Vpclmul};
use super::{Isa, Portable};
use crate::{Level, LevelError, Operation};
use core::sync::atomic::{AtomicU8, Ordering};

/// [`Level::best`] as its number, or [`UNDECIDED`].
static BEST: AtomicU8 = AtomicU8::new(UNDECIDED);
/// What [`current`] found: a level as its number, or one of the codes below.
static CURRENT: AtomicU8 = AtomicU8::new(UNDECIDED);
const UNDECIDED: u8 = 0;
/// `F2X_LEVEL` names no level.
const UNKNOWN: u8 = 0x40;
/// Added to the number of a level that `F2X_LEVEL` names and the CPU lacks.
const MISSING: u8 = 0x80;

#[inline]
fn level(number: u8) -> Level {
    match number {
        1 => Level::Portable,
        2 => Level::Avx2,
        3 => Level::Vpclmul,
        _ => Level::Avx512,
    }
}

/// [`Level::best`]; a CPU that has a level has all below it.
#[inline]
pub(crate) fn best() -> Level {
    #[cold]
    fn decide() -> u8 {
        let has = |level: &&Level| match level {
            Level::Portable => Portable::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => Avx2::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Level::Vpclmul => Vpclmul::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => Avx512::detect().is_some(),
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        };
        let best = Level::ALL.iter().rev().find(has).copied().unwrap_or(Level::Portable) as u8;
        BEST.store(best, Ordering::Relaxed);
        best
    }
    match BEST.load(Ordering::Relaxed) {
        UNDECIDED => level(decide()),
        number => level(number),
    }
}

/// The number of the current level, or the code of the reason why there is none.
#[inline]
fn code() -> u8 {
    #[cold]
    #[inline(never)]
    fn decide() -> u8 {
        let code = match forced() {
            None => best() as u8,
            Some(Err(_)) => UNKNOWN,
            Some(Ok(level)) if level <= best() => level as u8,
            Some(Ok(level)) => MISSING + level as u8,
        };
        CURRENT.store(code, Ordering::Relaxed);
        code
    }
    match CURRENT.load(Ordering::Relaxed) {
        UNDECIDED => decide(),
        code => code,
    }
}

/// What a code says that is no level's number.
#[cold]
#[inline(never)]
fn error(code: u8) -> LevelError {
    match code {
        missing @ MISSING.. => LevelError::Missing(level(missing - MISSING)),
        _ => LevelError::Unknown,
    }
}

/// [`Level::current`]
#[inline]
pub(crate) fn current() -> Result<Level, LevelError> {
    match code() {
        code @ UNKNOWN.. => Err(error(code)),
        number => Ok(level(number)),
    }
}

/// The level that `F2X_LEVEL` names, unless it is empty or not set.
#[cfg(feature = "std")]
fn forced() -> Option<Result<Level, LevelError>> {
    let name = std::env::var_os("F2X_LEVEL").filter(|name| !name.is_empty())?;
    Some(name.to_str().unwrap_or_default().parse())
}

/// There is no environment.
#[cfg(not(feature = "std"))]
fn forced() -> Option<Result<Level, LevelError>> {
    None
}

/// [`Level::dispatch`]
#[inline]
pub(crate) fn dispatch<O: Operation>(level: Level, operation: O) -> Result<O::Output, LevelError> {
    if level > best() {
        return Err(LevelError::Missing(level));
    }
    // SAFETY: the CPU has the level.
    Ok(unsafe { run(level, operation) })
}

/// [`Level::dispatch_current`]
#[inline]
pub(crate) fn dispatch_current<O: Operation>(operation: O) -> Result<O::Output, LevelError> {
    let level = current()?;
    // SAFETY: the CPU has the current level.
    Ok(unsafe { run(level, operation) })
}

/// # Safety
///
/// The CPU has the level.
#[inline]
unsafe fn run<O: Operation>(level: Level, operation: O) -> O::Output {
    match level {
        Level::Portable => operation.run(Portable),
        // SAFETY: the CPU has the level.
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => operation.run(unsafe { Avx2::new() }),
        // SAFETY: the CPU has the level.
        #[cfg(target_arch = "x86_64")]
        Level::Vpclmul => operation.run(unsafe { Vpclmul::new() }),
        // SAFETY: the CPU has the level.
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => operation.run(unsafe { Avx512::new() }),
        #[cfg(not(target_arch = "x86_64"))]
        _ => unreachable!("a level of another architecture"),
    }
}
