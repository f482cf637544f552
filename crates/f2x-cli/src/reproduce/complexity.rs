//! Operation counts by runs on symbols, beside formulae; and the lengths at which plans change methods.

use super::papers::{self, Method};
use super::results::{Figure, Line, Table, Unit};
use super::session::Session;
use f2x::isa::Witness;
use f2x::isa::witness::{Counts, prove};
use f2x::mul::plan::Step;
use f2x::mul::{Block, Schoolbook, karatsuba, karatsuba3, karatsuba5};
use f2x::{Level, Plan};

/// The plans that are asked: up to so many words.
const LONGEST: usize = 4096;

/// KaratRec down to single words, for a power of two.
fn karat_rec(c: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
    match a.len() {
        1 => Schoolbook::<1>::mul(Witness, c, a, b, scratch),
        n => karatsuba(Witness, n / 2, c, a, b, scratch, karat_rec),
    }
}

/// Words of the smaller products of the schedules that are counted.
const PART: usize = 16;

/// The words of a schedule's operands, and its counts.
fn counts(name: &str) -> Result<(usize, Counts), String> {
    let words = match name {
        "Schoolbook" => 8,
        "KaratRec" => PART,
        "Karat3" => 3 * PART,
        "Karat5" => 5 * PART,
        name => return Err(format!("there is no schedule {name}")),
    };
    // A step takes less than four times its operand, as do all below it together.
    let mut scratch = vec![0; 8 * words];
    let proof = prove(words, words, |c, a, b| match name {
        "Schoolbook" => Schoolbook::<8>::mul(Witness, c, a, b, &mut scratch),
        "Karat3" => karatsuba3(Witness, PART, c, a, b, &mut scratch, karat_rec),
        "Karat5" => karatsuba5(Witness, c, a, b, &mut scratch, karat_rec),
        _ => karat_rec(c, a, b, &mut scratch),
    });
    proof.map(|counts| (words, counts)).map_err(|wrong| format!("wrong: word {}", wrong.0))
}

/// Runs the schedules of a table on symbols.
pub(super) fn count(table: &papers::Table, result: &mut Table) {
    result.notes.push(
        "Counted by runs on symbols, which prove the schedules right for all operands. Exclusive-ors are fewer \
         than the formulae: those have 8 for each product where the recursion needs 7, and leave out a term \
         of -8 t."
            .into(),
    );
    for formula in &table.formulae {
        let counted = counts(&formula.name);
        let words = counted.as_ref().map_or(0, |counted| counted.0);
        let value = |factor| factor * (words as f64 / formula.parts).powf(formula.power.value());
        let units = [(Unit::Products, formula.products), (Unit::Xors, formula.xors)];
        let figures = units.map(|(unit, factor)| {
            let of = |counts: &Counts| match unit {
                Unit::Products => counts.clmul_words,
                _ => counts.xor_words,
            };
            let here = counted.as_ref().map(|(_, counts)| of(counts) as f64).map_err(Clone::clone);
            Figure::new(unit, Some(value(factor).round())).with(here)
        });
        result.lines.push(Line {
            row: format!("{}, t = {words}", formula.name),
            bits: Some(64 * words as u64),
            column: formula.printed.join(" and "),
            of: None,
            level: None,
            cpu: None,
            figures: figures.into(),
        });
    }
}

/// Where plans change methods, beside where gf2x does.
pub(super) fn ranges(session: &Session, table: &papers::Table, result: &mut Table) {
    let levels = Level::ALL.into_iter().filter(|level| {
        level.is_available()
            && *level != Level::Portable
            && session.only.is_none_or(|l| l == *level)
    });
    for level in levels {
        for range in &table.ranges {
            let own = range.method.and_then(|method| first(level, |step| is(method, step)));
            let bound = |from: &str, words: Option<u64>, degree: Option<u64>| {
                Some(format!("{from} {} words, degree {}", words?, degree?))
            };
            let from = bound("from", range.from_words, range.from_degree);
            let below = bound("below", range.below_words, range.below_degree);
            let printed: Vec<String> =
                [from, below, range.printed.clone()].into_iter().flatten().collect();
            let mut figure = Figure::new(Unit::Words, range.from_words.map(|words| words as f64));
            figure.f2x = own.map(|words| words as f64);
            if own.is_none() {
                figure.reason = Some(match range.method {
                    Some(_) => "no plan begins with it".into(),
                    None => "f2x has no such method".into(),
                });
            }
            result.lines.push(Line {
                row: format!("{}, {}: {}", range.name, range.complexity, printed.join(", ")),
                bits: None,
                column: "first length".into(),
                of: None,
                level: Some(level.name().into()),
                cpu: None,
                figures: vec![figure],
            });
        }
        let mut figure = Figure::new(Unit::Words, None);
        figure.f2x =
            first(level, |step| matches!(step, Step::Transform { .. })).map(|words| words as f64);
        if figure.f2x.is_none() {
            figure.reason = Some("the level has none".into());
        }
        result.lines.push(Line {
            row: "additive Fourier transform, not in the paper".into(),
            bits: None,
            column: "first length".into(),
            of: None,
            level: Some(level.name().into()),
            cpu: None,
            figures: vec![figure],
        });
    }
    result.notes.push(format!(
        "f2x: the least number of words, up to {LONGEST}, whose plan begins with the method, on level vpclmul that \
         with GFNI; `f2x plan` prints the whole of it."
    ));
}

fn first(level: Level, is: impl Fn(Step) -> bool) -> Option<usize> {
    (1..=LONGEST).find(|&words| is(Plan::new(level, words, words).step()))
}

/// Kernels are compositions of Karatsuba.
fn is(method: Method, step: Step) -> bool {
    match method {
        Method::Karatsuba => matches!(step, Step::Fixed(_) | Step::Karatsuba(_)),
        Method::Toom3 => matches!(step, Step::Toom3(_)),
    }
}
