//! `f2x divrem`: quotient and remainder.

use super::{Lines, operands};
use anyhow::{Context, Result};
use std::ffi::OsString;

/// Divide A by B: print the quotient, then the remainder.
///
/// A and B are each a file, - for standard input, 0x… or an expression, as for `f2x mul`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  f2x divrem 0x9 0x7                            0x3, 0x0
  f2x divrem x^8 x^4+x+1 --format expr          x^4+x+1, x^2+1")]
pub(crate) struct Arguments {
    /// The dividend
    a: OsString,
    /// The divisor
    b: OsString,
    #[command(flatten)]
    lines: Lines,
}

/// Reads, divides, writes.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let destination = arguments.lines.destination()?;
    let [a, b] = operands("divrem", ["A", "B"], [&arguments.a, &arguments.b])?;
    let (quotient, remainder) = a.div_rem(&b).context("B")?;
    let results = [quotient, remainder].map(|poly| (poly, String::new()));
    arguments.lines.write(&destination, results)
}
