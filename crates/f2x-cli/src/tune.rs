//! `f2x tune`: the cycles that plans are made from, measured anew.

use crate::bench::clock::Clock;
use crate::bench::competitor::{self, Competitor};
use crate::bench::machine::Provenance;
use crate::bench::measure::{self, Figure};
use crate::bench::progress;
use crate::level;
use crate::output::{self, Destination};
use anyhow::{Context, Result};
use comfy_table::{CellAlignment, Table, presets};
use f2x::mul::plan::kernels;
use f2x::{Level, Plan};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::ops::Range;
use std::path::PathBuf;

/// The columns of a line of source.
const WIDTH: usize = 100;

/// The places of a row of leaves in the file, whether the level has so many or not.
const LEAVES: usize = 16;

/// What stands in front of the provenance of transforms that the CPU lacks.
const EARLIER_TRANSFORMS: &str = "; transforms of an earlier run: ";

/// The sizes whose prediction is compared with the product: kernels in their larger products, sizes
/// that are filled up, and every block above.
const COMPARED: [usize; 24] = [
    18, 24, 30, 36, 50, 60, 72, 90, 112, 144, 176, 208, 240, 277, 336, 384, 480, 561, 640, 768,
    960, 1024, 1280, 1536,
];

/// Measure the kernels of each level, and write the file that plans are made from.
///
/// Kernels are the products of fixed sizes that every other product ends in, and the transforms. Their cycles are
/// part of the source of f2x: run this in the root of the source, with --output
/// crates/f2x/src/mul/plan/cycles.rs, and compile. A level that is not measured keeps the cycles that
/// this program was compiled with, and where they came from; so do all transforms of level vpclmul, if the CPU lacks
/// GFNI, which the shorter ones need.
///
/// All kernels, products and levels take turns, round after round, so that a slow phase of the
/// machine meets all of them; a figure is the lower quartile of the rounds, which stands as long as
/// slow phases fill less than three quarters of the time. That of a transform is one of times, in
/// cycles of the frequency that transforms usually have: a long one waits for memory, at a frequency
/// of its own.
///
/// The report compares the cycles that plans predict for some sizes with those of the public
/// product, whose call alone takes some 25 cycles. The predictions are those of the file that this
/// program was compiled with: after the file has changed, compile and run again to see what became
/// of them.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  f2x tune --output crates/f2x/src/mul/plan/cycles.rs
  f2x tune --level avx2 --rounds 99 > cycles.rs")]
pub(crate) struct Arguments {
    /// Levels, joined by commas, that this CPU has [default: all that it has]
    #[arg(long, value_delimiter = ',', value_parser = level::parser())]
    level: Vec<Level>,
    /// The file to write, whole or not at all [default: standard output, with the report on standard
    /// error]
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Rounds of samples; fewer, but at least 5, once two seconds for each kernel and size have passed
    #[arg(long, default_value_t = 501, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
}

/// What a level's kernels cost.
struct Tuned {
    /// Cycles of the leaves of 1, 2, … words, zero where there is none.
    leaves: [u32; LEAVES],
    /// Words and cycles of the compositions.
    compositions: Vec<(usize, u32)>,
    /// Cycles of the transforms, the smallest first.
    transforms: Vec<u32>,
    provenance: String,
}

impl Tuned {
    /// A level with these cycles of the kernel, and of the transform, for a number of words, where they are known.
    fn new(
        level: Level,
        provenance: String,
        cycles: impl Fn(usize) -> Option<u32>,
        of_transform: impl Fn(usize) -> Option<u32>,
    ) -> Self {
        let mut leaves = [0; LEAVES];
        for (words, leaf) in kernels::leaves(level).zip(&mut leaves) {
            *leaf = cycles(words).unwrap_or(0);
        }
        let known = |words| cycles(words).map(|cycles| (words, cycles));
        let compositions = kernels::compositions(level).filter_map(known).collect();
        let transforms = kernels::transforms(level).filter_map(of_transform).collect();
        Self { leaves, compositions, transforms, provenance }
    }
}

