//! The moduli: products of Z_m = s_m(y) + 1, y = x^k, for some m.
//!
//! s_m(y) = s_{m−1}(y)² + s_{m−1}(y), so modulo Z_b, where s_b = 1, all s_a with a > b are 0, and Z_a is 1.
//! Different Z_m have no common factor, and remainders modulo them are put together without an inverse: the
//! coefficients of a polynomial in the basis of Lin, Chung and Han have the digits of their index as
//! exponents of the s_i, so that
//!
//! - f mod Z_m, for f of more coefficients, is the sum of those with index bit m zero and of those with it
//!   one, higher bits zero;
//! - f + Z_a Z_b … q adds q at every sum of some of 2^a, 2^b …
//!
//! A product that is longer than the modulus Z by less than the distance of Z's two highest terms is Z·Q + R with
//! the *quotient* Q = floor(product / Z) = floor(product / x^deg Z), one more q. The highest words of Q are the upper
//! half of the product of the operands' *tops*, as many words of each; the first 2^(j−8) units of 256 coefficients are
//! those of the product and of R together, modulo s_j ([`subspace`](super::subspace)).
//!
//! With all of Z₁₂ to Z₁₅ modulo s₁₂, too, a product P is known modulo s₁₆ = s₁₂·Z₁₂·Z₁₃·Z₁₄·Z₁₅ = y^(2^16) + y: of
//! P = P₁ y^(2^16) + P₀ it is R = P₀ + P₁ y. No other term is near, so P₁ may be long. Its highest words are the upper half of
//! the product of the operands' tops; the lowest ones are those of (R + P₀)/y, where P₀ has the lower half of the product of
//! the operands' lowest words, P modulo a power of x. So there are two products half as long as P₁.
//!
//! Sizes: 2^12 coefficients of eight bits, 2^13 and 2^14, and any of them together; then any of these, or none, and
//! 2^15, of 8, 16, 32 … bits. So eight sizes to an octave; quotients are for the sizes between. Where a row has the
//! coefficients of 32 powers of x, sizes start with coefficients of 32 bits.

use super::conversion::{GROUP, PAD_ROWS, are_spread};
use super::division::add_rows;
use super::piece::{self, Piece};
use super::points::products_rows;
use super::{
    LEAST_VECTOR_WORDS, NEAR_UNIT_ROWS, VECTOR_WORDS, long_stride, max, whole_rows, whole_words,
};
use crate::isa::bytes::{Bytes, IsaBytes};

/// A product of Z_m, and the bytes k/8 of a coefficient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Modulus {
    log_bytes: u8,
    /// Bit i for m = 12 + i.
    sizes: u8,
}

/// 2^so many coefficients are the smallest factor.
const LEAST_M: usize = 12;
/// And the largest.
const MOST_M: usize = 15;

/// The units of 256 coefficients of s₁₂, which y^(2^16) + y has besides all factors.
pub(crate) const CLOSING_UNITS: usize = 1 << (LEAST_M - 8);

/// The words of a page of memory.
const PAGE_WORDS: usize = 512;

/// The words of the smallest modulus.
const LEAST_WORDS: usize = 1 << (LEAST_M - 3);

/// The words of the largest modulus.
pub(crate) const MOST_WORDS: usize = (MOST_SIZES as usize * LEAST_WORDS) << long_stride::LOG_BYTES;

/// All factors.
const MOST_SIZES: u8 = (2 << (MOST_M - LEAST_M)) - 1;

/// The sizes of an octave: with the largest factor, with and without the others.
pub(crate) const SIZES: usize = 1 << (MOST_M - LEAST_M);

impl Modulus {
    /// The modulus of `words` words, or the next smaller one, with coefficients of at least 2^`log_bytes` bytes;
    /// `words` are not less than those of the smallest of these.
    pub(crate) const fn of_words(log_bytes: u32, words: usize) -> Modulus {
        let sizes = words / LEAST_WORDS;
        let most = sizes.ilog2().saturating_sub(SIZES.ilog2());
        let log_bytes = if most < log_bytes { log_bytes } else { most };
        Modulus { log_bytes: log_bytes as u8, sizes: (sizes >> log_bytes) as u8 }
    }

