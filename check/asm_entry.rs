//! The public products as a program calls them: their code is made where they are used.

use f2x::{Error, Level};

/// [`f2x::mul`]
pub fn mul(c: &mut [u64], a: &[u64], b: &[u64]) -> Result<(), Error> {
    f2x::mul(c, a, b)
}

/// [`f2x::mul_on`]
pub fn mul_on(level: Level, c: &mut [u64], a: &[u64], b: &[u64]) -> Result<(), Error> {
    f2x::mul_on(level, c, a, b)
}

/// [`f2x::mul_with_scratch`]
pub fn mul_with_scratch(
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
    scratch: &mut [u64],
) -> Result<(), Error> {
    f2x::mul_with_scratch(c, a, b, scratch)
}