/// Measures the kernels and what is made of them, writes the file and compares the predictions.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let levels = levels(&arguments.level)?;
    let output = Destination::new("--output", arguments.output.as_deref())?;
    let provenance = Provenance::now();
    let sizes = |words: fn(Level) -> Vec<usize>| -> Vec<(Level, usize)> {
        let of_level = |&level| words(level).into_iter().map(move |words| (level, words));
        levels.iter().flat_map(of_level).collect()
    };
    let kernels =
        sizes(|level| kernels::leaves(level).chain(kernels::compositions(level)).collect());
    let transforms = sizes(|level| match kernels::lacks_transforms(level) {
        true => Vec::new(),
        false => kernels::transforms(level).collect(),
    });
    let products = sizes(|_| COMPARED.into());
    let cycles = measure(&kernels, &transforms, &products, arguments.rounds)?;
    let (of_kernels, others) = cycles.split_at(kernels.len());
    let (of_transforms, of_products) = others.split_at(transforms.len());

    let origin = origin(&provenance);
    let tuned = Level::ALL.map(|level| {
        let found = |of: &[(Level, usize)], cycles: &[f64], words| {
            let place = of.iter().position(|kernel| *kernel == (level, words))?;
            Some((cycles[place].round() as u32).max(1))
        };
        let recorded_transform = |words| kernels::recorded_transform_cycles(level, words);
        if levels.contains(&level) {
            let measured = |words| found(&kernels, of_kernels, words);
            if kernels::lacks_transforms(level) {
                let earlier = kernels::provenance(level).rsplit(EARLIER_TRANSFORMS).next();
                let origin = [&origin, earlier.unwrap_or_default()].join(EARLIER_TRANSFORMS);
                Tuned::new(level, origin, measured, recorded_transform)
            } else {
                Tuned::new(level, origin.clone(), measured, |words| {
                    found(&transforms, of_transforms, words)
                })
            }
        } else {
            let recorded = |words| kernels::recorded_cycles(level, words);
            Tuned::new(level, kernels::provenance(level).into(), recorded, recorded_transform)
        }
    });
    let source = source(&provenance, &levels, &tuned)?;
    output.write(|out| out.write_all(source.as_bytes()))?;

    let report = report(&products, of_products);
    if output.is_stdout() {
        Ok(writeln!(io::stderr(), "{report}")?)
    } else {
        output::print(&report)
    }
}

/// The levels to measure, each once, slowest first.
fn levels(named: &[Level]) -> Result<Vec<Level>> {
    for level in named {
        level::usable(Some(*level))?;
    }
    let wanted = |level: &Level| match named {
        [] => level.is_available(),
        _ => named.contains(level),
    };
    Ok(Level::ALL.into_iter().filter(wanted).collect())
}

/// The lower quartile of the cycles of each kernel, of each transform, then of each public product of balanced
/// operands.
fn measure(
    kernels: &[(Level, usize)],
    transforms: &[(Level, usize)],
    products: &[(Level, usize)],
    rounds: u32,
) -> Result<Vec<f64>> {
    let clock = Clock::start();
    let kernel = |(level, words): &(Level, usize)| competitor::kernel(*level, *words);
    let product =
        |(level, words): &(Level, usize)| competitor::public([64 * *words as u64; 2], Some(*level));
    let transform = |(level, words): &(Level, usize)| competitor::transform(*level, *words);
    let competitors = kernels.iter().map(kernel).chain(transforms.iter().map(transform));
    let competitors = competitors.chain(products.iter().map(product));
    let mut competitors: Vec<Competitor<'_>> = competitors.collect::<Result<_>>()?;
    let progress = progress(u64::from(rounds))?;
    progress.set_message("kernels");
    let figures = measure::measure(&clock, &mut competitors, rounds, || progress.inc(1));
    progress.finish_and_clear();
    let first = kernels.len();
    quartiles(&figures, first..first + transforms.len())
        .context("core cycles cannot be known without a time-stamp counter")
}