    /// The words of the smallest modulus with coefficients of 2^`log_bytes` bytes.
    pub(crate) const fn least_words(log_bytes: u32) -> usize {
        LEAST_WORDS << log_bytes
    }

    /// The degree, in words.
    pub(crate) const fn words(self) -> usize {
        (self.sizes as usize * LEAST_WORDS) << self.log_bytes
    }

    /// The next larger one.
    pub(crate) const fn next(self) -> Modulus {
        if self.sizes == MOST_SIZES {
            return Modulus { log_bytes: self.log_bytes + 1, sizes: SIZES as u8 };
        }
        Modulus { sizes: self.sizes + 1, ..self }
    }

    /// Its number in the order of their sizes, from 0 for coefficients of one byte, from 16 for those of four.
    pub(crate) const fn number(self) -> usize {
        SIZES * self.log_bytes as usize + self.sizes as usize - 1
    }

    /// Whether it has all factors: times the subspace polynomial of [`CLOSING_UNITS`] it is y^(2^16) + y.
    pub(crate) const fn has_all_factors(self) -> bool {
        self.sizes == MOST_SIZES
    }

    /// The next smaller one with all factors, if coefficients may be so short.
    pub(crate) const fn all_factors_before(self, least_log_bytes: u32) -> Option<Modulus> {
        match self.log_bytes.checked_sub(1) {
            Some(log_bytes) if log_bytes as u32 >= least_log_bytes => {
                Some(Modulus { log_bytes, sizes: MOST_SIZES })
            }
            _ => None,
        }
    }

    /// The words of the longest quotient: Z₁₂ = y^(2^12) + y^(2^8) + … has the nearest terms of all.
    pub(crate) const fn most_quotient_words(self) -> usize {
        (LEAST_WORDS << self.log_bytes) - self.unit_words()
    }

    /// The words of the shortest operand: one that is shorter leaves no room in the product for the other.
    pub(crate) const fn least_operand_words(self) -> usize {
        self.unit_words() + 8
    }

    /// The words of 256 coefficients.
    pub(crate) const fn unit_words(self) -> usize {
        32 << self.log_bytes
    }

    /// The bytes of a coefficient.
    pub(crate) const fn bytes(self) -> usize {
        1 << self.log_bytes
    }

    /// How many units of 256 coefficients the factors have.
    pub(crate) const fn units(self) -> usize {
        (self.sizes as usize) << (LEAST_M - 8)
    }

    /// The words of the blocks.
    pub(super) const fn blocks_words(self) -> usize {
        let (mut m, mut words) = (LEAST_M, 0);
        while m <= MOST_M {
            if self.sizes >> (m - LEAST_M) & 1 == 1 {
                words += Piece { m, log_bytes: self.log_bytes as usize }.words();
            }
            m += 1;
        }
        words
    }

    /// The words of the coefficients of a product, with those of a quotient of so many words; where columns are not copied,
    /// with zeros behind them ([`whole_words`]), and spread.
    pub(super) const fn rows_words(self, quotient: usize) -> usize {
        let (words, unit) = (self.words() + quotient, self.unit_words());
        if self.copies_columns(VECTOR_WORDS) {
            return words;
        }
        let units = words / unit;
        let units = if are_spread(units) { units.next_multiple_of(GROUP) } else { units };
        // Columns are taken to be spread in either case ([`Places::most_rows`](piece::Places::most_rows)).
        let pads = units.div_ceil(GROUP) * PAD_ROWS * VECTOR_WORDS;
        max(whole_words::<true>(words, unit), units * unit + pads)
    }

    /// Whether units are so long, in rows of `row` words, that columns are copied.
    pub(crate) const fn copies_columns(self, row: usize) -> bool {
        self.unit_words() > NEAR_UNIT_ROWS * row
    }

