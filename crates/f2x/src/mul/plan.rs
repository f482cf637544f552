//! Which block multiplies which lengths.
//!
//! One pure function, [`Plan::step`], says what happens first to a product of given lengths; the smaller products are
//! planned the same way. Lengths up to [`TABLE_WORDS`] words have their step in a table (`plan/table.rs`) that the compiler makes
//! from the measured cycles of the leaves and compositions ([`kernels`]); above it, it is the transform of `fft`. Where
//! there is none (for symbols, for more words than the largest modulus) it is Toom-3, with a step of Karatsuba before it where
//! memory matters. A CPU of level vpclmul that lacks GFNI has steps of its own instead of transforms:
//! [`Plan::without_gfni`].

use super::cut::{self, cut, padded};
use super::fixed::{self, any_leaf, composition, leaf_clmuls, leaf_words};
#[cfg(feature = "alloc")]
pub(crate) use super::fixed::{fits_leaf, leaf};
use super::karatsuba::karatsuba;
use super::karatsuba_lean::{self, karatsuba_lean};
use super::karatsuba3::karatsuba3;
use super::karatsuba5::karatsuba5;
use super::more::{crosswise_clmuls, more};
use super::strip::strip;
use super::toom3::{self, toom3};
use crate::fft::{self, Sizes, watch::Watch};
#[cfg(feature = "alloc")]
use crate::isa::scratch::with_scratch;
use crate::isa::{Isa, dispatch};
use crate::{Level, Operation};
use core::fmt;

mod cycles;
pub mod kernels;
mod table;
pub(crate) mod transform;

use table::Entry;
pub use table::TABLE_WORDS;
pub(crate) use table::table;
pub(super) use table::{Table, compared_cycles};

/// What is done first with a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// An operand has no words: the product is zero.
    Empty,
    /// A kernel for this number of words.
    Leaf,
    /// The composition of blocks for so many words, whose sizes are known at compile time. Operands may have fewer words,
    /// as far as the composition takes them: on level avx2 as few as they like.
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
    /// The additive Fourier transform of `fft`.
    ///
    /// Symbols take [`Plan::step_without_transform`] instead, and so may a CPU without GFNI: [`Plan::without_gfni`].
    Transform {
        /// The words of the polynomial Z that it is modulo, a product of factors y^(2^m) + …, 12 ≤ m ≤ 15.
        modulus: usize,
        /// The units of the quotient by Z that are found modulo a subspace polynomial: none, or a power of two up to 16. With
        /// 16 the product is one modulo Z times that polynomial, y^(2^16) + y. A unit is 256 coefficients: 32 words
        /// if Z has fewer than 8192, on levels portable and avx2 and without GFNI 128 if it has fewer than 16,384, and else
        /// Z's words divided by some number from 128 to 240.
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
    /// Whether bytes are multiplied by bytes, as transforms of coefficients of less than four bytes need.
    gfni: bool,
}

/// The longest operand along which leaves are laid.
const fn strip_words(level: Level) -> usize {
    match level {
        Level::Portable => 8,
        Level::Vpclmul => 12,
        _ => 16,
    }
}

/// Above so many words memory matters: [`karatsuba_lean()`] comes first. With Toom-3 below it needs three
/// quarters of the product's size as scratch, where Toom-3 alone needs all of it.
const LEAN_WORDS: usize = 1 << 16;

impl Plan {
    /// The plan for operands of `an` and `bn` words, in either order. On level vpclmul it is that of a CPU with GFNI.
    pub const fn new(level: Level, an: usize, bn: usize) -> Plan {
        let (an, bn) = if an < bn { (bn, an) } else { (an, bn) };
        Plan { level, an, bn, gfni: true }
    }

    /// The plan that a CPU of this level has without GFNI. It is another one on level vpclmul alone: a transform of
    /// coefficients of less than four bytes is one modulo a polynomial of level avx2 there or, where that takes
    /// longer, another step: products of less than 3680 words, those with an operand of less than 576 words, and those of
    /// operands of so different lengths that level avx2 has no transform for them.
    pub const fn without_gfni(self) -> Plan {
        Plan { gfni: self.gfni && !matches!(self.level, Level::Vpclmul), ..self }
    }

    /// The plan that this CPU has, or [`Plan::new`] where it lacks the level.
    pub fn of_this_cpu(level: Level, an: usize, bn: usize) -> Plan {
        let plan = Plan::new(level, an, bn);
        if dispatch::lacks_gfni(level) { plan.without_gfni() } else { plan }
    }

