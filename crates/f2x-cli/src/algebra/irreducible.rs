//! `f2x irreducible`: whether a polynomial is irreducible.

use super::operands;
use crate::{level, output};
use anyhow::Result;
use std::ffi::OsString;

/// Print whether F is irreducible: the word irreducible or reducible.
///
/// F is a file, - for standard input, 0x… or an expression, as for `f2x mul`. 0 and 1 are neither
/// irreducible nor products of others; they are called reducible.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The polynomial
    f: OsString,
}

/// Reads, tests, writes.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    level::current()?;
    let [f] = operands("irreducible", ["F"], [&arguments.f])?;
    output::print(&if f.is_irreducible() { "irreducible" } else { "reducible" })
}
