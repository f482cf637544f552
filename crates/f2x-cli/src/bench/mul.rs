//! `f2x bench mul`: sizes of a list, beside schedules of papers.

use super::clock::Clock;
use super::competitor::{self, Competitor};
use super::measure::{self, Figure};
use super::record::{Cost, Json, Recorder};
use super::sizes::{self, Sizes};
use crate::mul::two_threads_at_most;
use crate::{level, output};
use anyhow::{Context, Result};
use comfy_table::{CellAlignment, Table, presets};
use f2x::Level;
use serde::Serialize;

pub(crate) const EXAMPLES: &str = "Examples:
  f2x bench --bits hqc --against papers
  f2x bench --bits 64..512:64,4096 --level avx2 --json
  f2x bench --bits hqc,bike --json run.json
  f2x bench --bits 1048576..16777216 --parallel
  f2x bench sweep --svg sweep.svg";

/// Measure products of two operands of the same length, size by size.
///
/// Competitors of one size take turns, one sample each. Figures are medians, with the tenth and the
/// ninetieth percentile of the samples.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
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
    /// Compare with the product on two threads, f2x::mul_parallel, too, where it uses them: from
    /// operands of 2^19 bits on
    #[arg(long)]
    parallel: bool,
    /// Samples of each competitor; fewer, but at least 5, once a size takes two seconds for each
    #[arg(long, default_value_t = 101, value_parser = clap::value_parser!(u32).range(1..))]
    samples: u32,
    #[command(flatten)]
    json: Json,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Against {
    /// The schedules of the crate f2x-papers
    Papers,
}

/// What is known about one competitor at one size.
#[derive(Clone, Debug, Serialize)]
struct Record {
    op: &'static str,
    level: &'static str,
    name: String,
    /// The bits of the operands of this size.
    bits: u64,
    /// The bits of the operands that the competitor is made for.
    own_bits: u64,
    #[serde(flatten)]
    cost: Cost,
}

impl Record {
    fn new(bits: u64, level: Level, competitor: &Competitor<'_>, figure: &Figure) -> Self {
        Self {
            op: "mul",
            level: level.name(),
            name: competitor.name.clone(),
            bits,
            own_bits: competitor.bits,
            cost: Cost::new(figure),
        }
    }
}

/// Measures size by size and reports.
pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let level = level::usable(arguments.level)?;
    let mut recorder = Recorder::new(&arguments.json)?;
    let schedules = match arguments.against {
        Some(Against::Papers) => f2x_papers::schedules(level)?,
        None => Vec::new(),
    };
    let pool = arguments.parallel.then(|| two_threads_at_most(2));
    let pool = pool.transpose().context("--parallel")?;
    let clock = Clock::start();
    let rounds = u64::from(arguments.samples);
    let progress = super::progress(rounds * arguments.bits.0.len() as u64)?;
    let mut table = table();
    for (done, &bits) in (1..).zip(&arguments.bits.0) {
        progress.set_message(format!("{bits} bits"));
        let mut competitors = vec![competitor::public([bits; 2], arguments.level)?];
        let words = competitor::words(bits)?;
        if let Some(pool) = &pool
            && 2 * words >= f2x::PARALLEL_WORDS
        {
            competitors.push(competitor::parallel(bits, arguments.level, pool)?);
        }
        for schedule in competitor::comparable(&schedules, words) {
            competitors.push(competitor::paper(schedule, bits)?);
        }
        competitor::agree(&mut competitors)?;
        let figures = measure::measure(&clock, &mut competitors, arguments.samples, || {
            progress.inc(1);
        });
        let records = competitors
            .iter()
            .zip(&figures)
            .map(|(competitor, figure)| Record::new(bits, level, competitor, figure));
        let records: Vec<Record> = records.collect();
        progress.suspend(|| recorder.add(&records))?;
        add_rows(&mut table, &records);
        progress.set_position(done * rounds);
    }
    progress.finish_and_clear();
    recorder.finish(|| output::print(&table))
}

fn table() -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header(["bits", "level", "name", "cycles", "10 %–90 %", "ns", "to f2x"]);
    for column in [0, 3, 4, 5, 6] {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// A row for each record of one size, the library's first.
fn add_rows(table: &mut Table, records: &[Record]) {
    let Some(ours) = records.first().map(|record| record.cost.median()) else {
        return;
    };
    for record in records {
        let dash = || "-".to_string();
        let cost = &record.cost;
        let range = cost.cycles_p10.zip(cost.cycles_p90);
        table.add_row([
            record.bits.to_string(),
            record.level.to_string(),
            match record.own_bits {
                own if own.div_ceil(64) == record.bits.div_ceil(64) => record.name.clone(),
                own => format!("{} of {own}", record.name),
            },
            cost.cycles.map_or_else(dash, |cycles| format!("{cycles:.0}")),
            range.map_or_else(dash, |(p10, p90)| format!("{p10:.0}–{p90:.0}")),
            format!("{:.0}", cost.ns),
            format!("{:.2}", cost.median() / ours),
        ]);
    }
}
