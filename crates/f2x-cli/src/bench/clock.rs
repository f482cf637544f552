//! Time in core cycles where no performance counter can be read.
//!
//! Ticks of the time-stamp counter have a fixed length, core cycles have not. How many ticks a
//! cycle has at the moment is what a chain of multiplications of known latency tells.

use f2x::isa::clock::ticks;
use std::hint::black_box;
use std::time::Instant;

/// The length of the chain: some 7 microseconds, so that the 30 cycles or so that the counter's
/// reading takes are 0.1 %.
const CHAIN: u32 = 8192;

/// The latency of a 64-bit multiplication on Intel's cores since 2008 and on AMD's since 2017.
const LATENCY: u32 = 3;

/// A clock of ticks: of the time-stamp counter, or nanoseconds where there is none.
#[derive(Debug)]
pub(crate) struct Clock {
    started: Instant,
    started_ticks: Option<u64>,
}

impl Clock {
    /// A clock that runs from now on.
    pub(crate) fn start() -> Self {
        Self { started: Instant::now(), started_ticks: ticks() }
    }

    /// Ticks since some fixed time.
    #[inline]
    pub(crate) fn now(&self) -> u64 {
        ticks().unwrap_or_else(|| self.started.elapsed().as_nanos() as u64)
    }

    /// Nanoseconds in a tick, by the time since the start.
    pub(crate) fn ns_per_tick(&self) -> f64 {
        match self.started_ticks {
            Some(started) => {
                self.started.elapsed().as_nanos() as f64 / (self.now() - started) as f64
            }
            None => 1.0,
        }
    }

    /// Ticks in a core cycle now, if that can be known.
    pub(crate) fn ticks_per_cycle(&self) -> Option<f64> {
        let before = self.started_ticks.map(|_| self.now())?;
        black_box(squarings(black_box(3)));
        let after = self.now();
        Some((after - before) as f64 / f64::from(LATENCY * CHAIN))
    }
}

/// x^(2^CHAIN), by one multiplication after the other.
///
/// Squarings, because a compiler that knows the laws of multiplication finds no shorter way.
#[inline(never)]
fn squarings(mut x: u64) -> u64 {
    for _ in 0..CHAIN {
        x = x.wrapping_mul(x);
    }
    x
}
