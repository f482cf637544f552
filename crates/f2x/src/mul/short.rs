//! The lowest or highest words of a product, of any lengths.
//!
//! Up to 32 words (56 with four lanes, 28 with two, 8 without a carry-less multiplier) they are the columns of
//! [`half`](super::half). Above, they are those of the product in full or, where it is cheaper, made by Mulders' cut: of n
//! low words, those of the product of the k lowest words of each operand are computed in full, and the two products of
//! n − k words that are left are again short ones:
//!
//! a·b mod yⁿ = a₀b₀ + yᵏ·(a₁b₀ mod yⁿ⁻ᵏ + a₀b₁ mod yⁿ⁻ᵏ), with a₀, b₀ the k lowest words.
//!
//! (Mulders, On short multiplications and divisions, 2000; Hanrot and Zimmermann 2004.) An operand of
//! m ≤ n/2 words leaves one product in full, of n − m words by m, and a short one of m words.
//!
//! Scratch: the product in full and the short ones, and what the products need.

use super::half::{End, High, half, most_words};
use super::plan::{Table, compared_cycles, multiply, table};
use super::rowwise;
#[cfg(feature = "alloc")]
use crate::Plan;
use crate::isa::Isa;
use crate::{Level, Operation};

/// What is done first for `n` words, operands of at most n words given, the shorter one of `m`.
enum Step {
    /// [`half`]
    Half,
    /// The operands have n words together.
    Whole,
    /// The product in full, of which the rest is dropped.
    Full,
    /// The longer operand is cut.
    Cut,
    /// Mulders' cut, k words in full.
    Mulders(usize),
}

fn step<I: Isa>(n: usize, long: usize, short: usize) -> Step {
    if long + short == n {
        Step::Whole
    } else if n <= 8 {
        Step::Half
    } else if 2 * short <= n {
        Step::Cut
    } else if n <= most_words::<I>() {
        Step::Half
    } else {
        let k = mulders_words(n, table(I::LEVEL));
        if k < n { Step::Mulders(k) } else { Step::Full }
    }
}

/// The words of the product in full of which Mulders' cut makes `n`, at least half of them; all of them
/// where the cut has no advantage, or the plan's table does not reach.
pub(super) const fn mulders_words(n: usize, table: &Table) -> usize {
    if n < table.len() { table[n].mulders_words() } else { n }
}

/// The cycles of `n` words by Mulders' cut or, where it has no advantage, of the product in full; `n` is in the table.
pub(super) const fn mulders_cycles(n: usize, table: &Table) -> u32 {
    let k = table[n].mulders_words();
    if k < n { cut_cycles(n, k, table) } else { table[n].cycles }
}

/// The [`mulders_words`] for the table, which has the steps of up to `n` words.
///
/// The best of the sizes from n/2 up whose product in full is a good one, by the cycles of the plan. A transform in full
/// has the plan's allowance. Beyond the plan's table a product in full is a transform, against which a cut gains a tenth at
/// most.
pub(super) const fn cheapest_mulders_words(level: Level, n: usize, table: &Table) -> usize {
    let (mut best, mut least) = (n, compared_cycles(level, table[n]));
    let mut k = whole_words(n.div_ceil(2));
    while k < n {
        let cut = cut_cycles(n, k, table);
        if cut < least {
            (best, least) = (k, cut);
        }
        k = whole_words(k + 1);
    }
    best
}

/// The cycles of `n` words with a product in full of `k`. A short product is taken to cost as much as one in full, each
/// product 40 cycles beside it.
const fn cut_cycles(n: usize, k: usize, table: &Table) -> u32 {
    table[k].cycles + 2 * table[n - k].cycles + 120
}

/// The nearest number from `words` up whose product in full is a good one: 2ⁱ or 3·2ⁱ.
const fn whole_words(words: usize) -> usize {
    let power = words.next_power_of_two();
    if words <= power / 4 * 3 { power / 4 * 3 } else { power }
}

/// `v` from the end `D`: at most `words` words, and the others.
#[inline(always)]
fn split<D: End>(v: &[u64], words: usize) -> (&[u64], &[u64]) {
    let words = words.min(v.len());
    if D::HIGH {
        let (rest, first) = v.split_at(v.len() - words);
        (first, rest)
    } else {
        v.split_at(words)
    }
}

/// As [`split`].
#[inline(always)]
fn split_mut<D: End>(v: &mut [u64], words: usize) -> (&mut [u64], &mut [u64]) {
    if D::HIGH {
        let (rest, first) = v.split_at_mut(v.len() - words);
        (first, rest)
    } else {
        v.split_at_mut(words)
    }
}

/// Whether [`short`] is one run of a kernel, without scratch.
#[cfg(feature = "alloc")]
#[inline]
pub(super) fn is_kernel<I: Isa>(n: usize, an: usize, bn: usize) -> bool {
    n > 0 && n <= most_words::<I>() && an.min(bn) >= n
}

