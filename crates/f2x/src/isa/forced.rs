//! The level that `F2X_LEVEL` names, looked up once per process.

use crate::{Level, LevelError};
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
    let mut code = CURRENT.load(Ordering::Relaxed);
    if code == UNDECIDED {
        code = decide();
        CURRENT.store(code, Ordering::Relaxed);
    }
    let level = |number: u8| Level::ALL[usize::from(number - 1)];
    match code {
        UNKNOWN => Err(LevelError::Unknown),
        MISSING.. => Err(LevelError::Missing(level(code - MISSING))),
        number => Ok(level(number)),
    }
}

#[cold]
fn decide() -> u8 {
    let Some(name) = std::env::var_os("F2X_LEVEL").filter(|name| !name.is_empty()) else {
        return Level::best() as u8;
    };
    match name.to_str().unwrap_or_default().parse::<Level>() {
        Err(_) => UNKNOWN,
        Ok(level) if level.is_available() => level as u8,
        Ok(level) => MISSING + level as u8,
    }
}
