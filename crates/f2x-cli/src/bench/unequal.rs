//! `f2x bench unequal`: operands of different lengths, beside the balanced products they amount to.

use super::clock::Clock;
use super::competitor;
use super::measure::{self, Figure};
use super::record::{Cost, Json, Recorder};
use crate::{level, output};
use anyhow::Result;
use comfy_table::{Cell, CellAlignment, Table, presets};
use f2x::Level;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// What a product of unequal lengths may cost, compared with balanced ones.
const FAIR: f64 = 1.15;

/// The pairs that are named as the worst.
const WORST: usize = 10;

/// Measure products of operands of different lengths, beside balanced ones.
///
/// For pairs of lengths from 1 to --max-words words, two in each octave, the cost of the product,
/// compared with what balanced products cost that do the same: either those that Euclid's algorithm
/// cuts it into (20 × 6 words: three of 6 × 6, three of 2 × 2), or one of the longer length, padded
/// with zeros, whichever costs less. The additions between the pieces are not counted. The
/// report has the ratio for every pair, and the worst above 1.15.
///
/// All products take turns, one sample each and round after round; the cost is the lower quartile
/// of the samples, for the reasons that `f2x bench sweep --help` gives.
///
/// With the defaults this takes about 10 seconds, on the level portable about 15.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  f2x bench unequal
  f2x bench unequal --level avx2 --max-words 128")]
pub(super) struct Arguments {
    /// The level, one that this CPU has [default: the one in use]
    #[arg(long, value_parser = level::parser())]
    level: Option<Level>,
    /// The longest operand, in words of 64 bits, up to 4096
    #[arg(long, value_name = "WORDS", default_value_t = 1024,
        value_parser = clap::value_parser!(u32).range(2..=4096))]
    max_words: u32,
    /// Samples of each product; fewer, but at least 5, once two seconds for each have passed
    #[arg(long, default_value_t = 301, value_parser = clap::value_parser!(u32).range(1..))]
    samples: u32,
    #[command(flatten)]
    json: Json,
}

/// The cost of one pair of lengths.
#[derive(Clone, Debug, Serialize)]
struct Pair {
    op: &'static str,
    level: &'static str,
    a_words: usize,
    b_words: usize,
    /// The cost, compared with that of the balanced products.
    ratio: f64,
    /// What they cost, in core cycles or else in nanoseconds.
    balanced: f64,
    /// What they are.
    balanced_by: Balanced,
    #[serde(flatten)]
    cost: Cost,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Balanced {
    Pieces,
    Padded,
}

/// Measures every pair and reports.
pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let level = level::usable(arguments.level)?;
    let mut recorder = Recorder::new(&arguments.json)?;
    let lengths = lengths(arguments.max_words as usize);
    let pairs: Vec<[usize; 2]> = lengths
        .iter()
        .flat_map(|&a| lengths.iter().take_while(move |b| **b < a).map(move |&b| [a, b]))
        .collect();
    let squares: BTreeSet<usize> = pairs
        .iter()
        .flat_map(|[a, b]| pieces(*a, *b).into_iter().map(|(_, words)| words).chain([*a]))
        .collect();
    let products = pairs.iter().copied().chain(squares.iter().map(|&words| [words; 2]));

    let mut competitors = Vec::new();
    for words in products {
        competitors.push(competitor::public(words.map(|n| 64 * n as u64), arguments.level)?);
    }
    let clock = Clock::start();
    let progress = super::progress(u64::from(arguments.samples))?;
    progress.set_message(format!("{} pairs of lengths", pairs.len()));
    let figures = measure::measure(&clock, &mut competitors, arguments.samples, || {
        progress.inc(1);
    });
    progress.finish_and_clear();

    let (unequal, equal) = figures.split_at(pairs.len());
    let square: BTreeMap<usize, f64> =
        squares.into_iter().zip(equal.iter().map(|figure| Cost::new(figure).quartile())).collect();
    let pair = |(&[a_words, b_words], figure): (&[usize; 2], &Figure)| {
        let cost = Cost::new(figure);
        let cut: f64 = pieces(a_words, b_words)
            .into_iter()
            .map(|(count, words)| count as f64 * square[&words])
            .sum();
        let padded = square[&a_words];
        let (balanced, balanced_by) =
            if cut <= padded { (cut, Balanced::Pieces) } else { (padded, Balanced::Padded) };
        let ratio = (cost.quartile() / balanced * 1000.0).round() / 1000.0;
        let level = level.name();
        Pair { op: "unequal", level, a_words, b_words, ratio, balanced, balanced_by, cost }
    };
    let pairs: Vec<Pair> = pairs.iter().zip(unequal).map(pair).collect();
    recorder.add(&pairs)?;
    recorder.finish(|| output::print(&report(&lengths, &pairs)))
}

