//! Tables of kernels: their instructions by kind, counted on the compiled code.

use super::instructions::{Counts, Kind};
use super::papers;
use super::results::{Figure, Line, Table, Unit};
use super::session::Session;
use super::subject::Subject;
use indicatif::ProgressBar;

/// A kind by its name in the papers' figures.
fn kinds(name: &str) -> &'static [Kind] {
    use Kind::*;
    match name {
        "clmul" => &[Clmul],
        "xor" => &[Xor],
        "masked xor" => &[MaskedXor],
        "any xor" => &[Xor, MaskedXor, Zero],
        "and" => &[And],
        "zero" => &[Zero],
        "broadcast" => &[Broadcast],
        "permutex" => &[Permutex],
        "permutexvar" => &[Permutexvar],
        "permutex2var" => &[Permutex2var],
        "alignr" => &[Alignr],
        "unpacklo" => &[Unpacklo],
        "unpackhi" => &[Unpackhi],
        "shuffle" => &[Shuffle],
        "permute" => &PERMUTATIONS,
        "load" => &[Load],
        "move" => &[Move],
        "load, store, move" => &[Load, Store, Move],
        _ => &[],
    }
}

/// The kinds that move words between places of vectors.
const PERMUTATIONS: [Kind; 9] = [
    Kind::Broadcast,
    Kind::Permutex,
    Kind::Permutexvar,
    Kind::Permutex2var,
    Kind::Alignr,
    Kind::Unpacklo,
    Kind::Unpackhi,
    Kind::Shuffle,
    Kind::Lane,
];

/// The instructions of vectors.
const VECTORS: [Kind; Kind::ALL.len() - 1] = {
    let mut vectors = [Kind::Clmul; Kind::ALL.len() - 1];
    let mut i = 0;
    while i < vectors.len() {
        vectors[i] = Kind::ALL[i];
        i += 1;
    }
    vectors
};

/// Counts a table.
pub(super) fn count(
    session: &mut Session,
    table: &papers::Table,
    result: &mut Table,
    progress: &ProgressBar,
) {
    let counts: Vec<[Result<Counts, String>; 2]> = table
        .columns
        .iter()
        .map(|column| {
            let level = session.level(&table.paper, column);
            let bits = column.bits.unwrap_or_default();
            let name = column.of.clone().unwrap_or_default();
            let here = level.clone().map(|level| Subject::Kernel { name, level, bits });
            let own = level.map(|level| Subject::OwnKernel { level, words: bits as usize / 64 });
            [here, own].map(|subject| subject.and_then(|subject| session.kinds(&subject)))
        })
        .collect();
    let listed: Vec<Kind> = table
        .rows
        .iter()
        .flat_map(|row| kinds(row.kind.as_deref().unwrap_or_default()))
        .copied()
        .collect();
    for row in &table.rows {
        let kind = row.kind.as_deref().unwrap_or_default();
        let printed = |i: usize| row.instructions.as_ref().and_then(|figures| figures[i]);
        let of = |counts: &Counts| match kind {
            "all" => counts.kinds.sum(&VECTORS),
            "rest" => counts.kinds.sum(&VECTORS) - counts.kinds.sum(&listed),
            "shown" => shown(table, counts),
            kind => counts.kinds.sum(kinds(kind)),
        };
        lines(table, &counts, &row.name, printed, of, result);
        progress.inc(1);
    }
    result.notes.push(
        "The compiler chooses other permutations than the source names, and makes one exclusive-or of three \
         operands of two. The last rows are what the paper does not list; the work of general registers is the \
         call, the lengths and the addresses."
            .into(),
    );
    let none = |_| None;
    if !table.rows.iter().any(|row| row.kind.as_deref() == Some("all")) {
        let unlisted = |kinds: &[Kind]| -> Vec<Kind> {
            kinds.iter().filter(|kind| !listed.contains(kind)).copied().collect()
        };
        let (permutations, vectors) = (unlisted(&PERMUTATIONS), unlisted(&VECTORS));
        let others: Vec<Kind> =
            vectors.into_iter().filter(|kind| !permutations.contains(kind)).collect();
        lines(table, &counts, "other permutations", none, |c| c.kinds.sum(&permutations), result);
        lines(table, &counts, "other vectors", none, |c| c.kinds.sum(&others), result);
    }
    let general = |counts: &Counts| counts.kinds.get(Kind::General);
    lines(table, &counts, "general registers", none, general, result);
}

/// The kinds above the row of the total, and all other permutations, without which a kernel that is
/// compiled to others would look shorter than it is.
fn shown(table: &papers::Table, counts: &Counts) -> u64 {
    let above = table.rows.iter().take_while(|row| row.kind.as_deref() != Some("shown"));
    let above: Vec<Kind> =
        above.flat_map(|row| kinds(row.kind.as_deref().unwrap_or_default())).copied().collect();
    let others: Vec<Kind> = PERMUTATIONS.into_iter().filter(|kind| !above.contains(kind)).collect();
    counts.kinds.sum(&above) + counts.kinds.sum(&others)
}

/// A line for each column; those that the paper leaves empty and that are zero here are left out.
fn lines(
    table: &papers::Table,
    counts: &[[Result<Counts, String>; 2]],
    row: &str,
    printed: impl Fn(usize) -> Option<f64>,
    of: impl Fn(&Counts) -> u64,
    result: &mut Table,
) {
    for (i, (column, [here, own])) in table.columns.iter().zip(counts).enumerate() {
        let times = f64::from(column.times.unwrap_or(1));
        let value = |counts: &Result<Counts, String>| {
            counts.as_ref().map(|counts| times * of(counts) as f64).map_err(Clone::clone)
        };
        let mut figure = Figure::new(Unit::Instructions, printed(i)).with(value(here));
        figure.f2x = value(own).ok();
        if figure.paper.is_none() && figure.here.is_none_or(|here| here == 0.0) {
            continue;
        }
        result.lines.push(Line {
            row: row.into(),
            bits: column.bits,
            column: column.name.clone(),
            of: column.of.clone(),
            level: column.level.clone(),
            cpu: column.cpu.clone(),
            figures: vec![figure],
        });
    }
}
