//! What a run found, table by table: the paper's figure, this machine's, and f2x's own.

use crate::bench::plot::grouped;
use serde::Serialize;

/// A table of a paper, with what was found.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Table {
    pub(super) paper: String,
    pub(super) number: String,
    pub(super) title: String,
    /// Where the paper's figures are from.
    pub(super) cpu: Option<String>,
    /// What a reader must know.
    pub(super) notes: Vec<String>,
    pub(super) lines: Vec<Line>,
}

/// A row and a column of a table.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Line {
    pub(super) row: String,
    /// Bits of the operands, where a line is about one size.
    pub(super) bits: Option<u64>,
    pub(super) column: String,
    /// The schedule that was measured.
    pub(super) of: Option<String>,
    pub(super) level: Option<String>,
    /// The CPU of this column, if it is another than the table's.
    pub(super) cpu: Option<String>,
    pub(super) figures: Vec<Figure>,
}

/// One figure: as printed, as found, and f2x's own at that size.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Figure {
    pub(super) unit: Unit,
    pub(super) paper: Option<f64>,
    pub(super) here: Option<f64>,
    pub(super) f2x: Option<f64>,
    /// Why there is no figure of this machine, or what explains it.
    pub(super) reason: Option<String>,
}

/// What a figure counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Unit {
    /// Products of two words.
    Products,
    /// Exclusive-ors of two words.
    Xors,
    /// Words of an operand.
    Words,
    /// Core cycles, or nanoseconds where they cannot be known.
    Cycles,
    Ns,
    /// Retired instructions.
    Instructions,
    InstructionsPerCycle,
    Ratio,
}

impl Unit {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Products => "products of words",
            Self::Xors => "exclusive-ors of words",
            Self::Words => "words",
            Self::Cycles => "cycles",
            Self::Ns => "ns",
            Self::Instructions => "instructions",
            Self::InstructionsPerCycle => "instructions per cycle",
            Self::Ratio => "ratio",
        }
    }

    /// A figure with as many digits as it is worth.
    pub(super) fn format(self, value: f64) -> String {
        match self {
            Self::InstructionsPerCycle | Self::Ratio => format!("{value:.2}"),
            _ => grouped(value),
        }
    }
}

impl Figure {
    pub(super) fn new(unit: Unit, paper: Option<f64>) -> Self {
        Self { unit, paper, here: None, f2x: None, reason: None }
    }

    /// With what was measured, or why it was not.
    pub(super) fn with(mut self, here: Result<f64, String>) -> Self {
        match here {
            Ok(value) => self.here = Some(value),
            Err(reason) => self.reason = Some(reason),
        }
        self
    }

    /// How many times less f2x takes.
    pub(super) fn gain(&self) -> Option<f64> {
        ratio(self.here, self.f2x)
    }

    /// The paper's figure over this machine's.
    pub(super) fn to_paper(&self) -> Option<f64> {
        ratio(self.paper, self.here)
    }
}

/// A ratio, where both are there and not zero.
fn ratio(dividend: Option<f64>, divisor: Option<f64>) -> Option<f64> {
    let ratio = dividend? / divisor?;
    (ratio.is_finite() && ratio > 0.0).then_some(ratio)
}

impl Line {
    pub(super) fn figure(&self, unit: Unit) -> Option<&Figure> {
        self.figures.iter().find(|figure| figure.unit == unit)
    }
}

impl Table {
    /// The units of its figures, in order.
    pub(super) fn units(&self) -> Vec<Unit> {
        let mut units: Vec<Unit> =
            self.lines.iter().flat_map(|line| line.figures.iter().map(|f| f.unit)).collect();
        units.sort_unstable();
        units.dedup();
        units
    }
}
