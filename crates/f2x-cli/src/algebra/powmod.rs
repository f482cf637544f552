//! `f2x powmod`: a power modulo a polynomial.

use super::exponent::{self, Exponent};
use super::{Output, operands};
use anyhow::{Context, Result};
use f2x::poly::Modulus;
use std::ffi::OsString;

/// Print A^E modulo F.
///
/// A and F are each a file, - for standard input, 0x… or an expression, as for `f2x mul`. E is a
/// number of any length: decimal, 0x with hexadecimal digits, or 2^K.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  f2x powmod x 2^127 x^127+x+1 --format expr    x, as the modulus is irreducible
  f2x powmod x 1000000000000 x^19937+x^881+1    where a generator is after so many steps")]
pub(crate) struct Arguments {
    /// The base
    a: OsString,
    /// The exponent: decimal, 0x… or 2^K
    #[arg(value_parser = exponent::parse)]
    e: Exponent,
    /// The modulus, no constant
    f: OsString,
    #[command(flatten)]
    output: Output,
}

/// Reads, raises, writes.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let destination = arguments.output.destination()?;
    let [a, f] = operands("powmod", ["A", "F"], [&arguments.a, &arguments.f])?;
    let modulus = Modulus::new(&f).context("F")?;
    let power = match &arguments.e {
        Exponent::Words(words) => modulus.pow(&a, words),
        Exponent::PowerOfTwo(k) => modulus.frobenius(&a, *k),
    };
    arguments.output.write(&destination, power)
}
