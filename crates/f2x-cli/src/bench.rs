//! `f2x bench`: what products cost, in core cycles and nanoseconds.

mod against;
mod batch;
pub(crate) mod clock;
pub(crate) mod competitor;
pub(crate) mod field;
mod hqc;
pub(crate) mod machine;
pub(crate) mod measure;
mod mul;
pub(crate) mod plot;
mod poly;
mod record;
mod ring;
mod sizes;
mod sweep;
mod unequal;

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};

/// Measure what products cost.
///
/// The products are those of the library's public call, f2x::mul; with --level, the same on that
/// level. Without a command, `mul` is meant.
///
/// A core cycle is a third of the latency of a 64-bit integer multiplication. A chain of them is
/// timed just before and just after each sample; samples around which its speed was more than 4 %
/// off the median are dropped, as the core's frequency changed. Each sample times as many products
/// as fill 50 microseconds, with operands and product at other places within a page than the sample
/// before, as the places change the cost. Without a time-stamp counter there are nanoseconds only.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, after_long_help = mul::EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    mul: mul::Arguments,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    #[command(after_long_help = mul::EXAMPLES)]
    Mul(mul::Arguments),
    Sweep(sweep::Arguments),
    Unequal(unequal::Arguments),
    Batch(batch::Arguments),
    Field(field::Arguments),
    Poly(poly::Arguments),
    Ring(ring::Arguments),
    Hqc(hqc::Arguments),
}

/// Measures and reports.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.command {
        None => mul::run(&arguments.mul),
        Some(Command::Mul(arguments)) => mul::run(arguments),
        Some(Command::Sweep(arguments)) => sweep::run(arguments),
        Some(Command::Unequal(arguments)) => unequal::run(arguments),
        Some(Command::Batch(arguments)) => batch::run(arguments),
        Some(Command::Field(arguments)) => field::run(arguments),
        Some(Command::Poly(arguments)) => poly::run(arguments),
        Some(Command::Ring(arguments)) => ring::run(arguments),
        Some(Command::Hqc(arguments)) => hqc::run(arguments),
    }
}

/// A bar of so many steps, hidden where standard error is no terminal.
pub(crate) fn progress(steps: u64) -> Result<ProgressBar> {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {percent} %, {eta} left")?;
    Ok(ProgressBar::new(steps).with_style(style))
}
