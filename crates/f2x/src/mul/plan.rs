//! Which block multiplies which lengths.
//!
//! One pure function, [`Plan::step`], says what happens first to a product of given lengths; the
//! smaller products are planned the same way. Lengths up to [`TABLE_WORDS`] words have their step
//! in a table that the compiler makes from the measured cycles of the leaves and compositions
//! ([`kernels`]) by the recurrences of the blocks; above it, it is the transform of `fft`. Where there is
//! none (for symbols, below 2^20 bits on a CPU of level vpclmul that lacks GFNI, for more words than the largest modulus)
//! it is Toom-3, with a step of Karatsuba before it where memory matters.

use super::cut::{self, cut, padded};
use super::fixed::{self, any_leaf, composition, leaf_clmuls, leaf_words};
#[cfg(feature = "alloc")]
pub(crate) use super::fixed::{fits_leaf, leaf};
use super::karatsuba::{self, karatsuba};
use super::karatsuba_lean::{self, karatsuba_lean};
use super::karatsuba3::{self, karatsuba3};
use super::karatsuba5::{self, karatsuba5};
use super::more::more;
use super::short::cheapest_mulders_words;
use super::strip::strip;
use super::toom3::{self, toom3};
use crate::fft::{self, watch::Watch};
use crate::isa::Isa;
#[cfg(feature = "alloc")]
use crate::isa::scratch::with_scratch;
use crate::{Level, Operation};
use core::fmt;

mod cycles;
pub mod kernels;
pub(crate) mod transform;

/// What is done first with a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// An operand has no words: the product is zero.
    Empty,
    /// A kernel for this number of words.
    Leaf,
    /// The composition of blocks for so many words, whose sizes are known at compile time; it takes
    /// operands that are a little shorter too.
    Fixed(usize),
    /// [`karatsuba()`] with lower parts of so many words
    Karatsuba(usize),
    /// [`karatsuba_lean()`]
    KaratsubaLean,
    /// [`karatsuba3()`] with parts of so many words
    Karatsuba3(usize),
    /// [`karatsuba5()`]
    Karatsuba5,
    /// [`toom3()`] with w = 1 and parts of so many words
    Toom3(usize),
    /// [`padded`] to so many words
    Pad(usize),
    /// [`more()`] than so many words
    More(usize),
    /// [`cut()`] into pieces of so many words
    Cut(usize),
    /// Pieces of so many words of the longer operand along a shorter one, each by the leaf for so many
    /// words: `strip`
    Strip(usize),
    /// The additive Fourier transform of `fft`. Symbols, and short products on level vpclmul without GFNI, take
    /// [`Plan::step_without_transform`].
    Transform {
        /// The words of the polynomial Z that it is modulo, a product of factors y^(2^m) + …, 12 ≤ m ≤ 15.
        modulus: usize,
        /// The units of the quotient by Z that are found modulo a subspace polynomial, 0 if there are none, or 16: then the
        /// product is one modulo Z times that polynomial, y^(2^16) + y. A unit is 256 coefficients: 32 words
        /// if Z has fewer than 8192, on levels portable and avx2 128 if it has fewer than 16,384, and else Z's words divided
        /// by some number from 128 to 240.
        subspace_units: u8,
    },
}

/// The schedule of a product of `an` by `bn` words on a level, `an` at least `bn`.
///
/// Its steps are a tree, with [`step`](Plan::step) at the root and [`parts`](Plan::parts) for branches, which
/// `f2x plan` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    level: Level,
    an: usize,
    bn: usize,
}

/// The largest balanced product whose step is in the table.
pub const TABLE_WORDS: usize = 2048;

/// The step for balanced products. There are thousands of them: in sixteen bytes each.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    cycles: u32,
    step: TableStep,
    /// The words of scratch of this product.
    scratch: u16,
    /// The words of scratch of the products up to this one.
    most_scratch: u16,
    /// The words of the product in full of which Mulders' cut makes the lower or upper half of this one; all, if it makes
    /// none.
    mulders_words: u16,
}

/// A [`Step`] of a table.
#[derive(Clone, Copy)]
enum TableStep {
    Empty,
    Leaf,
    Fixed(u16),
    Karatsuba(u16),
    Karatsuba3(u16),
    Karatsuba5,
    Toom3(u16),
    Pad(u16),
    More(u16),
    /// The units, too: cycles in the table were not all known when they were chosen, and another choice by all of them might
    /// need other scratch.
    Transform {
        modulus: u16,
        subspace_units: u8,
    },
}

impl Entry {
    /// The cycles that the product is expected to take.
    pub(super) const fn cycles(self) -> u32 {
        self.cycles
    }

    /// The words of the product in full of which Mulders' cut makes the lower or upper half.
    pub(super) const fn mulders_words(self) -> usize {
        self.mulders_words as usize
    }

