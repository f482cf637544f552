//! `f2x invmod`: the inverse modulo a polynomial.

use super::{Output, operands};
use anyhow::{Context, Result};
use f2x::poly::Error;
use std::ffi::OsString;

/// Print the inverse of A modulo F.
///
/// A and F are each a file, - for standard input, 0x… or an expression, as for `f2x mul`.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The polynomial
    a: OsString,
    /// The modulus, no constant
    f: OsString,
    #[command(flatten)]
    output: Output,
}

/// Reads, inverts, writes.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let destination = arguments.output.destination()?;
    let [a, f] = operands("invmod", ["A", "F"], [&arguments.a, &arguments.f])?;
    let inverse = match a.inverse_mod(&f) {
        Err(error @ Error::NotInvertible) => Err(error).context("A and F have a common divisor")?,
        inverse => inverse.context("F")?,
    };
    arguments.output.write(&destination, inverse)
}
