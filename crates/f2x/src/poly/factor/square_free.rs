//! Square-free factorisation.
//!
//! Let f = Π fᵢ^i. Over GF(2) the derivative of an even power is zero, so c = gcd(f, f') has the
//! even powers whole and each odd one once less, and w = f/c is the product of the fᵢ with i odd.
//! Dividing common divisors of w and c out of c, one multiplicity after the other (Yun 1976), leaves
//! in c a square, whose root is factored in the same way.
//!
//! Cost: one greatest common divisor of degree n, and smaller ones.

use super::super::Poly;
use alloc::vec::Vec;

pub(super) fn factors(f: &Poly) -> Vec<(Poly, usize)> {
    let mut factors = Vec::new();
    let mut scale = 1;
    let mut f = f.clone();
    while !f.is_one() {
        let mut common = f.gcd(&f.derivative());
        let mut rest = &f / &common;
        let mut multiplicity = 1;
        while !rest.is_one() {
            let next = rest.gcd(&common);
            let factor = &rest / &next;
            if !factor.is_one() {
                factors.push((factor, scale * multiplicity));
            }
            common /= &next;
            rest = next;
            multiplicity += 1;
        }
        f = common.square_root().expect("its derivative is zero");
        scale *= 2;
    }
    factors.sort_by_key(|(_, multiplicity)| *multiplicity);
    factors
}
