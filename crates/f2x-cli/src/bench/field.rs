//! `f2x bench field`: operations of binary fields.

use super::clock::Clock;
use super::competitor::random;
use super::measure::{self, Repeated};
use super::record::{Cost, Json, Recorder};
use crate::{level, output};
use anyhow::{Result, bail};
use comfy_table::{CellAlignment, Table, presets};
use f2x::field::{Element, Modulus, Pentanomial, Trinomial};
use f2x::isa::Isa;
use f2x::{Level, Operation};
use f2x_papers::FieldProduct;
use serde::Serialize;
use std::hint::black_box;

/// Elements in a row; three rows of the largest ones fit the first cache.
const ROW: usize = 64;

/// Measure products with reduction, squares and inverses in binary fields.
///
/// The operations of a sample are in one loop inside one function. Cycles are those of operations
/// that do not wait for each other, the latency is that of a chain in which each takes the result of
/// the one before. The products of the paper on these fields, with its reductions, are measured
/// beside.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The fields by their degrees, joined by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "128,163,233,283,409,571",
          value_parser = ["128", "163", "233", "283", "409", "571"])]
    bits: Vec<String>,
    /// The level, one that this CPU has [default: every one that it has]
    #[arg(long, value_parser = level::parser())]
    level: Option<Level>,
    /// Samples of each operation
    #[arg(long, default_value_t = 51, value_parser = clap::value_parser!(u32).range(1..))]
    samples: u32,
    #[command(flatten)]
    json: Json,
}

/// What is known about one operation in one field.
#[derive(Clone, Debug, Serialize)]
struct Record {
    op: &'static str,
    level: &'static str,
    name: String,
    /// The degree of the field.
    bits: usize,
    /// The modulus.
    field: String,
    /// The median in a chain, in core cycles; null where they cannot be known, and for
    /// products of rows.
    latency: Option<f64>,
    #[serde(flatten)]
    cost: Cost,
}

#[derive(Clone, Copy, Debug)]
enum Op {
    Mul,
    /// Products of the elements of rows.
    Products,
    Square,
    Inverse,
}

impl Op {
    fn name(self) -> &'static str {
        match self {
            Op::Mul => "mul",
            Op::Products => "products",
            Op::Square => "square",
            Op::Inverse => "inverse",
        }
    }
}

/// Whether operations wait for each other.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Order {
    Independent,
    Chain,
}

/// So many operations on rows of elements.
struct Loop<'r, F, const W: usize> {
    op: Op,
    order: Order,
    times: u64,
    rows: &'r mut Rows<F, W>,
}

struct Rows<F, const W: usize> {
    a: [Element<F, W>; ROW],
    b: [Element<F, W>; ROW],
    c: [Element<F, W>; ROW],
}

impl<F: Modulus, const W: usize> Rows<F, W> {
    fn random() -> Self {
        let row = |seed: u64| {
            let mut state = seed;
            [(); ROW].map(|()| {
                Element::random(|bytes| {
                    let word;
                    (state, word) = random(state);
                    bytes.copy_from_slice(&word.to_le_bytes()[..bytes.len()]);
                })
            })
        };
        Self { a: row(1), b: row(2), c: row(3) }
    }
}

impl<F: Modulus, const W: usize> Loop<'_, F, W> {
    #[inline(always)]
    fn repeat<I: Isa>(self, isa: I, f: impl Fn(Element<F, W>, Element<F, W>) -> Element<F, W>) {
        isa.outline(
            #[inline(always)]
            || {
                let mut left = self.times as usize;
                while left > 0 {
                    let n = left.min(ROW);
                    let Rows { a, b, c } = black_box(&mut *self.rows);
                    if self.order == Order::Chain {
                        let mut x = c[0];
                        for b in &b[..n] {
                            x = f(x, *b);
                        }
                        c[0] = x;
                    } else {
                        for ((c, a), b) in c[..n].iter_mut().zip(&*a).zip(&*b) {
                            *c = f(*a, *b);
                        }
                    }
                    left -= n;
                }
            },
        );
    }
}