    const fn step(self) -> Step {
        match self.step {
            TableStep::Empty => Step::Empty,
            TableStep::Leaf => Step::Leaf,
            TableStep::Fixed(words) => Step::Fixed(words as usize),
            TableStep::Karatsuba(words) => Step::Karatsuba(words as usize),
            TableStep::Karatsuba3(words) => Step::Karatsuba3(words as usize),
            TableStep::Karatsuba5 => Step::Karatsuba5,
            TableStep::Toom3(words) => Step::Toom3(words as usize),
            TableStep::Pad(words) => Step::Pad(words as usize),
            TableStep::More(words) => Step::More(words as usize),
            TableStep::Transform { modulus, subspace_units } => {
                Step::Transform { modulus: modulus as usize, subspace_units }
            }
        }
    }
}

const fn entry(cycles: u32, step: Step) -> Entry {
    let step = match step {
        Step::Empty => TableStep::Empty,
        Step::Leaf => TableStep::Leaf,
        Step::Fixed(words) => TableStep::Fixed(short(words)),
        Step::Karatsuba(words) => TableStep::Karatsuba(short(words)),
        Step::Karatsuba3(words) => TableStep::Karatsuba3(short(words)),
        Step::Karatsuba5 => TableStep::Karatsuba5,
        Step::Toom3(words) => TableStep::Toom3(short(words)),
        Step::Pad(words) => TableStep::Pad(short(words)),
        Step::More(words) => TableStep::More(short(words)),
        Step::Transform { modulus, subspace_units } => {
            TableStep::Transform { modulus: short(modulus), subspace_units }
        }
        Step::KaratsubaLean | Step::Cut(_) | Step::Strip(_) => panic!("no step of a table"),
    };
    Entry { cycles, step, scratch: 0, most_scratch: 0, mulders_words: 0 }
}

/// A number of words of a table.
const fn short(words: usize) -> u16 {
    assert!(words <= u16::MAX as usize, "tables are of short products");
    words as u16
}

/// The steps by the words of an operand.
pub(crate) type Table = [Entry; TABLE_WORDS + 1];

// Each is a constant of its own: the compiler minds how long one takes.
static TABLES: [Table; 4] = [
    const { cheapest_steps(Level::Portable) },
    const { cheapest_steps(Level::Avx2) },
    const { cheapest_steps(Level::Vpclmul) },
    const { cheapest_steps(Level::Avx512) },
];

/// The steps of balanced products on a level.
pub(crate) const fn table(level: Level) -> &'static Table {
    &TABLES[level as usize - 1]
}

/// The cycles of a step besides those of its products: of the call, and of every row of the operands.
#[derive(Clone, Copy)]
struct Overhead(u32, u32);

/// The overheads on a level, fitted to the cycles of all sizes up to 1024 words less those of their
/// products. `f2x tune` shows how well the sums meet the measured cycles. Those of vpclmul are of Zen 4; Toom-3 takes twice
/// as much there with parts of 64 or 128 words as with 96, and its number lies between.
struct Overheads {
    /// The words of a row.
    row: u32,
    karatsuba: Overhead,
    karatsuba3: Overhead,
    karatsuba5: Overhead,
    toom3: Overhead,
    pad: Overhead,
    /// The words that it is in proportion to are [`crosswise_clmuls`].
    more: Overhead,
    /// Of a composition with operands that are shorter.
    fill: Overhead,
    /// A balanced product is a transform if its cycles, less so many thousandths, are fewer than those of every other
    /// step. Transforms take what is predicted, but Toom-3 with vectors of 512 bits 7 % more in the mean on Golden Cove and
    /// up to 17 %, as recorded in `bench`; and on Zen 4 it takes up to 38 % more than a transform that is predicted alike.
    /// On level avx2 the cycles were those of Cascade Lake, where Toom-3 takes 2 to 11 % less from 1465 to 1527 words, and
    /// the next longer products 19 % more than that; on Zen 4, where a product of two words takes twice as long,
    /// transforms take 11 to 25 % less from 1150 words on.
    transform_allowance: u32,
}

impl Overheads {
    const fn new(level: Level) -> Overheads {
        match level {
            Level::Portable => Overheads {
                row: 1,
                karatsuba: Overhead(250, 1),
                karatsuba3: Overhead(500, 1),
                karatsuba5: Overhead(1200, 4),
                toom3: Overhead(2300, 6),
                pad: Overhead(100, 1),
                more: Overhead(100, 80),
                fill: Overhead(40, 0),
                transform_allowance: 0,
            },
            Level::Avx2 => Overheads {
                row: 4,
                karatsuba: Overhead(150, 12),
                karatsuba3: Overhead(200, 10),
                karatsuba5: Overhead(250, 25),
                toom3: Overhead(500, 26),
                pad: Overhead(120, 8),
                more: Overhead(90, 8),
                fill: Overhead(40, 0),
                transform_allowance: 158,
            },
            Level::Vpclmul => Overheads {
                row: 4,
                karatsuba: Overhead(300, 6),
                karatsuba3: Overhead(150, 8),
                karatsuba5: Overhead(250, 25),
                toom3: Overhead(400, 30),
                pad: Overhead(60, 8),
                more: Overhead(75, 4),
                fill: Overhead(0, 4),
                transform_allowance: 125,
            },
            Level::Avx512 => Overheads {
                row: 8,
                karatsuba: Overhead(100, 26),
                karatsuba3: Overhead(100, 26),
                karatsuba5: Overhead(250, 50),
                toom3: Overhead(200, 38),
                pad: Overhead(60, 14),
                more: Overhead(40, 4),
                fill: Overhead(20, 0),
                transform_allowance: 125,
            },
        }
    }

