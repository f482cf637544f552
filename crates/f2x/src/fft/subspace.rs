//! The first coefficients of the quotient by the modulus, by products modulo a subspace polynomial s_j(y), 8 ≤ j ≤ 11.
//!
//! As s_m = s_{m−1}(s_{m−1} + 1), s_j divides s_m for m ≥ j, and Z, a product of s_m + 1 with m ≥ 12
//! ([`modulus`](super::modulus)), is 1 modulo s_j. Of a product P = Z·Q + R then
//!
//! - Q = P + R modulo s_j.
//!
//! In the basis of Lin, Chung and Han "modulo s_j" is to take the first 2^j coefficients: those of the operands are at
//! hand when they are converted, those of R when its column is put together, where
//! [`add_multiple`](super::modulus::add_multiple) adds them. The other coefficients of Q depend on its highest words
//! alone, which are computed from the operands' tops. A *unit* is 256 coefficients.
//!
//! The product modulo s_j is one modulo each of s_j's factors, which have no factor in common:
//!
//! - s_j = s_8 (s_8 + 1)(s_9 + 1) … (s_{j−1} + 1),
//!
//! of 1, 1, 2, 4 … units. A remainder modulo s_i + 1 is the sum of the coefficients with index bit i
//! zero and of those with it one; and with F known modulo s_i and modulo s_i + 1, as f and g, it is f + s_i (f + g)
//! modulo s_{i+1}.
//!
//! Cost: two products of one unit for the first two units, one of two units for the next two, and so on, and for every
//! word of them a few conversions. A top of as many words needs a short product of all of them at
//! once.

use super::conversion::{convert, convert_inverse};
use super::modulus::{add_remainder, fold};
use super::powers::{powers, powers_inverse};
use super::{COLUMN_BITS, max};
use crate::isa::Vector;
use crate::isa::bytes::IsaBytes;
use crate::mul::plan::multiply_at;

/// The units of the largest factor for so many units.
pub(crate) const fn most_factor_units(units: usize) -> usize {
    max(units / 2, 1)
}

/// The words of scratch of [`multiply`] for so many words, where products of the factors need `product_scratch`: two
/// operands, and the coefficients of one before there is a product.
pub(crate) const fn scratch_words(words: usize, product_scratch: usize) -> usize {
    words + max(words / 2, product_scratch)
}

/// product := a · b modulo s_j, each as the first 2^j coefficients of `bytes` bytes of all, a power of two of units,
/// converted but for index bits 7 to 0.
///
/// `both` has room for the product modulo a factor, as words and as coefficients: twice the words of `product`, or four
/// units.
pub(super) fn multiply<I: IsaBytes>(
    isa: I,
    bytes: usize,
    product: &mut [u64],
    [a, b]: [&[u64]; 2],
    both: &mut [u64],
    scratch: &mut [u64],
) {
    let mut n = 32 * bytes;
    let rows = product_rows(isa, bytes, [&a[..n], &b[..n]], both, scratch);
    product[..n].copy_from_slice(&rows[..n]);
    while n < product.len() {
        let (words, scratch) = scratch.split_at_mut(2 * n);
        let (a_words, b_words) = words.split_at_mut(n);
        remainder(isa, bytes, a_words, &a[..2 * n], scratch);
        remainder(isa, bytes, b_words, &b[..2 * n], scratch);
        let rows = product_rows(isa, bytes, [a_words, b_words], both, scratch);
        let (known, next) = product[..2 * n].split_at_mut(n);
        next.copy_from_slice(known);
        add_remainder::<I, I::B>(isa, I::B::rows_mut(next).0, I::B::rows(rows).0);
        n *= 2;
    }
}

/// The words of the remainder of coefficients modulo the factor s_i + 1 of half as many.
fn remainder<I: IsaBytes>(
    isa: I,
    bytes: usize,
    words: &mut [u64],
    coefficients: &[u64],
    scratch: &mut [u64],
) {
    let sum = |rows: &mut [u64]| {
        fold::<I, I::B>(isa, I::B::rows_mut(rows).0, I::B::rows(coefficients).0);
    };
    // One unit has no index bits to convert.
    if words.len() == 32 * bytes {
        return sum(words);
    }
    let rows = &mut scratch[..words.len()];
    sum(rows);
    let rows = I::B::rows_mut(rows).0;
    convert_inverse::<I, I::B>(isa, rows, 256 * bytes, COLUMN_BITS);
    powers_inverse::<I, I::B>(isa, words, rows, bytes, false);
}

/// The coefficients of the product of the words of two remainders; `both` has room for its words, too.
fn product_rows<'b, I: IsaBytes>(
    isa: I,
    bytes: usize,
    [a, b]: [&[u64]; 2],
    both: &'b mut [u64],
    scratch: &mut [u64],
) -> &'b [u64] {
    let (coefficients, words) = both[..4 * a.len()].split_at_mut(2 * a.len());
    multiply_at(I::LEVEL, words, a, b, scratch);
    let rows = I::B::rows_mut(coefficients).0;
    powers::<I, I::B>(isa, rows, words, bytes);
    convert::<I, I::B>(isa, rows, 256 * bytes, COLUMN_BITS);
    coefficients
}
