//! Figures as JSON: one object a line, or a record of the whole run in a file.

use super::machine::Provenance;
use super::measure::{Figure, Spread};
use crate::output::{self, Destination};
use anyhow::Result;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The layout of a record, which bench/schema.json describes; a change that breaks readers counts up.
const FORMAT: &str = "f2x-bench/1";

/// Where figures go as JSON.
#[derive(Debug, clap::Args)]
pub(super) struct Json {
    /// Print one JSON object a line rather than the report; with FILE, print the report and write a
    /// record of the run, with CPU, compiler and date, to FILE, whole or not at all
    #[arg(long, value_name = "FILE")]
    json: Option<Option<PathBuf>>,
}

/// What one product costs, in tenths of cycles and nanoseconds.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Cost {
    /// The median, in core cycles; null where they cannot be known.
    pub(super) cycles: Option<f64>,
    pub(super) cycles_p10: Option<f64>,
    pub(super) cycles_p25: Option<f64>,
    pub(super) cycles_p90: Option<f64>,
    /// The median, in nanoseconds.
    pub(super) ns: f64,
    ns_p10: f64,
    pub(super) ns_p25: f64,
    ns_p90: f64,
    /// The samples behind the medians.
    samples: usize,
    /// The products in each sample.
    batch: u64,
}

impl Cost {
    pub(super) fn new(figure: &Figure) -> Self {
        let cycles = |of: fn(Spread) -> f64| figure.cycles.map(|cycles| tenths(of(cycles)));
        Self {
            cycles: cycles(|spread| spread.median),
            cycles_p10: cycles(|spread| spread.p10),
            cycles_p25: cycles(|spread| spread.p25),
            cycles_p90: cycles(|spread| spread.p90),
            ns: tenths(figure.ns.median),
            ns_p10: tenths(figure.ns.p10),
            ns_p25: tenths(figure.ns.p25),
            ns_p90: tenths(figure.ns.p90),
            samples: figure.samples,
            batch: figure.batch,
        }
    }

    /// The median, of which ratios are taken where competitors take turns in the same seconds.
    pub(super) fn median(&self) -> f64 {
        self.cycles.unwrap_or(self.ns)
    }

    /// The lower quartile, of which ratios are taken between sizes.
    pub(super) fn quartile(&self) -> f64 {
        self.cycles_p25.unwrap_or(self.ns_p25)
    }
}

fn tenths(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// What a record of a run begins with.
#[derive(Serialize)]
struct Head {
    format: &'static str,
    #[serde(flatten)]
    provenance: Provenance,
    units: Units,
}

/// What the numbers of a record mean.
#[derive(Serialize)]
struct Units {
    bits: &'static str,
    words: &'static str,
    cycles: &'static str,
    ns: &'static str,
    ratio: &'static str,
    step: &'static str,
}

const UNITS: Units = Units {
    bits: "bits of each operand",
    words: "words of 64 bits of each operand",
    cycles: "core cycles of one product, median, and percentiles p10, p25, p90 of the samples; null \
             where there is no time-stamp counter",
    ns: "nanoseconds of one product, likewise",
    ratio: "of lower quartiles (p25), of cycles or else of nanoseconds",
    step: "the cost of the next size that is a twentieth longer, likewise to that of this one",
};

/// The records so far.
pub(super) struct Recorder {
    /// Whether records are printed as they come.
    lines: bool,
    file: Option<Destination>,
    records: Vec<String>,
}

impl Recorder {
    /// A recorder to where `json` says, refused early if that cannot work.
    pub(super) fn new(json: &Json) -> Result<Self> {
        let file = json.json.iter().flatten().next();
        let file = file.map(|path| Destination::new("--json", Some(path))).transpose()?;
        Ok(Self { lines: json.json.is_some() && file.is_none(), file, records: Vec::new() })
    }

    /// Whether the record of the run goes to `file`.
    pub(super) fn writes_to(&self, file: &Destination) -> bool {
        self.file.as_ref().is_some_and(|own| own.is_same(file))
    }

    /// Prints or keeps the records.
    pub(super) fn add(&mut self, records: &[impl Serialize]) -> Result<()> {
        for record in records {
            let line = serde_json::to_string(record)?;
            if self.lines {
                output::print(&line)?;
            } else if self.file.is_some() {
                self.records.push(line);
            }
        }
        Ok(())
    }

    /// Reports, unless records were printed, and writes the file, each whatever becomes of the other.
    pub(super) fn finish(self, report: impl FnOnce() -> Result<()>) -> Result<()> {
        let reported = if self.lines { Ok(()) } else { report() };
        if let Some(file) = &self.file {
            let head = Head { format: FORMAT, provenance: Provenance::now(), units: UNITS };
            let head = serde_json::to_string_pretty(&head)?;
            let head = head.strip_suffix("\n}").unwrap_or(&head);
            // A line for each record, so that a difference between two runs can be read.
            let records = self.records.join(",\n    ");
            file.write(|out| writeln!(out, "{head},\n  \"records\": [\n    {records}\n  ]\n}}"))?;
        }
        reported
    }
}
