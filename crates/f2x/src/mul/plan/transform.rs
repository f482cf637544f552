//! When a product is a transform, and modulo what.
//!
//! Around the length of the product there are the next larger moduli, and the next smaller one with a quotient
//! ([`fft::modulus`]), of which the first units may be found modulo a subspace polynomial ([`fft::subspace`]) and the
//! others from the operands' tops; and without GFNI the one with all factors, which a subspace polynomial makes y^(2^16) + y,
//! with two products for what the product is longer than that. The cheapest one is taken, and compared with the other
//! blocks.

#[cfg(feature = "parallel")]
use super::cut;
use super::table::{self, Entry};
use super::{Plan, Step, TABLE_WORDS, Table, cycles, max, min, multiply_at};
use crate::fft::{
    self, BOUNDED_WORDS, CLOSING_UNITS, Modulus, Sizes, modulus::SIZES, watch::Watch,
};
use crate::isa::Isa;
use crate::mul::first_factors;
use crate::mul::short::{mulders_cycles, mulders_words};
use crate::{Level, Operation};

/// Coefficients have at least 2^so many bytes.
const fn least_log_bytes(level: Level) -> u32 {
    match level {
        Level::Portable | Level::Avx2 => 2,
        Level::Vpclmul | Level::Avx512 => 0,
    }
}

/// Whether a CPU of this level may lack the transform: coefficients of less than four bytes need GFNI.
pub(super) const fn may_be_refused(level: Level, modulus: Modulus) -> bool {
    matches!(level, Level::Vpclmul) && modulus.bytes() < 4
}

/// Without GFNI, a product of level vpclmul has so many words at least if it is a transform, and the shorter operand so many.
///
/// On Zen 3 a transform of operands of 1862 to 1907 words takes 1.01 of the time of the step without one, of 1931 to 2048
/// words 0.95 to 0.98; of 1750 words it takes 1.2 times as long as Toom-3. With a shorter operand of 600 words it takes 0.83
/// to 0.89 of the time of Toom-3 in pieces, with one of 520 words 1.02 to 1.09.
const LEAST_WITHOUT_GFNI: (usize, usize) = (3680, 576);

/// The sizes of the transform that is done on level vpclmul without GFNI instead of a planned one, if it takes less than
/// [`Plan::step_without_transform`]: that of level avx2, if there is one there. The products for its quotient are those of
/// level vpclmul.
pub(crate) const fn without_gfni(operands: (usize, usize)) -> Option<Sizes> {
    let (an, bn) = operands;
    let (least_words, least_shorter) = LEAST_WITHOUT_GFNI;
    if an + bn < least_words || bn < least_shorter {
        return None;
    }
    let plan = Plan::new(Level::Avx2, an, bn);
    planned_sizes(plan, plan.step())
}

/// The moduli whose cycles are recorded.
pub(super) fn recorded(level: Level) -> impl Iterator<Item = Modulus> {
    let least = modulus_of(level, Modulus::least_words(least_log_bytes(level)));
    let count = cycles::TRANSFORMS[level as usize - 1].len();
    core::iter::successors(Some(least), |modulus| Some(modulus.next())).take(count)
}

/// The modulus of `words` words or, if there is none, the next smaller one.
const fn modulus_of(level: Level, words: usize) -> Modulus {
    Modulus::of_words(least_log_bytes(level), words)
}

/// Whether products modulo y^(2^16) + y are planned. With GFNI the next modulus, of longer coefficients, always takes less:
/// there a word of these costs no more than one of shorter ones.
const fn may_be_closed(level: Level) -> bool {
    least_log_bytes(level) > 0
}

/// The longer operand of a transform has so many words at least.
pub(super) const LEAST_LONGER_WORDS: usize = 385;

/// Whether `modulus` would take too much scratch for a product of `words` words: where even the smallest one is long, more
/// than half as long again.
pub(super) const fn is_oversized(level: Level, modulus: Modulus, words: usize) -> bool {
    least_log_bytes(level) > 0 && 2 * modulus.words() > 3 * words
}