    /// The cycles that a step is compared by.
    const fn compared(&self, entry: Entry) -> u32 {
        match entry.step() {
            Step::Transform { .. } => {
                let allowance = entry.cycles as u64 * self.transform_allowance as u64 / 1000;
                entry.cycles - allowance as u32
            }
            _ => entry.cycles,
        }
    }

    /// The cycles of a step for operands of so many words.
    const fn cycles(&self, step: Overhead, words: usize) -> u32 {
        step.0 + step.1 * words as u32 / self.row
    }
}

/// The cycles that a product is compared with others by.
pub(super) const fn compared_cycles(level: Level, entry: Entry) -> u32 {
    Overheads::new(level).compared(entry)
}

/// The cheapest step for every balanced product, by the recurrences of the blocks.
const fn cheapest_steps(level: Level) -> Table {
    let leaf = cycles::LEAVES[level as usize - 1];
    let overheads = Overheads::new(level);
    let mut table = [entry(0, Step::Empty); TABLE_WORDS + 1];
    let mut n = 1;
    while n <= TABLE_WORDS {
        let mut best = entry(u32::MAX, Step::Empty);
        if n <= leaf_words(level) {
            best = entry(leaf[n - 1], Step::Leaf);
        } else {
            if let Some(cycles) = kernels::composition_cycles(level, n) {
                best = entry(cycles, Step::Fixed(n));
            }
            let h = equal_part(n, 2);
            let products = 2 * table[h].cycles + table[n - h].cycles;
            let cycles = products + overheads.cycles(overheads.karatsuba, n);
            best = cheaper(best, entry(cycles, Step::Karatsuba(h)));
            let m = equal_part(n, 3);
            let products = 5 * table[m].cycles + table[n - 2 * m].cycles;
            let cycles = products + overheads.cycles(overheads.karatsuba3, n);
            best = cheaper(best, entry(cycles, Step::Karatsuba3(m)));
            if n % 5 == 0 {
                let cycles = 15 * table[n / 5].cycles + overheads.cycles(overheads.karatsuba5, n);
                best = cheaper(best, entry(cycles, Step::Karatsuba5));
            }
            if n >= TOOM3_WORDS {
                let own = overheads.cycles(overheads.toom3, n);
                // Larger parts leave a shorter third one, which may be that of a cheaper product.
                let mut part = toom3::part_words(n);
                let largest = part + 16;
                while part <= largest && 5 * part <= 2 * n {
                    let products = 2 * table[part].cycles
                        + 2 * table[part + 2].cycles
                        + table[n - 2 * part].cycles;
                    best = cheaper(best, entry(products + own, Step::Toom3(part)));
                    part += 8;
                }
            }
            let mut shorter = (n - 1) / 8 * 8;
            while shorter > leaf_words(level) && n - shorter <= MOST_MORE {
                let rest = n - shorter;
                let products = table[shorter].cycles + table[rest].cycles;
                let crosswise = crosswise_clmuls(shorter, rest);
                let cycles = products + overheads.cycles(overheads.more, crosswise);
                best = cheaper(best, entry(cycles, Step::More(shorter)));
                shorter -= 8;
            }
            if let Some(transform) = transform::entry(level, n, &table)
                && overheads.compared(transform) < best.cycles
            {
                best = transform;
            }
        }
        set(&mut table, level, n, best);
        // Sizes just below may be cheaper filled up to this one. A table entry is final once n has
        // passed twice its size, long before a larger block asks for it. One that `more` has asked for before
        // changes along with those that have: there is no gap in what is filled up. One that a transform has asked for,
        // for its quotient, may have become cheaper since.
        let least = match composition(level, n) {
            Some(composition) if matches!(best.step(), Step::Fixed(_)) => composition.least,
            _ => n,
        };
        let mut m = n - 1;
        while m > leaf_words(level) {
            let filled = if m >= least {
                entry(best.cycles + overheads.cycles(overheads.fill, n), Step::Fixed(n))
            } else {
                entry(best.cycles.saturating_add(overheads.cycles(overheads.pad, n)), Step::Pad(n))
            };
            if filled.cycles >= overheads.compared(table[m]) {
                break;
            }
            set(&mut table, level, m, filled);
            m -= 1;
        }
        n += 1;
    }
    let mut n = 1;
    while n <= TABLE_WORDS {
        // Once more: what is cut may have become cheaper since.
        let entry = table[n];
        set(&mut table, level, n, entry);
        let scratch = short(entry_scratch(&table, level, n));
        table[n].scratch = scratch;
        let below = table[n - 1].most_scratch;
        table[n].most_scratch = if scratch < below { below } else { scratch };
        n += 1;
    }
    table
}

