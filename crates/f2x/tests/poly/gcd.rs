//! Greatest common divisors, cofactors, inverses and minimal polynomials.

use crate::naive::{self, Random, divisors, polys};
use f2x::Poly;
use f2x::poly::Error;
use proptest::prelude::*;

/// Checks all that is promised about g = s·a + t·b.
fn check(a: &Poly, b: &Poly) -> Poly {
    let gcd = a.gcd(b);
    let (g, s, t) = a.xgcd(b).unwrap();
    assert_eq!(g, gcd);
    assert_eq!(&s * a + &t * b, g);
    if !g.is_zero() {
        let least = |cofactor: &Poly, other: &Poly| {
            let degree = (other / &g).degree().unwrap_or(0).max(1);
            assert!(cofactor.bits() <= degree, "{a:?} {b:?}");
        };
        least(&s, b);
        least(&t, a);
    }
    gcd
}

proptest! {
    #[test]
    fn divisors_are_those_of_euclid(a in polys(), b in polys(), c in polys()) {
        prop_assert_eq!(check(&a, &b), naive::gcd(&a, &b));
        let common = check(&(&a * &c), &(&b * &c));
        prop_assert!(c.divides(&common));
        prop_assert_eq!(common, a.gcd(&b) * &c);
    }

    #[test]
    fn inverses_are_inverses(a in polys(), f in divisors()) {
        let inverse = a.inverse_mod(&f);
        if f.degree() == Some(0) {
            prop_assert_eq!(inverse, Err(Error::ConstantModulus));
        } else if naive::gcd(&a, &f).is_one() {
            let inverse = inverse.unwrap();
            prop_assert!(inverse.bits() < f.bits());
            prop_assert!((&a * &inverse % &f).is_one());
        } else {
            prop_assert_eq!(inverse, Err(Error::NotInvertible));
        }
    }

    #[test]
    fn sequences_have_the_least_recurrence(f in divisors(), start in polys()) {
        // The series start/f, of which the reduced denominator is the minimal polynomial.
        let order = f.degree().unwrap();
        let start = start % &f;
        let series = (start << (2 * order)) / &f;
        let start = (&series * &f) >> (2 * order);
        let sequence = if order == 0 { Poly::ZERO } else { series.reversed(2 * order - 1) };
        let minimal = Poly::minimal_polynomial(&sequence, order).unwrap();
        prop_assert!(minimal.bits() <= f.bits());
        // It annihilates the sequence: the product has no term of x^order to x^(2·order − 1).
        let product = &minimal * &series;
        for i in order..2 * order {
            prop_assert!(!product.coefficient(i), "{} {} {:?}", i, order, start);
        }
        // And no divisor of f less than it does.
        prop_assert!(minimal.divides(&f));
    }
}

/// Lengths on both sides of every threshold, with common divisors and quotients of all lengths.
#[test]
fn long_pairs_have_their_common_divisor() {
    let mut random = Random(9);
    for degree in [4000, 9_990, 10_050, 20_000, 20_100, 33_333, 100_000] {
        for common in [0, 1, 70, degree / 3, degree - 5] {
            let c = random.of_degree(common);
            let a = random.of_degree(degree - common);
            for shorter in [0, 1, 64, 500, degree / 2] {
                let b = random.of_degree((degree - common).saturating_sub(shorter));
                let gcd = check(&(&a * &c), &(&b * &c));
                assert!(c.divides(&gcd), "{degree} {common} {shorter}");
                // Random polynomials rarely have more than small factors in common.
                assert!(gcd.degree() < Some(common + 60), "{degree} {common} {shorter}");
            }
        }
    }
}

/// A continued fraction whose quotients are known, some of them long.
#[test]
fn long_quotients_are_passed() {
    let mut random = Random(10);
    for lengths in [[1, 30_000, 1], [12_000, 1, 12_000], [5000, 5000, 20_000], [40, 33, 35]] {
        let mut short = || (0..600).map(|_| 1 + random.below(40)).collect::<Vec<_>>();
        let quotients = [short(), lengths.to_vec(), short()].concat();
        let mut pair = (Poly::one(), Poly::ZERO);
        for degree in quotients {
            pair = (random.of_degree(degree) * &pair.0 + &pair.1, pair.0);
        }
        assert!(check(&pair.0, &pair.1).is_one());
        let c = random.of_degree(1000);
        assert_eq!(check(&(&pair.0 * &c), &(&pair.1 * &c)), c);
    }
}

#[test]
fn zeros_and_ones_have_divisors() {
    let (zero, one, a) = (Poly::ZERO, Poly::one(), Poly::from(0xabc));
    assert_eq!(zero.xgcd(&zero), Ok((zero.clone(), zero.clone(), zero.clone())));
    assert_eq!(a.xgcd(&zero), Ok((a.clone(), one.clone(), zero.clone())));
    assert_eq!(zero.xgcd(&a), Ok((a.clone(), zero.clone(), one.clone())));
    assert_eq!(one.gcd(&a), one);
    assert_eq!(a.gcd(&a), a);
}
