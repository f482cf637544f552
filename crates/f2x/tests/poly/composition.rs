//! Compositions, with and without a modulus.

use crate::naive::Random;
use f2x::Poly;
use f2x::poly::{Argument, Modulus};

/// h(g) by Horner's rule.
fn horner(h: &Poly, g: &Poly, reduce: impl Fn(Poly) -> Poly) -> Poly {
    let degree = h.degree().unwrap_or(0);
    (0..=degree).rev().fold(Poly::ZERO, |sum, i| {
        let mut sum = reduce(sum * g);
        sum.set_coefficient(0, sum.coefficient(0) ^ h.coefficient(i));
        sum
    })
}

#[test]
fn compositions_are_those_of_horner() {
    let mut random = Random(30);
    for (h_bits, g_bits) in [(0, 9), (1, 9), (2, 0), (2, 1), (7, 3), (64, 64), (65, 31), (100, 2)] {
        for _ in 0..5 {
            let (h, g) = (random.poly(h_bits), random.poly(g_bits));
            assert_eq!(h.compose(&g), horner(&h, &g, |sum| sum), "{h} of {g}");
        }
    }
}

#[test]
fn modular_compositions_are_those_of_horner() {
    let mut random = Random(31);
    for degree in [1, 2, 7, 8, 9, 63, 64, 65, 127, 300, 1000, 4500] {
        let f = random.of_degree(degree);
        let modulus = Modulus::new(&f).unwrap();
        let g = random.poly(degree);
        let argument = Argument::new(&modulus, &g);
        for bits in [0, 1, degree / 2, degree] {
            let h = random.poly(bits);
            let expected = horner(&h, &g, |sum| sum % &f);
            assert_eq!(argument.compose(&h), expected, "{degree} {bits}");
        }
    }
}
