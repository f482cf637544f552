//! `f2x plan`: the schedule of a product, as a tree with its operation counts.

use crate::{level, output};
use anyhow::{Result, anyhow};
use f2x::isa::Witness;
use f2x::isa::witness::{Counts, prove};
use f2x::mul::plan::{Step, multiply};
use f2x::{Level, Plan};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// The longest operand for which exclusive-ors are counted: the proofs of a plan and of its parts
/// take some two seconds there, and grow with the cube of the length.
const PROOF_WORDS: usize = 640;

/// The longest operand: counts of larger products do not fit in 64 bits.
const MAX_WORDS: u64 = 1 << 32;

/// The level whose plan the symbolic run follows.
const PROOF_LEVEL: Level = Level::Avx512;

/// Show how a product of AN by BN words is done, and what it costs.
///
/// Each line of the tree is a step: how many products of which size, what is done first with one of
/// them, and the products of two words (clmul) in it. Steps that were shown
/// before are not shown again. A transform multiplies bytes in GF(2^8); only the products for its quotient, if it
/// has one, multiply words. Of the first of these, or of one if there are two, only the upper half
/// may be made, and the next two, three or four may be made together, from other products than are shown.
///
/// Level vpclmul does its transforms with GFNI, where the CPU has it: on a CPU that has the level without GFNI the schedule
/// is that without it.
///
/// On level avx512, up to 640 words, each step is also run on symbols. That proves it right for all
/// operands and counts its exclusive-ors of two words (xor) exactly. A step by itself may count more
/// than as a part, where some words are known to be zero.
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
    let plan = Plan::of_this_cpu(level, arguments.an.try_into()?, arguments.bn.try_into()?);
    let (an, bn) = plan.words();
    let mut report = format!("{} words on level {level}\n\n", size(an, bn));
    let mut tree = Tree { level, shown: HashSet::new(), counts: HashMap::new() };
    tree.branch(&mut report, 1, plan, "", "")?;
    writeln!(report, "\nscratch  {} words", plan.scratch_words())?;
    let clmuls = plan.clmuls();
    let products = if clmuls == 1 { "product" } else { "products" };
    writeln!(report, "clmul    {clmuls} {products} of two words")?;
    match tree.counts(plan)? {
        Some(counts) => write_counts(&mut report, clmuls, &counts)?,
        None if level == PROOF_LEVEL => {
            write!(report, "xor      counted up to {PROOF_WORDS} words only")?;
        }
        None => write!(report, "xor      counted on level {PROOF_LEVEL} only")?,
    }
    output::print(&report)
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

/// What was shown and counted so far; a plan is told by its words, as the level is one.
struct Tree {
    level: Level,
    shown: HashSet<(usize, usize)>,
    counts: HashMap<(usize, usize), Counts>,
}

impl Tree {
    /// One line for `count` products by `plan`, then its branches; `first` and `later` are what
    /// stands before that line and before those that follow.
    fn branch(
        &mut self,
        report: &mut String,
        count: usize,
        plan: Plan,
        first: &str,
        later: &str,
    ) -> Result<()> {
        let (an, bn) = plan.words();
        let step = plan.step();
        let times = if first.is_empty() { String::new() } else { format!("{count}× ") };
        write!(report, "{first}{times}{} {step}: {} clmul", size(an, bn), plan.clmuls())?;
        if matches!(step, Step::Transform { .. }) {
            write!(report, " besides products of bytes")?;
        }
        if let Some(counts) = self.counts(plan)? {
            write!(report, ", {} xor", counts.xor_words)?;
        }
        let parts: Vec<_> = plan
            .parts()
            .into_iter()
            .filter(|(count, part)| *count > 0 && part.step() != Step::Empty)
            .collect();
        if !parts.is_empty() && !self.shown.insert((an, bn)) {
            writeln!(report, ", as above")?;
            return Ok(());
        }
        writeln!(report)?;
        for (i, (count, part)) in parts.iter().enumerate() {
            let (first, below) =
                if i + 1 < parts.len() { ("├─ ", "│  ") } else { ("└─ ", "   ") };
            let (first, later) = (format!("{later}{first}"), format!("{later}{below}"));
            self.branch(report, *count, *part, &first, &later)?;
        }
        Ok(())
    }

    /// The operations of a plan, counted by running it on symbols, where that can be done.
    fn counts(&mut self, plan: Plan) -> Result<Option<Counts>> {
        let (an, bn) = plan.words();
        if self.level != PROOF_LEVEL || an > PROOF_WORDS {
            return Ok(None);
        }
        if let Some(counts) = self.counts.get(&(an, bn)) {
            return Ok(Some(*counts));
        }
        let mut scratch = vec![0; plan.scratch_words()];
        let counts = prove(an, bn, |c, a, b| multiply(Witness, c, a, b, &mut scratch))
            .map_err(|wrong| anyhow!("the schedule is wrong: word {} of its product", wrong.0))?;
        self.counts.insert((an, bn), counts);
        Ok(Some(counts))
    }
}
