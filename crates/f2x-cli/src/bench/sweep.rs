//! `f2x bench sweep`: sizes from one word on, and how smooth the cost is.

use super::clock::Clock;
use super::competitor;
use super::machine::Provenance;
use super::measure;
use super::plot::{self, Curve, Point};
use super::record::{Cost, Json, Recorder};
use crate::level;
use crate::output::{self, Destination};
use anyhow::{Context, Result, bail};
use comfy_table::{CellAlignment, Table, presets};
use f2x::Level;
use f2x::mul::plan::{Plan, Step};
use serde::Serialize;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;

/// What a size may cost, compared with the cheapest size at or above it.
const SMOOTH: f64 = 1.05;

/// What a size may cost, compared with one that is a twentieth shorter, where both are transforms.
const STEP: f64 = 1.12;

/// The sizes of a level that are named as the worst.
const WORST: usize = 10;

/// Up to so many words every size is measured; above, [`SIZES_PER_STEP`] until a twentieth more.
const DENSE_WORDS: usize = 1024;
const SIZES_PER_STEP: i32 = 4;

/// Measure products of every size, and how smooth their cost is.
///
/// For each number of words, up to --max-words and above 1024 by 1.2 % from one to the next, the
/// cost of a product of two operands of that length, and its ratio to the least cost of any measured
/// size at or above it: a ratio of 1.3 says that operands filled up with zeros would be multiplied at
/// 1/1.3 of the cost. The report has the worst sizes and counts those above 1.05. Where a size is
/// planned as a transform, and the next measured one that is a twentieth longer, too (from 1024 words
/// on less a word, for rounding), the step from it to that one is counted if it is above 1.12.
///
/// All sizes and levels take turns, one sample each, up and down the sizes round after round, so
/// that a slow phase of the machine meets all of them. The cost is the lower quartile of the
/// samples: it stands as long as slow phases fill less than three quarters of the time, and a single
/// fast sample does not move it. (Of less than five samples it is the least.)
///
/// With the default of 1024 words and 301 samples this takes about 45 seconds a level, on the level
/// portable some 4 minutes; operands and products of all sizes up to 131072 words fill 400 MB a
/// level.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  f2x bench sweep --csv sweep.csv
  f2x bench sweep --level avx512,avx2 --samples 101 --svg sweep.svg
  f2x bench sweep --max-words 65536 --samples 21")]
pub(super) struct Arguments {
    /// Levels, joined by commas, that this CPU has [default: the one in use]
    #[arg(long, value_delimiter = ',', value_parser = level::parser())]
    level: Vec<Level>,
    /// The longest operands, in words of 64 bits, up to 131072
    #[arg(long, value_name = "WORDS", default_value_t = 1024,
        value_parser = clap::value_parser!(u32).range(1..=131_072))]
    max_words: u32,
    /// Samples of each size; fewer, but at least 5, once two seconds for each have passed
    #[arg(long, default_value_t = 301, value_parser = clap::value_parser!(u32).range(1..))]
    samples: u32,
    /// Plot cycles over bits, and the ratio below, to FILE
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write level, words, bits, cycles, ratio, step and nanoseconds of all sizes to FILE
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    #[command(flatten)]
    json: Json,
}

/// The cost of one size.
#[derive(Clone, Debug, Serialize)]
struct Size {
    op: &'static str,
    level: &'static str,
    words: usize,
    bits: usize,
    /// The cost, compared with that of the cheapest size at or above this one.
    ratio: f64,
    /// The words of that size.
    cheapest_words: usize,
    /// The cost of the next size that is a twentieth longer, compared with this one, if both are transforms.
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<f64>,
    #[serde(flatten)]
    cost: Cost,
}

/// Measures every size and reports.
pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let levels = levels(&arguments.level)?;
    let mut recorder = Recorder::new(&arguments.json)?;
    let file = |option, path: &Option<PathBuf>| {
        path.as_deref().map(|path| Destination::new(option, Some(path))).transpose()
    };
    let svg = file("--svg", &arguments.svg)?;
    let csv = file("--csv", &arguments.csv)?;
    if let (Some(svg), Some(csv)) = (&svg, &csv)
        && svg.is_same(csv)
    {
        bail!("--svg and --csv name the same file");
    }
    for (option, file) in [("--svg", &svg), ("--csv", &csv)] {
        if file.as_ref().is_some_and(|file| recorder.writes_to(file)) {
            bail!("{option} and --json name the same file");
        }
    }

    let words = sizes_to(arguments.max_words as usize);
    let sizes = measure_all(arguments, &levels, &words)?;
    let by_level: Vec<&[Size]> = sizes.chunks(words.len()).collect();
    // Each of these, whatever becomes of the others; that who reads the output has seen enough comes last of what fails.
    let written = csv.map_or(Ok(()), |csv| csv.write(|out| write_csv(out, &sizes)));
    let drawn = svg.map_or(Ok(()), |svg| {
        let text = draw(&by_level)?;
        svg.write(|out| out.write_all(text.as_bytes()))
    });
    let added = recorder.add(&sizes);
    let recorded = recorder.finish(|| output::print(&report(&by_level)?));
    written.and(drawn).and(recorded).and(added)
}