/// The entry for `n` words := `entry`, with Mulders' cut for it; the table has those of fewer words.
const fn set(table: &mut Table, level: Level, n: usize, entry: Entry) {
    table[n] = entry;
    table[n].mulders_words = short(cheapest_mulders_words(level, n, table));
}

/// The words of scratch of the step in the table for `n` words, where those of the products that it
/// needs are known.
const fn entry_scratch(table: &Table, level: Level, n: usize) -> usize {
    match table[n].step() {
        Step::Fixed(words) => match composition(level, words) {
            Some(composition) => composition.scratch,
            None => 0,
        },
        Step::Karatsuba(h) => karatsuba::scratch_words(h) + pair_scratch(table, h, n - h),
        Step::Karatsuba3(m) => karatsuba3::scratch_words(m) + pair_scratch(table, m, n - 2 * m),
        Step::Karatsuba5 => karatsuba5::scratch_words(n / 5) + table[n / 5].scratch as usize,
        Step::Toom3(part) => toom3_scratch(table, n, part),
        Step::More(shorter) => pair_scratch(table, shorter, n - shorter),
        // The larger size has a block, whose parts are smaller than this size, or is a few words more than one below
        // this size: one from this size on would not have been filled up.
        Step::Pad(words) => cut::padded_scratch_words(words) + entry_scratch(table, level, words),
        Step::Transform { modulus, subspace_units } => {
            let sizes = transform::sizes(level, (n, n), modulus, subspace_units);
            let own = transform::scratch_words(level, sizes, table);
            if transform::may_be_refused(level) {
                max(own, toom3_scratch(table, n, toom3::part_words(n)))
            } else {
                own
            }
        }
        Step::Empty | Step::Leaf | Step::KaratsubaLean | Step::Cut(_) | Step::Strip(_) => 0,
    }
}

/// The words of scratch of Toom-3 for `n` words with parts of `part` words.
const fn toom3_scratch(table: &Table, n: usize, part: usize) -> usize {
    let value = part + 2;
    let rest = n - 2 * part;
    let products = max(pair_scratch(table, value, part), table[rest].scratch as usize);
    toom3::scratch_words(value) + products
}

/// The words of scratch of products of `n` words and of `m` words, one after the other.
const fn pair_scratch(table: &Table, n: usize, m: usize) -> usize {
    max(table[n].scratch as usize, table[m].scratch as usize)
}

/// The longest operand along which leaves are laid.
const fn strip_words(level: Level) -> usize {
    match level {
        Level::Portable => 8,
        Level::Vpclmul => 12,
        _ => 16,
    }
}

/// The words of each of `count` parts of an operand of `words` words, of which the last may be shorter.
///
/// Whole cache lines where there are many: parts that lie across them cost up to half as much again.
const fn equal_part(words: usize, count: usize) -> usize {
    let part = words.div_ceil(count);
    if part < LINES_WORDS { part } else { part.next_multiple_of(8) }
}

/// The smallest parts that are whole cache lines: the last of three then has at least half as many words.
const LINES_WORDS: usize = 40;

/// [`more()`] are so many words at most.
const MOST_MORE: usize = 16;

/// The products of two words by which [`more()`] multiplies `words` words by `rest` more of the other operand, for both
/// operands: for a pair of those three for each word, for a single one two.
const fn crosswise_clmuls(words: usize, rest: usize) -> usize {
    words * (rest / 2 * 3 + rest % 2 * 2)
}

/// The smallest product that Toom-3 may do: its parts have dozens of words.
const TOOM3_WORDS: usize = 96;

const fn cheaper(a: Entry, b: Entry) -> Entry {
    if b.cycles < a.cycles { b } else { a }
}

/// Above so many words memory matters: [`karatsuba_lean()`] comes first. With Toom-3 below it needs three
/// quarters of the product's size as scratch, where Toom-3 alone needs all of it.
const LEAN_WORDS: usize = 1 << 16;

impl Plan {
    /// The plan for operands of `an` and `bn` words, in either order.
    pub const fn new(level: Level, an: usize, bn: usize) -> Plan {
        let (an, bn) = if an < bn { (bn, an) } else { (an, bn) };
        Plan { level, an, bn }
    }

    /// The words of the operands, the longer one first.
    pub const fn words(self) -> (usize, usize) {
        (self.an, self.bn)
    }

    /// What is done first.
    pub const fn step(self) -> Step {
        let Plan { an, bn, .. } = self;
        if bn == 0 {
            Step::Empty
        } else if an <= leaf_words(self.level) {
            Step::Leaf
        } else if an == bn {
            self.balanced_step()
        } else if let Some(step) = self.uneven_transform() {
            step
        } else if self.fills() {
            match self.entry_step(an) {
                Some(Step::Fixed(m)) if self.takes(m) => Step::Fixed(m),
                _ => Step::Pad(an),
            }
        } else if bn <= strip_words(self.level) {
            Step::Strip(self.piece())
        } else {
            Step::Cut(self.piece())
        }
    }

