//! `f2x bench ring`: operations of the rings of HQC, BIKE and LEDAkem.

use super::clock::Clock;
use super::competitor::random;
use super::measure::{self, Repeated};
use super::record::{Cost, Json, Recorder};
use crate::{level, output};
use anyhow::Result;
use comfy_table::{CellAlignment, Table, presets};
use f2x::isa::Isa;
use f2x::mul::plan::multiply;
use f2x::ring::{Cyclic, Power, Scratch};
use f2x::{Level, Operation};
use serde::Serialize;
use std::hint::black_box;

/// Measure products, squares, powers, inverses and rotations modulo X^N - 1.
///
/// product: the operands' words multiplied and not folded, which the ratios of mul and inverse are to;
/// that of the inverse is to as many products as it needs. power: the permutation for exponent 2^1000.
/// pair: two products with one prepared operand, the ratio is to two of mul.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The rings by their N, joined by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',',
          default_value = "12323,17669,24659,32749,35851,40973,57637,99053",
          value_parser = ["12323", "17669", "24659", "32749", "35851", "40973", "57637", "99053"])]
    bits: Vec<String>,
    /// The level, one that this CPU has [default: the one in use]
    #[arg(long, value_parser = level::parser())]
    level: Option<Level>,
    /// Samples of each operation
    #[arg(long, default_value_t = 31, value_parser = clap::value_parser!(u32).range(1..))]
    samples: u32,
    #[command(flatten)]
    json: Json,
}

/// What is known about one operation in one ring.
#[derive(Clone, Debug, Serialize)]
struct Record {
    op: &'static str,
    level: &'static str,
    name: &'static str,
    /// N.
    bits: usize,
    /// To what it consists of, as the help says.
    #[serde(skip_serializing_if = "Option::is_none")]
    ratio: Option<f64>,
    #[serde(flatten)]
    cost: Cost,
}

const OPS: [&str; 7] = ["product", "mul", "square", "power", "inverse", "rotate", "pair"];

/// So many operations in one ring.
struct Loop<'r, const N: usize, const W: usize, const S: usize> {
    op: &'static str,
    times: u64,
    operands: &'r mut Operands<N, W, S>,
}

struct Operands<const N: usize, const W: usize, const S: usize> {
    a: Cyclic<N, W>,
    b: Cyclic<N, W>,
    c: Cyclic<N, W>,
    product: Vec<u64>,
    words: Vec<u64>,
    power: Power<N>,
    scratch: Box<Scratch<S>>,
}

impl<const N: usize, const W: usize, const S: usize> Operands<N, W, S> {
    fn random() -> Self {
        let element = |seed: u64| {
            let mut state = seed;
            Cyclic::random(|bytes| {
                let word;
                (state, word) = random(state);
                bytes.copy_from_slice(&word.to_le_bytes()[..bytes.len()]);
            })
        };
        Self {
            a: element(1),
            b: element(2),
            c: element(3),
            product: vec![0; 2 * W],
            words: vec![0; f2x::scratch_words(W, W)],
            power: Power::new(1000),
            scratch: Box::new(Scratch::new()),
        }
    }
}

impl<const N: usize, const W: usize, const S: usize> Operation for Loop<'_, N, W, S> {
    type Output = ();

    fn run<I: Isa>(self, isa: I) {
        for _ in 0..self.times {
            let Operands { a, b, c, product, words, power, scratch } =
                black_box(&mut *self.operands);
            match self.op {
                "product" => multiply(isa, product, a.words(), b.words(), words),
                "mul" => *c = a.product_on(isa, b, scratch),
                "square" => *c = a.square_on(isa, scratch),
                "power" => *c = a.power_on(isa, power, scratch),
                "inverse" => *c = a.inverse_on(isa, scratch).0,
                "rotate" => *c = a.rotate_on(isa, black_box(1000), scratch),
                _ => {
                    black_box(a.prepare().products_on(isa, [&*b, &*c], scratch));
                }
            }
        }
    }
}

/// An operation, ready to be measured.
struct Candidate(Box<dyn FnMut(u64)>);

impl Repeated for Candidate {
    fn run(&mut self, times: u64) {
        (self.0)(times);
    }
}

/// Measures ring by ring and reports.
pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let level = level::usable(arguments.level)?;
    let mut recorder = Recorder::new(&arguments.json)?;
    let clock = Clock::start();
    let mut table = table();
    for bits in &arguments.bits {
        macro_rules! ring {
            ($n:literal, $w:literal) => {
                ring::<$n, $w, { Cyclic::<$n, $w>::SCRATCH_WORDS }>(
                    &clock,
                    level,
                    arguments.samples,
                )
            };
        }
        let records = match bits.as_str() {
            "12323" => ring!(12323, 193),
            "17669" => ring!(17669, 277),
            "24659" => ring!(24659, 386),
            "32749" => ring!(32749, 512),
            "35851" => ring!(35851, 561),
            "40973" => ring!(40973, 641),
            "57637" => ring!(57637, 901),
            _ => ring!(99053, 1548),
        };
        recorder.add(&records)?;
        add_rows(&mut table, &records);
    }
    recorder.finish(|| output::print(&table))
}

/// The records of one ring.
fn ring<const N: usize, const W: usize, const S: usize>(
    clock: &Clock,
    level: Level,
    samples: u32,
) -> Vec<Record> {
    let mut candidates = OPS.map(|op| {
        let mut operands = Operands::<N, W, S>::random();
        Candidate(Box::new(move |times| {
            let repeated = Loop { op, times, operands: &mut operands };
            level.dispatch(repeated).expect("an available level");
        }))
    });
    let figures = measure::measure(clock, &mut candidates, samples, || {});
    let costs: Vec<Cost> = figures.iter().map(Cost::new).collect();
    let (product, mul) = (costs[0].quartile(), costs[1].quartile());
    let record = |(op, cost): (&'static str, &Cost)| {
        let parts = match op {
            "mul" => Some(product),
            "inverse" => Some(Cyclic::<N, W>::INVERSE_PRODUCTS as f64 * product),
            "pair" => Some(2.0 * mul),
            _ => None,
        };
        let ratio = parts.map(|parts| (1000.0 * cost.quartile() / parts).round() / 1000.0);
        Record { op, level: level.name(), name: "f2x", bits: N, ratio, cost: cost.clone() }
    };
    OPS.into_iter().zip(&costs).map(record).collect()
}

fn table() -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header(["bits", "level", "op", "cycles", "ns", "ratio"]);
    for column in [0, 3, 4, 5] {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// A row for each record of one ring.
fn add_rows(table: &mut Table, records: &[Record]) {
    for record in records {
        table.add_row([
            record.bits.to_string(),
            record.level.to_string(),
            record.op.to_string(),
            record.cost.cycles.map_or("-".into(), |cycles| format!("{cycles:.0}")),
            format!("{:.0}", record.cost.ns),
            record.ratio.map_or(String::new(), |ratio| format!("{ratio:.3}")),
        ]);
    }
}
