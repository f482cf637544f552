//! `f2x sqr`: the square of a polynomial.

use super::{Output, operands};
use anyhow::Result;
use std::ffi::OsString;

/// Square a polynomial over GF(2).
///
/// A is a file, - for standard input, 0x… or an expression, as for `f2x mul`.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The polynomial
    a: OsString,
    #[command(flatten)]
    output: Output,
}

/// Reads, squares, writes.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let destination = arguments.output.destination()?;
    let [a] = operands("sqr", ["A"], [&arguments.a])?;
    arguments.output.write(&destination, a.square())
}
