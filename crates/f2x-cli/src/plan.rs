//! `f2x plan`: the schedule of a product, as a tree with its operation counts.

use crate::{level, output};
use anyhow::{Result, anyhow};
use f2x::isa::Witness;
use f2x::isa::witness::{Counts, prove};
use f2x::mul::plan::{Step, multiply};
use f2x::{Level, Plan};
use std::collections::HashSet;
use std::fmt::Write;

/// The longest operand for which exclusive-ors are counted: the proof takes a fraction of a second
/// there, and time grows with the cube of the length.
const PROOF_WORDS: usize = 640;

/// The longest operand: counts of larger products do not fit in 64 bits.
const MAX_WORDS: u64 = 1 << 32;

/// The level whose plan the symbolic run follows.
const PROOF_LEVEL: Level = Level::Avx512;

/// Show how a product of AN by BN words is done, and what it costs.
///
/// Each line of the tree is a step: how many products of which size, what is done first with one of
/// them, and the products of two words (clmul) in it. Steps that were shown before are not
/// shown again.
///
/// On level avx512, up to 640 words, the schedule is also run on symbols. That proves it right for
/// all operands and counts its exclusive-ors exactly.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  f2x plan 277 277                 HQC-128 has 17669 bits, 277 words
  f2x plan 561 100 --level avx2")]
pub(crate) struct Arguments {
    /// Words (of 64 bits) of one operand, up to 2^32
    #[arg(value_parser = clap::value_parser!(u64).range(..=MAX_WORDS))]
    an: u64,
    /// Words of the other operand
    #[arg(value_parser = clap::value_parser!(u64).range(..=MAX_WORDS))]
    bn: u64,
    /// The level, whether this CPU has it or not [default: the one in use]
    #[arg(long, value_parser = level::parser())]
    level: Option<Level>,
}

/// Prints the tree and the counts.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let level = arguments.level.map_or_else(level::current, Ok)?;
    let plan = Plan::new(level, arguments.an.try_into()?, arguments.bn.try_into()?);
    let (an, bn) = plan.words();
    let mut report = format!("{} words on level {level}\n\n", size(an, bn));
    Tree { shown: HashSet::new(), report: &mut report }.branch(1, plan, "", "")?;
    writeln!(report, "\nscratch  {} words", plan.scratch_words())?;
    let clmuls = plan.clmuls();
    let products = if clmuls == 1 { "product" } else { "products" };
    writeln!(report, "clmul    {clmuls} {products} of two words")?;
    if level != PROOF_LEVEL {
        write!(report, "xor      counted on level {PROOF_LEVEL} only")?;
    } else if an > PROOF_WORDS {
        write!(report, "xor      counted up to {PROOF_WORDS} words only")?;
    } else {
        write_counts(&mut report, clmuls, &counts(plan)?)?;
    }
    output::print(&report)
}

/// The operations of a plan for [`PROOF_LEVEL`], counted by running it on symbols.
fn counts(plan: Plan) -> Result<Counts> {
    let (an, bn) = plan.words();
    let mut scratch = vec![0; plan.scratch_words()];
    prove(an, bn, |c, a, b| multiply(Witness, c, a, b, &mut scratch))
        .map_err(|wrong| anyhow!("the schedule is wrong: word {} of its product", wrong.0))
}

fn write_counts(report: &mut String, clmuls: u64, counts: &Counts) -> Result<()> {
    let Counts { clmul_words, xor_words, .. } = counts;
    writeln!(report, "xor      {xor_words} exclusive-ors of two words")?;
    if *clmul_words < clmuls {
        let zeros = clmuls - clmul_words;
        writeln!(report, "         {zeros} of the products have a factor that is always zero")?;
    }
    write!(
        report,
        "vectors  {} clmul, {} xor, {} masked xor, {} permutations of one, {} of two\n\
         proof    right for all operands, by a run on symbols",
        counts.clmul, counts.xor, counts.xor_where, counts.permute, counts.permute2
    )?;
    Ok(())
}

/// Lengths of both operands, or the one length that they have.
pub(crate) fn size(an: usize, bn: usize) -> String {
    format!("{an} × {bn}")
}

/// A tree that is being written.
struct Tree<'r> {
    /// The products whose branches are there.
    shown: HashSet<(usize, usize)>,
    report: &'r mut String,
}

impl Tree<'_> {
    /// One line for `count` products by `plan`, then its branches; `first` and `later` are what
    /// stands before that line and before those that follow.
    fn branch(&mut self, count: usize, plan: Plan, first: &str, later: &str) -> Result<()> {
        let (an, bn) = plan.words();
        let step = plan.step();
        let times = if first.is_empty() { String::new() } else { format!("{count}× ") };
        write!(self.report, "{first}{times}{} {step}: {} clmul", size(an, bn), plan.clmuls())?;
        let parts: Vec<_> = plan
            .parts()
            .into_iter()
            .filter(|(count, part)| *count > 0 && part.step() != Step::Empty)
            .collect();
        if !parts.is_empty() && !self.shown.insert((an, bn)) {
            writeln!(self.report, ", as above")?;
            return Ok(());
        }
        writeln!(self.report)?;
        for (i, (count, part)) in parts.iter().enumerate() {
            let (first, below) =
                if i + 1 < parts.len() { ("├─ ", "│  ") } else { ("└─ ", "   ") };
            self.branch(*count, *part, &format!("{later}{first}"), &format!("{later}{below}"))?;
        }
        Ok(())
    }
}
