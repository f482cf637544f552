//! Which block multiplies which lengths.
//!
//! One pure function, [`Plan::step`], says what happens first to a product of given lengths; the
//! smaller products are planned the same way. Lengths up to [`TABLE_WORDS`] words have their step
//! in a table that the compiler makes from the measured costs of the leaves and compositions
//! (`cycles`) by the recurrences of the blocks; above it, the rule is Toom-3 all the way, with a step
//! of Karatsuba before it where memory matters.

pub(crate) use super::fixed::leaf;
#[cfg(feature = "alloc")]
pub(crate) use super::fixed::multiply_alone as multiply_fixed;
use super::fixed::{self, any_leaf, composition, leaf_words};
use super::toom3::{self, toom3};
use super::{cut, karatsuba, karatsuba_lean, karatsuba3, karatsuba5, padded};
use crate::Level;
use crate::isa::Isa;
use core::fmt;

mod cycles;

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
    /// [`karatsuba`]
    Karatsuba,
    /// [`karatsuba_lean`]
    KaratsubaLean,
    /// [`karatsuba3`]
    Karatsuba3,
    /// [`karatsuba5`]
    Karatsuba5,
    /// [`toom3`] with w = 1
    Toom3,
    /// [`padded`] to so many words
    Pad(usize),
    /// [`cut`] into pieces of so many words
    Cut(usize),
}

/// The schedule of a product of `an` by `bn` words on a level, `an` at least `bn`.
///
/// Printed, it is the tree of its steps with the number of word products (clmul) of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    level: Level,
    an: usize,
    bn: usize,
}

/// The largest balanced product whose step is in the table.
pub const TABLE_WORDS: usize = 2048;

/// Products of words in the leaves of 1 to 16 words, by level; in the lanes of a vector all four
/// count.
const LEAF_CLMULS: [[u64; 16]; 4] = [
    [1, 3, 6, 9, 15, 18, 24, 27, 0, 0, 0, 0, 0, 0, 0, 0],
    [1, 3, 6, 9, 15, 18, 24, 27, 36, 45, 51, 54, 66, 72, 78, 81],
    [1, 3, 6, 9, 15, 18, 24, 27, 36, 45, 51, 54, 66, 72, 78, 81],
    [1, 3, 6, 9, 36, 36, 36, 36, 108, 108, 108, 108, 108, 108, 108, 108],
];

/// The step for balanced products, and its cost in cycles.
#[derive(Clone, Copy)]
struct Entry {
    cycles: u32,
    step: Step,
}

type Table = [Entry; TABLE_WORDS + 1];

static TABLES: [Table; 4] =
    [table(Level::Portable), table(Level::Avx2), table(Level::Vpclmul), table(Level::Avx512)];

/// The cheapest step for every balanced product, by the recurrences of the blocks.
///
/// A pass over the words costs about a cycle for every `row` words and stream.
const fn table(level: Level) -> Table {
    let leaf = cycles::LEAVES[level as usize - 1];
    let row: u32 = match level {
        Level::Portable => 1,
        Level::Avx2 | Level::Vpclmul => 4,
        Level::Avx512 => 8,
    };
    let mut table = [Entry { cycles: 0, step: Step::Empty }; TABLE_WORDS + 1];
    let mut n = 1;
    while n <= TABLE_WORDS {
        let words = n as u32;
        let mut best = Entry { cycles: u32::MAX, step: Step::Empty };
        if n <= leaf_words(level) {
            best = Entry { cycles: leaf[n - 1], step: Step::Leaf };
        } else {
            if let Some(cycles) = composition_cycles(level, n) {
                best = Entry { cycles, step: Step::Fixed(n) };
            }
            if n % 2 == 0 {
                let cycles = 3 * table[n / 2].cycles + 60 + 8 * words / row;
                best = cheaper(best, Entry { cycles, step: Step::Karatsuba });
            }
            if n % 3 == 0 {
                let cycles = 6 * table[n / 3].cycles + 100 + 12 * words / row;
                best = cheaper(best, Entry { cycles, step: Step::Karatsuba3 });
            }
            if n % 5 == 0 {
                let cycles = 15 * table[n / 5].cycles + 250 + 25 * words / row;
                best = cheaper(best, Entry { cycles, step: Step::Karatsuba5 });
            }
            if n >= TOOM3_WORDS {
                let part = toom3::part_words(n);
                let products = 2 * table[part].cycles
                    + 2 * table[part + 2].cycles
                    + table[n - 2 * part].cycles;
                let cycles = products + 150 + 16 * words / row;
                best = cheaper(best, Entry { cycles, step: Step::Toom3 });
            }
        }
        table[n] = best;
        // Sizes just below may be cheaper filled up to this one. A table entry is final once n has
        // passed twice its size, long before a larger block asks for it.
        let least = match composition(level, n) {
            Some(composition) if matches!(best.step, Step::Fixed(_)) => composition.least,
            _ => n,
        };
        let mut m = n - 1;
        while m > leaf_words(level) {
            let filled = if m >= least {
                Entry { cycles: best.cycles + 8, step: Step::Fixed(n) }
            } else {
                Entry {
                    cycles: best.cycles.saturating_add(40 + 6 * words / row),
                    step: Step::Pad(n),
                }
            };
            if filled.cycles >= table[m].cycles {
                break;
            }
            table[m] = filled;
            m -= 1;
        }
        n += 1;
    }
    table
}