    const fn balanced_step(self) -> Step {
        let n = self.an;
        if n <= TABLE_WORDS {
            return self.entry(n).step();
        }
        match transform::cheapest(self.level, (n, n), self.table()) {
            Some(transform) => transform.step(n, n),
            None => self.step_without_transform(),
        }
    }

    /// What is done first instead of a transform.
    pub const fn step_without_transform(self) -> Step {
        let n = self.an;
        if n > self.bn {
            Step::Cut(self.bn)
        } else if n <= LEAN_WORDS {
            Step::Toom3(toom3::part_words(n))
        } else if n.is_multiple_of(2) {
            Step::KaratsubaLean
        } else {
            Step::Cut(n - 1)
        }
    }

    /// The step, if operands of different lengths are transformed: where that is cheaper than to fill up the
    /// shorter one, as is done to short products, and than to cut the longer one into pieces as short.
    const fn uneven_transform(self) -> Option<Step> {
        let Plan { level, an, bn } = self;
        let table = self.table();
        let Some(transform) = transform::cheapest(level, (an, bn), table) else {
            return None;
        };
        let pieces = an.div_ceil(bn) as u64 * transform::balanced_cycles(level, bn, table);
        let whole = if an <= TABLE_WORDS { table[an].cycles as u64 } else { u64::MAX };
        if transform.cycles > pieces
            || transform.cycles > whole
            || transform::is_oversized(level, transform.sizes.modulus, an + bn)
        {
            None
        } else {
            Some(transform.step(an, bn))
        }
    }

    /// Whether the shorter operand is filled up to the length of the longer one, which is then not cut.
    ///
    /// Compares cycles for a word of the longer operand, without a division, which would take as long as
    /// a short product. Where there is one piece and a shorter rest, those of the rest are compared with
    /// the cycles that filling up costs more than the piece; where there are more, an eighth is allowed
    /// for a rest of another kind.
    const fn fills(self) -> bool {
        let Plan { an, bn, .. } = self;
        if an > TABLE_WORDS {
            return false;
        }
        let piece = self.piece();
        let whole = self.entry(an).cycles as u64;
        let one = (self.entry(piece).cycles + 5) as u64;
        if an < 2 * piece {
            let rest = an - piece;
            return whole.saturating_sub(one) * rest as u64
                <= (self.entry(rest).cycles + 5) as u64 * (bn + rest - 1) as u64;
        }
        let eighths = if bn <= strip_words(self.level) { 8 } else { 9 };
        8 * whole * piece as u64 <= eighths * one * an as u64
    }

    /// Whether the composition for `words` words takes operands as short as these.
    const fn takes(self, words: usize) -> bool {
        match composition(self.level, words) {
            Some(composition) => self.bn >= composition.least,
            None => false,
        }
    }

    /// The step of a balanced product, if it is in the table.
    const fn entry_step(self, words: usize) -> Option<Step> {
        if words > TABLE_WORDS { None } else { Some(self.entry(words).step()) }
    }

    const fn entry(self, words: usize) -> Entry {
        self.table()[words]
    }

