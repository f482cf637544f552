//! The transform against evaluation at the points, its inverse, and products with quotients.

use super::*;
use crate::mul::plan::{self, transform};
use alloc::vec;
use alloc::vec::Vec;
use field::tests::{mul16, point};
use piece::Piece;

/// The words of a linear congruential generator, upper halves.
pub(crate) fn words(seed: u64, n: usize) -> Vec<u64> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        state >> 32
    };
    (0..n).map(|_| next() << 32 | next()).collect()
}

/// What the tests do with a modulus.
trait Check {
    fn check<I: IsaBytes, P: Points<I, I::B>>(&self, isa: I, modulus: Modulus);
}

/// Runs a check for every form of the modulus, with strides of one byte, of two, four and eight.
struct Each<C>(C);

impl<C: Check> BytesOperation for Each<C> {
    fn run_products<I: IsaBytes<B: MulBytes<I>>>(self, isa: I) -> bool {
        self.run::<I, ByBytes>(isa, 0)
    }

    fn run_constants<I: IsaBytes<B: SpreadBytes<I>>>(self, isa: I) -> bool {
        self.run::<I, ByWords>(isa, 2)
    }
}

impl<C: Check> Each<C> {
    fn run<I: IsaBytes, P: Points<I, I::B>>(self, isa: I, log: u32) -> bool {
        let mut modulus = Modulus::of_words(log, Modulus::least_words(log));
        while modulus.bytes() <= 8 {
            self.0.check::<I, P>(isa, modulus);
            modulus = modulus.next();
        }
        true
    }
}

fn each<C: Check + Copy>(check: C) {
    assert!(crate::isa::Portable.with_bytes(Each(check)));
    each_x86(check);
}

#[cfg(target_arch = "x86_64")]
fn each_x86<C: Check + Copy>(check: C) {
    if let Some(isa) = crate::isa::Avx2::detect() {
        isa.with_bytes(Each(check));
    }
    if let Some(isa) = crate::isa::Vpclmul::detect() {
        isa.with_bytes(Each(check));
        // As on a CPU without GFNI.
        Each(check).run_constants(isa);
    }
    if let Some(isa) = crate::isa::Avx512::detect() {
        isa.with_bytes(Each(check));
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn each_x86<C: Check + Copy>(_: C) {}

/// The blocks of an operand's transforms.
fn blocks_of<I: IsaBytes>(isa: I, modulus: Modulus, operand: &[u64]) -> Vec<u64> {
    let mut blocks = vec![0; modulus.blocks_words()];
    let unit = modulus.unit_words();
    // With room for zeros behind them, and no zeros there.
    let mut copy = vec![!0; whole_words::<false>(operand.len().next_multiple_of(unit), unit)];
    let mut work = vec![0; modulus.work_words()];
    forward(isa, modulus, (&mut blocks, &mut []), &mut copy, operand, &mut work, Watch::NONE);
    layers(isa, modulus, &mut blocks);
    blocks
}

/// The transform of 2^m coefficients, as values at points.
struct ValuesOf<'b> {
    m: usize,
    blocks: &'b [u64],
    bytes: usize,
    stride: usize,
    /// The blocks of a vector, and its words.
    vector: (usize, usize),
    /// The rows of a block.
    rows: usize,
}

impl ValuesOf<'_> {
    fn new<I: IsaBytes>(modulus: Modulus, piece: Piece, blocks: &[u64]) -> ValuesOf<'_> {
        ValuesOf {
            m: piece.m,
            blocks,
            bytes: modulus.bytes(),
            stride: piece.stride::<I>(),
            vector: (I::B::BLOCKS, I::B::WORDS),
            rows: piece.rows::<I>(),
        }
    }

    /// The number of points.
    fn points(&self) -> usize {
        1 << (self.m - 4)
    }

    /// The block, the upper bits and the lower bits of the index of a point of that number.
    fn indices(&self, number: usize) -> (usize, usize, usize) {
        (number >> 7, number >> 4 & 7, number & 15)
    }

    fn point(&self, number: usize) -> u16 {
        let (block, upper, lower) = self.indices(number);
        let (start, _) = block::element_rows(self.m, upper);
        // The bits of the block's number are at depths 3, 5, 6, 7.
        let rest = self.m - 12;
        let (third, low) = (block >> rest, block & ((1 << rest) - 1));
        point(self.m, third << (self.m - 3) | low << 8 | start | lower)
    }

    /// The value of a polynomial at the point of that number.
    fn value(&self, number: usize, polynomial: usize) -> u16 {
        let (blocks, words) = self.vector;
        let (block, upper, lower) = self.indices(number);
        let (start, plane) = block::element_rows(self.m, upper);
        // Eights of polynomials in a vector, if it has one block in the order 0, 2, 1, 3.
        let eights = words / blocks;
        let row = polynomial / (8 * eights);
        let eight = if eights == 1 { 0 } else { [0, 2, 1, 3][polynomial / 8 % eights] };
        // Indices that have no row of their own follow the blocks.
        let folded = (start / self.rows) << (self.m - 11);
        let place = (8 * eight + polynomial % 8) * blocks + block % blocks + folded;
        let first = (block / blocks * (self.bytes / eights) + row) * self.stride
            + start % self.rows
            + lower;
        let byte = |row: usize| self.blocks[row * words + place / 8] >> (place % 8 * 8) & 0xff;
        (byte(first) | byte(first + plane) << 8) as u16
    }
}

