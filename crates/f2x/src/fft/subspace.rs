//! The first coefficients of the quotient by the modulus, by products modulo a subspace polynomial s_j(y), 8 ≤ j ≤ 12.
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
//! Those others are Q's quotient by s_j, of degree D = 2^j. With z = s_8 = y^256 + y and u units, s_j = s_{j−8}(z) is z^u
//! and lower powers of z, and z^u = y^D + y^u. So the highest coefficients of Q, no more than D of them, are divided
//! twice, and what is below y^D is never needed:
//!
//! - by z^u, where of y^D · top only its highest u coefficients, times y^u, come to y^D again ([`divide_words`]);
//! - by s_j, in powers of z, where the same holds for each lower power ([`divide_rows`]).
//!
//! With j = 12 and all factors P is the product modulo y^(2^16) + y ([`modulus`](super::modulus)), and Q has no others.
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
//! word of them a few conversions. In lanes the products of the first two, three or four factors are made together,
//! where the level has those for units of that length ([`first_factors`]). A top of as many words needs the upper half of a
//! product of all of them at once.

use super::conversion::{convert_up_to_four, fold_back, units, units_mut};
use super::max;
use super::near_units::{self, has_near_units};
use super::powers::divisions;
use crate::Level;
use crate::isa::Vector;
use crate::isa::bytes::IsaBytes;
use crate::mul::plan::multiply_at;
use crate::mul::{first_factors, multiply_first_factors};

/// The units of the largest factor for so many units.
pub(crate) const fn most_factor_units(units: usize) -> usize {
    max(units / 2, 1)
}

/// The words of a polynomial from y^D on := its quotient by (y^256 + y)^`units`, of degree D; not more than those of D
/// coefficients of `bytes` bytes. Without units nothing is to be divided.
pub(super) fn divide_words(words: &mut [u64], units: usize, bytes: usize) {
    let (all, overflow_bits) = (32 * bytes * units, 8 * bytes * units);
    if overflow_bits >= 64
        && let Some((first, last)) = words.split_at_mut_checked(all - overflow_bits / 64)
    {
        for (word, overflow) in first.iter_mut().zip(last) {
            *word ^= *overflow;
        }
    } else if (1..64).contains(&overflow_bits) && words.len() == all {
        words[0] ^= words[all - 1] >> (64 - overflow_bits);
    }
}

/// The quotient of [`divide_words`], in powers of y^256 + y, := that by s_j, of so many units, or itself without units.
pub(super) fn divide_rows<I: IsaBytes>(
    isa: I,
    rows: &mut [<I::B as Vector<I>>::Row],
    units: usize,
    bytes: usize,
) {
    // Of one unit s_j is y^256 + y itself.
    if units < 2 {
        return;
    }
    let log_units = units.trailing_zeros();
    let unit = 32 * bytes / I::B::WORDS;
    isa.outline(
        #[inline(always)]
        || fold_back::<I, I::B>(isa, rows, unit, log_units as usize),
    );
}

/// The words of scratch of [`multiply`] for so many units of `unit` words, where products of the factors need
/// `product_scratch`: besides them two operands, and those of the first factors where they are together.
pub(crate) const fn scratch_words(
    level: Level,
    units: usize,
    unit: usize,
    product_scratch: usize,
) -> usize {
    let one_by_one = units * unit + product_scratch;
    match first_factors(level, unit, units) {
        Some(first) => max(one_by_one, 2 * first.units * unit + first.scratch),
        None => one_by_one,
    }
}