/// The cycles of a product of `words` words modulo `modulus`. On avx512 a sixth of them was found to be in proportion to
/// the words, as far as the modulus goes; on other levels moduli that are much longer would take too much scratch.
const fn product_cycles(level: Level, modulus: Modulus, words: usize) -> u64 {
    let all = modulus_cycles(level, modulus);
    let (words, most) = (words as u64, modulus.words() as u64);
    if matches!(level, Level::Avx512) && words < most {
        all - all * (most - words) / (6 * most)
    } else {
        all
    }
}

/// The cycles of a transform modulo `modulus`.
const fn modulus_cycles(level: Level, modulus: Modulus) -> u64 {
    let cycles = cycles::TRANSFORMS[level as usize - 1];
    // Beyond those that were measured, an octave takes 2.25 times as long as the one before.
    let least = SIZES * least_log_bytes(level) as usize;
    let (mut number, mut octaves) = (modulus.number() - least, 0);
    while number >= cycles.len() {
        number -= SIZES;
        octaves += 1;
    }
    let mut sum = cycles[number] as u64;
    while octaves > 0 {
        sum = 9 * sum / 4;
        octaves -= 1;
    }
    sum
}

/// The cycles that a word of a quotient takes besides its products: operands and product have longer conversions than those of
/// the modulus alone, and the quotient has one.
///
/// That of avx2 was measured on Zen 4: 30 to 60 cycles, modulo 2^15 words and more 40 to 70, but 18 where all factors are
/// there.
///
/// Those of vpclmul and avx512 were chosen on Zen 4, for the least mean loss against the best of all moduli and numbers of
/// units. It grows as coefficients leave the caches; modulo 1536 words it is less, for operands of half of that are filled up
/// to a power of two of units, so that longer ones are no dearer to convert.
const fn quotient_word_cycles(level: Level, modulus: Modulus) -> u64 {
    match level {
        Level::Portable => 24,
        Level::Avx2 if modulus.has_all_factors() => 18,
        Level::Avx2 if modulus.words() >= 1 << 15 => 56,
        Level::Avx2 => 48,
        Level::Vpclmul if modulus.words() >= 1 << 13 => 31,
        Level::Vpclmul if modulus.words() >= 1 << 12 => 27,
        Level::Vpclmul => 22,
        Level::Avx512 if modulus.words() >= 1 << 16 => 30,
        Level::Avx512 if modulus.words() >= 1 << 15 => 18,
        Level::Avx512 if modulus.words() >= 1 << 13 => 16,
        Level::Avx512 if modulus.words() >= 1 << 12 => 14,
        Level::Avx512 if modulus.words() == 3 << 9 => 6,
        Level::Avx512 => 10,
    }
}

/// The cycles that a word beyond y^(2^16) + y takes besides its two products, for it lengthens operands. As
/// estimated from sweeps on Zen 4 these were 31 to 36 with coefficients of four bytes, and 12 or 13 with longer ones.
const fn beyond_word_cycles(modulus: Modulus) -> u64 {
    if modulus.bytes() > 4 { 12 } else { 32 }
}

/// The cycles that a word takes besides, if it is found modulo a subspace polynomial. That of avx512 decides where products
/// cost the same: on Zen 4 fewer units and a top mostly took less there, and on vpclmul more units without one.
const fn subspace_word_cycles(level: Level) -> u64 {
    match level {
        Level::Portable => 24,
        Level::Avx2 => 2,
        Level::Vpclmul => 0,
        Level::Avx512 => 1,
    }
}

/// So many cycles less the products modulo `units` units of `unit` words take, where those of the first factors are made
/// together.
///
/// On avx512 one number for units of 32, 64 and 128 words, chosen on Zen 5: with 400 cycles products of 560 and 1070 words took
/// 2 % more, with none those of 570 words 3 %. On vpclmul what products of 610 words took less on Zen 4, with two factors
/// together, and of 641 words, with four.
const fn together_cycles(level: Level, units: usize, unit: usize) -> u64 {
    match (level, first_factors(level, unit, units)) {
        (_, None) => 0,
        (Level::Vpclmul, Some(first)) if first.units == 8 => 950,
        (Level::Vpclmul, Some(_)) => 240,
        (_, Some(_)) => 180,
    }
}

/// So many units at most, more than half of the longest quotient, unless the product is one modulo y^(2^16) + y.
const MOST_SUBSPACE_UNITS: usize = 8;

