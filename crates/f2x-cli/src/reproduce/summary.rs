//! The run in plain words, and what differs from the papers, both written from the figures.

use super::charts::{Best, best};
use super::results::{Figure, Line, Table, Unit};
use super::text::heading;
use crate::bench::plot::grouped;
use serde::Serialize;

/// How far two figures must be apart for one to be the lesser.
const APART: f64 = 1.03;

/// Something that a paper's figures say and those of this machine do not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Difference {
    pub(super) paper: String,
    pub(super) table: String,
    pub(super) what: String,
    pub(super) reason: Option<String>,
}

/// What was reproduced, what was not, and by how much f2x is ahead.
pub(super) fn opening(tables: &[Table], differences: &[Difference]) -> String {
    let figures = || tables.iter().flat_map(|table| &table.lines).flat_map(|line| &line.figures);
    let printed = figures().filter(|figure| figure.paper.is_some()).count();
    let again = figures().filter(|figure| figure.paper.is_some() && figure.here.is_some()).count();
    let mut papers: Vec<&str> = tables.iter().map(|table| table.paper.as_str()).collect();
    papers.dedup();
    let plural =
        |n: usize, one: &str| if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") };
    let mut text = format!(
        "{} of {} on carry-less multiplication, measured again on this machine: of {} that they \
         print {} measured here with the same algorithm; the others say beside them why not.",
        match tables.len() {
            1 => "1 table or figure".into(),
            n => format!("{n} tables and figures"),
        },
        plural(papers.len(), "paper"),
        plural(printed, "number"),
        if again == 1 { "1 was".into() } else { format!("{again} were") },
    );
    text += &match differences.len() {
        0 => " What was measured agrees with the papers in direction.".into(),
        1 => " One comparison comes out the other way here than in the papers.".into(),
        n => format!(" {n} comparisons come out otherwise here than in the papers."),
    };
    for level in ["avx512", "avx2"] {
        text += &ahead(&best(tables, level), level);
    }
    text
}

/// By how much f2x is ahead on a level.
fn ahead(best: &[Best], level: &str) -> String {
    let by_gain = |a: &&Best, b: &&Best| a.gain().total_cmp(&b.gain());
    let (Some(least), Some(most)) = (best.iter().min_by(by_gain), best.iter().max_by(by_gain))
    else {
        return String::new();
    };
    let behind = best.iter().filter(|best| best.gain() < 1.0).count();
    let bits = |best: &Best| grouped(best.bits as f64);
    let mut text = format!(
        " On level {level} f2x is from {:.2} times (at {} bits) to {:.2} times (at {} bits) as fast as the \
         fastest schedule of the papers at the same size",
        least.gain(),
        bits(least),
        most.gain(),
        bits(most)
    );
    text += &match behind {
        0 => format!(", and is ahead at all {} sizes.", best.len()),
        n => format!("; it is behind at {n} of {} sizes.", best.len()),
    };
    text
}

/// Comparisons that come out the other way.
pub(super) fn differences(tables: &[Table]) -> Vec<Difference> {
    tables.iter().flat_map(of_table).collect()
}

fn of_table(table: &Table) -> Vec<Difference> {
    let mut differences = Vec::new();
    for unit in table.units() {
        if matches!(unit, Unit::Ratio) {
            differences.extend(table.lines.iter().filter_map(|line| claim(table, line)));
        } else if matches!(unit, Unit::Cycles | Unit::Ns) {
            differences.extend(reversals(table, unit));
        }
    }
    differences
}

/// A stated ratio that is not reached.
fn claim(table: &Table, line: &Line) -> Option<Difference> {
    let figure = line.figure(Unit::Ratio)?;
    let (paper, here) = (figure.paper?, figure.here?);
    (here * APART < paper).then(|| Difference {
        paper: table.paper.clone(),
        table: heading(&table.number),
        what: format!("{}: {here:.2} here, {paper:.2} in the paper", line.row),
        reason: Some(
            "the stand-in of 2018 left out what a real VPCLMULQDQ shares with shuffles, one execution port"
                .into(),
        )
        .filter(|_| line.row.starts_with("cycles")),
    })
}

