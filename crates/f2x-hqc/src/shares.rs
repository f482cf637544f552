//! Which part of an operation takes how long, for benchmarks.
//!
//! Without the feature `hazmat` there is nothing of it; with it, one load and one branch for each part
//! until somebody asks.

/// A part of an operation.
#[cfg_attr(not(feature = "hazmat"), allow(unreachable_pub, reason = "nobody asks"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Products in the ring.
    Product,
    /// SHA-3 and SHAKE.
    Hash,
    /// Vectors of fixed weight.
    Sampling,
    /// Encoding and decoding.
    Code,
}

#[cfg(feature = "hazmat")]
impl Part {
    /// Every part.
    pub const ALL: [Part; 4] = [Part::Product, Part::Hash, Part::Sampling, Part::Code];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Part::Product => "product",
            Part::Hash => "hash",
            Part::Sampling => "sampling",
            Part::Code => "code",
        }
    }
}

/// Runs `f`, as a part of an operation.
#[inline(always)]
#[cfg_attr(not(feature = "hazmat"), expect(unused_variables, reason = "nobody asks"))]
pub(crate) fn timed<R>(part: Part, f: impl FnOnce() -> R) -> R {
    #[cfg(feature = "hazmat")]
    let start = clock::start();
    let result = f();
    #[cfg(feature = "hazmat")]
    clock::stop(part, start);
    result
}

#[cfg(feature = "hazmat")]
pub(crate) use clock::shares;

#[cfg(feature = "hazmat")]
mod clock {
    use super::Part;
    use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
    use f2x::isa::clock::ticks;

    static ASKED: AtomicBool = AtomicBool::new(false);
    static TICKS: [AtomicU64; 4] = [const { AtomicU64::new(0) }; 4];

    #[inline(always)]
    pub(super) fn start() -> Option<u64> {
        if ASKED.load(Ordering::Relaxed) { ticks() } else { None }
    }

    #[inline(always)]
    pub(super) fn stop(part: Part, start: Option<u64>) {
        if let Some((start, end)) = start.zip(ticks()) {
            TICKS[part as usize].fetch_add(end - start, Ordering::Relaxed);
        }
    }

    pub(crate) fn shares(operation: impl FnOnce()) -> Option<[f64; 4]> {
        let before = ticks()?;
        TICKS.iter().for_each(|ticks| ticks.store(0, Ordering::Relaxed));
        ASKED.store(true, Ordering::Relaxed);
        operation();
        ASKED.store(false, Ordering::Relaxed);
        let whole = (ticks()? - before) as f64;
        Some(TICKS.each_ref().map(|ticks| ticks.load(Ordering::Relaxed) as f64 / whole))
    }
}
