//! `f2x factor`: the irreducible factors.

use super::{Lines, operands};
use anyhow::{Context, Result};
use std::ffi::OsString;

/// Print the irreducible factors of A, each with its multiplicity, a line each.
///
/// A is a file, - for standard input, 0x… or an expression, as for `f2x mul`. The factors come in
/// ascending order; 1 has none.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  f2x factor x^4+x^2+1 --format expr    x^2+x+1 2")]
pub(crate) struct Arguments {
    /// The polynomial
    a: OsString,
    #[command(flatten)]
    lines: Lines,
}

/// Reads, factors, writes.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let destination = arguments.lines.destination()?;
    let [a] = operands("factor", ["A"], [&arguments.a])?;
    let factors = a.factor().context("A")?.into_iter();
    let lines = factors.map(|(factor, multiplicity)| (factor, format!(" {multiplicity}")));
    arguments.lines.write(&destination, lines)
}