    const fn table(self) -> &'static Table {
        table(self.level)
    }

    /// The words of the pieces when the longer operand is cut: the shorter operand's, or those of the
    /// kernel that takes it as it is.
    const fn piece(self) -> usize {
        let Plan { level, an, bn } = self;
        if bn <= strip_words(level) {
            return match level {
                Level::Avx512 if bn <= 8 => 8,
                _ if bn <= 4 => 4,
                _ if bn <= 8 => bn,
                Level::Avx512 => 16,
                _ if bn <= 12 => 12,
                _ => 16,
            };
        }
        match self.entry_step(bn) {
            Some(Step::Fixed(words)) if words < an => words,
            _ => bn,
        }
    }

    /// Cycles of the product when its longer operand is cut, as far as the table reaches.
    const fn cut_cycles(self) -> u32 {
        let mut plan = self;
        let mut cycles = 0;
        while plan.bn > 0 {
            if plan.an <= leaf_words(plan.level) {
                return cycles + self.entry(plan.an).cycles;
            }
            let piece = plan.piece();
            if plan.bn <= strip_words(plan.level) {
                return cycles + plan.an.div_ceil(piece) as u32 * (self.entry(piece).cycles + 5);
            }
            let piece = min(piece, plan.an);
            cycles += (plan.an / piece) as u32 * (self.entry(piece).cycles + 10);
            plan = Plan::new(self.level, plan.bn, plan.an % piece);
        }
        cycles
    }

    /// The cycles that the product is expected to take, which its step was chosen by; none if an
    /// operand is longer than [`TABLE_WORDS`].
    pub const fn cycles(self) -> Option<u32> {
        if self.an > TABLE_WORDS {
            return None;
        }
        match self.step() {
            Step::Empty => Some(0),
            Step::Cut(_) | Step::Strip(_) => Some(self.cut_cycles()),
            Step::Transform { .. } => {
                match transform::cheapest(self.level, self.words(), self.table()) {
                    Some(transform) => Some(transform.cycles as u32),
                    None => None,
                }
            }
            _ => Some(self.entry(self.an).cycles),
        }
    }

    /// The products that the step needs, as (how many, plan of each). Of a transform's first product, that of the
    /// operands' tops, only the upper half may be made, by fewer products than the plan of all of it has.
    pub const fn parts(self) -> [(usize, Plan); 5] {
        const fn balanced(level: Level, count: usize, n: usize) -> (usize, Plan) {
            (count, Plan::new(level, n, n))
        }
        let Plan { level, an, bn } = self;
        let none = balanced(level, 0, 0);
        let [first, second, third] = match self.step() {
            Step::Transform { modulus, subspace_units } => {
                let sizes = transform::sizes(level, (an, bn), modulus, subspace_units);
                let products = transform::quotient_products(sizes);
                let (mut parts, mut i) = ([none; 5], 0);
                while i < parts.len() {
                    parts[i] = balanced(level, products[i].0, products[i].1);
                    i += 1;
                }
                return parts;
            }
            Step::Empty | Step::Leaf | Step::Fixed(_) => [none; 3],
            Step::Strip(piece) => [balanced(level, an.div_ceil(piece), piece), none, none],
            Step::Karatsuba(h) if an == 2 * h => [balanced(level, 3, h), none, none],
            Step::Karatsuba(h) => [balanced(level, 2, h), balanced(level, 1, an - h), none],
            Step::Karatsuba3(m) if an == 3 * m => [balanced(level, 6, m), none, none],
            Step::Karatsuba3(m) => [balanced(level, 5, m), balanced(level, 1, an - 2 * m), none],
            Step::KaratsubaLean => [balanced(level, 3, an / 2), none, none],
            Step::Karatsuba5 => [balanced(level, 15, an / 5), none, none],
            Step::Toom3(part) => {
                let rest = an - 2 * part;
                let (values, rest) = (balanced(level, 2, part + 2), balanced(level, 1, rest));
                [balanced(level, 2, part), values, rest]
            }
            Step::Pad(m) => [balanced(level, 1, m), none, none],
            Step::More(m) => [balanced(level, 1, m), balanced(level, 1, an - m), none],
            Step::Cut(piece) => {
                let (first, rest) = (Plan::new(level, piece, bn), Plan::new(level, an % piece, bn));
                [(an / piece, first), (1, rest), none]
            }
        };
        [first, second, third, none, none]
    }

    /// The words of scratch that the product needs.
    #[inline]
    pub const fn scratch_words(self) -> usize {
        if self.an <= leaf_words(self.level) { 0 } else { self.step_scratch_words(self.step()) }
    }

    /// [`scratch_words`](Plan::scratch_words), where the step is known.
    const fn step_scratch_words(self, step: Step) -> usize {
        let Plan { level, an, bn } = self;
        match step {
            Step::Empty | Step::Strip(_) => 0,
            Step::Transform { .. } if an == bn && an <= TABLE_WORDS => {
                self.entry(an).scratch as usize
            }
            Step::Transform { modulus, subspace_units } => {
                let sizes = transform::sizes(level, (an, bn), modulus, subspace_units);
                let own = transform::scratch_words(level, sizes, self.table());
                if transform::may_be_refused(level) {
                    max(own, self.step_scratch_words(self.step_without_transform()))
                } else {
                    own
                }
            }
            Step::Fixed(words) => match composition(level, words) {
                Some(composition) => composition.scratch,
                None => 0,
            },
            Step::KaratsubaLean => {
                karatsuba_lean::scratch_words(an / 2)
                    + Plan::new(level, an / 2, an / 2).scratch_words()
            }
            Step::Pad(m) => cut::padded_scratch_words(m) + Plan::new(level, m, m).scratch_words(),
            Step::Cut(piece) => {
                let first = Plan::new(level, piece, bn).scratch_words();
                let rest = Plan::new(level, an % piece, bn).scratch_words();
                cut::cut_scratch_words(piece, (an, bn), (first, rest))
            }
            // These are steps of the table alone.
            Step::Leaf
            | Step::Karatsuba(_)
            | Step::Karatsuba3(_)
            | Step::Karatsuba5
            | Step::More(_) => self.entry(an).scratch as usize,
            Step::Toom3(_)
                if an <= TABLE_WORDS && matches!(self.entry(an).step(), Step::Toom3(_)) =>
            {
                self.entry(an).scratch as usize
            }
            Step::Toom3(part) => {
                let value = part + 2;
                let products = max(
                    Plan::new(level, value, value).scratch_words(),
                    Plan::new(level, part, part).scratch_words(),
                );
                let rest = an - 2 * part;
                let products = max(products, Plan::new(level, rest, rest).scratch_words());
                toom3::scratch_words(value) + products
            }
        }
    }

    /// The products of two words that the schedule consists of, those with a word that filling up
    /// makes zero included. Those of a transform at its points are not counted, and the product of its operands' tops is
    /// counted as if all of it were computed.
    pub fn clmuls(self) -> u64 {
        match self.step() {
            Step::Leaf => return leaf_clmuls(self.level, self.an, self.bn),
            Step::Fixed(words) => return composition(self.level, words).map_or(0, |c| c.clmuls),
            _ => {}
        }
        let own = match self.step() {
            Step::More(shorter) => crosswise_clmuls(shorter, self.an - shorter),
            _ => 0,
        };
        self.parts()
            .iter()
            .filter(|part| part.0 > 0)
            .map(|part| part.0 as u64 * part.1.clmuls())
            .sum::<u64>()
            + own as u64
    }
}