/// Values by Horner's rule at some points of every factor, of some polynomials.
#[derive(Clone, Copy)]
struct Values;

impl Values {
    fn check_piece(values: &ValuesOf<'_>, modulus: Modulus, operand: &[u64]) {
        let bytes = modulus.bytes();
        let bit = |at: usize| operand.get(at / 64).is_some_and(|w| w >> (at % 64) & 1 == 1);
        for random in words(1, if cfg!(debug_assertions) { 2 } else { 12 }) {
            let number = random as usize % values.points();
            let y = values.point(number);
            let polynomials = (0..8 * bytes).step_by(if bytes == 1 { 1 } else { 2 * bytes - 1 });
            for polynomial in polynomials {
                let coefficient = |i: usize| bit(8 * bytes * i + polynomial);
                let horner = |v: u16, i: usize| mul16(v, y) ^ u16::from(coefficient(i));
                let expected = (0..operand.len() * 8 / bytes).rev().fold(0, horner);
                let (m, words) = (values.m, operand.len());
                assert_eq!(
                    values.value(number, polynomial),
                    expected,
                    "{polynomial} at {y:#x}, 2^{m} of {modulus:?}, {words} words"
                );
            }
        }
    }
}

impl Check for Values {
    fn check<I: IsaBytes, P: Points<I, I::B>>(&self, isa: I, modulus: Modulus) {
        let most = modulus.words();
        for operand_words in [most / 2, most - 1, modulus.unit_words() + 9] {
            let operand = words(operand_words as u64, operand_words);
            let blocks = blocks_of(isa, modulus, &operand);
            for (piece, at) in modulus.pieces() {
                let blocks = &blocks[at..][..piece.words()];
                let values = ValuesOf::new::<I>(modulus, piece, blocks);
                Self::check_piece(&values, modulus, &operand);
            }
        }
    }
}

#[test]
fn transforms_are_values_at_the_points() {
    each(Values);
}

/// The powers of y, at every point: what the transform makes of a basis, and so, as it is linear, of all. All
/// that there are of coefficients of one byte, and of longer ones one for each power.
#[derive(Clone, Copy)]
struct Basis;

impl Check for Basis {
    fn check<I: IsaBytes, P: Points<I, I::B>>(&self, isa: I, modulus: Modulus) {
        let (coefficients, bits) = (modulus.units() << 8, 8 * modulus.bytes());
        if ![1 << 12, 1 << 13].contains(&coefficients)
            || modulus.bytes() > I::B::WORDS / I::B::BLOCKS
        {
            return;
        }
        let (piece, _) = modulus.pieces().next().unwrap();
        let mut operand = vec![0; modulus.words()];
        let mut powers = Vec::new();
        for index in 0..coefficients {
            let own = index * 5 % bits;
            for polynomial in (0..bits).filter(|p| modulus.bytes() == 1 || *p == own) {
                let at = index * bits + polynomial;
                operand[at / 64] = 1 << (at % 64);
                let blocks = blocks_of(isa, modulus, &operand);
                operand[at / 64] = 0;
                let values = ValuesOf::new::<I>(modulus, piece, &blocks);
                let points = || 0..values.points();
                if powers.is_empty() {
                    powers = vec![1; values.points()];
                }
                for (number, power) in points().zip(&powers) {
                    for other in 0..bits {
                        let expected = if other == polynomial { *power } else { 0 };
                        assert_eq!(values.value(number, other), expected, "y^{index} at {number}");
                    }
                }
                if polynomial == bits - 1 || modulus.bytes() > 1 {
                    let points = points().map(|number| values.point(number));
                    powers = powers.iter().zip(points).map(|(p, y)| mul16(*p, y)).collect();
                }
            }
        }
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "minutes without optimization")]
fn powers_of_y_are_transformed_to_powers_of_the_points() {
    each(Basis);
}

