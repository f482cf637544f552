//! `f2x xgcd`: the greatest common divisor and its cofactors.

use super::{Lines, operands};
use anyhow::Result;
use std::ffi::OsString;

/// Print the greatest common divisor G of A and B, then S and T with G = S·A + T·B.
///
/// A and B are each a file, - for standard input, 0x… or an expression, as for `f2x mul`. S and T
/// have the least degrees.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// One polynomial
    a: OsString,
    /// The other polynomial
    b: OsString,
    #[command(flatten)]
    lines: Lines,
}

/// Reads, runs Euclid's algorithm, writes.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let destination = arguments.lines.destination()?;
    let [a, b] = operands("xgcd", ["A", "B"], [&arguments.a, &arguments.b])?;
    let (g, s, t) = a.xgcd(&b)?;
    arguments.lines.write(&destination, [g, s, t].map(|poly| (poly, String::new())))
}
