//! Figures as a table, or as one JSON object a line.

use super::Operation;
use super::competitor::Competitor;
use super::measure::{Figure, Spread};
use crate::output;
use anyhow::Result;
use comfy_table::{CellAlignment, Table, presets};
use f2x::Level;
use serde::Serialize;

/// What is known about one competitor at one size.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Record {
    op: &'static str,
    /// The bits of the operands of this size.
    bits: u64,
    /// The bits of the operands that the competitor is made for.
    own_bits: u64,
    level: &'static str,
    name: String,
    /// The median, in core cycles; null where they cannot be known.
    cycles: Option<f64>,
    cycles_p10: Option<f64>,
    cycles_p90: Option<f64>,
    /// The median, in nanoseconds.
    ns: f64,
    ns_p10: f64,
    ns_p90: f64,
    /// The samples behind the medians.
    samples: usize,
    /// The products in each sample.
    batch: u64,
}

impl Record {
    /// The record of a figure, with tenths of cycles and nanoseconds.
    pub(crate) fn new(
        operation: Operation,
        bits: u64,
        level: Level,
        competitor: &Competitor<'_>,
        figure: &Figure,
    ) -> Self {
        let Operation::Mul = operation;
        let cycles = |of: fn(Spread) -> f64| figure.cycles.map(|cycles| tenths(of(cycles)));
        Self {
            op: "mul",
            bits,
            own_bits: competitor.bits,
            level: level.name(),
            name: competitor.name.clone(),
            cycles: cycles(|spread| spread.median),
            cycles_p10: cycles(|spread| spread.p10),
            cycles_p90: cycles(|spread| spread.p90),
            ns: tenths(figure.ns.median),
            ns_p10: tenths(figure.ns.p10),
            ns_p90: tenths(figure.ns.p90),
            samples: figure.samples,
            batch: figure.batch,
        }
    }

    /// What ratios are taken of.
    fn cost(&self) -> f64 {
        self.cycles.unwrap_or(self.ns)
    }
}

fn tenths(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// The records so far.
pub(crate) struct Report {
    json: bool,
    table: Table,
}

impl Report {
    /// A report of JSON lines, which are printed as they come, or a table, printed in the end.
    pub(crate) fn new(json: bool) -> Self {
        let mut table = Table::new();
        table.load_style(presets::ASCII_MARKDOWN);
        table.set_header(["bits", "level", "name", "cycles", "10 %–90 %", "ns", "to f2x"]);
        for column in [0, 3, 4, 5, 6] {
            if let Some(column) = table.column_mut(column) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        Self { json, table }
    }

    /// Adds the records of one size, the library's first.
    pub(crate) fn add(&mut self, records: &[Record]) -> Result<()> {
        let Some(ours) = records.first().map(Record::cost) else {
            return Ok(());
        };
        for record in records {
            if self.json {
                output::print(&serde_json::to_string(record)?)?;
                continue;
            }
            let dash = || "-".to_string();
            let range = record.cycles_p10.zip(record.cycles_p90);
            self.table.add_row([
                record.bits.to_string(),
                record.level.to_string(),
                match record.own_bits {
                    own if own.div_ceil(64) == record.bits.div_ceil(64) => record.name.clone(),
                    own => format!("{} of {own}", record.name),
                },
                record.cycles.map_or_else(dash, |cycles| format!("{cycles:.0}")),
                range.map_or_else(dash, |(p10, p90)| format!("{p10:.0}–{p90:.0}")),
                format!("{:.0}", record.ns),
                format!("{:.2}", record.cost() / ours),
            ]);
        }
        Ok(())
    }

    /// Prints the table.
    pub(crate) fn finish(self) -> Result<()> {
        if self.json { Ok(()) } else { output::print(&self.table) }
    }
}