/// Whether `n` words of the product of operands of as many are computed with all the others.
pub(crate) fn is_full<I: Isa>(n: usize) -> bool {
    matches!(step::<I>(n, n, n), Step::Full)
}

/// The words of scratch that [`short`] needs.
#[cfg(feature = "alloc")]
pub(super) fn scratch_words<I: Isa>(n: usize, an: usize, bn: usize) -> usize {
    let (an, bn) = (an.min(n), bn.min(n));
    let (long, short) = (an.max(bn), an.min(bn));
    if short == 0 {
        return 0;
    }
    let product = |a, b| Plan::new(I::LEVEL, a, b).scratch_words();
    match step::<I>(n, long, short) {
        Step::Half => 0,
        Step::Whole => product(long, short),
        Step::Full => long + short + product(long, short),
        Step::Cut => {
            let rest = long - (n - short);
            product(n - short, short).max(short + scratch_words::<I>(short, rest, short))
        }
        Step::Mulders(k) => {
            let (rest, l, m) = (n - k, long.min(k), short.min(k));
            let whole = l + m + product(l, m);
            let crossed = |outer: usize| scratch_words::<I>(rest, rest, outer.saturating_sub(k));
            2 * rest + whole.max(crossed(long)).max(crossed(short))
        }
    }
}

/// c := as many of the lowest, or highest, words of a·b as `c` has, at most all.
///
/// # Panics
///
/// `scratch` is too short.
pub(super) fn short<I: Isa, D: End>(
    isa: I,
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
    scratch: &mut [u64],
) {
    let n = c.len();
    let (a, b) = (split::<D>(a, n).0, split::<D>(b, n).0);
    let (a, b) = if a.len() < b.len() { (b, a) } else { (a, b) };
    if b.is_empty() {
        return c.fill(0);
    }
    match step::<I>(n, a.len(), b.len()) {
        Step::Half => half::<I, D>(isa, c, a, b),
        Step::Whole => multiply(isa, c, a, b, scratch),
        Step::Full => {
            let (whole, scratch) = scratch.split_at_mut(a.len() + b.len());
            multiply(isa, whole, a, b, scratch);
            c.copy_from_slice(split::<D>(whole, n).0);
        }
        Step::Cut => {
            let (first, rest) = split::<D>(a, n - b.len());
            multiply(isa, c, first, b, scratch);
            add_short::<I, D>(isa, split_mut::<D>(c, n - b.len()).1, rest, b, scratch);
        }
        Step::Mulders(k) => {
            let ((a0, a1), (b0, b1)) = (split::<D>(a, k), split::<D>(b, k));
            // The short products first: then one pass adds both, and waits for neither.
            let (crossed, scratch) = scratch.split_at_mut(2 * (n - k));
            let (x, y) = crossed.split_at_mut(n - k);
            short::<I, D>(isa, x, a1, b0, scratch);
            short::<I, D>(isa, y, a0, b1, scratch);
            let (whole, scratch) = scratch.split_at_mut(a0.len() + b0.len());
            multiply(isa, whole, a0, b0, scratch);
            let (first, rest) = split::<D>(split::<D>(whole, n).0, k);
            let (c0, c1) = split_mut::<D>(c, k);
            c0.copy_from_slice(first);
            isa.outline(
                #[inline(always)]
                || {
                    rowwise(
                        isa,
                        [c1],
                        [rest, x, y],
                        #[inline(always)]
                        |_, [rest, x, y]| [rest ^ x ^ y],
                    );
                },
            );
        }
    }
}

/// c := as many of the highest words of a·b as `c` has, on a level that the caller has a token of.
///
/// Not generic: see [`multiply_at`](super::plan::multiply_at).
#[inline(never)]
pub(crate) fn multiply_high_at(
    level: Level,
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
    scratch: &mut [u64],
) {
    struct Multiply<'v>(&'v mut [u64], &'v [u64], &'v [u64], &'v mut [u64]);
    impl Operation for Multiply<'_> {
        type Output = ();
        #[inline(always)]
        fn run<I: Isa>(self, isa: I) {
            short::<I, High>(isa, self.0, self.1, self.2, self.3);
        }
    }
    level.dispatch(Multiply(c, a, b, scratch)).expect("the token proves the level");
}

/// c += as many of the lowest, or highest, words of a·b as `c` has.
pub(super) fn add_short<I: Isa, D: End>(
    isa: I,
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
    scratch: &mut [u64],
) {
    if a.is_empty() || b.is_empty() {
        return;
    }
    let (product, scratch) = scratch.split_at_mut(c.len());
    short::<I, D>(isa, product, a, b, scratch);
    isa.outline(
        #[inline(always)]
        || {
            rowwise(
                isa,
                [c],
                [product],
                #[inline(always)]
                |[c], [product]| [c ^ product],
            );
        },
    );
}
