//! The time-stamp counter, for benchmarks.

#![allow(unsafe_code, reason = "intrinsics that every x86-64 CPU has")]

/// The time-stamp counter, read when everything before is done and before anything after starts.
///
/// Ticks have a constant frequency, which is not that of the core. `None` where there is no such
/// counter.
#[inline]
pub fn ticks() -> Option<u64> {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_mm_lfence, _rdtsc};
        // RDTSC alone overtakes a chain of instructions that still waits for its operands.
        // SAFETY: LFENCE is part of SSE2, which every x86-64 CPU has.
        unsafe { _mm_lfence() };
        // SAFETY: every x86-64 CPU has RDTSC.
        let ticks = unsafe { _rdtsc() };
        // SAFETY: LFENCE is part of SSE2, which every x86-64 CPU has.
        unsafe { _mm_lfence() };
        Some(ticks)
    }
    #[cfg(not(target_arch = "x86_64"))]
    None
}
