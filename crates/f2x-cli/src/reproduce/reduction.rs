//! Tables of products with reduction in binary fields.

use super::papers;
use super::procedure::Measured;
use super::results::{Figure, Line, Table, Unit};
use super::session::{INTERRUPTED, Session};
use super::subject::available;
use crate::bench::field::{self, Candidate};
use f2x::Level;
use f2x::field::{Modulus, Trinomial};
use f2x_papers::FieldProduct;
use indicatif::ProgressBar;

impl Measured for Candidate<'_> {
    /// Rows of 64 random elements are many data sets at once.
    fn fill(&mut self, _: u64) {}
}

/// Measures a table.
pub(super) fn measure(
    session: &mut Session,
    table: &papers::Table,
    result: &mut Table,
    progress: &ProgressBar,
) {
    for row in &table.rows {
        for (i, column) in table.columns.iter().enumerate() {
            let level = session.level(&table.paper, column);
            let name = row.of.as_deref().unwrap_or_default();
            let costs = level.clone().and_then(|level| match row.bits {
                Some(233) => field::<Trinomial<233, 74>, 4>(session, &level, name),
                Some(409) => field::<Trinomial<409, 87>, 7>(session, &level, name),
                _ => Err("there is no such field".into()),
            });
            let paper = row.cycles.as_ref().and_then(|cycles| cycles[i]);
            let is_cycles = costs.as_ref().is_ok_and(|costs| costs.is_cycles);
            let unit = if is_cycles { Unit::Cycles } else { Unit::Ns };
            let here = match &column.missing {
                Some(missing) => Err(missing.clone()),
                None => costs.as_ref().map(|costs| costs.here).map_err(Clone::clone),
            };
            let mut figure = Figure::new(unit, paper).with(here);
            figure.f2x = costs.ok().map(|costs| costs.own);
            result.lines.push(Line {
                row: row.name.clone(),
                bits: row.bits,
                column: column.name.clone(),
                of: row.of.clone(),
                level: level.ok(),
                cpu: column.cpu.clone(),
                figures: vec![figure],
            });
        }
        progress.inc(1);
    }
}

/// A product in a field, the paper's and that of f2x.
#[derive(Clone, Copy, Debug)]
pub(super) struct Costs {
    is_cycles: bool,
    here: f64,
    own: f64,
}

fn field<F: Modulus + 'static, const W: usize>(
    session: &mut Session,
    level: &str,
    name: &str,
) -> Result<Costs, String> {
    let key = (level.to_string(), F::BITS);
    if let Some(known) = session.fields.get(&key) {
        return Ok(*known);
    }
    let level: Level = available(level)?;
    let products = f2x_papers::field_products(level).map_err(|error| error.to_string())?;
    let is = |product: &&FieldProduct| product.name() == name && product.bits() == F::BITS;
    let product = products.iter().find(is).ok_or_else(|| format!("f2x_papers has no {name}"))?;
    let failed = |error: anyhow::Error| format!("{error:#}");
    let mut both =
        [field::own::<F, W>(level), field::theirs::<F, W>(level, product).map_err(failed)?];
    let procedure = session.procedure("su-fan");
    let costs = procedure.measure(&session.clock, &mut both, super::interrupted);
    let costs = costs.ok_or(INTERRUPTED)?;
    let costs = Costs { is_cycles: costs[0].is_cycles, here: costs[1].value, own: costs[0].value };
    session.fields.insert(key, costs);
    Ok(costs)
}