/// Whether there is a leaf for operands of `words` words.
#[inline(always)]
pub(crate) const fn is_leaf<I: Isa>(words: usize) -> bool {
    words > 0 && words <= leaf_words(I::LEVEL)
}

/// c := a · b as planned; `c` has as many words as `a` and `b` together, `scratch` as many as the
/// plan says.
///
/// # Panics
///
/// `scratch` is too short, or `c` has another length; it may also be incomplete then.
#[inline]
pub fn multiply<I: Isa>(isa: I, c: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
    let (a, b) = if a.len() < b.len() { (b, a) } else { (a, b) };
    if !b.is_empty() && is_leaf::<I>(a.len()) {
        return any_leaf(isa, c, a, b);
    }
    walk(isa, Plan::new(I::LEVEL, a.len(), b.len()).step(), c, a, b, scratch);
}

/// [`multiply`] above the leaves, with scratch of its own.
#[cfg(feature = "alloc")]
#[inline(never)]
pub(crate) fn multiply_longer<I: Isa>(isa: I, c: &mut [u64], a: &[u64], b: &[u64]) {
    let (a, b) = if a.len() < b.len() { (b, a) } else { (a, b) };
    let plan = Plan::new(I::LEVEL, a.len(), b.len());
    match plan.step() {
        Step::Fixed(words) => fixed::multiply_alone(isa, words, c, a, b),
        step @ Step::Strip(_) => walk(isa, step, c, a, b, &mut []),
        step => with_scratch(plan.step_scratch_words(step), |scratch| {
            walk(isa, step, c, a, b, scratch);
        }),
    }
}

/// [`multiply`] on a level that the caller has a token of.
///
/// Not generic, so that what is generic for other reasons does not compile the multiplier of every level again.
#[inline(never)]
pub(crate) fn multiply_at(level: Level, c: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
    struct Multiply<'v>(&'v mut [u64], &'v [u64], &'v [u64], &'v mut [u64]);
    impl Operation for Multiply<'_> {
        type Output = ();
        #[inline(always)]
        fn run<I: Isa>(self, isa: I) {
            multiply(isa, self.0, self.1, self.2, self.3);
        }
    }
    level.dispatch(Multiply(c, a, b, scratch)).expect("the token proves the level");
}

/// [`multiply`] by a step of the plan, `a` at least as long as `b`.
fn walk<I: Isa>(isa: I, step: Step, c: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
    match step {
        Step::Empty => c.fill(0),
        Step::Leaf => any_leaf(isa, c, a, b),
        Step::Fixed(words) => fixed::multiply(isa, words, c, a, b, scratch),
        Step::Karatsuba(h) => isa.outline(
            #[inline(always)]
            || {
                karatsuba(
                    isa,
                    h,
                    c,
                    a,
                    b,
                    scratch,
                    #[inline(always)]
                    |c, a, b, s| multiply(isa, c, a, b, s),
                )
            },
        ),
        Step::KaratsubaLean => isa.outline(
            #[inline(always)]
            || {
                karatsuba_lean(
                    isa,
                    c,
                    a,
                    b,
                    scratch,
                    #[inline(always)]
                    |c, a, b, s| multiply(isa, c, a, b, s),
                )
            },
        ),
        Step::Karatsuba3(m) => isa.outline(
            #[inline(always)]
            || {
                karatsuba3(
                    isa,
                    m,
                    c,
                    a,
                    b,
                    scratch,
                    #[inline(always)]
                    |c, a, b, s| multiply(isa, c, a, b, s),
                )
            },
        ),
        Step::Karatsuba5 => isa.outline(
            #[inline(always)]
            || {
                karatsuba5(
                    isa,
                    c,
                    a,
                    b,
                    scratch,
                    #[inline(always)]
                    |c, a, b, s| multiply(isa, c, a, b, s),
                )
            },
        ),
        Step::Toom3(part) => isa.outline(
            #[inline(always)]
            || {
                toom3(
                    isa,
                    (part, 1),
                    c,
                    a,
                    b,
                    scratch,
                    #[inline(always)]
                    |c, a, b, s| multiply(isa, c, a, b, s),
                )
            },
        ),
        Step::Pad(words) => isa.outline(
            #[inline(always)]
            || {
                padded(
                    isa,
                    words,
                    c,
                    a,
                    b,
                    scratch,
                    #[inline(always)]
                    |c, a, b, s| multiply(isa, c, a, b, s),
                )
            },
        ),
        Step::More(shorter) => isa.outline(
            #[inline(always)]
            || {
                more(
                    isa,
                    shorter,
                    c,
                    a,
                    b,
                    scratch,
                    #[inline(always)]
                    |c, a, b, s| multiply(isa, c, a, b, s),
                )
            },
        ),
        Step::Strip(piece) => match piece {
            8 => strip::<I, 8>(isa, c, a, b),
            _ if const { matches!(I::LEVEL, Level::Avx512) } => strip::<I, 16>(isa, c, a, b),
            4 => strip::<I, 4>(isa, c, a, b),
            5 => strip::<I, 5>(isa, c, a, b),
            6 => strip::<I, 6>(isa, c, a, b),
            7 => strip::<I, 7>(isa, c, a, b),
            12 => strip::<I, 12>(isa, c, a, b),
            _ => strip::<I, 16>(isa, c, a, b),
        },
        Step::Transform { modulus, subspace_units } => {
            let sizes = transform::sizes(I::LEVEL, (a.len(), b.len()), modulus, subspace_units);
            if !fft::multiply(isa, sizes, a, [(&mut *c, b)], scratch, Watch::NONE) {
                multiply_without_transform(isa, c, a, b, scratch);
            }
        }
        Step::Cut(piece) => isa.outline(
            #[inline(always)]
            || {
                cut(
                    isa,
                    piece,
                    c,
                    a,
                    b,
                    scratch,
                    #[inline(always)]
                    |c, a, b, s| multiply(isa, c, a, b, s),
                )
            },
        ),
    }
}

