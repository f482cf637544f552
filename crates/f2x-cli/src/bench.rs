//! `f2x bench`: what products cost, in core cycles and nanoseconds.

mod clock;
mod competitor;
mod measure;
mod report;
mod sizes;

use crate::level;
use anyhow::{Context, Result};
use clock::Clock;
use f2x::{Level, LevelError};
use indicatif::{ProgressBar, ProgressStyle};
use report::{Record, Report};
use sizes::Sizes;

/// Measure what products cost.
///
/// The products are those of the library's public call, f2x::mul; with --level, the same on that
/// level. Competitors of one size take turns, one sample each, and each sample times as many
/// products as fill 50 microseconds.
///
/// A core cycle is a third of the latency of a 64-bit integer multiplication. A chain of them is
/// timed just before and just after each sample; samples around which its speed was more than 4 %
/// off the median are dropped, as the core's frequency changed. Without a time-stamp counter there are
/// nanoseconds only.
///
/// Figures are medians, with the tenth and the ninetieth percentile of the samples.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  f2x bench --bits hqc --against papers
  f2x bench --bits 64..512:64,4096 --level avx2 --json")]
pub(crate) struct Arguments {
    /// What to measure
    #[arg(value_enum, default_value_t)]
    operation: Operation,
    /// Sizes of both operands in bits, joined by commas: numbers, A..B (doubling), A..B:STEP, and
    /// nist (163 to 571), hqc (17669, 35851, 57637), bike (12323, 24659, 40973), sweep (64 to
    /// 1048576)
    #[arg(long, value_name = "LIST", default_value = "nist,hqc,bike", value_parser = sizes::parse)]
    bits: Sizes,
    /// The level, one that this CPU has [default: the one in use]
    #[arg(long, value_parser = level::parser())]
    level: Option<Level>,
    /// What to compare with: the schedules of the papers at that size or, where a schedule does
    /// not exist at that size, at the next one within a tenth
    #[arg(long, value_enum)]
    against: Option<Against>,
    /// Print one JSON object a line rather than a table
    #[arg(long)]
    json: bool,
    /// Samples of each competitor; fewer, but at least 5, once a size takes two seconds for each
    #[arg(long, default_value_t = 101, value_parser = clap::value_parser!(u32).range(1..))]
    samples: u32,
}

#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
enum Operation {
    /// Products of two operands of the same length
    #[default]
    Mul,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Against {
    /// The schedules of the crate f2x-papers
    Papers,
}

/// Measures size by size and reports.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let level = match arguments.level {
        None => level::current()?,
        Some(level) if level.is_available() => level,
        Some(level) => return Err(LevelError::Missing(level)).context("--level"),
    };
    let schedules = match arguments.against {
        Some(Against::Papers) => f2x_papers::schedules(level)?,
        None => Vec::new(),
    };
    let clock = Clock::start();
    let rounds = u64::from(arguments.samples);
    // Hidden where standard error is no terminal.
    let progress = ProgressBar::new(rounds * arguments.bits.0.len() as u64);
    progress.set_style(ProgressStyle::with_template("{msg} {wide_bar} {percent} %, {eta} left")?);
    let mut report = Report::new(arguments.json);
    for (done, &bits) in (1..).zip(&arguments.bits.0) {
        progress.set_message(format!("{bits} bits"));
        let mut competitors = vec![competitor::public(bits, arguments.level)?];
        let words = competitor::words(bits)?;
        for schedule in competitor::comparable(&schedules, words) {
            competitors.push(competitor::paper(schedule, bits)?);
        }
        competitor::agree(&mut competitors)?;
        let figures = measure::measure(&clock, &mut competitors, arguments.samples, || {
            progress.inc(1);
        });
        let records = competitors.iter().zip(&figures).map(|(competitor, figure)| {
            Record::new(arguments.operation, bits, level, competitor, figure)
        });
        let records: Vec<Record> = records.collect();
        progress.suspend(|| report.add(&records))?;
        progress.set_position(done * rounds);
    }
    progress.finish_and_clear();
    report.finish()
}
