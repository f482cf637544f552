//! What figures are measured on, by names that another process understands.

use super::gf2x::Gf2x;
use crate::bench::competitor::{self, Competitor};
use anyhow::Result;
use f2x::Level;
use f2x_papers::Schedule;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// An implementation of one product.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) enum Subject {
    /// Nothing: what measuring costs by itself.
    Nothing,
    /// The public product of f2x.
    Own { level: String, bits: u64 },
    /// The kernel of f2x for so many words.
    OwnKernel { level: String, words: usize },
    /// A schedule of a paper, for operands of so many bits filled with `operand_bits` random ones.
    Schedule { name: String, level: String, bits: u64, operand_bits: u64 },
    /// A kernel of a paper.
    Kernel { name: String, level: String, bits: u64 },
    /// The product of the system's libgf2x.
    Gf2x { bits: u64 },
}

/// Everything that subjects name.
pub(super) struct Registry {
    schedules: HashMap<Level, Vec<Schedule>>,
    kernels: HashMap<Level, Vec<Schedule>>,
    gf2x: Result<Gf2x, String>,
}

impl Registry {
    pub(super) fn new() -> Result<Self> {
        let (mut schedules, mut kernels) = (HashMap::new(), HashMap::new());
        for level in Level::ALL.into_iter().filter(|level| level.is_available()) {
            schedules.insert(level, f2x_papers::schedules(level)?);
            kernels.insert(level, f2x_papers::kernels(level)?);
        }
        Ok(Self { schedules, kernels, gf2x: Gf2x::open() })
    }

    /// What stands for libgf2x, or why nothing does.
    pub(super) fn gf2x(&self) -> Result<&Gf2x, &str> {
        self.gf2x.as_ref().map_err(String::as_str)
    }

    /// The subject ready to be measured, or why it cannot be.
    pub(super) fn find(&self, subject: &Subject) -> Result<Competitor<'_>, String> {
        let level = |name: &str| available(name);
        let failed = |error: anyhow::Error| format!("{error:#}");
        match subject {
            Subject::Nothing => competitor::task(0, || {}),
            Subject::Own { level: name, bits } => {
                competitor::public([*bits; 2], Some(level(name)?))
            }
            Subject::OwnKernel { level: name, words } => competitor::kernel(level(name)?, *words),
            Subject::Schedule { name, level: of, bits, operand_bits } => {
                let list = self.schedules.get(&level(of)?).map_or(&[][..], Vec::as_slice);
                competitor::paper(pick(list, name, *bits)?, *operand_bits)
            }
            Subject::Kernel { name, level: of, bits } => {
                let list = self.kernels.get(&level(of)?).map_or(&[][..], Vec::as_slice);
                competitor::paper(pick(list, name, *bits)?, *bits)
            }
            Subject::Gf2x { bits } => {
                let library = self.gf2x()?;
                let mul = move |c: &mut [u64], a: &[u64], b: &[u64]| library.mul(c, a, b);
                competitor::product(*bits, "libgf2x", mul)
            }
        }
        .map_err(failed)
    }
}

/// The level of that name, if this CPU has it.
pub(super) fn available(name: &str) -> Result<Level, String> {
    let level: Level = name.parse().map_err(|_| format!("there is no level {name}"))?;
    if level.is_available() { Ok(level) } else { Err(format!("this CPU lacks the level {name}")) }
}

fn pick<'s>(list: &'s [Schedule], name: &str, bits: u64) -> Result<&'s Schedule, String> {
    let is = |s: &&Schedule| s.name() == name && 64 * s.words() as u64 == bits;
    list.iter().find(is).ok_or_else(|| format!("f2x_papers has no {name} of {bits} bits"))
}
