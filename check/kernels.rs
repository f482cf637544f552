//! Counts of instructions in kernels, beside those that a table allows.
//!
//! The port of a CPU that multiplies without carries is the one that shuffles, too: their sum bounds
//! the speed of a kernel, and a compiler that makes shuffles of something else makes it slower.
//!
//! A line of the table is a kernel, its level, and the most of these that it may have:
//!
//! * clmul: carry-less products; of these exactly so many, as the proofs count them;
//! * shuffle: whatever moves words between places of registers: permutations, interleavings,
//!   alignments, shifts of whole lanes, and insertions and extractions of lanes unless from or to
//!   memory;
//! * xor: exclusive-ors of vectors, of two or three operands, but for `x ^ x`, which is a zero;
//! * stack: operands on the stack.

use crate::{Function, Instruction, Violation, split_outline};
use std::fmt;

/// The rule that a kernel breaks with more instructions than the table allows.
pub const RULE: &str = "count";

#[derive(Clone, Copy, Default, PartialEq)]
struct Counts {
    clmul: usize,
    shuffle: usize,
    xor: usize,
    stack: usize,
}

/// A line of the table.
pub struct Row {
    kernel: String,
    level: String,
    counts: Counts,
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts { clmul, shuffle, xor, stack } = self.counts;
        write!(f, "{:<14} {:<8}", self.kernel, self.level)?;
        write!(f, "{clmul:>6} {shuffle:>8} {xor:>5} {stack:>6}")
    }
}

/// The lines of a table; after # there are comments.
pub fn rows(table: &str) -> Vec<Row> {
    let lines = table.lines().map(|line| line.split('#').next().unwrap_or_default());
    lines.filter(|line| !line.trim().is_empty()).map(row).collect()
}

fn row(line: &str) -> Row {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let [kernel, level, numbers @ ..] = &fields[..] else { panic!("a kernel and a level: {line}") };
    let numbers: Vec<usize> = numbers
        .iter()
        .map(|number| number.parse().unwrap_or_else(|error| panic!("{line}: {error}")))
        .collect();
    let [clmul, shuffle, xor, stack] = numbers[..] else { panic!("four numbers: {line}") };
    let counts = Counts { clmul, shuffle, xor, stack };
    Row { kernel: (*kernel).into(), level: (*level).into(), counts }
}

impl Instruction {
    fn starts(&self, prefixes: &[&str]) -> bool {
        let name = self.mnemonic.strip_prefix('v').unwrap_or(&self.mnemonic);
        prefixes.iter().any(|prefix| name.starts_with(prefix))
    }

    fn has_memory(&self) -> bool {
        self.operands.contains('(')
    }

    fn is_shuffle(&self) -> bool {
        const ALWAYS: [&str; 9] =
            ["perm", "shuf", "pshuf", "punpck", "unpck", "pslldq", "psrldq", "pinsr", "pextr"];
        const ALIGNMENTS: [&str; 2] = ["palignr", "align"];
        const IN_REGISTERS: [&str; 5] = ["insert", "extract", "pbroadcast", "broadcast", "movddup"];
        self.starts(&ALWAYS)
            || self.starts(&ALIGNMENTS)
            || self.starts(&IN_REGISTERS) && !self.has_memory()
    }

    fn is_xor(&self) -> bool {
        let sources: Vec<&str> = self.operands.split(", ").collect();
        let zero = matches!(sources[..], [x, y] | [x, y, _] if x == y);
        self.starts(&["pternlog"]) || self.starts(&["pxor", "xorp"]) && !zero
    }
}