/// Pairs of one size of which the paper has one ahead, and this machine the other.
fn reversals(table: &Table, unit: Unit) -> Vec<Difference> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    for (i, one) in table.lines.iter().enumerate() {
        for other in &table.lines[i + 1..] {
            // Of columns and of rows of one size, what is in both.
            let comparable = one.bits == other.bits
                && one.bits.is_some()
                && (one.column == other.column || one.row == other.row);
            let is_library = |line: &Line| line.of.as_deref() == Some("gf2x");
            if !comparable || is_library(one) || is_library(other) {
                continue;
            }
            let (Some(a), Some(b)) = (one.figure(unit), other.figure(unit)) else { continue };
            let (less, more) = match (ratio(a, b, |f| f.paper), ratio(a, b, |f| f.here)) {
                (Some(paper), Some(here)) if paper * APART < 1.0 && here > APART => (one, other),
                (Some(paper), Some(here)) if paper > APART && here * APART < 1.0 => (other, one),
                _ => continue,
            };
            let (what, size) = if one.column == other.column {
                let size = format!("{}, {}", grouped(one.bits.unwrap_or(0) as f64), one.column);
                (
                    format!("{} is ahead of {} in the paper, and behind here", less.row, more.row),
                    size,
                )
            } else {
                let pair = format!("{} is ahead of {} in the paper", less.column, more.column);
                (format!("{pair}, and behind here"), one.row.clone())
            };
            match found.iter_mut().find(|other| other.0 == what) {
                Some((_, sizes)) if sizes.contains(&size) => {}
                Some((_, sizes)) => sizes.push(size),
                None => found.push((what, vec![size])),
            }
        }
    }
    let difference = |(what, sizes): (String, Vec<String>)| Difference {
        paper: table.paper.clone(),
        table: heading(&table.number),
        what: format!("{what} (at {})", sizes.join("; ")),
        reason: reason(&table.paper).map(Into::into),
    };
    found.into_iter().map(difference).collect()
}

fn ratio(a: &Figure, b: &Figure, of: fn(&Figure) -> Option<f64>) -> Option<f64> {
    Some(of(a)? / of(b)?)
}

/// Why comparisons of a paper come out otherwise, as far as that is known.
fn reason(paper: &str) -> Option<&'static str> {
    match paper {
        "su-fan" => Some(
            "a carry-less product took 8 to 14 cycles on the paper's CPU, and one can start every cycle now, so \
             that one product less no longer pays for many additions",
        ),
        "robert-veron" => Some(
            "the kernels are written again from the paper, and another compiler and core weigh shuffles, \
             products and loads differently",
        ),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(row: &str, column: &str, paper: f64, here: Option<f64>) -> Line {
        let mut figure = Figure::new(Unit::Cycles, Some(paper));
        figure.here = here;
        figure.f2x = Some(50.0);
        Line {
            row: row.into(),
            bits: Some(1024),
            column: column.into(),
            of: Some("robert-veron/karatrec".into()),
            level: Some("avx2".into()),
            cpu: None,
            figures: vec![figure],
        }
    }

    fn table(lines: Vec<Line>) -> Table {
        Table {
            paper: "robert-veron".into(),
            number: "4".into(),
            title: String::new(),
            cpu: None,
            notes: Vec::new(),
            lines,
        }
    }

    #[test]
    fn what_comes_out_the_other_way_is_found() {
        let same =
            table(vec![line("1024", "x", 100.0, Some(80.0)), line("1024", "y", 120.0, Some(90.0))]);
        assert_eq!(differences(&[same]), []);
        // Less than the least difference that counts.
        let near =
            table(vec![line("1024", "x", 100.0, Some(91.0)), line("1024", "y", 120.0, Some(90.0))]);
        assert_eq!(differences(&[near]), []);
        let other =
            table(vec![line("1024", "x", 100.0, Some(99.0)), line("1024", "y", 120.0, Some(90.0))]);
        let found = differences(&[other]);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].what, "x is ahead of y in the paper, and behind here (at 1024)");
    }

    #[test]
    fn the_opening_counts_what_was_measured() {
        let lines = vec![line("1024", "x", 100.0, Some(80.0)), line("1024", "y", 120.0, None)];
        let tables = [table(lines)];
        let text = opening(&tables, &differences(&tables));
        assert!(text.starts_with("1 table or figure of 1 paper"), "{text}");
        assert!(text.contains("of 2 numbers that they print 1 was measured"), "{text}");
        assert!(text.contains("1.60 times (at 1,024 bits)"), "{text}");
        assert!(text.contains("ahead at all 1 sizes"), "{text}");
    }
}