/// A transform for a product.
#[derive(Clone, Copy)]
pub(super) struct Transform {
    pub(super) sizes: Sizes,
    pub(super) cycles: u64,
    /// Whether its scratch is in proportion to a product of [`PARALLEL_WORDS`] or more: three times it or, beyond
    /// [`BOUNDED_WORDS`], 2.2 times.
    pub(super) is_lean: bool,
}

impl Transform {
    /// The step of a product with this transform: where its scratch would be out of proportion the longer operand is
    /// halved, which halves scratch, too, if the halves are not shorter than the other operand.
    pub(super) const fn step(self, an: usize, bn: usize) -> Step {
        let half = an.div_ceil(2).next_multiple_of(8);
        if self.is_lean || half < bn { step_of(self.sizes) } else { Step::Cut(half) }
    }
}

/// The cheapest transform for a product, if there is one, of the lean ones if there are some; `table` has the steps of
/// shorter products.
pub(super) const fn cheapest(
    level: Level,
    operands: (usize, usize),
    table: &Table,
) -> Option<Transform> {
    cheapest_if(level, operands, table, false)
}

/// [`cheapest`], on two threads if `parallel`, which need more scratch.
const fn cheapest_if(
    level: Level,
    operands: (usize, usize),
    table: &Table,
    parallel: bool,
) -> Option<Transform> {
    let words = operands.0 + operands.1;
    if operands.0 < LEAST_LONGER_WORDS || words > fft::modulus::MOST_WORDS {
        return None;
    }
    let least = Modulus::least_words(least_log_bytes(level));
    let mut modulus = modulus_of(level, if words < least { least } else { words });
    let mut best: Option<Transform> = None;
    // The last one before these, with what is beyond y^(2^16) + y, may be cheaper than all of them.
    if may_be_closed(level)
        && let Some(before) = modulus.all_factors_before(least_log_bytes(level))
    {
        let sizes = Sizes { operands, modulus: before, subspace_units: 0, parallel };
        best = better(level, sizes, table, best);
    }
    let mut larger = 0;
    // One with fewer factors may be cheaper than the next larger one.
    while larger < 3 && modulus.words() <= fft::modulus::MOST_WORDS {
        let sizes = Sizes { operands, modulus, subspace_units: 0, parallel };
        best = better(level, sizes, table, best);
        if modulus.words() >= words {
            larger += 1;
        }
        modulus = modulus.next();
    }
    best
}

/// The transform of these operands and modulus, with the best quotient, if they fit and it is better than `best`, or else
/// that.
const fn better(
    level: Level,
    sizes: Sizes,
    table: &Table,
    best: Option<Transform>,
) -> Option<Transform> {
    let Some((sizes, quotient_cycles)) = with_quotient(level, sizes, table) else { return best };
    let words = sizes.operands.0 + sizes.operands.1;
    let cycles = product_cycles(level, sizes.modulus, words) + quotient_cycles;
    // The products for the quotient are left out: they have the place of the rows, and hardly need more. There is no
    // such modulus for some products with an operand that is shorter than the quotient would be.
    let fifths = if words <= BOUNDED_WORDS { 15 } else { 11 };
    let is_lean = words < PARALLEL_WORDS || 5 * sizes.scratch_words(1, 0) <= fifths * words;
    let is_better = match best {
        Some(best) if is_lean == best.is_lean => cycles < best.cycles,
        Some(_) => is_lean,
        None => true,
    };
    if is_better { Some(Transform { sizes, cycles, is_lean }) } else { best }
}