impl Function {
    fn counts(&self) -> Counts {
        let count = |is: &dyn Fn(&Instruction) -> bool| self.body.iter().filter(|i| is(i)).count();
        // The base pointer is a general register unless it is set to the stack.
        let frame = self.body.iter().any(|i| i.is(&["mov"]) && i.operands == "%rsp, %rbp");
        let on_stack = |i: &Instruction| {
            !i.is(&["lea"])
                && (i.operands.contains("(%rsp") || frame && i.operands.contains("(%rbp"))
        };
        Counts {
            clmul: count(&|i| i.carryless_width().is_some()),
            shuffle: count(&Instruction::is_shuffle),
            xor: count(&Instruction::is_xor),
            stack: count(&on_stack),
        }
    }

    /// The level and the name, if it is one of the kernels that `asm_entry.rs` has in a module for
    /// each level.
    fn kernel(&self) -> Option<(&str, &str)> {
        let (_, closure) = split_outline(&self.symbol)?;
        let crates = ["9asm_entry", "11asm_planted"];
        let (_, path) = crates.iter().find_map(|name| closure.split_once(name))?;
        let (level, rest) = identifier(path)?;
        Some((level, identifier(rest)?.0))
    }
}

/// The identifier that a mangled path begins with, and what follows.
fn identifier(path: &str) -> Option<(&str, &str)> {
    let digits = path.find(|c: char| !c.is_ascii_digit())?;
    // A closure has the length 0.
    let length = path[..digits].parse().ok().filter(|length| *length > 0)?;
    path[digits..].split_at_checked(length)
}

/// The kernels among the functions, as lines of the table.
pub fn measured(functions: &[Function]) -> Vec<Row> {
    let row = |function: &Function| {
        let (level, kernel) = function.kernel()?;
        Some(Row { kernel: kernel.into(), level: level.into(), counts: function.counts() })
    };
    let mut rows: Vec<Row> = functions.iter().filter_map(row).collect();
    rows.sort_by(|x, y| (&x.level, &x.kernel).cmp(&(&y.level, &y.kernel)));
    rows
}

/// Compares the kernels with the table.
pub fn check(table: &[Row], functions: &[Function], found: &mut Vec<Violation>) {
    let measured = measured(functions);
    let mut violation = |row: &Row, text: String| {
        let symbol = format!("{} of {}", row.kernel, row.level);
        found.push(Violation { rule: RULE, symbol, text });
    };
    let same = |x: &Row, y: &Row| x.kernel == y.kernel && x.level == y.level;
    for row in table.iter().filter(|row| !measured.iter().any(|is| same(is, row))) {
        violation(row, "the table has it, but the assembly has not".into());
    }
    for is in &measured {
        let Some(may) = table.iter().find(|row| same(is, row)) else {
            violation(is, format!("the table has no line for it: {is}"));
            continue;
        };
        if is.counts.clmul != may.counts.clmul {
            violation(is, format!("{} clmul, not {}", is.counts.clmul, may.counts.clmul));
        }
        for (what, of) in [
            ("shuffle", (|counts| counts.shuffle) as fn(&Counts) -> usize),
            ("xor", |counts| counts.xor),
            ("stack", |counts| counts.stack),
        ] {
            let (has, most) = (of(&is.counts), of(&may.counts));
            if has > most {
                violation(is, format!("{has} {what}, at most {most} allowed"));
            } else if has < most {
                println!("{} of {}: {has} {what}; the table allows {most}", is.kernel, is.level);
            }
        }
    }
}

/// A table for the kernels of `asm_planted.rs`, right for the first alone.
pub const PLANTED: &str = "
    plant_right          avx2  1 1 1 0
    plant_count_clmul    avx2  1 0 1 0
    plant_count_shuffle  avx2  1 0 0 0
    plant_count_xor      avx2  1 0 0 0
    plant_count_stack    avx2  1 0 0 0
    plant_count_missing  avx2  1 0 0 0
";

/// The kernels that are to be found in disagreement with [`PLANTED`].
pub const WRONG: [&str; 6] = [
    "plant_count_clmul",
    "plant_count_shuffle",
    "plant_count_xor",
    "plant_count_stack",
    "plant_count_missing",
    "plant_count_unlisted",
];
