//! Greatest common divisors, cofactors and inverses.
//!
//! As long as a pair is long, half-gcd takes a part of its degrees off, on its highest coefficients
//! alone; what remains is done step by step ([`lehmer`]).
//!
//! Cost: O(M(n) log n).

use super::euclid::{Pair, quotient_step};
use super::{Error, Poly, half_gcd, lehmer, words};
use crate::Level;

/// Pairs of so many bits are done step by step.
const STEPWISE_BITS: usize = 20_000;
/// The same where there are cofactors.
const STEPWISE_COFACTOR_BITS: usize = 10_000;

/// Runs Euclid's algorithm on the first pair until its b is zero, and takes the same steps on the
/// other one if there is one.
fn reduce(pairs: &mut [Pair]) {
    let stepwise = if pairs.len() == 1 { STEPWISE_BITS } else { STEPWISE_COFACTOR_BITS };
    let (a_bits, b_bits) = pairs[0].bits();
    if a_bits < b_bits {
        for pair in pairs.iter_mut() {
            core::mem::swap(&mut pair.a, &mut pair.b);
        }
    }
    loop {
        let (a_bits, b_bits) = pairs[0].bits();
        if b_bits == 0 {
            return;
        }
        if a_bits <= stepwise {
            return lehmer::reduce(pairs, 0);
        }
        // Without cofactors, products are the cheaper the shorter their matrix is; with them, long
        // pieces leave fewer products by long cofactors.
        let stop = if pairs.len() == 1 { a_bits - a_bits / 4 } else { a_bits / 2 };
        if b_bits <= stop {
            quotient_step(pairs);
            continue;
        }
        let [pair, others @ ..] = pairs else { return };
        let matrix = half_gcd::reduce(pair, stop);
        for other in others {
            *other = matrix.apply(other);
        }
    }
}

impl Poly {
    /// The greatest common divisor; that of two zeros is zero.
    ///
    /// # Errors
    ///
    /// `F2X_LEVEL` names a level that cannot be used.
    pub fn try_gcd(&self, other: &Poly) -> Result<Poly, Error> {
        Level::current()?;
        let mut pairs = [Pair::new(self.words.clone(), other.words.clone())];
        reduce(&mut pairs);
        let [Pair { a, .. }] = pairs;
        Ok(Poly::from_words(a))
    }

    /// The greatest common divisor; that of two zeros is zero.
    ///
    /// # Panics
    ///
    /// `F2X_LEVEL` names a level that cannot be used.
    pub fn gcd(&self, other: &Poly) -> Poly {
        match self.try_gcd(other) {
            Ok(gcd) => gcd,
            Err(error) => panic!("{error}"),
        }
    }

    /// The greatest common divisor g and cofactors s, t with g = s·self + t·other, the ones of least
    /// degree: deg s < deg(other/g) and deg t < deg(self/g), where those are no constants.
    ///
    /// # Errors
    ///
    /// `F2X_LEVEL` names a level that cannot be used.
    pub fn xgcd(&self, other: &Poly) -> Result<(Poly, Poly, Poly), Error> {
        let (gcd, t) = self.gcd_with_cofactor(other)?;
        if self.is_zero() {
            return Ok((gcd, Poly::ZERO, t));
        }
        // What is left of the other cofactor's product divides exactly.
        let s = (&gcd + &t * other).div_exact(self)?;
        Ok((gcd, s, t))
    }

    /// The greatest common divisor and the cofactor of `other`.
    fn gcd_with_cofactor(&self, other: &Poly) -> Result<(Poly, Poly), Error> {
        Level::current()?;
        let pair = Pair::new(self.words.clone(), other.words.clone());
        let mut pairs = [pair, Pair::second()];
        reduce(&mut pairs);
        let [Pair { a: gcd, .. }, Pair { a: cofactor, .. }] = pairs;
        Ok((Poly::from_words(gcd), Poly::from_words(cofactor)))
    }

    /// The inverse modulo `modulus`, of lower degree than it.
    ///
    /// # Errors
    ///
    /// There is a common divisor, the modulus is a constant, or `F2X_LEVEL` names a level that
    /// cannot be used.
    pub fn inverse_mod(&self, modulus: &Poly) -> Result<Poly, Error> {
        if modulus.bits() < 2 {
            return Err(Error::ConstantModulus);
        }
        let reduced = self.div_rem(modulus)?.1;
        let (gcd, cofactor) = modulus.gcd_with_cofactor(&reduced)?;
        if gcd.is_one() { Ok(cofactor) } else { Err(Error::NotInvertible) }
    }
}

/// The words of (a, b) after Euclid's algorithm until b has degree below `stop`, and of the pair of
/// the cofactors of the second operand. a₀ has at least the degree of b₀.
pub(super) fn reduce_until(a: &[u64], b: &[u64], stop: usize) -> (Pair, Pair) {
    let mut pair = Pair::new(a.to_vec(), b.to_vec());
    let mut matrix = half_gcd::reduce(&mut pair, stop);
    words::trim(&mut pair.a);
    words::trim(&mut pair.b);
    matrix.trim();
    (pair, matrix.second)
}
