//! Tables of the key encapsulation mechanism HQC.

use super::papers;
use super::procedure::Measured;
use super::results::{Figure, Line, Table, Unit};
use super::session::{INTERRUPTED, Session};
use super::subject::available;
use crate::bench::measure::Repeated;
use f2x::Level;
use f2x_hqc::{Hqc1, Hqc3, Hqc5, Parameters, hazmat};
use indicatif::ProgressBar;
use std::hint::black_box;

/// Why there are no figures with the papers' products.
const OWN_PRODUCT: &str = "f2x-hqc takes its products from the rings of f2x and from nowhere else; Table 10 has \
                           the papers' products by themselves";

const OPERATIONS: [&str; 3] = ["keygen", "encaps", "decaps"];

/// An operation with a key and a ciphertext of its own.
struct Operation<'o>(Box<dyn FnMut() + 'o>);

impl Repeated for Operation<'_> {
    fn run(&mut self, times: u64) {
        (0..times).for_each(|_| (self.0)());
    }
}

impl Measured for Operation<'_> {
    /// Keys and messages are given: what they hold changes nothing.
    fn fill(&mut self, _: u64) {}
}

/// Measures a table.
pub(super) fn measure(
    session: &mut Session,
    table: &papers::Table,
    result: &mut Table,
    progress: &ProgressBar,
) {
    result.notes.push(
        "f2x: HQC as of the specification of 2025-08-22, whose hashes and sampling are not those of 2020 and \
         2021."
            .into(),
    );
    for row in &table.rows {
        for (i, column) in table.columns.iter().enumerate() {
            let level = session.level(&table.paper, column);
            let cost = level.clone().and_then(|level| operation(session, &row.name, &level));
            let is_cycles = cost.as_ref().is_ok_and(|cost| cost.0);
            let unit = if is_cycles { Unit::Cycles } else { Unit::Ns };
            let paper = row.cycles.as_ref().and_then(|cycles| cycles[i]);
            let mut figure = Figure::new(unit, paper).with(Err(OWN_PRODUCT.into()));
            match cost {
                Ok((_, value)) => figure.f2x = Some(value),
                Err(reason) => figure.reason = Some(reason),
            }
            result.lines.push(Line {
                row: row.name.clone(),
                bits: None,
                column: column.name.clone(),
                of: None,
                level: level.ok(),
                cpu: column.cpu.clone(),
                figures: vec![figure],
            });
        }
        progress.inc(1);
    }
}

/// The cost of an operation such as `hqc-128 keygen`, and whether it is in cycles.
fn operation(session: &mut Session, row: &str, level: &str) -> Result<(bool, f64), String> {
    let (set, operation) = row.split_once(' ').unwrap_or((row, ""));
    let key = |operation: &str| (set.to_string(), operation.to_string(), level.to_string());
    if let Some(known) = session.hqc.get(&key(operation)) {
        return Ok(*known);
    }
    let on = available(level)?;
    let mut operations = match set {
        "hqc-128" => operations::<Hqc1>(on),
        "hqc-192" => operations::<Hqc3>(on),
        "hqc-256" => operations::<Hqc5>(on),
        _ => Err(format!("there is no {set}")),
    }?;
    let procedure = session.long_procedure();
    let costs = procedure.measure(&session.clock, &mut operations, super::interrupted);
    for (name, cost) in OPERATIONS.into_iter().zip(costs.ok_or(INTERRUPTED)?) {
        session.hqc.insert(key(name), (cost.is_cycles, cost.value));
    }
    session.hqc.get(&key(operation)).copied().ok_or_else(|| format!("there is no {operation}"))
}

/// The three operations.
fn operations<P: Parameters>(level: Level) -> Result<[Operation<'static>; 3], String> {
    let (seed, salt) = ([1; 32], [3; 16]);
    let failed = |error: f2x::LevelError| error.to_string();
    let secret = hazmat::generate::<P>(level, &seed).map_err(failed)?;
    let public = secret.encapsulation_key().clone();
    let message = [2; 32];
    let sent = hazmat::encapsulate(level, &public, &message[..P::MESSAGE_BYTES], &salt);
    let (ciphertext, _) = sent.map_err(failed)?;
    let usable = "a level that the CPU has";
    Ok([
        Operation(Box::new(move || {
            black_box(hazmat::generate::<P>(level, black_box(&seed)).expect(usable));
        })),
        Operation(Box::new(move || {
            let message = &black_box(message)[..P::MESSAGE_BYTES];
            black_box(hazmat::encapsulate(level, &public, message, &salt).expect(usable));
        })),
        Operation(Box::new(move || {
            black_box(hazmat::decapsulate(level, &secret, black_box(&ciphertext)).expect(usable));
        })),
    ])
}