/// The levels, each once, and for each what the product is called on: no level, but the one in use,
/// where none is named.
fn levels(named: &[Level]) -> Result<Vec<(Level, Option<Level>)>> {
    if named.is_empty() {
        return Ok(vec![(level::current()?, None)]);
    }
    let mut levels = Vec::new();
    for &level in named {
        level::usable(Some(level))?;
        if !levels.contains(&(level, Some(level))) {
            levels.push((level, Some(level)));
        }
    }
    Ok(levels)
}

/// The words of the sizes up to `max_words`, which is the last.
fn sizes_to(max_words: usize) -> Vec<usize> {
    let growth = 1.05_f64.powf(1.0 / f64::from(SIZES_PER_STEP));
    let above = (1..).map(|i| (DENSE_WORDS as f64 * growth.powi(i)).round() as usize);
    let below = (1..=DENSE_WORDS).chain(above).take_while(|words| *words < max_words);
    below.chain([max_words]).collect()
}

/// The place of the next size that is a twentieth longer than that of place `i`, or by rounding a word less, if it is there.
fn a_twentieth_longer(words: &[usize], i: usize) -> Option<usize> {
    let rounding = if words[i] < DENSE_WORDS { 0.0 } else { 1.1 };
    let least = words[i] as f64 * 1.05 - rounding;
    let longer = words.partition_point(|words| (*words as f64) < least);
    (longer < words.len()).then_some(longer)
}

/// All sizes of the first level, then of the next.
fn measure_all(
    arguments: &Arguments,
    levels: &[(Level, Option<Level>)],
    words: &[usize],
) -> Result<Vec<Size>> {
    let clock = Clock::start();
    let mut competitors = Vec::new();
    for &words in words {
        let first = competitors.len();
        for (_, called) in levels {
            competitors.push(competitor::public([64 * words as u64; 2], *called)?);
        }
        competitor::agree(&mut competitors[first..])?;
    }
    let progress = super::progress(u64::from(arguments.samples))?;
    progress.set_message(format!("1 to {} words", arguments.max_words));
    let figures = measure::measure(&clock, &mut competitors, arguments.samples, || {
        progress.inc(1);
    });
    progress.finish_and_clear();
    let of_level = |(i, (level, _)): (usize, &(Level, Option<Level>))| {
        let costs: Vec<Cost> =
            figures.iter().skip(i).step_by(levels.len()).map(Cost::new).collect();
        sizes_of(*level, words, costs)
    };
    Ok(levels.iter().enumerate().flat_map(of_level).collect())
}

/// The sizes of so many words that have these costs.
fn sizes_of(level: Level, words: &[usize], costs: Vec<Cost>) -> Vec<Size> {
    let quartiles: Vec<f64> = costs.iter().map(Cost::quartile).collect();
    let ratio = |i: usize, to: usize| (quartiles[i] / quartiles[to] * 1000.0).round() / 1000.0;
    let is_transform = |i: usize| {
        matches!(Plan::of_this_cpu(level, words[i], words[i]).step(), Step::Transform { .. })
    };
    let size = |(i, (cost, cheapest)): (usize, (Cost, usize))| Size {
        op: "sweep",
        level: level.name(),
        words: words[i],
        bits: 64 * words[i],
        ratio: ratio(i, cheapest),
        cheapest_words: words[cheapest],
        step: a_twentieth_longer(words, i)
            .filter(|longer| is_transform(i) && is_transform(*longer))
            .map(|longer| ratio(longer, i)),
        cost,
    };
    costs.into_iter().zip(cheapest_above(&quartiles)).enumerate().map(size).collect()
}

/// For each place that of the least cost there or later, the first of equals.
fn cheapest_above(costs: &[f64]) -> Vec<usize> {
    let mut cheapest: Vec<usize> = (0..costs.len()).collect();
    for i in (0..costs.len().saturating_sub(1)).rev() {
        let above = cheapest[i + 1];
        if costs[above] < costs[i] {
            cheapest[i] = above;
        }
    }
    cheapest
}