/// product := a · b modulo s_j, each as the first 2^j coefficients of `bytes` bytes of all, a power of two of units,
/// converted but for index bits 7 to 0.
///
/// `both` has room for the product modulo a factor: the words of `product`, or two units; where those of the first factors are
/// made together, for all of these, twice their units. A result has that room, for the plan has fewer units than twice the
/// quotient has.
pub(super) fn multiply<I: IsaBytes>(
    isa: I,
    bytes: usize,
    product: &mut [u64],
    [a, b]: [&[u64]; 2],
    both: &mut [u64],
    scratch: &mut [u64],
) {
    let mut n = 32 * bytes;
    if let Some(first) = first_factors(I::LEVEL, n, 1 << log_units(product, bytes)) {
        n *= first.units;
        multiply_together(isa, bytes, &mut product[..n], [a, b], &mut both[..2 * n], scratch);
    } else {
        multiply_at(I::LEVEL, &mut both[..2 * n], &a[..n], &b[..n], scratch);
        first_product(isa, bytes, &mut product[..n], &mut both[..2 * n]);
    }
    while n < product.len() {
        let (words, scratch) = scratch.split_at_mut(2 * n);
        let (a_words, b_words) = words.split_at_mut(n);
        remainder(isa, bytes, a_words, &a[..2 * n]);
        remainder(isa, bytes, b_words, &b[..2 * n]);
        multiply_at(I::LEVEL, &mut both[..2 * n], a_words, b_words, scratch);
        add_product(isa, bytes, &mut product[..2 * n], &mut both[..2 * n]);
        n *= 2;
    }
}

/// [`multiply`] for the units of the first factors whose products are made together, in `products`.
fn multiply_together<I: IsaBytes>(
    isa: I,
    bytes: usize,
    product: &mut [u64],
    operands: [&[u64]; 2],
    products: &mut [u64],
    scratch: &mut [u64],
) {
    let unit = 32 * bytes;
    let (remainders, scratch) = scratch.split_at_mut(products.len());
    let (a, b) = remainders.split_at_mut(product.len());
    for (remainders, operand) in [&mut *a, &mut *b].into_iter().zip(operands) {
        remainders[..unit].copy_from_slice(&operand[..unit]);
        let mut n = unit;
        while n < remainders.len() {
            remainder(isa, bytes, &mut remainders[n..2 * n], &operand[..2 * n]);
            n *= 2;
        }
    }
    multiply_first_factors(I::LEVEL, unit, products, a, b, scratch);
    let mut n = unit;
    first_product(isa, bytes, &mut product[..n], &mut products[..2 * n]);
    while n < product.len() {
        add_product(isa, bytes, &mut product[..2 * n], &mut products[2 * n..4 * n]);
        n *= 2;
    }
}

/// 2^so many units are these words, of coefficients of `bytes` bytes; 32 words are a unit of those of one byte.
fn log_units(words: &[u64], bytes: usize) -> usize {
    (words.len().trailing_zeros() - bytes.trailing_zeros()) as usize - 5
}

/// The words of the remainder of coefficients modulo the factor s_i + 1 of half as many.
fn remainder<I: IsaBytes>(isa: I, bytes: usize, words: &mut [u64], coefficients: &[u64]) {
    match log_units(words, bytes) {
        0 if has_near_units::<I>(bytes) => near_units::remainder::<I, 1>(isa, words, coefficients),
        1 if has_near_units::<I>(bytes) => near_units::remainder::<I, 2>(isa, words, coefficients),
        2 if has_near_units::<I>(bytes) => near_units::remainder::<I, 4>(isa, words, coefficients),
        _ => remainder_by_passes(isa, bytes, words, coefficients),
    }
}

/// [`remainder`] for any coefficients.
pub(super) fn remainder_by_passes<I: IsaBytes>(
    isa: I,
    bytes: usize,
    words: &mut [u64],
    coefficients: &[u64],
) {
    let log_units = log_units(words, bytes);
    match log_units {
        0 => fold_units::<I, 1>(isa, words, coefficients),
        1 => fold_units::<I, 2>(isa, words, coefficients),
        2 => fold_units::<I, 4>(isa, words, coefficients),
        3 => fold_units::<I, 8>(isa, words, coefficients),
        _ => unreachable!("no such factor"),
    }
    divisions::<I, I::B, true>(isa, I::B::rows_mut(words).0, bytes, 8 + log_units);
}

/// product := the coefficients of the words of the product modulo the first factor, which are lost.
fn first_product<I: IsaBytes>(isa: I, bytes: usize, product: &mut [u64], words: &mut [u64]) {
    if has_near_units::<I>(bytes) {
        return near_units::first_product(isa, product, words);
    }
    first_product_by_passes(isa, bytes, product, words);
}