/// `sizes`, which come without any, with the number of units modulo a subspace polynomial that makes the quotient cheapest,
/// and its cycles, with those of what is beyond y^(2^16) + y; none if no number fits.
const fn with_quotient(level: Level, sizes: Sizes, table: &Table) -> Option<(Sizes, u64)> {
    let (quotient, unit) = (sizes.quotient_words(), sizes.modulus.unit_words());
    let word_cycles = quotient_word_cycles(level, sizes.modulus);
    let closed = Sizes { subspace_units: CLOSING_UNITS, ..sizes };
    let may_be_closed = may_be_closed(level) && closed.fit();
    let fits = sizes.fit();
    let mut best = None;
    if fits {
        if quotient == 0 {
            return Some((sizes, 0));
        }
        let cycles = top_cycles(level, quotient, table) + word_cycles * quotient as u64;
        best = Some((sizes, cycles));
    } else if !may_be_closed {
        return None;
    }
    let most = if may_be_closed { CLOSING_UNITS } else { MOST_SUBSPACE_UNITS };
    let (mut units, mut factors) = (1, balanced_cycles(level, unit, table));
    while units <= most
        && units * unit <= sizes.operands.1
        && (may_be_closed || units * unit < 2 * quotient)
    {
        let next = Sizes { subspace_units: units, ..sizes };
        // So many as close the product are reached only where that was found to fit.
        if units == CLOSING_UNITS || fits && next.top_fits() {
            let cycles = factors - together_cycles(level, units, unit)
                + subspace_word_cycles(level) * next.subspace_words() as u64
                + top_cycles(level, next.tops_words(), table)
                + bottoms_cycles(level, next, table)
                + word_cycles * next.quotient_words() as u64
                + beyond_word_cycles(next.modulus) * next.beyond_words() as u64;
            // If equal, more units leave less of a top, or none.
            best = match best {
                Some(best) if best.1 < cycles => Some(best),
                _ => Some((next, cycles)),
            };
        }
        // The next factor has as many units as all before it.
        factors += balanced_cycles(level, units * unit, table);
        units *= 2;
    }
    best
}

/// The cycles of the product of the lowest words, of which all are computed, if there is one.
const fn bottoms_cycles(level: Level, sizes: Sizes, table: &Table) -> u64 {
    match sizes.tops_products() {
        2 => balanced_cycles(level, sizes.tops_words(), table),
        _ => 0,
    }
}

/// The cycles of the product of tops of `words` words, of which the upper half is needed.
const fn top_cycles(level: Level, words: usize, table: &Table) -> u64 {
    if words <= TABLE_WORDS {
        mulders_cycles(words, table) as u64
    } else {
        balanced_cycles(level, words, table)
    }
}

/// The cycles of a product of operands of `words` words each.
pub(super) const fn balanced_cycles(level: Level, words: usize, table: &Table) -> u64 {
    if words <= TABLE_WORDS {
        return table[words].cycles as u64;
    }
    match cheapest(level, (words, words), table) {
        Some(transform) => transform.cycles,
        None => u64::MAX >> 8,
    }
}

/// The words of scratch of a transform, where `table` has the steps of shorter products.
pub(super) const fn scratch_words(level: Level, sizes: Sizes, table: &Table) -> usize {
    sizes.scratch_words(1, quotient_scratch_words(level, sizes, table))
}

/// The words of scratch of the products for a quotient, where `table` has the steps of shorter products.
pub(crate) const fn quotient_scratch_words(level: Level, sizes: Sizes, table: &Table) -> usize {
    let mut top = top_scratch_words(level, sizes.tops_words(), table);
    if sizes.tops_products() == 2 {
        top = max(top, product_scratch_words(level, sizes.tops_words(), table));
    }
    if sizes.subspace_units == 0 {
        return top;
    }
    let unit = sizes.modulus.unit_words();
    let mut most = 0;
    let mut units = fft::subspace::most_factor_units(sizes.subspace_units);
    while units > 0 {
        let words = units * unit;
        most = max(most, product_scratch_words(level, words, table));
        units /= 2;
    }
    max(top, fft::subspace::scratch_words(level, sizes.subspace_units, unit, most))
}

/// The words of scratch of a product of operands of `words` words each.
const fn product_scratch_words(level: Level, words: usize, table: &Table) -> usize {
    if words <= TABLE_WORDS {
        table[words].scratch as usize
    } else {
        Plan::new(level, words, words).scratch_words()
    }
}

/// The words of scratch of the product of tops of `top` words, or of its upper half as a short product, which may be more.
const fn top_scratch_words(level: Level, top: usize, table: &Table) -> usize {
    if top <= TABLE_WORDS {
        let whole = mulders_words(top, table);
        let (rest, product) = (top - whole, 2 * whole + table[whole].scratch as usize);
        // The crossed products of the rest are cut themselves, and have a place each.
        2 * rest + max(product, 2 * rest + table[rest].most_scratch as usize)
    } else {
        Plan::new(level, top, top).scratch_words()
    }
}

