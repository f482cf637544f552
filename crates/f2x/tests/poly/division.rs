//! Quotients and power series.

use crate::naive::{self, Random, divisors, polys};
use f2x::Poly;
use f2x::poly::Error;
use proptest::prelude::*;

proptest! {
    #[test]
    fn quotients_are_those_of_long_division(a in polys(), b in divisors()) {
        prop_assert_eq!(a.div_rem(&b), Ok(naive::div_rem(&a, &b)));
        let product = &a * &b;
        prop_assert_eq!(product.div_exact(&b), Ok(a.clone()));
        prop_assert!(b.divides(&product));
        if b.degree() != Some(0) {
            let more = product + Poly::one();
            prop_assert_eq!(more.div_exact(&b), Err(Error::NotDivisible));
            prop_assert!(!b.divides(&more));
        }
    }

    #[test]
    fn inverse_series_are_inverses(a in polys(), n in 0_usize..3000) {
        if a.value_at_0() {
            let inverse = a.inverse_series(n).unwrap();
            prop_assert!(inverse.bits() <= n);
            prop_assert_eq!((&a * &inverse).truncated(n), Poly::one().truncated(n));
        } else {
            prop_assert_eq!(a.inverse_series(n), Err(Error::NotInvertible));
        }
    }
}

/// Products determine quotients: with deg r < deg b, q·b + r has the quotient q and the remainder r.
#[test]
fn long_quotients_come_back_from_products() {
    let mut random = Random(7);
    let sizes = [(100_000, 100_000), (100_000, 3), (3, 100_000), (64_000, 6400), (99_968, 50_048)];
    for (quotient, divisor) in sizes {
        let (q, b) = (random.of_degree(quotient), random.of_degree(divisor));
        let r = random.poly(divisor);
        assert_eq!((&q * &b + &r).div_rem(&b), Ok((q, r)), "{quotient} {divisor}");
    }
}

#[test]
fn division_by_zero_is_an_error() {
    for a in [Poly::ZERO, Poly::one(), Poly::monomial(1000)] {
        assert_eq!(a.div_rem(&Poly::ZERO), Err(Error::DivisionByZero));
        assert_eq!(a.div_exact(&Poly::ZERO), Err(Error::DivisionByZero));
    }
    assert!(Poly::ZERO.divides(&Poly::ZERO));
    assert!(!Poly::ZERO.divides(&Poly::one()));
}

#[test]
#[should_panic(expected = "division by zero")]
fn the_operator_panics_as_that_of_integers() {
    let _ = Poly::one() / Poly::ZERO;
}
