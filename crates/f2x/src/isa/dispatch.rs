//! The levels that the CPU has and the one that `F2X_LEVEL` names, looked up once per process.

#![allow(unsafe_code, reason = "a token is made where its level was found to be available")]

#[cfg(target_arch = "x86_64")]
use super::{Avx2, Avx512, Vpclmul, gfni::VpclmulGfni};
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

#[inline(always)]
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

/// Whether this CPU has the level, one that uses GFNI where it is, but not GFNI.
pub(crate) fn lacks_gfni(level: Level) -> bool {
    match level {
        #[cfg(target_arch = "x86_64")]
        Level::Vpclmul => Vpclmul::detect().is_some() && VpclmulGfni::detect().is_none(),
        _ => false,
    }
}

/// [`Level::current`]
#[inline]
pub(crate) fn current() -> Result<Level, LevelError> {
    #[cold]
    #[inline(never)]
    fn decide() -> Result<Level, LevelError> {
        let found = match forced() {
            None => Ok(best()),
            Some(Ok(level)) if level > best() => Err(LevelError::Missing(level)),
            Some(named) => named,
        };
        let code = match found {
            Ok(level) => level as u8,
            Err(LevelError::Missing(level)) => MISSING + level as u8,
            Err(LevelError::Unknown) => UNKNOWN,
        };
        CURRENT.store(code, Ordering::Relaxed);
        found
    }
    match CURRENT.load(Ordering::Relaxed) {
        UNDECIDED => decide(),
        UNKNOWN => Err(LevelError::Unknown),
        missing @ MISSING.. => Err(LevelError::Missing(level(missing - MISSING))),
        number => Ok(level(number)),
    }
}

/// [`Level::make_current`]
pub(crate) fn make_current(level: Level) -> Result<(), LevelError> {
    if level > best() {
        return Err(LevelError::Missing(level));
    }
    CURRENT.store(level as u8, Ordering::Relaxed);
    Ok(())
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
#[inline(always)]
pub(crate) fn dispatch<O: Operation>(level: Level, operation: O) -> Result<O::Output, LevelError> {
    if level > best() {
        return Err(LevelError::Missing(level));
    }
    // SAFETY: the CPU has the level.
    Ok(unsafe { run(level as u8, operation) })
}

/// [`Level::dispatch_current`]
#[inline(always)]
pub(crate) fn dispatch_current<O: Operation>(operation: O) -> Result<O::Output, LevelError> {
    let level = current()?;
    // SAFETY: the CPU has the current level.
    Ok(unsafe { run(level as u8, operation) })
}

/// [`dispatch_current`], if the current level was looked up before and can be used.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn dispatch_looked_up<O: Operation>(operation: O) -> Option<O::Output> {
    match CURRENT.load(Ordering::Relaxed) {
        UNDECIDED | UNKNOWN.. => None,
        // SAFETY: the CPU has the current level.
        number => Some(unsafe { run(number, operation) }),
    }
}

/// Runs `operation` on the level in use, or on the best one if `F2X_LEVEL` names none that can be used.
#[inline]
pub(crate) fn dispatch_usable<O: Operation>(operation: O) -> O::Output {
    let level = current().unwrap_or_else(|_| best());
    // SAFETY: the CPU has the current level, and the best one.
    unsafe { run(level as u8, operation) }
}

/// # Safety
///
/// `number` is that of a level that the CPU has.
#[inline(always)]
unsafe fn run<O: Operation>(number: u8, operation: O) -> O::Output {
    match level(number) {
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