/// Forward, and back.
#[derive(Clone, Copy)]
struct Inverse;

impl Check for Inverse {
    fn check<I: IsaBytes, P: Points<I, I::B>>(&self, isa: I, modulus: Modulus) {
        for seed in 0..4 {
            let operand = words(seed, modulus.words() - seed as usize);
            let mut blocks = blocks_of(isa, modulus, &operand);
            for (piece, at) in modulus.pieces() {
                piece.inverse(isa, &mut blocks[at..][..piece.words()]);
            }
            let mut product = vec![0; modulus.words()];
            let mut rows = vec![0; modulus.rows_words(0)];
            let mut work = vec![0; modulus.work_words()];
            let from = Remainders { blocks: &blocks, quotient: &[], subspace_units: 0 };
            inverse(isa, modulus, &mut product, &mut rows, from, &mut work, (false, Watch::NONE));
            let (low, high) = product.split_at(operand.len());
            assert!(low == operand, "lower part, {modulus:?}");
            assert!(high.iter().all(|w| *w == 0), "upper part, {modulus:?}");
        }
    }
}

#[test]
fn the_inverse_undoes_the_transform() {
    each(Inverse);
}

/// Units that are spread are converted as those that are side by side, groups that are whole and not, whatever is between
/// groups.
#[derive(Clone, Copy)]
struct Spread;

impl Check for Spread {
    fn check<I: IsaBytes, P: Points<I, I::B>>(&self, isa: I, modulus: Modulus) {
        if !modulus.has_all_factors() || modulus.copies_columns(I::B::WORDS) {
            return;
        }
        let words_of_unit = modulus.unit_words();
        let unit = words_of_unit / I::B::WORDS;
        let places = Places { distance: unit, are_spread: true };
        assert!(conversion::are_spread(COLUMN_ROWS));
        let groups =
            (1..=COLUMN_ROWS).step_by(GROUP).filter(|first| conversion::are_spread(*first));
        for units in groups.flat_map(|first| [first, first + GROUP - 2, first + GROUP - 1]) {
            let len = units * words_of_unit;
            let mut expected = words(units as u64, len);
            let first_word = |i: usize| places.of(i) * I::B::WORDS;
            let mut spread = vec![!0; first_word(units.next_multiple_of(GROUP))];
            spread[first_word(units)..].fill(0);
            for (i, words) in expected.chunks_exact(words_of_unit).enumerate() {
                spread[first_word(i)..][..words_of_unit].copy_from_slice(words);
            }
            let rows = I::B::rows_mut(&mut expected).0;
            conversion::convert_inverse::<I, I::B>(isa, rows, 8 * words_of_unit, COLUMN_BITS);
            let rows = I::B::rows_mut(&mut spread).0;
            conversion::convert_inverse_spread::<I, I::B>(isa, rows, (units.div_ceil(GROUP), unit));
            assert!(spread[..len] == expected[..len], "{modulus:?}, {units} units");
        }
    }
}

#[test]
fn spread_units_are_converted_as_those_side_by_side() {
    each(Spread);
}

/// Products with the longest quotient, with one of a word, with 2, 4 and 8 units, with a word less than 4 and 8, and without
/// one, of operands of equal length and of the most different ones, as the schoolbook method finds them; with as many units
/// of the quotient modulo a subspace polynomial as there may be, and so with tops as long as that, or a word shorter.
#[derive(Clone, Copy)]
struct Quotients;

impl Quotients {
    fn check_sizes<I: IsaBytes, P: Points<I, I::B>>(isa: I, sizes: Sizes) {
        let Sizes { operands, modulus, .. } = sizes;
        let unit = modulus.unit_words();
        let all = sizes.quotient_words().div_ceil(unit).next_power_of_two();
        let units = [0, 1, 2, 4, 8].into_iter();
        let units = units.take_while(|units| *units <= all && units * unit <= operands.1);
        let sizes = units.map(|subspace_units| Sizes { subspace_units, ..sizes });
        Self::check_all::<I, P>(isa, operands, sizes.filter(|sizes| sizes.fit()));
    }

