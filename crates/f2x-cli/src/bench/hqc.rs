//! `f2x bench hqc`: key generation, encapsulation and decapsulation, beside the crate hqc-kem.

use super::clock::Clock;
use super::measure::{self, Repeated};
use super::record::{Cost, Json, Recorder};
use crate::{level, output};
use anyhow::Result;
use comfy_table::{CellAlignment, Table, presets};
use f2x::Level;
use f2x_hqc::hazmat::{self, Part};
use f2x_hqc::{Hqc1, Hqc3, Hqc5, Parameters};
use hqc_kem::{Hqc128Params, Hqc192Params, Hqc256Params, HqcKem, HqcParams};
use serde::Serialize;
use std::hint::black_box;

/// Measure HQC, beside the crate hqc-kem.
///
/// Keys, messages and salts are the same for both. Of f2x the shares of the time are told that go to
/// products in the ring, hashing, the sampling of vectors, and the code; what is left is copying and
/// wiping. The speedup is that of medians.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The parameter sets, joined by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "hqc-1,hqc-3,hqc-5",
          value_parser = ["hqc-1", "hqc-3", "hqc-5"])]
    parameters: Vec<String>,
    /// The level of f2x, one that this CPU has [default: the one in use]
    #[arg(long, value_parser = level::parser())]
    level: Option<Level>,
    /// Samples of each operation
    #[arg(long, default_value_t = 31, value_parser = clap::value_parser!(u32).range(1..))]
    samples: u32,
    #[command(flatten)]
    json: Json,
}

/// What is known about one operation.
#[derive(Clone, Debug, Serialize)]
struct Record {
    op: &'static str,
    level: &'static str,
    parameter: String,
    name: &'static str,
    /// The parts' shares of the time.
    #[serde(skip_serializing_if = "Option::is_none")]
    shares: Option<Shares>,
    #[serde(flatten)]
    cost: Cost,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct Shares {
    product: f64,
    hash: f64,
    sampling: f64,
    code: f64,
}

const OPS: [&str; 3] = ["keygen", "encaps", "decaps"];

/// An operation, ready to be measured.
struct Candidate(Box<dyn FnMut()>);

impl Repeated for Candidate {
    fn run(&mut self, times: u64) {
        for _ in 0..times {
            (self.0)();
        }
    }
}

/// Measures parameter set by parameter set and reports.
pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let level = level::usable(arguments.level)?;
    let mut recorder = Recorder::new(&arguments.json)?;
    let clock = Clock::start();
    let mut table = table();
    for parameters in &arguments.parameters {
        let mut candidates = match parameters.as_str() {
            "hqc-1" => candidates::<Hqc1, Hqc128Params>(level)?,
            "hqc-3" => candidates::<Hqc3, Hqc192Params>(level)?,
            _ => candidates::<Hqc5, Hqc256Params>(level)?,
        };
        let figures = measure::measure(&clock, &mut candidates, arguments.samples, || {});
        let mut records = Vec::new();
        for (i, figure) in figures.iter().enumerate() {
            let own = i < OPS.len();
            records.push(Record {
                op: OPS[i % OPS.len()],
                level: level.name(),
                parameter: parameters.clone(),
                name: if own { "f2x" } else { "hqc-kem" },
                shares: own.then(|| shares(&mut candidates[i])).flatten(),
                cost: Cost::new(figure),
            });
        }
        recorder.add(&records)?;
        add_rows(&mut table, &records);
    }
    recorder.finish(|| output::print(&table))
}

/// The operations of f2x, then those of hqc-kem.
fn candidates<P: Parameters, Q: HqcParams + 'static>(level: Level) -> Result<Vec<Candidate>> {
    let (seed, message, salt) = ([1; 32], &[2; 32][..P::MESSAGE_BYTES], [3; 16]);
    let secret = hazmat::generate::<P>(level, &seed)?;
    let public = secret.encapsulation_key().clone();
    let (ciphertext, _) = hazmat::encapsulate(level, &public, message, &salt)?;
    let (their_public, their_secret) = HqcKem::<Q>::generate_key_deterministic(&seed);
    let (their_ciphertext, _) = their_public.encapsulate_deterministic(message, &salt)?;
    let usable = "a level that the CPU has";
    Ok(vec![
        Candidate(Box::new(move || {
            black_box(hazmat::generate::<P>(level, black_box(&seed)).expect(usable));
        })),
        Candidate(Box::new(move || {
            let message = &black_box([2; 32])[..P::MESSAGE_BYTES];
            black_box(hazmat::encapsulate(level, &public, message, &salt).expect(usable));
        })),
        Candidate(Box::new(move || {
            let ciphertext = black_box(&ciphertext);
            black_box(hazmat::decapsulate(level, &secret, ciphertext).expect(usable));
        })),
        Candidate(Box::new(move || {
            black_box(HqcKem::<Q>::generate_key_deterministic(black_box(&seed)));
        })),
        Candidate(Box::new(move || {
            let message = &black_box([2; 32])[..P::MESSAGE_BYTES];
            let sent = their_public.encapsulate_deterministic(message, &salt);
            black_box(sent.is_ok());
        })),
        Candidate(Box::new(move || {
            black_box(their_secret.decapsulate(black_box(&their_ciphertext)));
        })),
    ])
}

/// The median shares of some runs.
fn shares(candidate: &mut Candidate) -> Option<Shares> {
    let mut runs = Vec::new();
    for _ in 0..31 {
        runs.push(hazmat::shares(|| candidate.run(4))?);
    }
    let median = |part: Part| {
        let mut shares: Vec<f64> = runs.iter().map(|run| run[part as usize]).collect();
        shares.sort_by(f64::total_cmp);
        (1000.0 * shares[shares.len() / 2]).round() / 1000.0
    };
    Some(Shares {
        product: median(Part::Product),
        hash: median(Part::Hash),
        sampling: median(Part::Sampling),
        code: median(Part::Code),
    })
}

fn table() -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    let parts = Part::ALL.map(Part::name);
    let head = ["parameters", "level", "op", "cycles", "hqc-kem", "speedup"];
    table.set_header(head.into_iter().chain(parts));
    for column in 3..10 {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// A row for each operation of a parameter set.
fn add_rows(table: &mut Table, records: &[Record]) {
    let (own, theirs) = records.split_at(OPS.len());
    let cycles = |record: &Record| record.cost.cycles.map_or("-".into(), |c| format!("{c:.0}"));
    for (own, theirs) in own.iter().zip(theirs) {
        let speedup = theirs.cost.median() / own.cost.median();
        let shares = own.shares.map(|s| [s.product, s.hash, s.sampling, s.code]);
        let shares = shares.map_or([const { String::new() }; 4], |shares| {
            shares.map(|share| format!("{:.0} %", 100.0 * share))
        });
        let row = [
            own.parameter.clone(),
            own.level.into(),
            own.op.into(),
            cycles(own),
            cycles(theirs),
            format!("{speedup:.1}"),
        ];
        table.add_row(row.into_iter().chain(shares));
    }
}