/// The measured cycles of the composition for `words` words, if the level has one.
const fn composition_cycles(level: Level, words: usize) -> Option<u32> {
    let measured = cycles::COMPOSITIONS[level as usize - 1];
    let mut i = 0;
    while i < measured.len() {
        if measured[i].0 == words {
            return Some(measured[i].1);
        }
        i += 1;
    }
    None
}

/// The smallest product that Toom-3 may do: its parts have dozens of words.
const TOOM3_WORDS: usize = 96;

const fn cheaper(a: Entry, b: Entry) -> Entry {
    if b.cycles < a.cycles { b } else { a }
}

/// Above so many words memory matters: [`karatsuba_lean`] comes first. With Toom-3 below it needs three
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
        } else if an <= TABLE_WORDS && self.entry(an).cycles <= self.cut_cycles() {
            match self.entry(an).step {
                Step::Fixed(m) if self.takes(m) => Step::Fixed(m),
                _ => Step::Pad(an),
            }
        } else {
            Step::Cut(self.piece())
        }
    }

    const fn balanced_step(self) -> Step {
        let n = self.an;
        if n <= TABLE_WORDS {
            self.entry(n).step
        } else if n <= LEAN_WORDS {
            Step::Toom3
        } else if n.is_multiple_of(2) {
            Step::KaratsubaLean
        } else {
            Step::Cut(n - 1)
        }
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
        if words > TABLE_WORDS { None } else { Some(self.entry(words).step) }
    }

    const fn entry(self, words: usize) -> Entry {
        TABLES[self.level as usize - 1][words]
    }

    /// The words of the pieces when the longer operand is cut: the shorter operand's, or those of the
    /// kernel that takes it as it is.
    const fn piece(self) -> usize {
        let Plan { level, an, bn } = self;
        if bn <= leaf_words(level) {
            return leaf_words(level);
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
            let piece = min(plan.piece(), plan.an);
            cycles += (plan.an / piece) as u32 * (self.entry(piece).cycles + 10);
            plan = Plan::new(self.level, plan.bn, plan.an % piece);
        }
        cycles
    }

    /// The products that the step needs, as (how many, plan of each).
    pub const fn parts(self) -> [(usize, Plan); 3] {
        const fn balanced(level: Level, count: usize, n: usize) -> (usize, Plan) {
            (count, Plan::new(level, n, n))
        }
        let Plan { level, an, bn } = self;
        let none = balanced(level, 0, 0);
        match self.step() {
            Step::Empty | Step::Leaf | Step::Fixed(_) => [none, none, none],
            Step::Karatsuba | Step::KaratsubaLean => [balanced(level, 3, an / 2), none, none],
            Step::Karatsuba3 => [balanced(level, 6, an / 3), none, none],
            Step::Karatsuba5 => [balanced(level, 15, an / 5), none, none],
            Step::Toom3 => {
                let part = toom3::part_words(an);
                let rest = an - 2 * part;
                [balanced(level, 2, part), balanced(level, 2, part + 2), balanced(level, 1, rest)]
            }
            Step::Pad(m) => [balanced(level, 1, m), none, none],
            Step::Cut(piece) => [
                (an / piece, Plan::new(level, piece, bn)),
                (1, Plan::new(level, an % piece, bn)),
                none,
            ],
        }
    }

    /// The words of scratch that the product needs.
    #[inline]
    pub const fn scratch_words(self) -> usize {
        if self.an <= leaf_words(self.level) { 0 } else { self.walk_scratch_words() }
    }

    const fn walk_scratch_words(self) -> usize {
        let Plan { level, an, bn } = self;
        let [(_, first), (_, second), (_, third)] = self.parts();
        match self.step() {
            Step::Empty | Step::Leaf => 0,
            Step::Fixed(words) => match composition(level, words) {
                Some(composition) => composition.scratch,
                None => 0,
            },
            Step::Karatsuba => super::karatsuba::scratch_words(an / 2) + first.scratch_words(),
            Step::KaratsubaLean => {
                super::karatsuba_lean::scratch_words(an / 2) + first.scratch_words()
            }
            Step::Karatsuba3 => super::karatsuba3::scratch_words(an / 3) + first.scratch_words(),
            Step::Karatsuba5 => super::karatsuba5::scratch_words(an / 5) + first.scratch_words(),
            Step::Toom3 => {
                // A shorter product may need more: it may be one of a composition.
                let longer = max(first.scratch_words(), second.scratch_words());
                toom3::scratch_words(toom3::part_words(an) + 2) + max(longer, third.scratch_words())
            }
            Step::Pad(m) => super::cut::padded_scratch_words(m) + first.scratch_words(),
            Step::Cut(piece) => {
                let later = if an >= 2 * piece {
                    max(first.scratch_words(), second.scratch_words())
                } else {
                    second.scratch_words()
                };
                let later = super::cut::cut_scratch_words(piece, an, bn) + later;
                max(first.scratch_words(), later)
            }
        }
    }

    /// The products of two words that the schedule consists of, those with a word that filling up
    /// makes zero included.
    pub fn clmuls(self) -> u64 {
        match self.step() {
            Step::Leaf => return LEAF_CLMULS[self.level as usize - 1][self.an - 1],
            Step::Fixed(words) => return composition(self.level, words).map_or(0, |c| c.clmuls),
            _ => {}
        }
        self.parts()
            .iter()
            .filter(|part| part.0 > 0)
            .map(|part| part.0 as u64 * part.1.clmuls())
            .sum()
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
/// A slice is too short.
#[inline]
pub fn multiply<I: Isa>(isa: I, c: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
    let (a, b) = if a.len() < b.len() { (b, a) } else { (a, b) };
    if !b.is_empty() && is_leaf::<I>(a.len()) {
        return any_leaf(isa, c, a, b);
    }
    walk(isa, c, a, b, scratch);
}

/// [`multiply`] above the leaves, `a` at least as long as `b`.
fn walk<I: Isa>(isa: I, c: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
    match Plan::new(I::LEVEL, a.len(), b.len()).step() {
        Step::Empty => c.fill(0),
        Step::Leaf => any_leaf(isa, c, a, b),
        Step::Fixed(words) => fixed::multiply(isa, words, c, a, b, scratch),
        Step::Karatsuba => isa.outline(
            #[inline(always)]
            || {
                karatsuba(
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
        Step::Karatsuba3 => isa.outline(
            #[inline(always)]
            || {
                karatsuba3(
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
        Step::Toom3 => isa.outline(
            #[inline(always)]
            || {
                toom3(
                    isa,
                    (toom3::part_words(a.len()), 1),
                    c,
                    a,
                    b,
                    scratch,
                    #[inline(always)]
                    |c, a, b, s| multiply(isa, c, a, b, s),
                )
            },
        ),
        Step::Pad(words) => padded(
            words,
            c,
            a,
            b,
            scratch,
            #[inline(always)]
            |c, a, b, s| multiply(isa, c, a, b, s),
        ),
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
            Step::Karatsuba => write!(f, "karatsuba"),
            Step::KaratsubaLean => write!(f, "karatsuba-lean"),
            Step::Karatsuba3 => write!(f, "karatsuba3"),
            Step::Karatsuba5 => write!(f, "karatsuba5"),
            Step::Toom3 => write!(f, "toom3"),
            Step::Pad(words) => write!(f, "pad to {words}"),
            Step::Cut(words) => write!(f, "cut into {words}"),
        }
    }
}
