//! `f2x mul`: the product of two polynomials.

use crate::input::{self, Poly, reserve};
use crate::output::{Destination, Format, write_poly};
use crate::verify::verify;
use crate::{level, plan};
use anyhow::{Context, Result, anyhow, bail};
use clap::CommandFactory;
use clap::error::ErrorKind;
use f2x::Plan;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::num::NonZero;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Multiply two polynomials over GF(2).
///
/// A and B are each a file, - for standard input, 0x… with hexadecimal digits, or an expression
/// such as x^163+x^7+x^6+x^3+1.
///
/// A file holds hexadecimal digits, most significant first, of either case and any number, with or
/// without 0x in front; blanks, line breaks and underscores between them mean nothing. Or it holds
/// an expression: terms 0, 1, x and x^N joined by +. A term that is there twice cancels.
///
/// A file whose name looks like 0x… or like an expression is given with a directory: ./x.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  f2x mul 0x3 0x7                        0x9, that is (x+1)·(x²+x+1) = x³+1
  f2x mul x+1 x^2+x+1 --format expr      x^3+1
  f2x mul a.hex b.hex -o c.hex --stats
  f2x mul a.hex b.hex -o c.hex --threads 2 --verify
  generate | f2x mul - x^233+x^74+1")]
pub(crate) struct Arguments {
    /// One factor: file, -, 0x… or expression (exponents up to 4294967295)
    a: OsString,
    /// The other factor
    b: OsString,
    /// Write the product to FILE, whole or not at all, rather than to standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// How to write the product
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Tell degrees, level, schedule and times on standard error
    #[arg(long)]
    stats: bool,
    /// Check the product modulo a random irreducible polynomial of degree 128 before it is written; a wrong
    /// one passes with a probability below 2^-92
    #[arg(long)]
    verify: bool,
    /// Threads for a product of 2^20 bits or more, or for pieces of that length where one factor is
    /// much longer; two are used at most
    #[arg(long, value_name = "N", default_value = "1")]
    threads: NonZero<usize>,
}

/// Reads the factors, multiplies, writes the product.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    if arguments.a == "-" && arguments.b == "-" {
        let mut command = crate::Arguments::command();
        command.build();
        let command = command.find_subcommand_mut("mul").expect("mul is a subcommand");
        let error = "only one of A and B can be standard input";
        command.error(ErrorKind::ArgumentConflict, error).exit();
    }
    // What cannot work fails before a long operand is read.
    let level = level::current()?;
    let destination = Destination::new("-o", arguments.output.as_deref())?;
    if destination.is_stdout()
        && matches!(arguments.format, Format::Raw)
        && io::stdout().is_terminal()
    {
        bail!("--format raw: will not write bytes to a terminal; name a file with -o");
    }

    let progress = stages()?;
    let ((a, b), reading) = timed(|| {
        progress.set_message("reading A");
        let a = input::operand("A", &arguments.a)?;
        progress.set_message("reading B");
        Ok((a, input::operand("B", &arguments.b)?))
    })?;
    // In words: those of the factors, read; those of the product, multiplied; of all, verified; of the product, written.
    let words = (a.words().len() + b.words().len()) as u64;
    progress.set_length(words * if arguments.verify { 5 } else { 3 });
    progress.set_position(words);
    progress.set_message("multiplying");
    let (product, multiplying) =
        timed(|| multiply(a.words(), b.words(), arguments.threads.get(), &progress))?;
    let ((), verifying) = timed(|| {
        if arguments.verify {
            progress.set_message("verifying");
            verify(&product, a.words(), b.words(), &progress)?;
        }
        Ok(())
    })?;
    let factors = [("A", summary(&a)), ("B", summary(&b))];
    let plan = Plan::of_this_cpu(level, a.words().len(), b.words().len());
    drop((a, b));
    let product = Poly::new(product);
    progress.set_message("writing");
    let ((), writing) =
        timed(|| destination.write(|out| write_poly(out, &product, arguments.format)))?;

    progress.finish_and_clear();

    if arguments.stats {
        let mut stats = String::new();
        for (name, summary) in factors.into_iter().chain([("product", summary(&product))]) {
            writeln!(stats, "{name:<9} {summary}")?;
        }
        let forced = if level::is_forced() { " (F2X_LEVEL)" } else { "" };
        writeln!(stats, "level     {level}{forced}")?;
        writeln!(stats, "schedule  {}", schedule(plan))?;
        writeln!(
            stats,
            "time      read {}, multiply {}, {}write {}",
            show(reading),
            show(multiplying),
            if arguments.verify { format!("verify {}, ", show(verifying)) } else { String::new() },
            show(writing)
        )?;
        // The product is written; a closed standard error does not undo that.
        let _ = io::stderr().write_all(stats.as_bytes());
    }
    Ok(())
}

/// What is being done, how much of all has been, and for how long, where standard error is a terminal.
fn stages() -> Result<ProgressBar> {
    let style = ProgressStyle::with_template("{spinner} {msg} {wide_bar} {elapsed}")?;
    let progress = ProgressBar::no_length().with_style(style);
    if !progress.is_hidden() {
        progress.enable_steady_tick(Duration::from_millis(200));
    }
    Ok(progress)
}

/// The words of the product; `progress` goes on by as many.
fn multiply(a: &[u64], b: &[u64], threads: usize, progress: &ProgressBar) -> Result<Vec<u64>> {
    let mut product = Vec::new();
    reserve(&mut product, a.len() + b.len()).context("the product")?;
    product.resize(a.len() + b.len(), 0);
    let pool = two_threads_at_most(threads).with_context(|| format!("--threads {threads}"))?;
    let tell = |words| progress.inc(words as u64);
    pool.install(|| f2x::mul_parallel_with_progress(&mut product, a, b, &tell))?;
    Ok(product)
}

/// A pool of this thread and, if there are to be more, another one.
pub(crate) fn two_threads_at_most(threads: usize) -> Result<ThreadPool> {
    let pool = ThreadPoolBuilder::new().num_threads(threads.min(2)).use_current_thread().build();
    // Not as a source, which says the same again.
    pool.map_err(|error| anyhow!("a thread cannot be started: {error}"))
}

fn timed<T>(work: impl FnOnce() -> Result<T>) -> Result<(T, Duration)> {
    let start = Instant::now();
    let done = work()?;
    Ok((done, start.elapsed()))
}

fn summary(poly: &Poly) -> String {
    match (poly.degree(), poly.words().len()) {
        (None, _) => "zero".into(),
        (Some(degree), 1) => format!("degree {degree}, 1 word"),
        (Some(degree), words) => format!("degree {degree}, {words} words"),
    }
}

/// The steps on the way to the largest leaf.
fn schedule(plan: Plan) -> String {
    let (an, bn) = plan.words();
    let first = plan.parts().into_iter().find(|(count, _)| *count > 0);
    let rest = first.map_or_else(String::new, |(_, part)| format!(", {}", schedule(part)));
    format!("{} {}{rest}", plan.step(), plan::size(an, bn))
}

/// A time with four digits or so, in the unit that fits.
fn show(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        1.0.. => format!("{seconds:.3} s"),
        1e-3.. => format!("{:.3} ms", seconds * 1e3),
        _ => format!("{:.1} µs", seconds * 1e6),
    }
}
