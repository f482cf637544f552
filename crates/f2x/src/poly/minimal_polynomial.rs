//! Minimal polynomials of linearly recurrent sequences.
//!
//! Let s₀, s₁, … have a recurrence of order at most n, and S = s₀·x^(2n−1) + … + s₂ₙ₋₁. The minimal
//! polynomial is the denominator of the generating function Σ sᵢ/x^(i+1), whose first 2n
//! coefficients are those of S/x^2n; it is the cofactor of S where Euclid's algorithm on x^2n and S
//! reaches a remainder of degree below n (Mills 1975; Dornstetter 1987 on Berlekamp and Massey).
//!
//! Cost: O(n²/64) step by step, O(M(n) log n) by half-gcd.

use super::{Error, Poly, gcd};
use crate::Level;

impl Poly {
    /// The minimal polynomial of a sequence of bits that has a linear recurrence of order at most
    /// `order`, from its first 2·order terms: coefficient i of `sequence` is term i.
    ///
    /// Σ cᵢ·s₍ₖ₊ᵢ₎ = 0 for all k, with cᵢ the coefficients of the result; the minimal polynomial of
    /// the zero sequence is 1.
    ///
    /// # Errors
    ///
    /// `F2X_LEVEL` names a level that cannot be used.
    pub fn minimal_polynomial(sequence: &Poly, order: usize) -> Result<Poly, Error> {
        Level::current()?;
        if order == 0 {
            return Ok(Poly::one());
        }
        let series = sequence.reversed(2 * order - 1);
        let power = Poly::monomial(2 * order);
        let (_, cofactors) = gcd::reduce_until(&power.words, &series.words, order);
        Ok(Poly::from_words(cofactors.b))
    }
}