    /// The product of operands of so many words with each of some sizes, which are of these operands; and two with the same
    /// longer one.
    fn check_all<I: IsaBytes, P: Points<I, I::B>>(
        isa: I,
        operands: (usize, usize),
        all: impl IntoIterator<Item = Sizes>,
    ) {
        let (a, b) = (words(1, operands.0), words(2, operands.1));
        let mut expected = vec![0; operands.0 + operands.1];
        crate::reference::mul(&mut expected, &a, &b);
        let other = words(3, operands.1);
        let mut expected_other = expected.clone();
        crate::reference::mul(&mut expected_other, &a, &other);
        for sizes in all {
            let table = plan::table(I::LEVEL);
            let quotient_scratch = transform::quotient_scratch_words(I::LEVEL, sizes, table);
            let mut scratch = vec![!0; sizes.scratch_words(1, quotient_scratch)];
            let scratch = &mut scratch;
            let mut c = vec![!0; expected.len()];
            let mut products = [(&mut *c, &*b)];
            assert!(
                Multiply { sizes, a: &a, products: &mut products, scratch, watch: Watch::NONE }
                    .run::<I, P>(isa)
            );
            let Sizes { modulus, subspace_units, .. } = sizes;
            assert!(c == expected, "{modulus:?}, {operands:?} words, {subspace_units} units");
            let mut scratch = vec![!0; sizes.scratch_words(2, quotient_scratch)];
            let scratch = &mut scratch;
            let (mut d, mut e) = (vec![!0; expected.len()], vec![!0; expected.len()]);
            let mut products = [(&mut *d, &*b), (&mut *e, &*other)];
            assert!(
                Multiply { sizes, a: &a, products: &mut products, scratch, watch: Watch::NONE }
                    .run::<I, P>(isa)
            );
            assert!(d == expected, "first of two: {modulus:?}, {operands:?} words");
            assert!(e == expected_other, "second of two: {modulus:?}, {operands:?} words");
        }
    }
}

impl Check for Quotients {
    fn check<I: IsaBytes, P: Points<I, I::B>>(&self, isa: I, modulus: Modulus) {
        let has_least_bytes = modulus.bytes() == I::B::WORDS / I::B::BLOCKS;
        // The definition takes long for more.
        if modulus.words() > if has_least_bytes { 1 << 13 } else { 1 << 11 } {
            return;
        }
        let (unit, most) = (modulus.unit_words(), modulus.most_quotient_words());
        let quotients = [0, 1, 2 * unit, 4 * unit - 1, 4 * unit, 8 * unit - 1, 8 * unit, most];
        for (quotient, balanced) in
            quotients.into_iter().flat_map(|quotient| [(quotient, true), (quotient, false)])
        {
            let all = modulus.words() + quotient;
            let least = max(quotient, modulus.least_operand_words());
            let bn = if balanced { all / 2 } else { least };
            let operands = (all - bn, bn);
            let sizes = Sizes { operands, modulus, subspace_units: 0, parallel: false };
            if sizes.fit() {
                Self::check_sizes::<I, P>(isa, sizes);
            }
        }
    }
}

/// Products modulo y^(2^16) + y, shorter than that, as long, and longer, of operands of equal length and of the most different
/// ones, as the schoolbook method finds them.
#[derive(Clone, Copy)]
struct Closed;

impl Check for Closed {
    fn check<I: IsaBytes, P: Points<I, I::B>>(&self, isa: I, modulus: Modulus) {
        let has_least_bytes = modulus.bytes() == I::B::WORDS / I::B::BLOCKS;
        if !has_least_bytes || !modulus.has_all_factors() {
            return;
        }
        let unit = modulus.unit_words();
        let least = CLOSING_UNITS * unit;
        let closed = modulus.words() + least;
        let most = modulus.words() / MOST_BEYOND;
        let beyond = [0, 1, 2, 3, 4, unit + 3, most].into_iter().map(|beyond| closed + beyond);
        for all in [modulus.words() + 1, closed - 1].into_iter().chain(beyond) {
            let beyond = all.saturating_sub(closed);
            for bn in [least + beyond, all / 2] {
                // The definition takes long for more.
                if all > 1 << 14 && bn > 2 * least {
                    continue;
                }
                let operands = (all - bn, bn);
                let subspace_units = CLOSING_UNITS;
                let sizes = Sizes { operands, modulus, subspace_units, parallel: false };
                assert!(sizes.fit(), "{modulus:?}, {operands:?} words");
                assert_eq!(sizes.beyond_words(), beyond);
                Quotients::check_all::<I, P>(isa, operands, [sizes]);
            }
        }
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "a minute without optimization")]
fn products_modulo_all_points_and_zero() {
    each(Closed);
}

/// Products modulo all there is, without a quotient, as the schoolbook method finds them: how operands are multiplied at the
/// points depends on the stride; and with quotients where units are spread. One operand is short, which the values at the
/// points do not show, for the definition takes long.
#[derive(Clone, Copy)]
struct Strides;