/// The lower quartiles in cycles, if they can be known; of `timed` figures those of their times, in cycles of their
/// median frequency.
fn quartiles(figures: &[Figure], timed: Range<usize>) -> Option<Vec<f64>> {
    let frequency = |figure: &Figure| figure.cycles.map(|cycles| cycles.median / figure.ns.median);
    let frequencies: Option<Vec<f64>> = figures[timed.clone()].iter().map(frequency).collect();
    let mut frequencies = frequencies?;
    frequencies.sort_by(f64::total_cmp);
    let usual = frequencies.get(frequencies.len() / 2);
    let quartile = |(i, figure): (usize, &Figure)| match usual {
        Some(usual) if timed.contains(&i) => Some(usual * figure.ns.p25),
        _ => figure.cycles.map(|cycles| cycles.p25),
    };
    figures.iter().enumerate().map(quartile).collect()
}

/// Date, program, compiler, CPU and command in one line.
fn origin(provenance: &Provenance) -> String {
    let Provenance { command, date, version, compiler, cpu } = provenance;
    let day = date.split('T').next().unwrap_or_default();
    format!("{day}, f2x {version}, {compiler}, {}: {command}", cpu.model)
}

/// The file.
fn source(provenance: &Provenance, levels: &[Level], tuned: &[Tuned]) -> Result<String> {
    let mut text = String::from("//! Measured cycles of the leaves and compositions, by level.\n");
    write!(text, "//!\n//! Written by `{}`:\n//!\n", provenance.command)?;
    writeln!(text, "//! * day: {}", provenance.date.split('T').next().unwrap_or_default())?;
    writeln!(text, "//! * CPU: {}", provenance.cpu.model)?;
    writeln!(text, "//! * compiler: {}", provenance.compiler)?;
    writeln!(text, "//! * measured: {}", names(levels.iter().copied()))?;
    let others = names(Level::ALL.into_iter().filter(|level| !levels.contains(level)));
    if !others.is_empty() {
        writeln!(text, "//! * kept from an earlier run, which [`PROVENANCE`] tells: {others}")?;
    }

    text += "\n/// Leaves of 1 to 16 words, as parts of a larger product.\n";
    text += "pub(super) const LEAVES: [[u32; 16]; 4] = [\n";
    for level in tuned {
        text += &array("    [", level.leaves.iter().map(u32::to_string).collect());
    }
    text += "];\n\n/// Compositions, as (words of an operand, cycles).\n";
    text += "pub(super) const COMPOSITIONS: [&[(usize, u32)]; 4] = [\n";
    for level in tuned {
        let pair = |(words, cycles): &(usize, u32)| format!("({words}, {cycles})");
        text += &array("    &[", level.compositions.iter().map(pair).collect());
    }
    text += "];\n\n/// Transforms, of operands of half of the words of their moduli, by the number of the modulus.\n";
    text += "pub(super) const TRANSFORMS: [&[u32]; 4] = [\n";
    for level in tuned {
        text += &numbers("    &[", &level.transforms);
    }
    text += "];\n\n/// Where the cycles of each level come from.\n";
    text += "pub(super) const PROVENANCE: [&str; 4] = [\n";
    for level in tuned {
        text += &literal(&level.provenance);
    }
    text += "];\n";
    Ok(text)
}

fn names(levels: impl Iterator<Item = Level>) -> String {
    levels.map(Level::name).collect::<Vec<_>>().join(", ")
}

/// An array inside another one, in one line if it fits, else an item a line.
fn array(open: &str, items: Vec<String>) -> String {
    let line = format!("{open}{}],\n", items.join(", "));
    if line.len() <= WIDTH + 1 {
        return line;
    }
    let items: String = items.iter().map(|item| format!("        {item},\n")).collect();
    format!("{open}\n{items}    ],\n")
}

/// An array of numbers inside another one, in one line if it fits, else in as many as needed.
fn numbers(open: &str, numbers: &[u32]) -> String {
    let items: Vec<String> = numbers.iter().map(u32::to_string).collect();
    let line = format!("{open}{}],\n", items.join(", "));
    if line.len() <= WIDTH + 1 {
        return line;
    }
    let mut text = format!("{open}\n       ");
    let mut column = 7;
    for item in items {
        // One column less, as rustfmt does.
        if column + item.len() + 2 >= WIDTH {
            text += "\n       ";
            column = 7;
        }
        text += &format!(" {item},");
        column += item.len() + 2;
    }
    text + "\n    ],\n"
}

