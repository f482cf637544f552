//! Factorisation by the degrees of the factors.
//!
//! x^(2^i) + x is the product of all irreducible polynomials whose degree divides i, so its greatest
//! common divisor with f is that of the factors of degree i, once those of lower degree are divided
//! out. Many of these sums are multiplied modulo f before a divisor is computed; only if there is
//! one, the degrees of the interval are looked at one by one.
//!
//! A modulus of few terms is kept, as its squares are cheap, until less than half of its degree is
//! left.
//!
//! Cost: n/2 squares and n/2 products modulo f, and far less if the largest factor is not much larger
//! than the others.

use super::super::{Modulus, Poly};
use alloc::vec::Vec;

/// The most degrees in an interval; their sums are kept.
const LONGEST: usize = 64;

pub(super) fn factors(f: &Poly) -> Vec<(Poly, usize)> {
    let mut factors = Vec::new();
    let rest = walk(f.clone(), usize::MAX, |factor, degree| {
        factors.push((factor, degree));
        true
    });
    if let Some(degree) = rest.degree().filter(|degree| *degree > 0) {
        factors.push((rest, degree));
    }
    factors
}

/// Whether f has no irreducible factor of degree up to `most` that is not f itself.
pub(in super::super) fn no_factor_up_to(f: &Poly, most: usize) -> bool {
    let mut none = true;
    walk(f.clone(), most, |_, _| {
        none = false;
        false
    });
    none
}

/// Finds the products of factors of degree 1, 2, … up to `most` as long as `found` says so; what is
/// left has no factor of these degrees, and is irreducible or 1 if `most` was no bound.
fn walk(f: Poly, most: usize, mut found: impl FnMut(Poly, usize) -> bool) -> Poly {
    let mut rest = f;
    let Ok(mut modulus) = Modulus::new(&rest) else { return rest };
    let mut power = modulus.reduce(&Poly::x());
    let mut done = 0;
    loop {
        let last = rest.degree().unwrap_or(0) / 2;
        let last = last.min(most);
        if done >= last {
            return rest;
        }
        // The first degrees are those where factors are likely.
        let count = (done / 2).clamp(1, LONGEST).min(last - done);
        let mut sums = Vec::with_capacity(count);
        let mut product = Poly::one();
        for _ in 0..count {
            power = modulus.square(&power);
            let sum = &power + Poly::x();
            product = if product.is_one() { sum.clone() } else { modulus.mul(&product, &sum) };
            sums.push(sum);
        }
        let mut common = rest.gcd(&product);
        if !common.is_one() {
            rest /= &common;
            for (degree, sum) in (done + 1..).zip(&sums) {
                let factor = if count == 1 { common.clone() } else { common.gcd(&(sum % &common)) };
                if factor.is_one() {
                    continue;
                }
                common /= &factor;
                if !found(factor, degree) {
                    return rest;
                }
                if common.is_one() {
                    break;
                }
            }
            let degree = rest.degree().unwrap_or(0);
            if !modulus.is_sparse() || 2 * degree < modulus.degree() {
                match Modulus::new(&rest) {
                    Ok(smaller) => modulus = smaller,
                    Err(_) => return rest,
                }
                power = modulus.reduce(&power);
            }
        }
        done += count;
    }
}