    /// The rows of scratch for a column, with those of a quotient and zeros behind them ([`whole_rows`]): none where units are
    /// so short that columns are not copied.
    pub(super) const fn column_rows(self) -> usize {
        let copied = self.copies_columns(LEAST_VECTOR_WORDS);
        let most = self.units() + (1 << (LEAST_M - 8));
        if copied { max(whole_rows::<false>(most), whole_rows::<true>(most)) } else { 0 }
    }

    /// The most words side by side in a unit of columns that are copied together: two cache lines, so that those of rows of
    /// half a line do not come from memory, and go there, twice, and neighbours come together. Where units are a page of memory
    /// apart, or more, as modulo 2^16 words and more, they are four lines: so there are half as many turns through all pages.
    pub(super) const fn column_group_words(self) -> usize {
        if self.unit_words() < PAGE_WORDS { 16 } else { 32 }
    }

    /// The rows of scratch for a column modulo the second factor, in which those modulo the smaller ones have room; none
    /// where columns are not copied.
    pub(super) const fn remainder_rows(self) -> usize {
        match self.sizes ^ 1 << self.sizes.ilog2() {
            others if others > 0 && self.copies_columns(LEAST_VECTOR_WORDS) => {
                1 << (others.ilog2() as usize + LEAST_M - 8)
            }
            _ => 0,
        }
    }

    /// The words of scratch for columns that are copied together, the remainder of one and the parts of a transposition, or for
    /// products at the points.
    pub(super) const fn work_words(self) -> usize {
        let rows = self.remainder_rows() + piece::parts_rows(self.largest().m);
        let columns = self.column_rows() * self.column_group_words() + rows * VECTOR_WORDS;
        max(columns, products_rows(self.log_bytes as usize) * VECTOR_WORDS)
    }

    /// The factors, the largest first, and the words of blocks before them.
    pub(super) fn pieces(self) -> impl Iterator<Item = (Piece, usize)> {
        core::iter::once((self.largest(), 0)).chain(self.smaller_pieces())
    }

    /// [`pieces`](Modulus::pieces) but the largest.
    pub(super) fn smaller_pieces(self) -> impl Iterator<Item = (Piece, usize)> {
        let mut before = self.largest().words();
        let mut modulus = Modulus { sizes: self.sizes ^ 1 << self.sizes.ilog2(), ..self };
        core::iter::from_fn(move || {
            let bit = modulus.sizes.checked_ilog2()?;
            let piece = modulus.largest();
            modulus.sizes ^= 1 << bit;
            let at = before;
            before += piece.words();
            Some((piece, at))
        })
    }

    /// The largest factor, whose blocks come first.
    pub(super) const fn largest(self) -> Piece {
        Piece { m: LEAST_M + self.sizes.ilog2() as usize, log_bytes: self.log_bytes as usize }
    }

    /// How many groups of sixteen units of 256 coefficients the factors have.
    pub(super) const fn groups(self) -> usize {
        self.units() / GROUP
    }

    /// How many groups the factors larger than `piece` have.
    pub(super) const fn groups_before(self, piece: Piece) -> usize {
        self.groups() & !(2 * piece.groups() - 1)
    }
}

/// to := the remainder of columns modulo a factor of so many rows of them.
pub(super) fn fold<I: IsaBytes, V: Bytes<I>>(isa: I, to: &mut [V::Row], columns: &[V::Row]) {
    isa.outline(
        #[inline(always)]
        || {
            let (low, high) = columns.split_at(to.len().min(columns.len()));
            let (to, behind) = to.split_at_mut(low.len());
            let (sums, others) = to.split_at_mut(high.len().min(low.len()));
            for ((to, low), high) in sums.iter_mut().zip(low).zip(high) {
                (V::load(isa, low) ^ V::load(isa, high)).store(to);
            }
            for (to, low) in others.iter_mut().zip(&low[sums.len()..]) {
                V::load(isa, low).store(to);
            }
            for to in behind {
                V::zero(isa).store(to);
            }
        },
    );
}

