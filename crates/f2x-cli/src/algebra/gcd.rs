//! `f2x gcd`: the greatest common divisor.

use super::{Output, operands};
use anyhow::Result;
use std::ffi::OsString;

/// Print the greatest common divisor of A and B.
///
/// A and B are each a file, - for standard input, 0x… or an expression, as for `f2x mul`. The
/// greatest common divisor of two zeros is 0.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// One polynomial
    a: OsString,
    /// The other polynomial
    b: OsString,
    #[command(flatten)]
    output: Output,
}

/// Reads, runs Euclid's algorithm, writes.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let destination = arguments.output.destination()?;
    let [a, b] = operands("gcd", ["A", "B"], [&arguments.a, &arguments.b])?;
    arguments.output.write(&destination, a.try_gcd(&b)?)
}