impl<F: Modulus, const W: usize> Operation for Loop<'_, F, W> {
    type Output = ();

    fn run<I: Isa>(self, isa: I) {
        match self.op {
            Op::Mul => self.repeat(
                isa,
                #[inline(always)]
                |a, b| a.mul_on(isa, b),
            ),
            Op::Products => isa.outline(
                #[inline(always)]
                || {
                    let mut left = self.times as usize;
                    while left > 0 {
                        let n = left.min(ROW);
                        let Rows { a, b, c } = black_box(&mut *self.rows);
                        Element::products_on(isa, &mut c[..n], &a[..n], &b[..n]).expect("as many");
                        left -= n;
                    }
                },
            ),
            Op::Square => self.repeat(
                isa,
                #[inline(always)]
                |a, _| a.square_on(isa),
            ),
            Op::Inverse => self.repeat(
                isa,
                #[inline(always)]
                |a, _| a.inverse_on(isa),
            ),
        }
    }
}

/// An operation, ready to be measured.
pub(crate) struct Candidate<'p> {
    op: Op,
    name: String,
    run: Box<dyn FnMut(u64) + 'p>,
}

impl Repeated for Candidate<'_> {
    fn run(&mut self, times: u64) {
        (self.run)(times);
    }
}

/// Independent products of f2x.
pub(crate) fn own<F: Modulus + 'static, const W: usize>(level: Level) -> Candidate<'static> {
    ours::<F, W>(level, Op::Mul, Order::Independent)
}

/// Independent products of a paper; an error if it is another one than ours.
pub(crate) fn theirs<F: Modulus, const W: usize>(
    level: Level,
    product: &FieldProduct,
) -> Result<Candidate<'_>> {
    paper::<F, W>(level, product, Order::Independent)
}

fn ours<F: Modulus + 'static, const W: usize>(
    level: Level,
    op: Op,
    order: Order,
) -> Candidate<'static> {
    let mut rows = Rows::<F, W>::random();
    let run = move |times| {
        level.dispatch(Loop { op, order, times, rows: &mut rows }).expect("an available level");
    };
    Candidate { op, name: "f2x".into(), run: Box::new(run) }
}

/// The product of a paper; an error if it is another one than ours.
fn paper<F: Modulus, const W: usize>(
    level: Level,
    product: &FieldProduct,
    order: Order,
) -> Result<Candidate<'_>> {
    let mut rows = Rows::<F, W>::random();
    let words = |row: &[Element<F, W>; ROW]| -> Vec<u64> {
        row.iter().flat_map(|element| element.to_words()).collect()
    };
    let (a, b, mut c) = (words(&rows.a), words(&rows.b), words(&rows.c));
    let all = ROW as u64;
    level.dispatch(Loop { op: Op::Mul, order: Order::Independent, times: all, rows: &mut rows })?;
    product.each(&mut c, &a, &b);
    if c != words(&rows.c) {
        bail!("{} and f2x compute different products in GF(2^{})", product.name(), F::BITS);
    }
    let run = move |times: u64| {
        let mut left = times as usize;
        while left > 0 {
            let n = W * left.min(ROW);
            let (a, b) = (black_box(&a[..n]), black_box(&b[..n]));
            match order {
                Order::Independent => product.each(black_box(&mut c[..n]), a, b),
                Order::Chain => product.chain(black_box(&mut c[..W]), b),
            }
            left -= n / W;
        }
    };
    Ok(Candidate { op: Op::Mul, name: product.name().into(), run: Box::new(run) })
}

