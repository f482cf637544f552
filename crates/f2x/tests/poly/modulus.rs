//! Products, powers and compositions modulo f, on every way of reduction.

use crate::naive::Random;
use f2x::Poly;
use f2x::poly::{Error, Modulus};

/// Moduli of every form: trinomials and pentanomials with the second term low and high, low dense
/// parts, dense ones; degrees at and beside multiples of 64.
fn moduli(random: &mut Random) -> Vec<Poly> {
    let mut moduli: Vec<Poly> = [
        "x",
        "x+1",
        "x^2+x+1",
        "x^64",
        "x^64+x^63+1",
        "x^127+x+1",
        "x^128+x^7+x^2+x+1",
        "x^163+x^7+x^6+x^3+1",
        "x^233+x^74+1",
        "x^409+x^87+1",
        "x^500+x^436+1",
        "x^512+x^448+x+1",
        "x^521+x^457",
        "x^1000+x^940+1",
        "x^1024+x^3+1",
        "x^1279+x^1215+x^1000+x^2+1",
    ]
    .iter()
    .map(|text| text.parse().unwrap())
    .collect();
    for degree in [5, 63, 64, 65, 128, 200, 255, 256, 257, 1000, 1024, 3001] {
        moduli.push(random.of_degree(degree));
        moduli.push(Poly::monomial(degree) + random.poly(degree / 4));
        moduli.push(Poly::monomial(degree) + random.poly(degree / 5));
    }
    moduli
}

#[test]
fn reductions_are_remainders() {
    let mut random = Random(20);
    for f in moduli(&mut random) {
        let modulus = Modulus::new(&f).unwrap();
        assert_eq!((modulus.poly(), Some(modulus.degree())), (&f, f.degree()));
        for bits in
            [0, 1, f.bits() - 1, f.bits(), f.bits() + 64, 2 * f.bits() - 3, 5 * f.bits() + 99]
        {
            let (a, b) = (random.poly(bits), random.poly(f.bits()));
            assert_eq!(modulus.reduce(&a), &a % &f, "{f} {bits}");
            assert_eq!(modulus.mul(&a, &b), &a * &b % &f, "{f} {bits}");
            assert_eq!(modulus.square(&a), a.square() % &f, "{f} {bits}");
            let ones = Poly::from_exponents(0..bits);
            assert_eq!(modulus.reduce(&ones), &ones % &f, "{f} {bits}");
        }
    }
}

#[test]
fn inverses_are_those_of_euclid() {
    let mut random = Random(21);
    for f in moduli(&mut random) {
        let modulus = Modulus::new(&f).unwrap();
        for _ in 0..10 {
            let a = random.poly(f.bits() + 3);
            match modulus.inverse(&a) {
                Ok(inverse) => assert_eq!(modulus.mul(&a, &inverse), Poly::one() % &f),
                Err(error) => {
                    assert_eq!(error, Error::NotInvertible);
                    assert!(!a.gcd(&f).is_one());
                }
            }
        }
    }
}

#[test]
fn powers_are_repeated_products() {
    let mut random = Random(22);
    for f in moduli(&mut random) {
        let modulus = Modulus::new(&f).unwrap();
        for base in [random.poly(f.bits()), Poly::x(), Poly::ZERO, Poly::one()] {
            let mut power = Poly::one() % &f;
            for exponent in 0..70 {
                assert_eq!(modulus.pow(&base, &[exponent, 0]), power, "{f} {exponent}");
                power = power * &base % &f;
            }
            // a^(e₀ + 2^64·e₁) = a^e₀ · (a^e₁)^(2^64)
            let [low, high] = [random.word(), random.word() >> 7];
            let upper = modulus.frobenius(&modulus.pow(&base, &[high]), 64);
            let expected = modulus.mul(&modulus.pow(&base, &[low]), &upper);
            assert_eq!(modulus.pow(&base, &[low, high]), expected, "{f}");
        }
    }
}

#[test]
fn the_frobenius_map_is_repeated_squaring() {
    let mut random = Random(23);
    for f in moduli(&mut random) {
        let modulus = Modulus::new(&f).unwrap();
        for base in [random.poly(f.bits()), Poly::x()] {
            let mut power = modulus.reduce(&base);
            for k in 0..400 {
                if k < 70 || k % 37 == 0 {
                    assert_eq!(modulus.frobenius(&base, k), power, "{f} {k}");
                }
                power = power.square() % &f;
            }
        }
    }
}

#[test]
fn constants_are_no_moduli() {
    for constant in [Poly::ZERO, Poly::one()] {
        assert_eq!(Modulus::new(&constant).err(), Some(Error::ConstantModulus));
    }
}
