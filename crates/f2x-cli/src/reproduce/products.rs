//! Tables of products: cycles and instructions, size by size, and what is divided of them.

use super::instructions::Kind;
use super::papers::{self, Papers, Take};
use super::results::{Figure, Line, Table, Unit};
use super::session::Session;
use super::subject::Subject;
use indicatif::ProgressBar;

/// A column of a row.
struct Cell {
    column: usize,
    of: Option<String>,
    level: Option<String>,
    here: Result<Subject, String>,
    own: Option<Subject>,
}

/// Measures a table.
pub(super) fn measure(
    session: &mut Session,
    table: &papers::Table,
    result: &mut Table,
    progress: &ProgressBar,
) {
    for row in &table.rows {
        let cells = cells(session, table, row);
        // f2x first, and all of one size in turns.
        let own = cells.iter().filter_map(|cell| cell.own.clone());
        let here = cells.iter().filter_map(|cell| cell.here.clone().ok());
        let subjects: Vec<Subject> = own.chain(here).collect();
        if row.cycles.is_some() {
            session.time(&subjects, session.procedure(&table.paper));
        }
        for cell in cells {
            result.lines.push(line(session, table, row, cell));
        }
        progress.inc(1);
    }
}

/// What the columns of a row are measured on; those that the paper leaves empty are left out, unless it
/// has no figures at all.
fn cells(session: &Session, table: &papers::Table, row: &papers::Row) -> Vec<Cell> {
    let figures = [&row.cycles, &row.instructions, &row.products];
    let printed =
        |i: usize| figures.iter().any(|f| f.as_ref().is_some_and(|figures| figures[i].is_some()));
    let is_drawing = !(0..table.columns.len()).any(printed);
    let columns = table.columns.iter().enumerate();
    let columns = columns.filter(|(i, _)| is_drawing || printed(*i));
    columns.map(|(i, column)| cell(session, table, row, i, column)).collect()
}

fn cell(
    session: &Session,
    table: &papers::Table,
    row: &papers::Row,
    i: usize,
    column: &papers::Column,
) -> Cell {
    let of = column.of.clone().or(row.of.clone());
    let bits = row.bits.unwrap_or_default();
    let operand_bits = row.operand_bits.unwrap_or(bits);
    let level = session.level(&table.paper, column);
    let own = level.clone().ok().map(|level| Subject::Own { level, bits: operand_bits });
    let here = match (&of, &column.missing) {
        _ if session.is_left_out(bits) => Err(session.left_out()),
        (_, Some(missing)) => Err(missing.clone()),
        (None, None) => Err("the paper does not say what it is".into()),
        (Some(of), None) if of == "gf2x" => Ok(Subject::Gf2x { bits: operand_bits }),
        (Some(of), None) => level.clone().map(|level| Subject::Schedule {
            name: of.clone(),
            level,
            bits,
            operand_bits,
        }),
    };
    let own = own.filter(|_| !session.is_left_out(bits));
    Cell { column: i, of, level: level.ok(), here, own }
}

fn line(session: &mut Session, table: &papers::Table, row: &papers::Row, cell: Cell) -> Line {
    let Cell { column: i, of, level, here, own } = cell;
    let column = &table.columns[i];
    let printed = |figures: &Option<Vec<Option<f64>>>| figures.as_ref().and_then(|f| f[i]);
    let mut figures = Vec::new();
    if row.products.is_some() {
        let count = here.clone().and_then(|subject| session.kinds(&subject));
        let count = count.map(|counts| counts.kinds.get(Kind::Clmul) as f64);
        let mut figure = Figure::new(Unit::Products, printed(&row.products)).with(count);
        if let (Some(paper), Some(here)) = (figure.paper, figure.here)
            && here < paper
        {
            figure.reason = Some(
                "where the parts of a strategy differ in length, the compiler finds products that it has \
                 already"
                    .into(),
            );
        }
        figures.push(figure);
    }
    if row.cycles.is_some() {
        figures.push(session.cycles(printed(&row.cycles), here.clone(), own.as_ref()));
    }
    let is_library = matches!(here, Ok(Subject::Gf2x { .. }));
    if is_library && row.instructions.is_none() {
        // It has a million calls, of which few are alike.
        let reason = "not counted: another program, of which the paper has no count";
        figures.push(Figure::new(Unit::Instructions, None).with(Err(reason.into())));
    } else {
        figures.push(session.retired(printed(&row.instructions), here, own.as_ref()));
    }
    Line {
        row: row.name.clone(),
        bits: row.bits,
        column: column.name.clone(),
        of,
        level,
        cpu: column.cpu.clone(),
        figures,
    }
}