/// [`walk`] on level vpclmul without GFNI, which the scratch of the plan is enough for, and on symbols, for which more
/// is allocated.
#[cold]
fn multiply_without_transform<I: Isa>(
    isa: I,
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
    scratch: &mut [u64],
) {
    let plan = Plan::new(I::LEVEL, a.len(), b.len());
    let step = plan.step_without_transform();
    #[cfg(feature = "alloc")]
    {
        let needed = plan.step_scratch_words(step);
        if scratch.len() < needed {
            return with_scratch(needed, |scratch| walk(isa, step, c, a, b, scratch));
        }
    }
    walk(isa, step, c, a, b, scratch);
}

#[inline]
const fn min(a: usize, b: usize) -> usize {
    if a < b { a } else { b }
}

#[inline]
pub(crate) const fn max(a: usize, b: usize) -> usize {
    if a > b { a } else { b }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Empty => write!(f, "empty"),
            Step::Leaf => write!(f, "leaf"),
            Step::Fixed(words) => write!(f, "fixed {words}"),
            Step::Karatsuba(_) => write!(f, "karatsuba"),
            Step::KaratsubaLean => write!(f, "karatsuba-lean"),
            Step::Karatsuba3(_) => write!(f, "karatsuba3"),
            Step::Karatsuba5 => write!(f, "karatsuba5"),
            Step::Toom3(_) => write!(f, "toom3"),
            Step::Pad(words) => write!(f, "pad to {words}"),
            Step::More(words) => write!(f, "more than {words}"),
            Step::Cut(words) => write!(f, "cut into {words}"),
            Step::Strip(words) => write!(f, "strip of {words}"),
            Step::Transform { modulus: words, .. } => write!(f, "transform modulo {words} words"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a step needs for itself comes before what the largest of its products needs.
    #[test]
    fn scratch_of_toom3_has_room_for_each_product() {
        for level in Level::ALL {
            for words in 1..=2 * TABLE_WORDS {
                let plan = Plan::new(level, words, words);
                let Step::Toom3(own_part) = plan.step() else { continue };
                let own = toom3::scratch_words(own_part + 2);
                for (_, part) in plan.parts() {
                    assert!(plan.scratch_words() >= own + part.scratch_words(), "{level} {words}");
                }
            }
        }
    }

    #[test]
    fn cycles_are_those_of_the_cheapest_way_known() {
        for level in Level::ALL {
            let cycles = |an, bn| Plan::new(level, an, bn).cycles();
            assert_eq!(cycles(100, 0), Some(0));
            assert_eq!(cycles(TABLE_WORDS + 1, 1), None);
            for words in kernels::leaves(level) {
                assert_eq!(cycles(words, 1), kernels::recorded_cycles(level, words));
            }
            for (an, bn) in [(40, 30), (100, 99), (300, 17), (2000, 1), (2048, 2048)] {
                assert!(cycles(an, bn).is_some_and(|cycles| cycles > 0));
                assert_eq!(cycles(an, bn), cycles(bn, an));
                assert!(cycles(an, bn) <= cycles(an, an), "{level}: {an} by {bn} words");
            }
        }
    }
}
