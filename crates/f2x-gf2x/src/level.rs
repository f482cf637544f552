//! The level in use, looked up once.

use crate::report;
use core::sync::atomic::{AtomicU8, Ordering};
use f2x::Level;
use std::io::{self, Write};

/// The level in use as its place in [`Level::ALL`], or [`UNDECIDED`].
static LEVEL: AtomicU8 = AtomicU8::new(UNDECIDED);
const UNDECIDED: u8 = u8::MAX;

/// The level in use; the best one of the CPU, with a message, if `F2X_LEVEL` names one that it lacks.
///
/// Programs written for gf2x do not look at what a product returns.
#[inline(always)]
pub(crate) fn level() -> Level {
    match LEVEL.load(Ordering::Relaxed) {
        0 => Level::Portable,
        1 => Level::Avx2,
        2 => Level::Vpclmul,
        3 => Level::Avx512,
        _ => first_product(),
    }
}

#[cold]
#[inline(never)]
fn first_product() -> Level {
    let level = Level::current().unwrap_or_else(|error| {
        let best = Level::best();
        // Without a standard error there is nobody to tell.
        let _ = writeln!(io::stderr(), "libgf2x of f2x: F2X_LEVEL: {error}; using {best}");
        best
    });
    let place = Level::ALL.iter().position(|&one| one == level);
    let place = place.and_then(|place| u8::try_from(place).ok()).unwrap_or(UNDECIDED);
    if LEVEL.swap(place, Ordering::Relaxed) == UNDECIDED {
        report::append("used", level.name());
    }
    level
}
