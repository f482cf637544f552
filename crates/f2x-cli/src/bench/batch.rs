//! `f2x bench batch`: many independent products of one size in one call.

use super::clock::Clock;
use super::competitor;
use super::measure;
use super::record::{Cost, Json, Recorder};
use super::sizes::{self, Sizes};
use crate::{level, output};
use anyhow::Result;
use comfy_table::{CellAlignment, Table, presets};
use f2x::Level;
use serde::Serialize;

/// Measure batches of independent products, beside single ones.
///
/// Operands and products of a batch lie one after the other and are computed by one call of
/// f2x::mul_batch; the figures are those of one product. Beside them are those of f2x::mul, called
/// for one pair.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  f2x bench batch --bits 64..2048
  f2x bench batch --bits nist --pairs 64 --level vpclmul --json")]
pub(super) struct Arguments {
    /// Sizes of all operands in bits, a list as `f2x bench mul` takes it
    #[arg(long, value_name = "LIST", default_value = "64..2048", value_parser = sizes::parse)]
    bits: Sizes,
    /// The pairs of operands in a batch
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=4096))]
    pairs: u32,
    /// The level, one that this CPU has [default: the one in use]
    #[arg(long, value_parser = level::parser())]
    level: Option<Level>,
    /// Samples of each size; fewer, but at least 5, once a size takes two seconds for each
    #[arg(long, default_value_t = 101, value_parser = clap::value_parser!(u32).range(1..))]
    samples: u32,
    #[command(flatten)]
    json: Json,
}

/// What one product of a batch costs.
#[derive(Clone, Debug, Serialize)]
struct Record {
    op: &'static str,
    level: &'static str,
    bits: u64,
    pairs: u32,
    /// The cost, compared with that of a product alone.
    ratio: f64,
    #[serde(flatten)]
    cost: Cost,
}

/// Measures size by size and reports.
pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let level = level::usable(arguments.level)?;
    let mut recorder = Recorder::new(&arguments.json)?;
    let clock = Clock::start();
    let mut table = table();
    for &bits in &arguments.bits.0 {
        let pairs = arguments.pairs;
        let mut competitors = [
            competitor::batch(bits, pairs as usize, arguments.level)?,
            competitor::public([bits; 2], arguments.level)?,
        ];
        let figures = measure::measure(&clock, &mut competitors, arguments.samples, || ());
        let [batch, single] = &figures[..] else { continue };
        let batch = Cost::new(&batch.shared(f64::from(pairs)));
        let single = Cost::new(single);
        let ratio = (batch.quartile() / single.quartile() * 1000.0).round() / 1000.0;
        let record = Record { op: "batch", level: level.name(), bits, pairs, ratio, cost: batch };
        recorder.add(std::slice::from_ref(&record))?;
        add_row(&mut table, &record);
    }
    recorder.finish(|| output::print(&table))
}

fn table() -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header(["bits", "level", "pairs", "cycles", "10 %–90 %", "ns", "to single"]);
    for column in [0, 2, 3, 4, 5, 6] {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

fn add_row(table: &mut Table, record: &Record) {
    let dash = || "-".to_string();
    let cost = &record.cost;
    let range = cost.cycles_p10.zip(cost.cycles_p90);
    table.add_row([
        record.bits.to_string(),
        record.level.to_string(),
        record.pairs.to_string(),
        cost.cycles.map_or_else(dash, |cycles| format!("{cycles:.1}")),
        range.map_or_else(dash, |(p10, p90)| format!("{p10:.1}–{p90:.1}")),
        format!("{:.1}", cost.ns),
        format!("{:.2}", record.ratio),
    ]);
}