/// The products for the quotient of a transform, as (how many, words of the operands): that of tops, or those for what is
/// beyond y^(2^16) + y, and those modulo the factors of a subspace polynomial, the first two, three or four of which may be
/// made together.
pub(super) const fn quotient_products(sizes: Sizes) -> [(usize, usize); 5] {
    let (units, unit) = (sizes.subspace_units, sizes.modulus.unit_words());
    let top = sizes.tops_words();
    [
        (sizes.tops_products(), top),
        (min(units, 2), unit),
        (if units > 2 { 1 } else { 0 }, 2 * unit),
        (if units > 4 { 1 } else { 0 }, 4 * unit),
        (if units > 8 { 1 } else { 0 }, 8 * unit),
    ]
}

/// The sizes of a [`Step::Transform`] of operands of so many words.
pub(super) const fn sizes(
    level: Level,
    operands: (usize, usize),
    modulus: usize,
    subspace_units: u8,
) -> Sizes {
    let modulus = modulus_of(level, modulus);
    Sizes { operands, modulus, subspace_units: subspace_units as usize, parallel: false }
}

/// The [`Step::Transform`] of these sizes.
pub(super) const fn step_of(sizes: Sizes) -> Step {
    let Sizes { modulus, subspace_units, .. } = sizes;
    Step::Transform { modulus: modulus.words(), subspace_units: subspace_units as u8 }
}

/// The sizes of `step` for the operands of a plan, if it is a transform.
const fn planned_sizes(plan: Plan, step: Step) -> Option<Sizes> {
    match step {
        Step::Transform { modulus, subspace_units } => {
            Some(plan.transform_sizes(modulus, subspace_units))
        }
        _ => None,
    }
}

/// Whether a product of so many words is one for two threads of rayon's pool, and it has them.
#[cfg(feature = "parallel")]
fn has_threads(words: usize) -> bool {
    words >= PARALLEL_WORDS && rayon::current_num_threads() > 1
}

/// What is done first of the product of a plan: [`Plan::step`] or, on two threads, which need more scratch, the transform
/// or the cut that keeps theirs in proportion.
#[cfg(feature = "parallel")]
fn parallel_step(plan: Plan) -> Step {
    let (step, (an, bn)) = (plan.step(), plan.words());
    if !matches!(step, Step::Transform { .. }) || !has_threads(an + bn) {
        return step;
    }
    match cheapest_if(plan.level, (an, bn), super::table(plan.level), true) {
        Some(transform) => transform.step(an, bn),
        None => step,
    }
}

/// The transform of [`parallel_step`], if it is one.
#[cfg(feature = "parallel")]
fn parallel_sizes(plan: Plan) -> Option<Sizes> {
    let (an, bn) = plan.words();
    let sizes = planned_sizes(plan, parallel_step(plan))?;
    Some(Sizes { parallel: has_threads(an + bn), ..sizes })
}

/// The words of scratch of [`multiply_parallel`].
#[cfg(feature = "parallel")]
pub(crate) fn parallel_scratch_words(level: Level, an: usize, bn: usize) -> usize {
    let plan = Plan::new(level, an, bn);
    let (an, bn) = plan.words();
    if let Some(sizes) = parallel_sizes(plan) {
        let quotient_scratch = quotient_scratch_words(level, sizes, super::table(level));
        return sizes.scratch_words(1, quotient_scratch).max(plan.scratch_words());
    }
    match parallel_step(plan) {
        Step::Cut(piece) => {
            let [first, rest] =
                [piece, an % piece].map(|words| parallel_scratch_words(level, words, bn));
            cut::cut_scratch_words(piece, (an, bn), (first, rest))
        }
        _ => plan.scratch_words(),
    }
}

/// The words of the shortest product that may have a second thread: 2^20 bits.
pub(crate) const PARALLEL_WORDS: usize = 1 << 14;

// With threads columns are copied: coefficients may be in two places.
#[cfg(feature = "parallel")]
const _: () = {
    let shorter = Modulus::of_words(0, PARALLEL_WORDS - 1);
    assert!(shorter.words() + shorter.most_quotient_words() < PARALLEL_WORDS);
    assert!(shorter.next().copies_columns(fft::VECTOR_WORDS));
    // Where products are longer than a modulus by more than a quotient all columns are copied.
    assert!(!may_be_closed(Level::Vpclmul) && !may_be_closed(Level::Avx512));
    let least = Modulus::least_words(least_log_bytes(Level::Avx2));
    assert!(modulus_of(Level::Avx2, least).copies_columns(fft::VECTOR_WORDS));
};