/// The table that a figure is made from: measured before, or now.
fn source(
    session: &mut Session,
    papers: &Papers,
    before: &[Table],
    paper: &str,
    number: &str,
    progress: &ProgressBar,
) -> Option<Table> {
    let is = |table: &&Table| table.paper == paper && table.number == number;
    if let Some(table) = before.iter().find(is) {
        return Some(table.clone());
    }
    let table = papers.tables.iter().find(|t| t.paper == paper && t.number == number)?;
    Some(session.table(table, papers, before, progress))
}

/// Instructions per cycle, from Table 4.
pub(super) fn per_cycle(
    session: &mut Session,
    papers: &Papers,
    before: &[Table],
    result: &mut Table,
    progress: &ProgressBar,
) {
    let Some(table) = source(session, papers, before, &result.paper, "4", progress) else {
        return;
    };
    for line in table.lines {
        let cycles = line.figure(Unit::Cycles);
        let instructions = line.figure(Unit::Instructions);
        let ratio = |of: fn(&Figure) -> Option<f64>| {
            Some(instructions.and_then(of)? / cycles.and_then(of)?)
        };
        let mut figure = Figure::new(Unit::InstructionsPerCycle, ratio(|f| f.paper));
        figure.here = ratio(|f| f.here);
        figure.f2x = ratio(|f| f.f2x);
        if figure.here.is_none() {
            let reason = |f: Option<&Figure>| f.and_then(|f| f.reason.clone());
            figure.reason = reason(cycles).or(reason(instructions));
            figure.reason.get_or_insert("core cycles are not known".into());
        }
        result.lines.push(Line { figures: vec![figure], ..line });
    }
}

/// Ratios that a text states, from Figures 3 to 5.
pub(super) fn claims(
    session: &mut Session,
    table: &papers::Table,
    papers: &Papers,
    before: &[Table],
    result: &mut Table,
    progress: &ProgressBar,
) {
    for claim in &table.claims {
        let (unit, number) = match claim.unit.as_str() {
            "cycles" => (Unit::Cycles, "Figure 5"),
            _ => (Unit::Instructions, "Figures 3 and 4"),
        };
        let source = source(session, papers, before, &result.paper, number, progress);
        let ratio = source.as_ref().and_then(|source| ratio(source, unit, &claim.over, claim.take));
        let reason = || "a level, or the counts, are missing".to_string();
        let figure = Figure::new(Unit::Ratio, Some(claim.ratio));
        result.lines.push(Line {
            row: claim.name.clone(),
            bits: None,
            column: format!("xmm 4x4 over {}", claim.over),
            of: None,
            level: None,
            cpu: None,
            figures: vec![figure.with(ratio.ok_or_else(reason))],
        });
    }
}

/// The ratio of xmm 4x4 to another column, of all sizes the one that counts.
fn ratio(table: &Table, unit: Unit, over: &str, take: Take) -> Option<f64> {
    let of = |column: &str| -> Vec<(u64, f64)> {
        let lines = table.lines.iter().filter(|line| line.column == column);
        lines.filter_map(|line| Some((line.bits?, line.figure(unit)?.here?))).collect()
    };
    let divisors = of(over);
    let mut ratios: Vec<(u64, f64)> = Vec::new();
    for (bits, dividend) in of("xmm 4x4") {
        let divisor = divisors.iter().find(|divisor| divisor.0 == bits)?;
        ratios.push((bits, dividend / divisor.1));
    }
    let values = ratios.iter().map(|ratio| ratio.1);
    match take {
        Take::Least => values.min_by(f64::total_cmp),
        Take::Greatest => values.max_by(f64::total_cmp),
        Take::LargestSize => ratios.iter().max_by_key(|ratio| ratio.0).map(|ratio| ratio.1),
    }
}