/// Two lengths in each octave: powers of the square root of two, rounded, each once.
fn lengths(max_words: usize) -> Vec<usize> {
    let powers = (0..).map(|halves| 2_f64.powf(f64::from(halves) / 2.0).round() as usize);
    let mut lengths: Vec<usize> = powers.take_while(|words| *words <= max_words).collect();
    lengths.dedup();
    lengths
}

/// The balanced products that Euclid's algorithm cuts a product of `a` × `b` words into, as (how
/// many, words of each operand).
fn pieces(mut a: usize, mut b: usize) -> Vec<(usize, usize)> {
    let mut pieces = Vec::new();
    while b > 0 {
        pieces.push((a / b, b));
        (a, b) = (b, a % b);
    }
    pieces
}

/// The ratios, the worst pairs, and how many are above [`FAIR`].
fn report(lengths: &[usize], pairs: &[Pair]) -> String {
    let (Some((_, longer)), Some((_, shorter))) = (lengths.split_first(), lengths.split_last())
    else {
        return String::new();
    };
    let mut grid = Table::new();
    grid.load_style(presets::ASCII_MARKDOWN);
    let right = |text: String| Cell::new(text).set_alignment(CellAlignment::Right);
    grid.set_header(
        ["a \\ b".into()].into_iter().chain(shorter.iter().map(|b| right(b.to_string()))),
    );
    for &a in longer {
        let ratios = pairs.iter().filter(|pair| pair.a_words == a);
        let ratios = ratios.map(|pair| right(format!("{:.2}", pair.ratio)));
        grid.add_row([right(a.to_string())].into_iter().chain(ratios));
    }
    for column in grid.column_iter_mut() {
        column.set_padding((0, 0));
    }

    let mut unfair: Vec<&Pair> = pairs.iter().filter(|pair| pair.ratio > FAIR).collect();
    unfair.sort_by(|x, y| y.ratio.total_cmp(&x.ratio));
    let count = format!("{} of {} pairs cost more than {FAIR} times", unfair.len(), pairs.len());
    let mut worst = Table::new();
    worst.load_style(presets::ASCII_MARKDOWN);
    worst.set_header(["a words", "b words", "cycles", "balanced", "by", "ratio"]);
    for pair in unfair.iter().take(WORST) {
        let by = match pair.balanced_by {
            Balanced::Pieces => pieces(pair.a_words, pair.b_words)
                .iter()
                .map(|(count, words)| format!("{count}×{words}"))
                .collect::<Vec<_>>()
                .join(" + "),
            Balanced::Padded => format!("1×{}", pair.a_words),
        };
        worst.add_row([
            right(pair.a_words.to_string()),
            right(pair.b_words.to_string()),
            right(format!("{:.0}", pair.cost.quartile())),
            right(format!("{:.0}", pair.balanced)),
            Cell::new(by),
            right(format!("{:.3}", pair.ratio)),
        ]);
    }
    let level = pairs.first().map_or("", |pair| pair.level);
    let worst = if unfair.is_empty() { String::new() } else { format!("\n\n{worst}") };
    format!("{grid}\n\n{level}: {count} the balanced products{worst}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_cover_the_rectangle() {
        assert_eq!(pieces(20, 6), [(3, 6), (3, 2)]);
        for (a, b) in [(1, 1), (7, 1), (1024, 724), (377, 233), (64, 63)] {
            let area: usize = pieces(a, b).iter().map(|(count, words)| count * words * words).sum();
            assert_eq!(area, a * b);
        }
    }

    #[test]
    fn lengths_are_two_in_an_octave() {
        assert_eq!(lengths(64), [1, 2, 3, 4, 6, 8, 11, 16, 23, 32, 45, 64]);
        assert_eq!(lengths(2), [1, 2]);
    }
}
