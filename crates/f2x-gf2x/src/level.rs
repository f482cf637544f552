//! The level in use, looked up once.

use crate::report;
use core::sync::atomic::{AtomicBool, Ordering};
use f2x::Level;
use std::io::{self, Write};

/// Whether a product looked the level up, and it is the one that f2x uses by itself.
static IS_CURRENT: AtomicBool = AtomicBool::new(false);

/// Whether `f2x::mul` uses [`level`]; no before the first product.
#[inline(always)]
pub(crate) fn is_current() -> bool {
    IS_CURRENT.load(Ordering::Relaxed)
}

/// The level in use; the best one of the CPU, with a message, if `F2X_LEVEL` names one that it lacks.
///
/// Programs written for gf2x do not look at what a product returns.
pub(crate) fn level() -> Level {
    // Not a lock: a fork could leave it closed.
    static WAS_CALLED: AtomicBool = AtomicBool::new(false);
    let current = Level::current();
    let level = current.unwrap_or_else(|_| Level::best());
    // Read first: threads that write would take the cache line from each other at every product.
    if !WAS_CALLED.load(Ordering::Relaxed) && !WAS_CALLED.swap(true, Ordering::Relaxed) {
        match current {
            Ok(_) => IS_CURRENT.store(true, Ordering::Relaxed),
            Err(error) => {
                // Without a standard error there is nobody to tell.
                let _ = writeln!(io::stderr(), "libgf2x of f2x: F2X_LEVEL: {error}; using {level}");
            }
        }
        report::append("used", level.name());
    }
    level
}
