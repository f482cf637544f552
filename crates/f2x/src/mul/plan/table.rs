//! The steps of balanced products up to [`TABLE_WORDS`] words, and what each is expected to cost.
//!
//! The compiler makes a table for each level: by the recurrences of the blocks, the shortest products first, from the
//! measured cycles of the kernels ([`cycles`]) and of the transforms, and by overheads that were fitted to measured
//! products. Sizes that no block has are filled up to one that is cheaper.

use super::{Step, cycles, kernels, max, transform};
use crate::Level;
use crate::mul::fixed::{composition, leaf_words};
use crate::mul::more::crosswise_clmuls;
use crate::mul::short::cheapest_mulders_words;
use crate::mul::{cut, karatsuba, karatsuba3, karatsuba5, toom3};

/// The largest balanced product whose step is in the table.
pub const TABLE_WORDS: usize = 2048;

/// The step for balanced products. There are thousands of them: in fourteen bytes each, packed, or there would be two more.
#[derive(Clone, Copy)]
#[repr(C, packed(2))]
pub(crate) struct Entry {
    /// The cycles that the product is expected to take.
    pub(in crate::mul) cycles: u32,
    step: TableStep,
    /// The words of scratch of this product.
    pub(super) scratch: u16,
    /// The words of scratch of the products up to this one.
    pub(super) most_scratch: u16,
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

const _: () = assert!(size_of::<Entry>() == 14);

impl TableStep {
    const fn step(self) -> Step {
        match self {
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

impl Entry {
    /// The words of the product in full of which Mulders' cut makes the lower or upper half.
    pub(in crate::mul) const fn mulders_words(self) -> usize {
        self.mulders_words as usize
    }

    pub(super) const fn step(self) -> Step {
        self.step.step()
    }
}

/// The entry of a step, without scratch and Mulders' cut, which are found once it is in the table.
pub(super) const fn entry(cycles: u32, step: Step) -> Entry {
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

// Each is evaluated by itself: the compiler minds how long one takes.
static PORTABLE: Table = cheapest_steps(Level::Portable, true);
static AVX2: Table = cheapest_steps(Level::Avx2, true);
static VPCLMUL: Table = cheapest_steps(Level::Vpclmul, true);
static AVX512: Table = cheapest_steps(Level::Avx512, true);

/// The steps of level vpclmul if there were no transforms.
static VPCLMUL_WITHOUT_TRANSFORMS: [TableStep; TABLE_WORDS + 1] = {
    let table = cheapest_steps(Level::Vpclmul, false);
    let mut steps = [TableStep::Empty; TABLE_WORDS + 1];
    let mut n = 1;
    while n <= TABLE_WORDS {
        steps[n] = table[n].step;
        n += 1;
    }
    steps
};

/// The steps of balanced products on a level.
pub(crate) const fn table(level: Level) -> &'static Table {
    match level {
        Level::Portable => &PORTABLE,
        Level::Avx2 => &AVX2,
        Level::Vpclmul => &VPCLMUL,
        Level::Avx512 => &AVX512,
    }
}

/// The step of the balanced product of `n` words if there were no transforms, on a level where a CPU may lack them; none if it
/// is in no table.
pub(super) const fn step_without_transforms(level: Level, n: usize) -> Option<Step> {
    match level {
        Level::Vpclmul if n <= TABLE_WORDS => Some(VPCLMUL_WITHOUT_TRANSFORMS[n].step()),
        _ => None,
    }
}

/// The cycles of a step besides those of its products: of the call, and of every row of the operands.
#[derive(Clone, Copy)]
struct Overhead(u32, u32);

/// The overheads on a level, fitted to the cycles of all sizes up to 1024 words less those of their
/// products. `f2x tune` shows how well the sums meet the measured cycles. Those of vpclmul are of Zen 4; Toom-3 takes twice
/// as much there with parts of 64 or 128 words as with 96, and its number lies between. On level avx2 those of Karatsuba in
/// two and three parts, and of what fills up a composition, are of Zen 5.
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
                karatsuba: Overhead(50, 15),
                karatsuba3: Overhead(100, 12),
                karatsuba5: Overhead(250, 25),
                toom3: Overhead(500, 26),
                pad: Overhead(120, 8),
                more: Overhead(90, 8),
                fill: Overhead(70, 5),
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
pub(in crate::mul) const fn compared_cycles(level: Level, entry: Entry) -> u32 {
    Overheads::new(level).compared(entry)
}

/// The cheapest step for every balanced product, by the recurrences of the blocks; `transforms` or without these.
const fn cheapest_steps(level: Level, transforms: bool) -> Table {
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
            if transforms
                && let Some(transform) = transform::entry(level, n, &table)
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
        while m > leaf_words(level) && may_be_filled(level, transforms, m, n) {
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

/// Whether operands of `m` words may be filled up to `n`.
///
/// On level vpclmul not from less words than any transform has to as many or more: instead of the transform there may be
/// [`more`](super::more()) than `m` words, which would come back to `m` without end. And without transforms to no such words
/// at all: that would take much more scratch than the transform, and its parts can be filled up at nearly the same cost.
const fn may_be_filled(level: Level, transforms: bool, m: usize, n: usize) -> bool {
    let least = transform::LEAST_LONGER_WORDS;
    !matches!(level, Level::Vpclmul) || n < least || transforms && m >= least
}

/// The entry for `n` words := `entry`, with Mulders' cut for it; the table has those of fewer words.
const fn set(table: &mut Table, level: Level, n: usize, entry: Entry) {
    table[n] = entry;
    table[n].mulders_words = short(cheapest_mulders_words(level, n, table));
}

/// The words of scratch of the step in the table for `n` words, where those of the products that it
/// needs are known.
const fn entry_scratch(table: &Table, level: Level, n: usize) -> usize {
    step_scratch(table, level, n, table[n].step())
}

/// [`entry_scratch`] of this step, whichever is in the table.
pub(super) const fn step_scratch(table: &Table, level: Level, n: usize, step: Step) -> usize {
    match step {
        Step::Fixed(words) => match composition(level, words) {
            Some(composition) => composition.scratch_words(n == words),
            None => 0,
        },
        Step::Karatsuba(h) => karatsuba::scratch_words(h) + pair_scratch(table, h, n - h),
        Step::Karatsuba3(m) => karatsuba3::scratch_words(m) + pair_scratch(table, m, n - 2 * m),
        Step::Karatsuba5 => karatsuba5::scratch_words(n / 5) + table[n / 5].scratch as usize,
        Step::Toom3(part) => {
            let value = part + 2;
            let rest = n - 2 * part;
            let products = max(pair_scratch(table, value, part), table[rest].scratch as usize);
            toom3::scratch_words(value) + products
        }
        Step::More(shorter) => pair_scratch(table, shorter, n - shorter),
        // The larger size has a block, whose parts are smaller than this size, or is a few words more than one below
        // this size: one from this size on would not have been filled up.
        Step::Pad(words) => cut::padded_scratch_words(words) + entry_scratch(table, level, words),
        Step::Transform { modulus, subspace_units } => {
            let sizes = transform::sizes(level, (n, n), modulus, subspace_units);
            let own = transform::scratch_words(level, sizes, table);
            if transform::may_be_refused(level, sizes.modulus) {
                let refused = match transform::without_gfni((n, n)) {
                    Some(sizes) => transform::scratch_words(level, sizes, table),
                    None => match step_without_transforms(level, n) {
                        Some(step) => step_scratch(table, level, n, step),
                        None => panic!("the level has all of its transforms"),
                    },
                };
                max(own, refused)
            } else {
                own
            }
        }
        Step::Empty | Step::Leaf | Step::KaratsubaLean | Step::Cut(_) | Step::Strip(_) => 0,
    }
}

/// The words of scratch of products of `n` words and of `m` words, one after the other.
const fn pair_scratch(table: &Table, n: usize, m: usize) -> usize {
    max(table[n].scratch as usize, table[m].scratch as usize)
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

/// [`more`](super::more()) are so many words at most.
const MOST_MORE: usize = 16;

/// The smallest product that Toom-3 may do: its parts have dozens of words.
const TOOM3_WORDS: usize = 96;

const fn cheaper(a: Entry, b: Entry) -> Entry {
    if b.cycles < a.cycles { b } else { a }
}