/// Measures field by field and reports.
pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let levels = match arguments.level {
        None if level::is_forced() => vec![level::current()?],
        None => Level::ALL.into_iter().filter(|level| level.is_available()).collect(),
        Some(_) => vec![level::usable(arguments.level)?],
    };
    let mut recorder = Recorder::new(&arguments.json)?;
    let clock = Clock::start();
    let mut table = table();
    for level in levels {
        for bits in &arguments.bits {
            let records = match bits.as_str() {
                "128" => field::<Pentanomial<128, 7, 2, 1>, 2>(&clock, level, arguments.samples),
                "163" => field::<Pentanomial<163, 7, 6, 3>, 3>(&clock, level, arguments.samples),
                "233" => field::<Trinomial<233, 74>, 4>(&clock, level, arguments.samples),
                "283" => field::<Pentanomial<283, 12, 7, 5>, 5>(&clock, level, arguments.samples),
                "409" => field::<Trinomial<409, 87>, 7>(&clock, level, arguments.samples),
                _ => field::<Pentanomial<571, 10, 5, 2>, 9>(&clock, level, arguments.samples),
            }?;
            recorder.add(&records)?;
            add_rows(&mut table, &records);
        }
    }
    recorder.finish(|| output::print(&table))
}

/// The records of one field, the library's product first.
fn field<F: Modulus + 'static, const W: usize>(
    clock: &Clock,
    level: Level,
    samples: u32,
) -> Result<Vec<Record>> {
    let products = f2x_papers::field_products(level)?;
    let mut candidates = Vec::new();
    for op in [Op::Mul, Op::Products, Op::Square, Op::Inverse] {
        for order in [Order::Independent, Order::Chain] {
            candidates.push(ours::<F, W>(level, op, order));
        }
    }
    for product in products.iter().filter(|product| product.bits() == F::BITS) {
        for order in [Order::Independent, Order::Chain] {
            candidates.push(paper::<F, W>(level, product, order)?);
        }
    }
    let figures = measure::measure(clock, &mut candidates, samples, || {});
    let pairs = candidates.chunks(2).zip(figures.chunks(2));
    let record = |(candidates, figures): (&[Candidate<'_>], &[measure::Figure])| Record {
        op: candidates[0].op.name(),
        level: level.name(),
        name: candidates[0].name.clone(),
        bits: F::BITS,
        field: modulus::<F>(),
        latency: match candidates[0].op {
            Op::Products => None,
            _ => Cost::new(&figures[1]).cycles,
        },
        cost: Cost::new(&figures[0]),
    };
    Ok(pairs.map(record).collect())
}

/// The modulus as a sum.
fn modulus<F: Modulus>() -> String {
    let lower = F::LOWER.iter().rev().map(|k| match k {
        0 => "1".into(),
        1 => "x".into(),
        k => format!("x^{k}"),
    });
    [format!("x^{}", F::BITS)].into_iter().chain(lower).collect::<Vec<_>>().join("+")
}

fn table() -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header(["bits", "level", "op", "name", "cycles", "latency", "ns", "to f2x"]);
    for column in [0, 4, 5, 6, 7] {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// A row for each record of one field.
fn add_rows(table: &mut Table, records: &[Record]) {
    for record in records {
        let ours = records.iter().find(|other| other.op == record.op).map(|r| r.cost.median());
        let cycles = |cycles: Option<f64>| cycles.map_or("-".into(), |c| format!("{c:.1}"));
        table.add_row([
            record.bits.to_string(),
            record.level.to_string(),
            record.op.to_string(),
            record.name.clone(),
            cycles(record.cost.cycles),
            cycles(record.latency),
            format!("{:.1}", record.cost.ns),
            ours.map_or("-".into(), |ours| format!("{:.2}", record.cost.median() / ours)),
        ]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moduli_are_sums() {
        assert_eq!(modulus::<Pentanomial<128, 7, 2, 1>>(), "x^128+x^7+x^2+x+1");
        assert_eq!(modulus::<Trinomial<233, 74>>(), "x^233+x^74+1");
    }
}