/// c := a · b with [`parallel_scratch_words`], transforms on this thread and one of rayon's pool; `watch` is told of all.
#[cfg(feature = "parallel")]
pub(crate) fn multiply_parallel<I: Isa>(
    isa: I,
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
    scratch: &mut [u64],
    watch: Watch<'_>,
) {
    let (a, b) = if a.len() < b.len() { (b, a) } else { (a, b) };
    let plan = Plan::new(I::LEVEL, a.len(), b.len());
    if let Some(sizes) = parallel_sizes(plan)
        && fft::multiply(isa, sizes, a, &mut [(&mut *c, b)], scratch, watch)
    {
        return;
    }
    match parallel_step(plan) {
        Step::Cut(piece) => isa.outline(
            #[inline(always)]
            || {
                cut::cut(
                    isa,
                    piece,
                    c,
                    a,
                    b,
                    scratch,
                    #[inline(always)]
                    |c, some, b, s| {
                        let watch = watch.part(some.len(), a.len());
                        multiply_parallel(isa, c, some, b, s, watch);
                    },
                )
            },
        ),
        _ => {
            super::multiply(isa, c, a, b, scratch);
            watch.done();
        }
    }
}

/// The words of scratch of [`multiply_two_at`] for operands of `words` words.
pub(crate) const fn two_scratch_words(level: Level, words: usize) -> usize {
    let plan = Plan::new(level, words, words);
    let one = plan.scratch_words();
    let Some(sizes) = planned_sizes(plan, plan.step()) else { return one };
    let table = super::table(level);
    max(one, sizes.scratch_words(2, quotient_scratch_words(level, sizes, table)))
}

/// The planned products of `a` with each of two others, all of one length, of which the plan may make more
/// than of one after the other.
#[inline(never)]
pub(crate) fn multiply_two_at(
    level: Level,
    [c, d]: [&mut [u64]; 2],
    a: &[u64],
    [b, e]: [&[u64]; 2],
    scratch: &mut [u64],
) {
    struct Multiply<'v>(Sizes, &'v [u64], &'v mut [(&'v mut [u64], &'v [u64])], &'v mut [u64]);
    impl Operation for Multiply<'_> {
        type Output = bool;
        #[inline(always)]
        fn run<I: Isa>(self, isa: I) -> bool {
            fft::multiply(isa, self.0, self.1, self.2, self.3, Watch::NONE)
        }
    }
    let plan = Plan::new(level, a.len(), a.len());
    if let Some(sizes) = planned_sizes(plan, plan.step()) {
        let mut products = [(&mut *c, b), (&mut *d, e)];
        let both = Multiply(sizes, a, &mut products, scratch);
        if level.dispatch(both) == Ok(true) {
            return;
        }
    }
    multiply_at(level, c, a, b, scratch);
    multiply_at(level, d, a, e, scratch);
}

