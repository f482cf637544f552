//! The laws of the ring, and of what is linear in it.

use crate::naive::{self, Random, polys};
use f2x::Poly;
use f2x::poly::Error;
use proptest::prelude::*;

proptest! {
    #[test]
    fn products_are_those_of_the_definition(a in polys(), b in polys()) {
        prop_assert_eq!(&a * &b, naive::mul(&a, &b));
    }

    #[test]
    fn the_ring_has_its_laws(a in polys(), b in polys(), c in polys()) {
        prop_assert_eq!(&a + &b, &b + &a);
        prop_assert_eq!((&a + &b) + &c, &a + (&b + &c));
        prop_assert_eq!(&a * &b, &b * &a);
        prop_assert_eq!((&a * &b) * &c, &a * (&b * &c));
        prop_assert_eq!(&a * (&b + &c), &a * &b + &a * &c);
        prop_assert_eq!(&a + Poly::ZERO, a.clone());
        prop_assert_eq!(&a * Poly::one(), a.clone());
        prop_assert!((&a - &a).is_zero());
    }

    #[test]
    fn degrees_of_products_add(a in polys(), b in polys()) {
        let sum = a.degree().zip(b.degree()).map(|(a, b)| a + b);
        prop_assert_eq!((&a * &b).degree(), sum);
    }

    #[test]
    fn squares_and_roots_undo_each_other(a in polys()) {
        let square = a.square();
        prop_assert_eq!(&square, &(&a * &a));
        prop_assert!(square.derivative().is_zero());
        prop_assert_eq!(square.square_root(), Ok(a.clone()));
        let odd = &square + Poly::monomial(77);
        prop_assert_eq!(odd.square_root(), Err(Error::NotSquare));
    }

    #[test]
    fn the_derivative_obeys_the_rule_of_products(a in polys(), b in polys()) {
        let derivative = (&a * &b).derivative();
        prop_assert_eq!(derivative, a.derivative() * &b + &a * b.derivative());
    }

    #[test]
    fn shifts_are_products_and_quotients_by_powers(a in polys(), n in 0_usize..700) {
        let power = Poly::monomial(n);
        prop_assert_eq!(&a << n, &a * &power);
        prop_assert_eq!(&a >> n, &a / &power);
        prop_assert_eq!(a.truncated(n), &a % &power);
        prop_assert_eq!(((&a >> n) << n) + a.truncated(n), a);
    }

    #[test]
    fn reversal_mirrors_coefficients(a in polys(), n in 0_usize..6000) {
        let reversed = a.reversed(n);
        let mirrored = a.exponents().filter(|e| *e <= n).map(|e| n - e);
        prop_assert_eq!(&reversed, &Poly::from_exponents(mirrored));
    }

    #[test]
    fn coefficients_are_the_exponents(mut a in polys(), n in 0_usize..5000, value: bool) {
        prop_assert_eq!(Poly::from_exponents(a.exponents()), a.clone());
        prop_assert_eq!(a.exponents().count(), a.weight());
        prop_assert_eq!(a.exponents().last(), a.trailing_zeros());
        prop_assert_eq!(a.exponents().next(), a.degree());
        prop_assert_eq!(a.exponents().any(|e| e == n), a.coefficient(n));
        prop_assert_eq!(a.value_at_1(), a.weight() % 2 == 1);
        prop_assert_eq!(a.value_at_0(), a.coefficient(0));
        let before = a.clone();
        a.set_coefficient(n, value);
        prop_assert_eq!(a.coefficient(n), value);
        a.set_coefficient(n, before.coefficient(n));
        prop_assert_eq!(a, before);
    }

    #[test]
    fn the_order_is_that_of_numbers(a: u128, b: u128) {
        let poly = |n: u128| Poly::from_words([n as u64, (n >> 64) as u64]);
        prop_assert_eq!(poly(a).cmp(&poly(b)), a.cmp(&b));
    }
}

#[test]
fn zero_has_no_degree() {
    assert_eq!(Poly::ZERO.degree(), None);
    assert_eq!(Poly::one().degree(), Some(0));
    assert_eq!(Poly::x().degree(), Some(1));
    assert_eq!(Poly::from_words([0, 0, 0]), Poly::ZERO);
}

#[test]
fn random_polynomials_fill_their_bits() {
    let mut random = Random(1);
    for bits in [0, 1, 63, 64, 65, 1000] {
        let all = (0..100).fold(0, |most, _| most.max(random.poly(bits).bits()));
        assert_eq!(all, bits);
    }
}