/// A string as an item of an array, its words in as many lines as needed.
fn literal(text: &str) -> String {
    let escaped = text.escape_debug().to_string();
    let mut lines = String::from("    \"");
    let mut column = lines.len();
    for (i, word) in escaped.split(' ').enumerate() {
        // Room for a blank, the quotation mark and a comma or backslash.
        if i > 0 && column + word.len() + 3 > WIDTH {
            lines += " \\\n     ";
            column = 5;
        } else if i > 0 {
            lines.push(' ');
            column += 1;
        }
        lines += word;
        column += word.len();
    }
    lines + "\",\n"
}

/// What plans predict for the products, beside the measured cycles, as a table.
fn report(products: &[(Level, usize)], measured: &[f64]) -> String {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header(["level", "words", "step", "predicted", "measured", "predicted / measured"]);
    for column in [1, 3, 4, 5] {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    for ((level, words), measured) in products.iter().zip(measured) {
        let plan = Plan::of_this_cpu(*level, *words, *words);
        let Some(predicted) = plan.cycles() else { continue };
        table.add_row([
            level.to_string(),
            words.to_string(),
            plan.step().to_string(),
            predicted.to_string(),
            format!("{measured:.0}"),
            format!("{:.2}", f64::from(predicted) / measured),
        ]);
    }
    table.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::measure::Spread;

    /// Of a figure that took so many cycles and nanoseconds at most: the quartile is half of it.
    fn figure(cycles: f64, ns: f64) -> Figure {
        let spread = |x| Spread { median: x, p10: x / 4.0, p25: x / 2.0, p90: x };
        Figure { cycles: Some(spread(cycles)), ns: spread(ns), samples: 9, batch: 1 }
    }

    #[test]
    fn timed_figures_are_times_at_their_usual_frequency() {
        let figures = [
            figure(80.0, 20.0),
            figure(300.0, 100.0),
            figure(600.0, 200.0),
            figure(2000.0, 500.0),
            figure(90.0, 45.0),
        ];
        let expected = [40.0, 150.0, 300.0, 750.0, 45.0];
        assert_eq!(quartiles(&figures, 1..4), Some(expected.into()));
        assert_eq!(quartiles(&figures[..1], 1..1), Some(vec![40.0]), "none is timed");
    }

    #[test]
    fn without_cycles_there_are_no_quartiles() {
        let unknown = Figure { cycles: None, ..figure(1.0, 1.0) };
        assert_eq!(quartiles(&[figure(1.0, 1.0), unknown], 1..2), None);
        assert_eq!(quartiles(&[unknown, figure(1.0, 1.0)], 1..2), None);
    }

    #[test]
    fn long_strings_are_broken_at_blanks_and_read_as_one() {
        let text = format!("{} \"quoted\" {}", ["word"; 30].join(" "), "long".repeat(30));
        let lines = literal(&text);
        assert!(lines.lines().all(|line| line.len() <= WIDTH || line.contains("longlong")));
        let read = lines.trim().trim_end_matches(',').trim_matches('"');
        assert_eq!(read.replace("\\\n     ", "").replace("\\\"", "\""), text);
    }

    #[test]
    fn short_arrays_take_one_line() {
        let items = |count| (0..count).map(|i: u32| (i % 10).to_string()).collect();
        assert_eq!(array("    [", items(3)), "    [0, 1, 2],\n");
        assert_eq!(array("    [", items(31)).lines().count(), 1);
        assert_eq!(array("    [", items(32)).lines().count(), 34);
    }

    #[test]
    fn lines_of_numbers_are_as_long_as_the_formatter_leaves_them() {
        let length = |last| {
            let mut items = vec![123_456; 22];
            items[11] = last;
            let text = numbers("    &[", &items);
            text.lines().nth(1).map(str::len)
        };
        assert_eq!(length(11), Some(8 + 11 * 8 + 3));
        assert_eq!(length(111), Some(8 + 11 * 8 - 1));
    }
}