impl Check for Strides {
    fn check<I: IsaBytes, P: Points<I, I::B>>(&self, isa: I, modulus: Modulus) {
        if modulus.bytes() < I::B::WORDS / I::B::BLOCKS {
            return;
        }
        let unit = modulus.unit_words();
        let may_be_spread = conversion::are_spread(modulus.units() + CLOSING_UNITS)
            && !modulus.copies_columns(I::B::WORDS);
        let quotients = [0, 1, unit, modulus.most_quotient_words()];
        for quotient in &quotients[..if may_be_spread { 4 } else { 1 }] {
            let bn = max(*quotient, modulus.least_operand_words());
            let operands = (modulus.words() + quotient - bn, bn);
            let sizes = Sizes { operands, modulus, subspace_units: 0, parallel: false };
            assert!(sizes.fit(), "{modulus:?}, {quotient} words of a quotient");
            Quotients::check_sizes::<I, P>(isa, sizes);
        }
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "a minute without optimization")]
fn products_of_every_stride() {
    each(Strides);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "a minute without optimization")]
fn products_with_quotients() {
    each(Quotients);
}

/// On level vpclmul, whose plan is made for a CPU with GFNI.
#[test]
#[cfg_attr(debug_assertions, ignore = "a minute without optimization")]
#[cfg(target_arch = "x86_64")]
fn products_without_gfni_that_are_planned_with_it() {
    use crate::Level;
    use plan::{Plan, Step};
    let level = Level::Vpclmul;
    let sizes = transform::without_gfni;
    for operands in
        [(1840, 1840), (2048, 2048), (2049, 2049), (2500, 1800), (4100, 4100), (9000, 600)]
    {
        let plan = Plan::new(level, operands.0, operands.1);
        assert!(matches!(plan.step(), Step::Transform { .. }), "{operands:?} words");
        let sizes = sizes(operands).expect("a transform with longer coefficients");
        if let Some(isa) = crate::isa::Vpclmul::detect() {
            Quotients::check_all::<_, ByWords>(isa, operands, [sizes]);
        }
    }
    assert!(sizes((1800, 1800)).is_none() && sizes((9000, 500)).is_none());
}

/// As many as the factors and a quotient have, with the zeros behind them; else the columns next to them would be
/// overwritten, or there would be no zeros.
#[test]
fn columns_have_room_for_all_rows() {
    let mut modulus = Modulus::of_words(0, Modulus::least_words(0));
    while modulus.words() < super::modulus::MOST_WORDS {
        modulus = modulus.next();
        if modulus.copies_columns(super::LEAST_VECTOR_WORDS) {
            let units = modulus.units() + modulus.most_quotient_words() / modulus.unit_words();
            for rows in 1..=units {
                let most = super::whole_rows::<false>(rows).max(super::whole_rows::<true>(rows));
                assert!(most <= modulus.column_rows(), "{modulus:?}, {rows} rows");
            }
            for (piece, _) in modulus.pieces() {
                let most = Places::OF_COLUMN.most_rows(piece.units() - 1) + 1;
                let before = modulus.groups_before(piece) * GROUP;
                assert!(before + most <= modulus.column_rows(), "{modulus:?}, {piece:?}");
            }
        }
    }
}

/// Where columns are not copied a product of any length has room for the zeros behind it; else there would be none.
#[test]
fn rows_have_room_for_zeros() {
    let mut modulus = Modulus::of_words(0, Modulus::least_words(0));
    while !modulus.copies_columns(super::VECTOR_WORDS) {
        let unit = modulus.unit_words();
        for quotient in 0..=modulus.most_quotient_words() / unit {
            let (all, room) = (modulus.units() + quotient, modulus.rows_words(quotient * unit));
            // Spread ones have whole groups.
            if !conversion::are_spread(all) {
                for units in 1..=all {
                    let whole = whole_words::<true>(units * unit, unit);
                    assert!(whole <= room, "{modulus:?}, {units} of {all} units");
                }
            }
        }
        modulus = modulus.next();
    }
}

#[test]
fn moduli_are_in_order() {
    for log in [0, 2] {
        let mut modulus = Modulus::of_words(log, Modulus::least_words(log));
        for number in 0..40 {
            assert_eq!(modulus.number(), 8 * log as usize + number);
            assert_eq!(Modulus::of_words(log, modulus.words()), modulus);
            assert!(modulus.next().words() > modulus.words());
            assert_eq!(Modulus::of_words(log, modulus.next().words() - 1), modulus);
            modulus = modulus.next();
        }
    }
}
