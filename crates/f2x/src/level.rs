//! The levels, which of them the CPU has, and the one border between values and types.

use crate::isa::{Isa, dispatch};
use core::fmt;
use core::str::FromStr;

/// A set of instructions that the multiplier is compiled for.
///
/// Ordered by speed: a CPU uses the last one that it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum Level {
    /// Integer multiplication with holes; every target.
    Portable = 1,
    /// AVX2 and PCLMULQDQ.
    Avx2,
    /// AVX2 and VPCLMULQDQ on 256 bits, without AVX-512.
    Vpclmul,
    /// AVX-512 F, BW, VL, VBMI, VBMI2, and VPCLMULQDQ and GFNI on 512 bits.
    Avx512,
}

/// What a function of many instruction sets does once it knows which one it has.
pub trait Operation {
    /// What it returns.
    type Output;
    /// Runs on the instruction set of `isa`, outside [`Isa::outline`].
    fn run<I: Isa>(self, isa: I) -> Self::Output;
}

/// A level that cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LevelError {
    /// No level has the name that `F2X_LEVEL`, or the caller, gave.
    Unknown,
    /// This CPU, or this target, lacks the level.
    Missing(Level),
}

impl Level {
    /// Every level, slowest first.
    pub const ALL: [Level; 4] = [Level::Portable, Level::Avx2, Level::Vpclmul, Level::Avx512];

    /// The name that `F2X_LEVEL` takes.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Portable => "portable",
            Level::Avx2 => "avx2",
            Level::Vpclmul => "vpclmul",
            Level::Avx512 => "avx512",
        }
    }

    /// The instruction sets that the level needs.
    pub const fn needs(self) -> &'static str {
        match self {
            Level::Portable => "nothing",
            Level::Avx2 => "AVX2, BMI2, LZCNT, PCLMULQDQ",
            Level::Vpclmul => "AVX2, BMI2, LZCNT, PCLMULQDQ, VPCLMULQDQ",
            Level::Avx512 => {
                "AVX2, BMI2, LZCNT, PCLMULQDQ, VPCLMULQDQ, GFNI, AVX-512 F, BW, VL, VBMI, VBMI2"
            }
        }
    }

    /// Whether this CPU has the level.
    ///
    /// Without the feature `std`: whether the crate was compiled for it.
    pub fn is_available(self) -> bool {
        self <= Level::best()
    }

    /// The fastest level that this CPU has; it has all below too.
    #[inline]
    pub fn best() -> Level {
        dispatch::best()
    }

    /// The level that products use: the one that [`make_current`](Level::make_current) set, else the one
    /// that the environment variable `F2X_LEVEL` names, else the best one. The environment is looked
    /// at once in the life of the process.
    ///
    /// # Errors
    ///
    /// `F2X_LEVEL` names no level, or one that the CPU lacks.
    #[inline]
    pub fn current() -> Result<Level, LevelError> {
        dispatch::current()
    }

    /// Makes this level the one that products use in the whole process, whatever `F2X_LEVEL` names.
    ///
    /// Products that other threads have begun end on the level that they began on.
    ///
    /// ```
    /// use f2x::Level;
    ///
    /// Level::Portable.make_current()?;
    /// assert_eq!(Level::current()?, Level::Portable);
    /// # Ok::<(), f2x::LevelError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The CPU lacks the level.
    pub fn make_current(self) -> Result<(), LevelError> {
        dispatch::make_current(self)
    }

    /// Runs `operation` on the instruction set of [`current`](Level::current).
    ///
    /// # Errors
    ///
    /// `F2X_LEVEL` names no level, or one that the CPU lacks.
    #[inline(always)]
    pub fn dispatch_current<O: Operation>(operation: O) -> Result<O::Output, LevelError> {
        dispatch::dispatch_current(operation)
    }

    /// Runs `operation` on the instruction set of this level.
    ///
    /// # Errors
    ///
    /// The CPU lacks the level.
    #[inline(always)]
    pub fn dispatch<O: Operation>(self, operation: O) -> Result<O::Output, LevelError> {
        dispatch::dispatch(self, operation)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Level {
    type Err = LevelError;
    fn from_str(name: &str) -> Result<Self, LevelError> {
        let named = |level: &Level| level.name() == name;
        Level::ALL.into_iter().find(named).ok_or(LevelError::Unknown)
    }
}

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LevelError::Unknown => {
                write!(f, "unknown level; the levels are")?;
                Level::ALL.iter().enumerate().try_for_each(|(i, level)| {
                    write!(f, "{} {level}", if i == 0 { "" } else { "," })
                })
            }
            LevelError::Missing(level) => {
                write!(f, "this CPU lacks the level {level}, which needs {}", level.needs())
            }
        }
    }
}

impl core::error::Error for LevelError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for level in Level::ALL {
            assert_eq!(level.name().parse(), Ok(level));
        }
        assert_eq!("sse9".parse::<Level>(), Err(LevelError::Unknown));
    }

    #[test]
    fn portable_is_everywhere_and_best_is_available() {
        assert!(Level::Portable.is_available());
        assert!(Level::best().is_available());
    }

    #[test]
    fn errors_name_the_level() {
        let text = |error: LevelError| std::format!("{error}");
        assert!(text(LevelError::Missing(Level::Avx512)).contains("avx512"));
        assert!(text(LevelError::Unknown).contains("portable, avx2, vpclmul, avx512"));
    }
}
