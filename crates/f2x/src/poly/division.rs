//! Division with remainder.
//!
//! For deg a − deg b = d < 64k let T = ⌊a/x^(deg b)⌋, of k words, and 1 + W the reciprocal of b
//! divided by its leading term ([`reciprocal`]), k words of it. Then the quotient
//! is ⌊T·(1 + W)⌋ = T + ⌊T·W⌋, exactly: what a has below x^(deg b) contributes to negative powers of x
//! only. The remainder is a + q·b, of which the lowest words are computed alone (Barrett 1986).
//!
//! A quotient longer than the divisor is cut into pieces of the divisor's length, which share the
//! reciprocal.
//!
//! Cost: for degrees 2n and n, some four products of n coefficients, half of each needed.

use super::{Error, Poly, product, reciprocal, words};
use crate::Level;
use alloc::vec;
use alloc::vec::Vec;

/// The words of the pieces of a quotient by a shorter divisor.
const SHORT_PIECE: usize = 16;

/// Divides `a` by `b`: the quotient; the remainder stays in `a`, untrimmed.
///
/// `b` is not zero and has no leading zeros.
pub(super) fn divide(a: &mut Vec<u64>, b: &[u64]) -> Vec<u64> {
    words::trim(a);
    let (a_bits, b_bits) = (words::bits(a), words::bits(b));
    if a_bits < b_bits {
        return Vec::new();
    }
    let degree = b_bits - 1;
    if degree == 0 {
        return core::mem::take(a);
    }
    let piece = (a_bits - degree).div_ceil(64).min(b.len().max(SHORT_PIECE));
    let w = reciprocal::reciprocal(b, degree, piece);
    divide_by(a, b, degree, &w)
}

/// [`divide`] by `b` of a degree above 0, with its reciprocal; `a` has no leading zeros and no lower
/// degree.
pub(super) fn divide_by(a: &mut Vec<u64>, b: &[u64], degree: usize, w: &[u64]) -> Vec<u64> {
    let quotient_words = (words::bits(a) - degree).div_ceil(64);
    let piece = w.len();
    let mut quotient = vec![0; quotient_words];
    let mut upper = quotient_words;
    while upper > 0 {
        // The first piece may be a short one.
        let count = match upper % piece {
            0 => piece,
            rest => rest,
        };
        let start = upper - count;
        let end = a.len().min(upper + b.len());
        let q = one_piece(&mut a[start..end], b, degree, &w[piece - count..]);
        quotient[start..upper].copy_from_slice(&q);
        upper = start;
    }
    a.truncate(b.len());
    quotient
}

/// The quotient by `b` of `a`, of which it leaves the remainder, for a quotient of as many words as
/// the reciprocal `w`.
fn one_piece(a: &mut [u64], b: &[u64], degree: usize, w: &[u64]) -> Vec<u64> {
    let quotient = quotient(a, degree, w);
    let product = product::mul_low(&quotient, b, b.len());
    let (low, high) = a.split_at_mut(a.len().min(b.len()));
    words::add(low, &product);
    high.fill(0);
    quotient
}

/// T + ⌊T·W⌋
pub(super) fn quotient(a: &[u64], degree: usize, w: &[u64]) -> Vec<u64> {
    let top = words::window(a, degree as isize, w.len());
    let mut quotient = product::mul_high(&top, w, w.len());
    words::add(&mut quotient, &top);
    quotient
}

impl Poly {
    /// Quotient and remainder: self = quotient·divisor + remainder, with the remainder's degree below
    /// the divisor's.
    ///
    /// # Errors
    ///
    /// The divisor is zero, or `F2X_LEVEL` names a level that cannot be used.
    pub fn div_rem(&self, divisor: &Poly) -> Result<(Poly, Poly), Error> {
        Level::current()?;
        if divisor.is_zero() {
            return Err(Error::DivisionByZero);
        }
        let mut remainder = self.words.clone();
        let quotient = divide(&mut remainder, &divisor.words);
        Ok((Poly::from_words(quotient), Poly::from_words(remainder)))
    }

    /// The quotient by a divisor that leaves no remainder.
    ///
    /// # Errors
    ///
    /// The divisor is zero or leaves a remainder, or `F2X_LEVEL` names a level that cannot be used.
    pub fn div_exact(&self, divisor: &Poly) -> Result<Poly, Error> {
        let (quotient, remainder) = self.div_rem(divisor)?;
        if remainder.is_zero() { Ok(quotient) } else { Err(Error::NotDivisible) }
    }

    /// Whether it divides `other`; zero divides zero alone.
    ///
    /// # Panics
    ///
    /// `F2X_LEVEL` names a level that cannot be used.
    pub fn divides(&self, other: &Poly) -> bool {
        if self.is_zero() { other.is_zero() } else { (other % self).is_zero() }
    }

    /// The power series 1/self up to and without x^`precision`.
    ///
    /// # Errors
    ///
    /// The constant coefficient is 0, or `F2X_LEVEL` names a level that cannot be used.
    pub fn inverse_series(&self, precision: usize) -> Result<Poly, Error> {
        Level::current()?;
        if !self.coefficient(0) {
            return Err(Error::NotInvertible);
        }
        if precision == 0 {
            return Ok(Poly::ZERO);
        }
        // The fraction B has the coefficient of xⁱ at x^-i.
        let count = (precision - 1).div_ceil(64);
        let reversed = self.truncated(precision).reversed(precision - 1);
        let b = words::window(&reversed.words, precision as isize - 1 - 64 * count as isize, count);
        let mut w = reciprocal::newton(&b);
        w.push(1);
        Ok(Poly::from_words(w).reversed(64 * count).truncated(precision))
    }
}
