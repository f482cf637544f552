//! The commands on polynomials beside the product: how they read operands and write results.

use crate::input;
use crate::level;
use crate::output::{Destination, Format, write_poly};
use anyhow::{Result, bail};
use clap::CommandFactory;
use clap::error::ErrorKind;
use f2x::Poly;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

pub(crate) mod divrem;
pub(crate) mod exponent;
pub(crate) mod factor;
pub(crate) mod gcd;
pub(crate) mod invmod;
pub(crate) mod irreducible;
pub(crate) mod powmod;
pub(crate) mod sqr;
pub(crate) mod trinomial;
pub(crate) mod xgcd;

/// Where one result goes.
#[derive(Debug, clap::Args)]
pub(crate) struct Output {
    /// Write to FILE, whole or not at all, rather than to standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// How to write the result
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Where results go, one a line.
#[derive(Debug, clap::Args)]
pub(crate) struct Lines {
    /// Write to FILE, whole or not at all, rather than to standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// How to write the results
    #[arg(long, value_enum, default_value_t)]
    format: LineFormat,
}

/// How a polynomial is written in a line.
#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
pub(crate) enum LineFormat {
    /// 0x and hexadecimal digits, most significant first
    #[default]
    Hex,
    /// A sum such as x^163+x^7+x^6+x^3+1
    Expr,
}

impl LineFormat {
    /// The polynomial as text.
    pub(crate) fn show(self, poly: &Poly) -> String {
        match self {
            LineFormat::Hex => format!("{poly:#x}"),
            LineFormat::Expr => poly.to_string(),
        }
    }
}

impl Output {
    /// Where the result goes, refused early if that cannot work.
    pub(crate) fn destination(&self) -> Result<Destination> {
        level::current()?;
        let destination = Destination::new("-o", self.output.as_deref())?;
        if destination.is_stdout()
            && matches!(self.format, Format::Raw)
            && io::stdout().is_terminal()
        {
            bail!("--format raw: will not write bytes to a terminal; name a file with -o");
        }
        Ok(destination)
    }

    /// Writes the result.
    pub(crate) fn write(&self, destination: &Destination, poly: Poly) -> Result<()> {
        let poly = input::Poly::new(poly.into_words());
        destination.write(|out| write_poly(out, &poly, self.format))
    }
}

impl Lines {
    /// Where the results go, refused early if that cannot work.
    pub(crate) fn destination(&self) -> Result<Destination> {
        level::current()?;
        Destination::new("-o", self.output.as_deref())
    }

    /// Writes each polynomial and what follows it, a line each.
    pub(crate) fn write(
        &self,
        destination: &Destination,
        lines: impl IntoIterator<Item = (Poly, String)>,
    ) -> Result<()> {
        destination.write(|out: &mut dyn Write| {
            lines
                .into_iter()
                .try_for_each(|(poly, rest)| writeln!(out, "{}{rest}", self.format.show(&poly)))
        })
    }
}

/// The operands, of which only one may be standard input.
pub(crate) fn operands<const N: usize>(
    command: &str,
    names: [&str; N],
    arguments: [&OsString; N],
) -> Result<[Poly; N]> {
    if arguments.iter().filter(|argument| *argument == &"-").count() > 1 {
        let mut main = crate::Arguments::command();
        main.build();
        let command = main.find_subcommand_mut(command).expect("a subcommand");
        let error = format!("only one of {} can be standard input", names.join(" and "));
        command.error(ErrorKind::ArgumentConflict, error).exit();
    }
    let mut operands = [const { Poly::ZERO }; N];
    for ((operand, name), argument) in operands.iter_mut().zip(names).zip(arguments) {
        *operand = Poly::from_words(input::operand(name, argument)?.into_words());
    }
    Ok(operands)
}
