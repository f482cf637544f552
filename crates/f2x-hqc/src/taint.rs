//! The border between secret and public, for a checker of secrecy (`tests/taint.rs`).
//!
//! Without the feature `hazmat` there is nothing of it.

/// Tells the checker that a value, though computed from secrets, may be known.
#[inline(always)]
#[cfg_attr(
    not(all(feature = "hazmat", feature = "std")),
    expect(unused_variables, reason = "there is no checker")
)]
pub(crate) fn declassify(value: &mut u64) {
    #[cfg(all(feature = "hazmat", feature = "std"))]
    if let Some(declassify) = checker::DECLASSIFY.get() {
        declassify(value);
    }
}

#[cfg(all(feature = "hazmat", feature = "std"))]
pub(crate) mod checker {
    extern crate std;

    pub(crate) static DECLASSIFY: std::sync::OnceLock<fn(&mut u64)> = std::sync::OnceLock::new();
}
