//! `f2x bench poly`: division, divisors, powers, irreducibility and factors.

use super::against::{self, Line};
use super::clock::Clock;
use super::competitor::{self, Competitor};
use super::measure;
use super::record::{Cost, Json, Recorder};
use crate::{level, output};
use anyhow::{Result, bail};
use comfy_table::{CellAlignment, Table, presets};
use f2x::Poly;
use f2x::poly::Modulus;
use serde::Serialize;
use std::hint::black_box;
use std::path::PathBuf;

/// Measure what is made of products: quotients, divisors, powers, tests and factors.
///
/// Operands are random and dense, from the generator SplitMix64: A of twice the degree and from seed
/// 1, B from seed 2, F from seed 3, each with its leading and its constant coefficient set.
///
/// divrem: A by B. gcd, xgcd: F and B. mulmod: B·B' modulo F. powmod: B^(2^64-1) modulo F.
/// irreducible: g(x+1) for an irreducible trinomial g of at least the degree, 127, 1279, 9689 or
/// 110503, which passes every part of the test. factor: B.
///
/// With --against PROGRAM, that program does each task in turn with f2x: PROGRAM DEGREE OPERATION prints
/// one record, as check/ntl_bench.cpp does for NTL. Its time over that of f2x is in the last column.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  f2x bench poly
  f2x bench poly --degrees 100000 --operations gcd,xgcd --json
  f2x bench poly --against ./ntl_bench")]
pub(super) struct Arguments {
    /// The degrees
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "1000,10000",
        value_parser = clap::value_parser!(u32).range(64..=1_000_000))]
    degrees: Vec<u32>,
    /// The operations
    #[arg(
        long,
        value_enum,
        value_name = "LIST",
        value_delimiter = ',',
        default_value = "divrem,gcd,xgcd,mulmod,powmod,irreducible,factor"
    )]
    operations: Vec<Kind>,
    /// Samples of each; fewer, but at least 5, once two seconds have passed
    #[arg(long, default_value_t = 31, value_parser = clap::value_parser!(u32).range(1..))]
    samples: u32,
    /// A program that measures the same
    #[arg(long, value_name = "PROGRAM")]
    against: Option<PathBuf>,
    #[command(flatten)]
    json: Json,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Kind {
    Divrem,
    Gcd,
    Xgcd,
    Mulmod,
    Powmod,
    Irreducible,
    Factor,
}

/// What is known about one operation at one degree.
#[derive(Clone, Debug, Serialize)]
struct Record {
    op: &'static str,
    /// The level of f2x.
    level: Option<&'static str>,
    name: String,
    /// The degree of the operands.
    bits: u64,
    #[serde(flatten)]
    cost: Cost,
}

/// Measures operation by operation and reports.
pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let level = level::current()?;
    let mut recorder = Recorder::new(&arguments.json)?;
    let clock = Clock::start();
    let steps = arguments.degrees.len() * arguments.operations.len();
    let progress = super::progress(steps as u64)?;
    let mut table = table();
    for &degree in &arguments.degrees {
        for &operation in &arguments.operations {
            let (op, mut competitor) = task(operation, degree as usize)?;
            progress.set_message(format!("{op} {}", competitor.bits));
            let competitors = std::slice::from_mut(&mut competitor);
            let figures = measure::measure(&clock, competitors, arguments.samples, || {});
            let [figure] = &figures[..] else { bail!("{op}: no sample was taken") };
            let cost = Cost::new(figure);
            let (bits, ours) = (competitor.bits, cost.ns);
            let name = "f2x".to_string();
            let mut records = vec![Record { op, level: Some(level.name()), name, bits, cost }];
            if let Some(program) = &arguments.against {
                let Line { name, bits, cost, .. } = against::measure(program, op, degree)?;
                records.push(Record { op, level: None, name, bits, cost });
            }
            progress.suspend(|| recorder.add(&records))?;
            for record in &records {
                add_row(&mut table, record, ours);
            }
            progress.inc(1);
        }
    }
    progress.finish_and_clear();
    recorder.finish(|| output::print(&table))
}

/// The operation's name, and what repeats it.
fn task(operation: Kind, degree: usize) -> Result<(&'static str, Competitor<'static>)> {
    let [a, b, f] = [(2 * degree, 1), (degree, 2), (degree, 3)].map(|(d, seed)| operand(d, seed));
    let bits = degree as u64;
    Ok(match operation {
        Kind::Divrem => (
            "divrem",
            competitor::task(bits, move || {
                let _ = black_box(a.div_rem(black_box(&b)));
            })?,
        ),
        Kind::Gcd => (
            "gcd",
            competitor::task(bits, move || {
                black_box(f.gcd(black_box(&b)));
            })?,
        ),
        Kind::Xgcd => (
            "xgcd",
            competitor::task(bits, move || {
                let _ = black_box(f.xgcd(black_box(&b)));
            })?,
        ),
        Kind::Mulmod => {
            let modulus = Modulus::new(&f)?;
            let (c, b) = (modulus.reduce(&a), modulus.reduce(&b));
            (
                "mulmod",
                competitor::task(bits, move || {
                    black_box(modulus.mul(black_box(&b), &c));
                })?,
            )
        }
        Kind::Powmod => (
            "powmod",
            competitor::task(bits, move || {
                let modulus = Modulus::new(black_box(&f));
                let _ = black_box(modulus.map(|modulus| modulus.pow(&b, &[u64::MAX])));
            })?,
        ),
        Kind::Irreducible => {
            let shifted = irreducible(degree);
            let bits = shifted.degree().unwrap_or(0) as u64;
            (
                "irreducible",
                competitor::task(bits, move || {
                    black_box(black_box(&shifted).is_irreducible());
                })?,
            )
        }
        Kind::Factor => (
            "factor",
            competitor::task(bits, move || {
                let _ = black_box(black_box(&b).factor());
            })?,
        ),
    })
}

/// A random polynomial of this degree that x does not divide.
fn operand(degree: usize, seed: u64) -> Poly {
    let mut words = vec![0; degree / 64 + 1];
    competitor::fill_random(&mut words, degree as u64, seed);
    let mut poly = Poly::from_words(words);
    poly.set_coefficient(degree, true);
    poly.set_coefficient(0, true);
    poly
}

/// An irreducible polynomial of at least this degree, up to 110503, with many terms.
fn irreducible(degree: usize) -> Poly {
    let known = [(127, 1), (1279, 216), (9689, 84), (110_503, 25_230)];
    let enough = |(n, _): &&(usize, usize)| *n + *n / 10 >= degree;
    let (n, k) = known.iter().find(enough).copied().unwrap_or(known[3]);
    Poly::from_exponents([n, k, 0]).compose(&Poly::from(0b11))
}

fn table() -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header([
        "operation",
        "degree",
        "name",
        "level",
        "cycles",
        "10 %–90 %",
        "ns",
        "ratio",
    ]);
    for column in [1, 4, 5, 6, 7] {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

fn add_row(table: &mut Table, record: &Record, ours: f64) {
    let dash = || "-".to_string();
    let cost = &record.cost;
    let range = cost.cycles_p10.zip(cost.cycles_p90);
    table.add_row([
        record.op.to_string(),
        record.bits.to_string(),
        record.name.clone(),
        record.level.map_or_else(dash, str::to_string),
        cost.cycles.map_or_else(dash, |cycles| format!("{cycles:.0}")),
        range.map_or_else(dash, |(p10, p90)| format!("{p10:.0}–{p90:.0}")),
        format!("{:.0}", cost.ns),
        if record.level.is_some() { dash() } else { format!("{:.2}", cost.ns / ours) },
    ]);
}
