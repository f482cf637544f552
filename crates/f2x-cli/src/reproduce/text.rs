//! The report as text: a table for each table, as the paper has it.

use super::results::{Figure, Line, Table, Unit};
use super::session::Run;
use super::summary::Difference;
use comfy_table::{CellAlignment, presets};
use std::fmt::Write as _;

/// A table of a paper.
pub(super) fn table(result: &Table) -> String {
    let mut text = format!("## {} {}: {}\n\n", result.paper, heading(&result.number), result.title);
    if let Some(cpu) = &result.cpu {
        let _ = writeln!(text, "Paper: {cpu}.");
    }
    for note in &result.notes {
        let _ = writeln!(text, "{note}");
    }
    let units = result.units();
    let _ = write!(text, "\n{}", body(result, &units));
    for reason in reasons(result) {
        let _ = write!(text, "\n{reason}");
    }
    text + "\n"
}

/// A number with what it numbers.
pub(super) fn heading(number: &str) -> String {
    let is_name = number.contains(' ') || number.len() > 3;
    if is_name { number.into() } else { format!("Table {number}") }
}

fn body(result: &Table, units: &[Unit]) -> comfy_table::Table {
    let mut table = comfy_table::Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    let mut header: Vec<String> = ["row", "column", "level"].map(String::from).into();
    for unit in units {
        header.push(format!("{}: paper", unit.name()));
        header.extend(["here", "f2x", "paper/here", "here/f2x"].map(String::from));
    }
    let columns = header.len();
    table.set_header(header);
    for column in 3..columns {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    for line in &result.lines {
        table.add_row(cells(line, units));
    }
    table
}

/// The cells of a line; a dash where there is nothing, with a number where the reason is told below.
fn cells(line: &Line, units: &[Unit]) -> Vec<String> {
    let mut cells =
        vec![line.row.clone(), line.column.clone(), line.level.clone().unwrap_or_default()];
    for unit in units {
        cells.extend(match line.figure(*unit) {
            Some(figure) => figures(figure).into(),
            None => vec![String::new(); 5],
        });
    }
    cells
}

/// The five cells of a figure.
pub(super) fn figures(figure: &Figure) -> [String; 5] {
    let value = |value: Option<f64>| value.map_or("–".into(), |value| figure.unit.format(value));
    let ratio = |ratio: Option<f64>| ratio.map_or("–".into(), |ratio| format!("{ratio:.2}"));
    [
        value(figure.paper),
        value(figure.here),
        value(figure.f2x),
        ratio(figure.to_paper()),
        ratio(figure.gain()),
    ]
}

/// Why there are dashes, each reason once with what it is about.
pub(super) fn reasons(result: &Table) -> Vec<String> {
    let mut reasons: Vec<(String, Vec<String>)> = Vec::new();
    for line in &result.lines {
        for figure in &line.figures {
            let Some(reason) = &figure.reason else { continue };
            let what = match line.column.as_str() {
                "" => line.row.clone(),
                column => column.into(),
            };
            match reasons.iter_mut().find(|other| other.0 == *reason) {
                Some((_, lines)) if lines.contains(&what) => {}
                Some((_, lines)) => lines.push(what),
                None => reasons.push((reason.clone(), vec![what])),
            }
        }
    }
    reasons.into_iter().map(|(reason, what)| format!("{}: {reason}.", what.join(", "))).collect()
}

/// How it was measured, on what.
pub(super) fn closing(run: &Run) -> String {
    let mut text = format!("## In short\n\n{}\n\n## What we could not reproduce\n\n", run.opening);
    for Difference { paper, table, what, reason } in &run.differences {
        let reason = reason.as_ref().map_or_else(String::new, |reason| format!(" Why: {reason}."));
        let _ = writeln!(text, "- {paper}, {table}: {what}.{reason}");
    }
    if run.differences.is_empty() {
        text += "Nothing that was measured differs from the papers in direction.\n";
    }
    text += "\n## How it was measured\n\n";
    for procedure in &run.procedures {
        let _ = writeln!(text, "- {procedure}");
    }
    let p = &run.provenance;
    let _ = writeln!(text, "\n{}\n{}, f2x {}, {}", p.command, p.date, p.version, p.compiler);
    let _ = write!(text, "{}: {}; {} s", p.cpu.model, p.cpu.features.join(" "), run.seconds);
    text
}
