//! Operation counts by runs on symbols, beside formulae; and the lengths at which plans change methods.

use super::papers::{self, Method};
use super::results::{Figure, Line, Table, Unit};
use super::session::Session;
use f2x::isa::Witness;
use f2x::isa::witness::{Counts, prove_block};
use f2x::mul::plan::Step;
use f2x::mul::{Block, Karatsuba, Karatsuba3, Karatsuba5, Schoolbook};
use f2x::{Level, Plan};

type Word = Schoolbook<1>;
type KaratRec16 = Karatsuba<Karatsuba<Karatsuba<Karatsuba<Word>>>>;

/// The plans that are asked: up to so many words.
const LONGEST: usize = 4096;

/// The counts of a schedule down to single words, and its length.
fn counts<B: Block<Witness>>() -> Result<(usize, Counts), String> {
    let counts = prove_block::<B>();
    counts.map(|counts| (B::WORDS, counts)).map_err(|wrong| format!("wrong: word {}", wrong.0))
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
        let counted = match formula.name.as_str() {
            "Schoolbook" => counts::<Schoolbook<8>>(),
            "KaratRec" => counts::<KaratRec16>(),
            "Karat3" => counts::<Karatsuba3<KaratRec16>>(),
            "Karat5" => counts::<Karatsuba5<KaratRec16>>(),
            name => Err(format!("there is no schedule {name}")),
        };
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
        figure.f2x = first(level, |step| step == Step::Transform).map(|words| words as f64);
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
        "f2x: the least number of words, up to {LONGEST}, whose plan begins with the method; `f2x plan` prints \
         the whole of it."
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