/// [`first_product`] for any coefficients.
pub(super) fn first_product_by_passes<I: IsaBytes>(
    isa: I,
    bytes: usize,
    product: &mut [u64],
    words: &mut [u64],
) {
    coefficients(isa, bytes, words);
    product.copy_from_slice(&words[..product.len()]);
}

/// The lower half of `product` is the product f modulo s_i, `words` are those of g, that modulo s_i + 1, and are lost: the
/// upper half := f + g, so that all of it is the product modulo s_{i+1}.
fn add_product<I: IsaBytes>(isa: I, bytes: usize, product: &mut [u64], words: &mut [u64]) {
    match log_units(product, bytes) {
        1 if has_near_units::<I>(bytes) => near_units::add_product::<I, 2>(isa, product, words),
        2 if has_near_units::<I>(bytes) => near_units::add_product::<I, 4>(isa, product, words),
        3 if has_near_units::<I>(bytes) => near_units::add_product::<I, 8>(isa, product, words),
        _ => add_product_by_passes(isa, bytes, product, words),
    }
}

/// [`add_product`] for any coefficients.
pub(super) fn add_product_by_passes<I: IsaBytes>(
    isa: I,
    bytes: usize,
    product: &mut [u64],
    words: &mut [u64],
) {
    coefficients(isa, bytes, words);
    match log_units(product, bytes) {
        1 => add_units::<I, 1, 2>(isa, product, words),
        2 => add_units::<I, 2, 4>(isa, product, words),
        3 => add_units::<I, 4, 8>(isa, product, words),
        4 => add_units::<I, 8, 16>(isa, product, words),
        _ => unreachable!("no such factor"),
    }
}

/// words := the coefficients of their polynomial, in powers of y^256 + y.
fn coefficients<I: IsaBytes>(isa: I, bytes: usize, words: &mut [u64]) {
    let n = 8 + log_units(words, bytes);
    divisions::<I, I::B, false>(isa, I::B::rows_mut(words).0, bytes, n);
}

/// sums := the lower half of converted coefficients and the upper one, in powers of y^256 + y: `N` units, converted back
/// in registers.
fn fold_units<I: IsaBytes, const N: usize>(isa: I, sums: &mut [u64], coefficients: &[u64]) {
    isa.outline_aligned(
        #[inline(always)]
        || {
            let sums = I::B::rows_mut(sums).0;
            let unit = sums.len() / N;
            let (low, high) = I::B::rows(coefficients).0.split_at(sums.len());
            let (low, high): ([_; N], [_; N]) = (units(low, unit), units(high, unit));
            let sums: [_; N] = units_mut(sums, unit);
            for w in 0..unit {
                let mut f = [I::B::zero(isa); N];
                for i in 0..N {
                    f[i] = I::B::load(isa, &low[i][w]) ^ I::B::load(isa, &high[i][w]);
                }
                convert_up_to_four::<I, I::B, true, N>(isa, &mut f);
                for i in 0..N {
                    f[i].store(&mut sums[i][w]);
                }
            }
        },
    );
}

/// [`add_product`] where a remainder has `N` units, and coefficients, in powers of y^256 + y, `WIDE`, twice as many.
fn add_units<I: IsaBytes, const N: usize, const WIDE: usize>(
    isa: I,
    product: &mut [u64],
    coefficients: &[u64],
) {
    isa.outline_aligned(
        #[inline(always)]
        || {
            let product = I::B::rows_mut(product).0;
            let unit = product.len() / WIDE;
            let coefficients: [_; WIDE] = units(I::B::rows(coefficients).0, unit);
            let (known, next) = product.split_at_mut(N * unit);
            let known: [_; N] = units(known, unit);
            let next: [_; N] = units_mut(next, unit);
            for w in 0..unit {
                let mut f = [I::B::zero(isa); WIDE];
                for i in 0..WIDE {
                    f[i] = I::B::load(isa, &coefficients[i][w]);
                }
                convert_up_to_four::<I, I::B, false, WIDE>(isa, &mut f);
                for i in 0..N {
                    let known = I::B::load(isa, &known[i][w]);
                    (known ^ f[i] ^ f[N + i]).store(&mut next[i][w]);
                }
            }
        },
    );
}