/// The worst sizes of each level as a table, and how many are not smooth.
fn report(by_level: &[&[Size]]) -> Result<String> {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header(["level", "words", "bits", "cycles", "ratio", "to words", "cycles"]);
    for column in 1..7 {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut summary = String::new();
    for sizes in by_level {
        let mut worst: Vec<&Size> = sizes.iter().collect();
        worst.sort_by(|a, b| b.ratio.total_cmp(&a.ratio));
        for size in worst.iter().take(WORST) {
            let cheapest = sizes.iter().find(|other| other.words == size.cheapest_words);
            table.add_row([
                size.level.to_string(),
                size.words.to_string(),
                size.bits.to_string(),
                format!("{:.0}", size.cost.quartile()),
                format!("{:.3}", size.ratio),
                size.cheapest_words.to_string(),
                cheapest.map_or_else(String::new, |size| format!("{:.0}", size.cost.quartile())),
            ]);
        }
        let Some(first) = worst.first() else { continue };
        let above = sizes.iter().filter(|size| size.ratio > SMOOTH).count();
        write!(
            summary,
            "\n{}: {above} of {} sizes cost more than {SMOOTH} times the cheapest one above; worst \
             {:.3} at {} words",
            first.level,
            sizes.len(),
            first.ratio,
            first.words
        )?;
        let steps: Vec<(f64, usize)> =
            sizes.iter().filter_map(|size| Some((size.step?, size.words))).collect();
        if let Some((step, words)) = steps.iter().max_by(|a, b| a.0.total_cmp(&b.0)) {
            let above = steps.iter().filter(|(step, _)| *step > STEP).count();
            write!(
                summary,
                "\n{}: {above} of {} steps from a transform to one a twentieth longer are above {STEP}; worst \
                 {step:.3} from {words} words",
                first.level,
                steps.len(),
            )?;
        }
    }
    Ok(format!("{table}\n{summary}"))
}

/// The unit of the costs.
fn unit(sizes: &[Size]) -> &'static str {
    if sizes.iter().all(|size| size.cost.cycles_p25.is_some()) { "core cycles" } else { "ns" }
}

fn write_csv(out: &mut dyn Write, sizes: &[Size]) -> io::Result<()> {
    let Provenance { command, date, version, compiler, cpu } = Provenance::now();
    writeln!(out, "# {command}")?;
    writeln!(out, "# {date}, f2x {version}, {compiler}")?;
    writeln!(out, "# {}: {}", cpu.model, cpu.features.join(" "))?;
    writeln!(out, "# cycles and ns: core cycles and nanoseconds of one product, lower quartile")?;
    writeln!(out, "# ratio: to the least cost of any size at or above")?;
    writeln!(
        out,
        "# step: cost of the next size a twentieth longer to this, if both are transforms"
    )?;
    writeln!(out, "level,words,bits,cycles,ratio,step,ns")?;
    let text = |number: Option<f64>| number.map_or_else(String::new, |number| number.to_string());
    for Size { level, words, bits, ratio, step, cost, .. } in sizes {
        let (cycles, step) = (text(cost.cycles_p25), text(*step));
        writeln!(out, "{level},{words},{bits},{cycles},{ratio},{step},{}", cost.ns_p25)?;
    }
    Ok(())
}

/// The plot of all levels.
fn draw(by_level: &[&[Size]]) -> Result<String> {
    let point = |size: &Size| Point {
        bits: size.bits as f64,
        cost: size.cost.quartile(),
        ratio: size.ratio,
    };
    let curve = |sizes: &&[Size]| Curve {
        name: sizes.first().map_or_else(String::new, |size| size.level.into()),
        points: sizes.iter().map(point).collect(),
    };
    let curves: Vec<Curve> = by_level.iter().map(curve).collect();
    let unit = by_level.first().map_or("", |sizes| unit(sizes));
    let Provenance { date, version, compiler, cpu, .. } = Provenance::now();
    let day = date.split('T').next().unwrap_or_default();
    let note = format!("f2x {version}, {compiler}\n{}, {day}", cpu.model);
    plot::svg(&curves, unit, SMOOTH, &note).context("the plot")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_to_the_next_size_that_is_a_twentieth_longer() {
        let words = sizes_to(131_072);
        assert!(words.is_sorted_by(|a, b| a < b));
        assert_eq!((words[1023], words[1024]), (1024, 1037));
        assert_eq!(words[words.len() - 2..], [129_819, 131_072]);
        for (i, &size) in words.iter().enumerate() {
            let expected = size as f64 * 1.05;
            let Some(longer) = a_twentieth_longer(&words, i) else {
                assert!(expected > 131_072.0, "{size}");
                continue;
            };
            let more = words[longer] as f64 - expected;
            let most = match size {
                ..976 => 0.0..1.0,
                976..1024 => 0.0..0.0125 * expected,
                _ => -1.1..1.1,
            };
            let is_last = longer == words.len() - 1;
            assert!(most.contains(&more) || is_last && more > 0.0, "{size}: {more} more");
        }
        assert_eq!(sizes_to(3), [1, 2, 3]);
        assert_eq!(sizes_to(1030)[1023..], [1024, 1030]);
    }

    #[test]
    fn the_cheapest_size_is_the_first_of_the_least_from_there_on() {
        assert_eq!(cheapest_above(&[9.0, 5.0, 7.0, 4.0, 4.0, 8.0]), [3, 3, 3, 3, 4, 5]);
        assert_eq!(cheapest_above(&[1.0]), [0]);
        assert!(cheapest_above(&[]).is_empty());
    }
}