/// The first rows of columns := their remainder modulo the factor of so many.
pub(super) fn fold_in_place<I: IsaBytes, V: Bytes<I>>(isa: I, columns: &mut [V::Row], rows: usize) {
    let Some((low, high)) = columns.split_at_mut_checked(rows) else { return };
    isa.outline(
        #[inline(always)]
        || add_rows::<I, V>(isa, low, high),
    );
}

/// rows += Z q without the terms before that of `first` groups, where Z is the product of the factors of `before` groups of
/// sixteen units in all, of `group` rows each, and q are the `count` rows behind them.
///
/// One term of Z after the other: the same row of each is in the same place of a first-level cache, which does not hold
/// sixteen.
#[inline(always)]
fn add_terms<I: IsaBytes, V: Bytes<I>>(
    isa: I,
    rows: &mut [V::Row],
    (before, group): (usize, usize),
    first: usize,
    count: usize,
) {
    let (rows, q) = rows.split_at_mut(before * group);
    let mut at = first;
    while at != before {
        add_rows::<I, V>(isa, &mut rows[at * group..], &q[..count]);
        at = next_term(at, before);
    }
}

/// The term of Z behind that of `at` groups: all sums of some of the bits of `before` are terms, that of all of them the last.
const fn next_term(at: usize, before: usize) -> usize {
    at.wrapping_sub(before) & before
}

/// rows += Z q, where Z is the product of the factors of `before` groups of sixteen units in all, of `group` rows each, which
/// are all that is there. q has the rows of a group at most, `distance` from one to the next; the first `partial` of them
/// still lack those that are there.
pub(super) fn add_multiple<I: IsaBytes, V: Bytes<I>>(
    isa: I,
    rows: &mut [V::Row],
    (before, group): (usize, usize),
    (q, distance): (&[V::Row], usize),
    partial: usize,
) {
    isa.outline(
        #[inline(always)]
        || {
            let (below, behind) = rows.split_at_mut(before * group);
            let count = if distance == 1 {
                copy_quotient::<I, V>(isa, behind, q.iter(), &below[..partial])
            } else {
                copy_quotient::<I, V>(isa, behind, q.iter().step_by(distance), &below[..partial])
            };
            add_terms::<I, V>(isa, rows, (before, group), 0, count);
        },
    );
}

/// rows := the rows of q, the first of them with the others added; how many there are.
#[inline(always)]
fn copy_quotient<'q, I: IsaBytes, V: Bytes<I, Row: 'q>>(
    isa: I,
    rows: &mut [V::Row],
    mut q: impl Iterator<Item = &'q V::Row>,
    others: &[V::Row],
) -> usize {
    let (first, rest) = rows.split_at_mut(others.len());
    for ((row, other), q) in first.iter_mut().zip(others).zip(&mut q) {
        (V::load(isa, q) ^ V::load(isa, other)).store(row);
    }
    let mut count = others.len();
    for (row, q) in rest.iter_mut().zip(q) {
        V::load(isa, q).store(row);
        count += 1;
    }
    count
}

/// The remainder modulo one factor more, of `count` groups of sixteen units, of `group` rows each: it is behind the `before`
/// groups of the others.
///
/// Cost of a row: three loads, two stores and two exclusive-ors, and a pass of [`add_rows`] for each term but the first.
pub(super) fn add_factor<I: IsaBytes, V: Bytes<I>>(
    isa: I,
    rows: &mut [V::Row],
    (before, group): (usize, usize),
    count: usize,
) {
    let factor = count * group;
    isa.outline(
        #[inline(always)]
        || {
            let (below, behind) = rows.split_at_mut(before * group);
            let (low, high) = below.split_at_mut(factor);
            // To what is behind come the remainders, low + high, and then, by the first term, all of that to the lowest rows:
            // low + (low + high + behind) is high + behind.
            let (high, behind) = (&high[..factor], &mut behind[..factor]);
            for ((low, high), behind) in low.iter_mut().zip(high).zip(behind) {
                let sum = V::load(isa, high) ^ V::load(isa, behind);
                (V::load(isa, low) ^ sum).store(behind);
                sum.store(low);
            }
            add_terms::<I, V>(isa, rows, (before, group), next_term(0, before), factor);
        },
    );
}