    /// The words of the operands, the longer one first.
    pub const fn words(self) -> (usize, usize) {
        (self.an, self.bn)
    }

    /// What is done first.
    pub const fn step(self) -> Step {
        let step = self.step_with_gfni();
        if !self.is_refused(step) {
            return step;
        }
        match transform::without_gfni(self.words()) {
            Some(sizes) => transform::step_of(sizes),
            None => self.step_without_transform(),
        }
    }

    /// Whether `step` is a transform that needs GFNI, and there is none.
    const fn is_refused(self, step: Step) -> bool {
        match step {
            Step::Transform { modulus, subspace_units } if !self.gfni => {
                let sizes = transform::sizes(self.level, self.words(), modulus, subspace_units);
                transform::may_be_refused(self.level, sizes.modulus)
            }
            _ => false,
        }
    }

    const fn step_with_gfni(self) -> Step {
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
    ///
    /// On level vpclmul, up to [`TABLE_WORDS`] words, that is planned as other steps are.
    pub const fn step_without_transform(self) -> Step {
        let n = self.an;
        if n > self.bn {
            Step::Cut(self.bn)
        } else if let Some(step) = table::step_without_transforms(self.level, n) {
            step
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
        let Plan { level, an, bn, .. } = self;
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
        let one = (self.piece_cycles() + 5) as u64;
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
        let Plan { level, an, bn, .. } = self;
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

    /// Cycles of a [`piece`](Plan::piece) by the shorter operand.
    const fn piece_cycles(self) -> u32 {
        let words = if self.bn <= strip_words(self.level) { self.piece() } else { self.bn };
        self.entry(words).cycles
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
                return cycles + plan.an.div_ceil(piece) as u32 * (plan.piece_cycles() + 5);
            }
            let piece = min(piece, plan.an);
            cycles += (plan.an / piece) as u32 * (plan.piece_cycles() + 10);
            plan = Plan::new(self.level, plan.bn, plan.an % piece);
        }
        cycles
    }

    /// The cycles that the product is expected to take, which its step was chosen by; none if an
    /// operand is longer than [`TABLE_WORDS`], or it would be another step with GFNI.
    pub const fn cycles(self) -> Option<u32> {
        let step = self.step_with_gfni();
        if self.an > TABLE_WORDS || self.is_refused(step) {
            return None;
        }
        match step {
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

    /// The products that the step needs, as (how many, plan of each). Of a transform's first, or of one of its first two, that
    /// of the operands' tops, only the upper half may be made, by fewer products than the plan of all of it has; and those
    /// modulo the first factors of its quotient may be made together, by as many products of two words as theirs, or fewer.
    pub const fn parts(self) -> [(usize, Plan); 5] {
        const fn balanced(plan: Plan, count: usize, n: usize) -> (usize, Plan) {
            (count, plan.part(n, n))
        }
        let Plan { an, bn, .. } = self;
        let none = balanced(self, 0, 0);
        let [first, second, third] = match self.step() {
            Step::Transform { modulus, subspace_units } => {
                let sizes = self.transform_sizes(modulus, subspace_units);
                let products = transform::quotient_products(sizes);
                let (mut parts, mut i) = ([none; 5], 0);
                while i < parts.len() {
                    parts[i] = balanced(self, products[i].0, products[i].1);
                    i += 1;
                }
                return parts;
            }
            Step::Empty | Step::Leaf | Step::Fixed(_) => [none; 3],
            Step::Strip(piece) => [balanced(self, an.div_ceil(piece), piece), none, none],
            Step::Karatsuba(h) if an == 2 * h => [balanced(self, 3, h), none, none],
            Step::Karatsuba(h) => [balanced(self, 2, h), balanced(self, 1, an - h), none],
            Step::Karatsuba3(m) if an == 3 * m => [balanced(self, 6, m), none, none],
            Step::Karatsuba3(m) => [balanced(self, 5, m), balanced(self, 1, an - 2 * m), none],
            Step::KaratsubaLean => [balanced(self, 3, an / 2), none, none],
            Step::Karatsuba5 => [balanced(self, 15, an / 5), none, none],
            Step::Toom3(part) => {
                let rest = an - 2 * part;
                let (values, rest) = (balanced(self, 2, part + 2), balanced(self, 1, rest));
                [balanced(self, 2, part), values, rest]
            }
            Step::Pad(m) => [balanced(self, 1, m), none, none],
            Step::More(m) => [balanced(self, 1, m), balanced(self, 1, an - m), none],
            Step::Cut(piece) => {
                let (first, rest) = (self.part(piece, bn), self.part(an % piece, bn));
                [(an / piece, first), (1, rest), none]
            }
        };
        [first, second, third, none, none]
    }

    /// The plan of a part of so many words.
    const fn part(self, an: usize, bn: usize) -> Plan {
        Plan { gfni: self.gfni, ..Plan::new(self.level, an, bn) }
    }

    /// The sizes of [`Step::Transform`] of this product.
    const fn transform_sizes(self, modulus: usize, subspace_units: u8) -> Sizes {
        let level = match self.level {
            Level::Vpclmul if !self.gfni => Level::Avx2,
            level => level,
        };
        transform::sizes(level, self.words(), modulus, subspace_units)
    }

    /// The words of scratch that the product needs on any CPU of the level, with GFNI or without.
    #[inline]
    pub const fn scratch_words(self) -> usize {
        if self.an <= leaf_words(self.level) {
            0
        } else {
            self.step_scratch_words(self.step_with_gfni())
        }
    }

    /// The words of scratch of what is done instead of a transform that needs GFNI.
    const fn scratch_words_without_gfni(self) -> usize {
        match transform::without_gfni(self.words()) {
            Some(sizes) => transform::scratch_words(self.level, sizes, self.table()),
            None => self.step_scratch_words(self.step_without_transform()),
        }
    }

    /// [`scratch_words`](Plan::scratch_words), where the step is known; of transforms one with GFNI.
    const fn step_scratch_words(self, step: Step) -> usize {
        let Plan { level, an, bn, .. } = self;
        match step {
            Step::Empty | Step::Leaf | Step::Strip(_) => 0,
            Step::Transform { .. } if an == bn && an <= TABLE_WORDS => {
                self.entry(an).scratch as usize
            }
            Step::Transform { modulus, subspace_units } => {
                let sizes = transform::sizes(level, (an, bn), modulus, subspace_units);
                let own = transform::scratch_words(level, sizes, self.table());
                if transform::may_be_refused(level, sizes.modulus) {
                    max(own, self.scratch_words_without_gfni())
                } else {
                    own
                }
            }
            Step::Fixed(words) => match composition(level, words) {
                Some(composition) => composition.scratch_words(bn == words),
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
            Step::Toom3(part) if an > TABLE_WORDS => {
                let value = part + 2;
                let products = max(
                    Plan::new(level, value, value).scratch_words(),
                    Plan::new(level, part, part).scratch_words(),
                );
                let rest = an - 2 * part;
                let products = max(products, Plan::new(level, rest, rest).scratch_words());
                toom3::scratch_words(value) + products
            }
            // The others are steps of tables alone.
            Step::Karatsuba(_)
            | Step::Karatsuba3(_)
            | Step::Karatsuba5
            | Step::Toom3(_)
            | Step::More(_) => table::step_scratch(self.table(), level, an, step),
        }
    }

    /// The products of two words that the schedule consists of, those with a word that filling up
    /// makes zero included. Those of a transform at its points are not counted, and that of tops, of which the upper half may
    /// be made, is counted as if all of it were; those that are made together are counted as if they were not.
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
        // Constants, so that levels have no code for pieces that they do not have.
        Step::Strip(piece) => match piece {
            16 if const { strip_words(I::LEVEL) >= 16 } => strip::<I, 16>(isa, c, a, b),
            _ if const { matches!(I::LEVEL, Level::Avx512) } => strip::<I, 8>(isa, c, a, b),
            12 if const { strip_words(I::LEVEL) >= 12 } => strip::<I, 12>(isa, c, a, b),
            4 => strip::<I, 4>(isa, c, a, b),
            5 => strip::<I, 5>(isa, c, a, b),
            6 => strip::<I, 6>(isa, c, a, b),
            7 => strip::<I, 7>(isa, c, a, b),
            _ => strip::<I, 8>(isa, c, a, b),
        },
        Step::Transform { modulus, subspace_units } => {
            let sizes = transform::sizes(I::LEVEL, (a.len(), b.len()), modulus, subspace_units);
            if !fft::multiply(isa, sizes, a, &mut [(&mut *c, b)], scratch, Watch::NONE) {
                multiply_refused(isa, c, a, b, scratch);
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

/// [`walk`] where the planned transform is refused: on level vpclmul without GFNI, which the scratch of the plan is enough
/// for, and on symbols, for which more is allocated.
#[cold]
fn multiply_refused<I: Isa>(isa: I, c: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
    let plan = Plan::new(I::LEVEL, a.len(), b.len());
    // A constant, so that other levels have no code for it.
    if const { matches!(I::LEVEL, Level::Vpclmul) }
        && let Some(sizes) = transform::without_gfni(plan.words())
        && fft::multiply(isa, sizes, a, &mut [(&mut *c, b)], scratch, Watch::NONE)
    {
        return;
    }
    let step = plan.step_without_transform();
    #[cfg(feature = "alloc")]
    {
        let needed = plan.step_scratch_words(step);
        if scratch.len() < needed {
            return walk_in_own_scratch(isa, step, c, a, b, needed);
        }
    }
    walk(isa, step, c, a, b, scratch);
}

/// [`walk`] in `needed` words of its own scratch. They may be on the stack, where in the caller's frame they would double
/// the depth of each product.
#[cfg(feature = "alloc")]
#[cold]
#[inline(never)]
fn walk_in_own_scratch<I: Isa>(
    isa: I,
    step: Step,
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
    needed: usize,
) {
    with_scratch(needed, |scratch| walk(isa, step, c, a, b, scratch));
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
    use alloc::vec::Vec;
    use core::mem::discriminant;

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

    /// The first and the last size of each kind of step that there is without GFNI instead of a transform.
    fn steps_without_gfni() -> Vec<(usize, Step)> {
        let mut steps: Vec<[(usize, Step); 2]> = Vec::new();
        for words in 385..1840 {
            let plan = Plan::new(Level::Vpclmul, words, words);
            if !matches!(plan.step(), Step::Transform { .. }) {
                continue;
            }
            let step = plan.without_gfni().step();
            match steps.iter_mut().find(|known| discriminant(&known[0].1) == discriminant(&step)) {
                Some(known) => known[1] = (words, step),
                None => steps.push([(words, step); 2]),
            }
        }
        steps.concat()
    }

    #[test]
    fn plans_without_gfni_are_without_transforms_that_need_it() {
        fn check(plan: Plan) {
            let Step::Transform { modulus, subspace_units } = plan.step() else {
                let parts = plan.parts().into_iter().filter(|(count, _)| *count > 0);
                return parts.for_each(|(_, part)| check(part));
            };
            let sizes = plan.transform_sizes(modulus, subspace_units);
            assert!(sizes.modulus.bytes() >= 4 && sizes.modulus.words() == modulus, "{plan:?}");
        }
        for (an, bn) in
            (1..=TABLE_WORDS).map(|n| (n, n)).chain([(700, 500), (9000, 600), (70_000, 70_000)])
        {
            let plan = Plan::new(Level::Vpclmul, an, bn);
            check(plan.without_gfni());
            for level in [Level::Portable, Level::Avx2, Level::Avx512] {
                let plan = Plan::new(level, an, bn);
                assert_eq!(plan.without_gfni(), plan);
            }
        }
        // Halves down to words: 3^9 products.
        let plan = Plan::new(Level::Vpclmul, 512, 512).without_gfni();
        assert_eq!((plan.step(), plan.clmuls()), (Step::Karatsuba(256), 19_683));
        assert!(steps_without_gfni().len() >= 8);
    }

    /// What is done without GFNI, on any CPU of level vpclmul.
    #[test]
    #[cfg(target_arch = "x86_64")]
    fn scratch_is_enough_where_the_transform_is_refused() {
        use crate::isa::Vpclmul;
        let level = Level::Vpclmul;
        for (an, bn) in steps_without_gfni()
            .into_iter()
            .map(|(words, _)| (words, words))
            .chain([(1840, 1840), (2048, 2048), (2049, 2049)])
            .chain([(2500, 1800), (3000, 577), (3000, 570), (8100, 8100)])
        {
            let plan = Plan::new(level, an, bn);
            assert!(matches!(plan.step(), Step::Transform { .. }), "{an} by {bn} words");
            if !matches!(plan.without_gfni().step(), Step::Transform { .. }) {
                // More would be allocated, where memory can be.
                let needed = plan.step_scratch_words(plan.step_without_transform());
                assert!(needed <= plan.scratch_words(), "{an} by {bn} words");
            }
            let operand = crate::fft::tests::words(an as u64, an + bn);
            let (a, b) = operand.split_at(an);
            let mut expected = alloc::vec![0; an + bn];
            crate::mul_on(Level::Portable, &mut expected, a, b).unwrap();
            if let Some(isa) = Vpclmul::detect() {
                let mut scratch = alloc::vec![!0; plan.scratch_words()];
                let mut c = alloc::vec![!0; an + bn];
                multiply_refused(isa, &mut c, a, b, &mut scratch);
                assert!(c == expected, "{an} by {bn} words");
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
