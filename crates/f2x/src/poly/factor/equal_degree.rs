//! Factorisation of a product of irreducible polynomials of one degree d.
//!
//! Modulo each factor the trace T(a) = a + a² + … + a^(2^(d−1)) is 0 or 1, each for half of all a. So
//! the greatest common divisor of f and T(a) for a random a separates the factors at random (von zur
//! Gathen and Shoup 1992).
//!
//! The trace is computed by d squares or, for high degrees, by doubling: T_2k(a) = T_k(a) +
//! T_k(a)(X_k) and X_2k = X_k(X_k), with X_k = x^(2^k).

use super::super::random::SplitMix64;
use super::super::{Argument, Modulus, Poly};
use alloc::vec::Vec;

/// The factors of f, which all have that degree.
pub(super) fn split(f: Poly, degree: usize) -> Vec<Poly> {
    // Any source of elements will do that does not follow from f by a short formula.
    let mut random = SplitMix64(f.words.iter().fold(0, |sum, word| sum.rotate_left(7) ^ word));
    let mut factors = Vec::new();
    let mut parts = Vec::from([f]);
    while let Some(part) = parts.pop() {
        if part.degree() == Some(degree) {
            factors.push(part);
            continue;
        }
        let Ok(modulus) = Modulus::new(&part) else { continue };
        let half = loop {
            let element = Poly::random(modulus.degree(), || random.word());
            let half = part.gcd(&trace(&modulus, &element, degree));
            if !half.is_one() && half != part {
                break half;
            }
        };
        parts.push(&part / &half);
        parts.push(half);
    }
    factors
}

/// T(a) mod f
fn trace(modulus: &Modulus, a: &Poly, degree: usize) -> Poly {
    let compositions = 3 * (degree.ilog2() as usize + 1);
    if degree > compositions * modulus.squares_of_composition() {
        return trace_and_frobenius(modulus, a, degree).0;
    }
    let mut power = a.clone();
    let mut sum = a.clone();
    for _ in 1..degree {
        power = modulus.square(&power);
        sum += &power;
    }
    sum
}

/// T_k(a) and X_k
fn trace_and_frobenius(modulus: &Modulus, a: &Poly, k: usize) -> (Poly, Poly) {
    if k == 1 {
        return (a.clone(), modulus.reduce(&Poly::monomial(2)));
    }
    let (trace, power) = trace_and_frobenius(modulus, a, k / 2);
    let argument = Argument::new(modulus, &power);
    let (trace, power) = (&trace + argument.compose(&trace), argument.compose(&power));
    if k.is_multiple_of(2) {
        (trace, power)
    } else {
        (a + modulus.square(&trace), modulus.square(&power))
    }
}