/// The entry of the table for a transform.
pub(super) const fn entry(level: Level, words: usize, table: &Table) -> Option<Entry> {
    match cheapest(level, (words, words), table) {
        Some(transform) => {
            Some(table::entry(transform.cycles as u32, transform.step(words, words)))
        }
        None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mul::short;

    fn check<I: Isa>() {
        for words in 1..=TABLE_WORDS {
            let needed = short::scratch_words::<I>(words, words, words);
            let planned = top_scratch_words(I::LEVEL, words, super::super::table(I::LEVEL));
            assert!(needed <= planned, "{}, {words} words: {needed} > {planned}", I::LEVEL);
        }
    }

    /// Nor where the next larger modulus would be cheaper than the largest.
    #[test]
    fn no_modulus_is_larger_than_the_transform_at_a_point_allows() {
        for level in Level::ALL {
            let mut words = fft::modulus::MOST_WORDS;
            while words > fft::modulus::MOST_WORDS / 2 {
                match Plan::new(level, words / 2, words / 2).step() {
                    Step::Transform { modulus, .. } => {
                        assert!(modulus <= fft::modulus::MOST_WORDS, "{level}, {words} words");
                    }
                    step => panic!("{level}, {words} words: {step}"),
                }
                words -= 501_122;
            }
            let more = fft::modulus::MOST_WORDS / 2 + 8;
            assert!(!matches!(Plan::new(level, more, more).step(), Step::Transform { .. }));
        }
    }

    #[test]
    fn scratch_of_tops_has_room_for_every_cut() {
        check::<crate::isa::Portable>();
        #[cfg(target_arch = "x86_64")]
        {
            check::<crate::isa::Avx2>();
            check::<crate::isa::Vpclmul>();
            check::<crate::isa::Avx512>();
        }
    }
}

#[cfg(all(test, feature = "parallel"))]
mod parallel_tests {
    use super::*;
    use crate::fft::tests::words;
    use alloc::vec;
    use core::sync::atomic::{AtomicUsize, Ordering};

    /// `work` on two threads of rayon's.
    fn on_two_threads(work: impl FnOnce() + Send) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        pool.install(work);
    }

    /// Three times the product up to 2^24 bits, 2.2 times above, as on one thread.
    #[test]
    fn scratch_for_two_threads_is_in_proportion_to_the_product() {
        let check = |level, an: usize, bn: usize| {
            let scratch = parallel_scratch_words(level, an, bn);
            let percent = if an + bn <= BOUNDED_WORDS { 300 } else { 220 };
            assert!(100 * scratch <= percent * (an + bn), "{level}, {an} by {bn}: {scratch}");
            let sizes = parallel_sizes(Plan::new(level, an, bn));
            usize::from(sizes.is_some_and(|sizes| sizes.parallel))
        };
        on_two_threads(|| {
            let mut products = 0;
            for level in Level::ALL {
                let mut words = PARALLEL_WORDS / 2;
                while words < 1 << 28 {
                    products += check(level, words, words - 1);
                    let mut bn = words;
                    while bn > 0 {
                        products += check(level, words, bn);
                        bn = 7 * bn / 8;
                    }
                    words += words / 41;
                }
            }
            assert!(products > 4000, "{products} with threads");
        });
    }

    /// [`multiply_parallel`] of two operands.
    struct Parallel<'m>(&'m mut [u64], [&'m [u64]; 2], &'m mut [u64]);

    impl Operation for Parallel<'_> {
        type Output = ();
        fn run<I: Isa>(self, isa: I) {
            let Parallel(c, [a, b], scratch) = self;
            multiply_parallel(isa, c, a, b, scratch, Watch::NONE);
        }
    }

    /// However a product is computed; and a long transform in many steps.
    #[test]
    fn progress_comes_to_all_words_of_the_product() {
        let operand = words(3, 300_000);
        let check = |an: usize, bn: usize, least_calls: usize| {
            let (calls, told) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let mut c = vec![!0; an + bn];
            crate::mul_parallel_with_progress(&mut c, &operand[..an], &operand[..bn], &|words| {
                calls.fetch_add(1, Ordering::Relaxed);
                assert!(told.fetch_add(words, Ordering::Relaxed) + words <= an + bn);
            })
            .unwrap();
            assert_eq!(told.into_inner(), an + bn, "{an} by {bn}");
            let calls = calls.into_inner();
            assert!(calls >= least_calls, "{an} by {bn}: {calls} calls");
            let mut expected = vec![0; an + bn];
            crate::mul(&mut expected, &operand[..an], &operand[..bn]).unwrap();
            assert!(c == expected, "{an} by {bn}");
        };
        let check_all = || {
            for (an, bn) in [(0, 0), (1, 0), (5, 7), (300, 200), (1500, 1500), (40_000, 3)] {
                check(an, bn, 1);
            }
            check(65_536, 65_536, 100);
            check(40_000, 70_000, 100);
            // Some of these are cut into halves.
            for bn in [6006, 2093, 1031] {
                check(266_432, bn, 100);
            }
        };
        check_all();
        on_two_threads(check_all);
    }

    /// Called from outside a pool, on the threads of the global one: products with and without threads.
    #[test]
    fn public_products_are_those_on_one_thread() {
        let operand = words(2, 40_000);
        for (an, bn) in [(16_391, 16_385), (12_345, 33_210), (8193, 8192), (300, 200), (1, 0)] {
            let (a, b) = (&operand[..an], &operand[40_000 - bn..]);
            let (mut c, mut expected) = (vec![!0; an + bn], vec![0; an + bn]);
            crate::mul(&mut expected, a, b).unwrap();
            crate::mul_parallel(&mut c, a, b).unwrap();
            assert!(c == expected, "{an} by {bn}");
            let short = crate::mul_parallel(&mut c[1..], a, b);
            assert_eq!(short, crate::mul(&mut expected[1..], a, b), "{an} by {bn}");
            assert!(short.is_err());
            for level in Level::ALL {
                c.fill(!0);
                let done = crate::mul_parallel_on(level, &mut c, a, b);
                assert_eq!(done.is_ok(), level.is_available(), "{level}, {an} by {bn}");
                assert!(done.is_err() || c == expected, "{level}, {an} by {bn}");
                assert_eq!(crate::mul_parallel_on(level, &mut c[1..], a, b), short);
            }
        }
    }

    /// With one of the operands in scratch, and, beyond [`BOUNDED_WORDS`], tails of one to three units of it; with and
    /// without a quotient, and modulo y^(2^16) + y with words beyond; unaligned results.
    #[test]
    fn products_on_two_threads_are_those_on_one() {
        let operand = words(1, 230_000);
        let check = |level, an: usize, bn: usize, skipped: usize| {
            let words = parallel_scratch_words(level, an, bn);
            let (a, b) = (&operand[..an], &operand[operand.len() - bn..]);
            let mut expected = vec![0; an + bn];
            crate::mul_on(level, &mut expected, a, b).unwrap();
            let mut c = vec![!0; skipped + an + bn];
            let mut scratch = vec![!0; words];
            let c = &mut c[skipped..];
            level.dispatch(Parallel(c, [a, b], &mut scratch)).unwrap();
            assert!(c == expected, "{level}, {an} by {bn} from word {skipped}");
            let (an, bn) = (an.max(bn), an.min(bn));
            let piece = match parallel_step(Plan::new(level, an, bn)) {
                Step::Cut(piece) => piece,
                _ => an,
            };
            parallel_sizes(Plan::new(level, piece, bn)).filter(|sizes| sizes.parallel)
        };
        for level in Level::ALL.into_iter().filter(|level| level.is_available()) {
            let (mut products, mut beyond, mut in_result) = (0, 0, 0);
            let mut count = |sizes: Option<Sizes>| {
                products += usize::from(sizes.is_some());
                beyond += usize::from(sizes.is_some_and(|sizes| sizes.beyond_words() > 0));
                in_result += usize::from(sizes.is_some_and(Sizes::has_work_in_result));
            };
            on_two_threads(|| {
                for (an, bn) in [
                    (8192, 8192),
                    (8500, 7900),
                    (16_385, 16_385),
                    (16_385, 16_391),
                    (16_399, 16_385),
                    (20_479, 20_497),
                    (20_500, 18_000),
                    (32_768, 10_241),
                    (20_097, 262),
                    (32_001, 518),
                    (39_999, 777),
                    (40_000, 33_333),
                ] {
                    for skipped in [0, 1, 7] {
                        count(check(level, an, bn, skipped));
                    }
                }
                for (an, bn, skipped) in [
                    (131_073, 131_073, 0),
                    (131_072, 131_079, 1),
                    (134_999, 130_001, 7),
                    (220_000, 60_000, 3),
                    (210_000, 52_300, 1),
                ] {
                    let (a, b) = if an < bn { (bn, an) } else { (an, bn) };
                    let plan = Plan::new(level, a, b);
                    let Some(sizes) = planned_sizes(plan, plan.step()) else { continue };
                    let tail = sizes.tail_words();
                    assert!(tail < b, "{level}, {a} by {b}: {tail}");
                    count(check(level, an, bn, skipped));
                }
            });
            assert!(products > 24, "{level}: {products} with threads");
            assert!(in_result > 0 && in_result < products, "{level}: {in_result} of {products}");
            assert_eq!(beyond > 0, may_be_closed(level), "{level}: {beyond} with words beyond");
        }
    }
}
