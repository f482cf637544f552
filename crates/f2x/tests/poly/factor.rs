//! Factorisations, irreducibility and the search for sparse polynomials.

use crate::naive::{Random, divisors};
use f2x::Poly;
use f2x::poly::{Argument, Error, Modulus, Pentanomials, Trinomials};
use proptest::prelude::*;

/// The irreducible polynomials of degree up to `degree`, by sieving.
fn sieve(degree: usize) -> Vec<Poly> {
    let mut composite = vec![false; 2 << degree];
    let mut irreducible = Vec::new();
    for n in 2..2_usize << degree {
        if composite[n] {
            continue;
        }
        let poly = Poly::from(n as u64);
        for m in 2_u64.. {
            let product = &poly * Poly::from(m);
            match product.words() {
                [word] if *word < 2 << degree => composite[*word as usize] = true,
                // The products by m of one degree have one degree.
                _ => break,
            }
        }
        irreducible.push(poly);
    }
    irreducible
}

/// Checks that the factors are irreducible, distinct, in order, and have the product f.
fn check(f: &Poly) -> Vec<(Poly, usize)> {
    let factors = f.factor().unwrap();
    let mut product = Poly::one();
    for (factor, multiplicity) in &factors {
        assert!(factor.is_irreducible(), "{f:?}: {factor:?}");
        for _ in 0..*multiplicity {
            product *= factor;
        }
    }
    assert!(factors.is_sorted_by(|a, b| a.0 < b.0), "{f:?}");
    assert_eq!(&product, f);
    factors
}

#[test]
fn short_polynomials_have_the_factors_of_the_sieve() {
    let irreducible = sieve(11);
    // Their numbers for each degree are those of necklaces without period (OEIS A001037).
    let numbers = [2, 1, 2, 3, 6, 9, 18, 30, 56, 99, 186];
    for (degree, number) in (1..).zip(numbers) {
        let of_degree = irreducible.iter().filter(|poly| poly.degree() == Some(degree));
        assert_eq!(of_degree.count(), number);
    }
    for n in 1..2048 {
        let f = Poly::from(n);
        assert_eq!(f.is_irreducible(), irreducible.binary_search(&f).is_ok(), "{f}");
        let factors = check(&f);
        assert!(factors.iter().all(|(factor, _)| irreducible.binary_search(factor).is_ok()), "{f}");
    }
    // Every one is the next after the one before it.
    let mut last = Poly::ZERO;
    for poly in &irreducible {
        last = last.next_irreducible().unwrap();
        assert_eq!(&last, poly);
    }
}

/// x^(2^n) + x is the product of all irreducible polynomials whose degree divides n.
#[test]
fn fields_are_the_roots_of_their_polynomials() {
    let most = if cfg!(debug_assertions) { 9 } else { 14 };
    let irreducible = sieve(most);
    for n in 1..=most {
        let f = Poly::monomial(1 << n) + Poly::x();
        let dividing = irreducible.iter().filter(|poly| n % poly.degree().unwrap() == 0);
        let expected: Vec<_> = dividing.map(|poly| (poly.clone(), 1)).collect();
        assert_eq!(f.factor(), Ok(expected), "{n}");
    }
}

/// A bound on degrees.
const SHORT: usize = if cfg!(debug_assertions) { 200 } else { 1200 };

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 8 } else { 64 }))]

    #[test]
    fn factors_have_the_product(f in divisors(), degree in 0_usize..SHORT) {
        check(&(f.truncated(degree) + Poly::monomial(degree)));
    }

    #[test]
    fn known_factors_are_found(seed: u64, multiplicities in proptest::collection::vec(1_usize..7, 1..5)) {
        let mut random = Random(seed);
        let mut expected = std::collections::BTreeMap::new();
        let mut product = Poly::one();
        for multiplicity in multiplicities {
            let degree = 1 + random.below(60);
            let factor = Poly::random_irreducible(degree, || random.word()).unwrap();
            prop_assert_eq!(factor.degree(), Some(degree));
            for _ in 0..multiplicity {
                product *= &factor;
            }
            *expected.entry(factor).or_insert(0) += multiplicity;
        }
        prop_assert_eq!(product.factor(), Ok(expected.clone().into_iter().collect()));
        let parts = product.square_free_factors().unwrap();
        for (part, multiplicity) in parts {
            let with = expected.iter().filter(|(_, m)| **m == multiplicity);
            prop_assert_eq!(part, with.fold(Poly::one(), |product, (factor, _)| product * factor));
        }
    }
}

/// Several factors of one high degree: the traces of compositions, and half-gcd inside.
#[test]
fn equal_degrees_are_separated() {
    let mut random = Random(40);
    for (degree, count) in [(1, 2), (2, 1), (89, 7), (600, 3), (1300, 2)] {
        let count = if cfg!(debug_assertions) { count.min(2) } else { count };
        let mut factors: Vec<Poly> = match degree {
            1 => vec![Poly::from(2), Poly::from(3)],
            _ => {
                let factor = |_| Poly::random_irreducible(degree, || random.word()).unwrap();
                (0..count).map(factor).collect()
            }
        };
        factors.sort();
        factors.dedup();
        let product = factors.iter().fold(Poly::one(), |product, factor| product * factor);
        let expected: Vec<_> = factors.into_iter().map(|factor| (factor, 1)).collect();
        assert_eq!(product.factor(), Ok(expected), "{degree}");
    }
}

/// A degree that takes giant steps, with factors in several of their intervals, some in one interval,
/// one degree that divides another, and two factors of one degree.
#[test]
fn degrees_are_separated_by_giant_steps() {
    let mut random = Random(41);
    let mut factors: Vec<Poly> = [7, 40, 200, 310, 620, 900, 900, 2600]
        .map(|degree| Poly::random_irreducible(degree, || random.word()).unwrap())
        .into();
    factors.sort();
    let product = factors.iter().fold(Poly::one(), |product, factor| product * factor);
    let degrees: Vec<_> = product.distinct_degree_factors().unwrap();
    let degrees: Vec<_> =
        degrees.into_iter().map(|(part, d)| (part.degree().unwrap(), d)).collect();
    let expected = [7, 40, 200, 310, 620].map(|degree| (degree, degree));
    assert_eq!(degrees[..5], expected);
    assert_eq!(degrees[5..], [(1800, 900), (2600, 2600)]);
    let expected: Vec<_> = factors.into_iter().map(|factor| (factor, 1)).collect();
    assert_eq!(product.factor(), Ok(expected));
}

#[test]
fn zero_has_no_factors_and_one_none() {
    assert_eq!(Poly::ZERO.factor(), Err(Error::Zero));
    assert_eq!(Poly::ZERO.square_free_factors(), Err(Error::Zero));
    assert_eq!(Poly::one().factor(), Ok(vec![]));
    assert_eq!(Poly::monomial(100).factor(), Ok(vec![(Poly::x(), 100)]));
    assert!(!Poly::ZERO.is_irreducible() && !Poly::one().is_irreducible());
}

/// Trinomials of degrees that are exponents of Mersenne primes (Zierler, On x^n + x + 1 over GF(2),
/// 1970; Zierler and Brillhart 1968; Kurita and Matsumoto 1991).
#[test]
fn known_trinomials_are_irreducible() {
    let known = [
        (127, 1),
        (521, 32),
        (607, 105),
        (1279, 216),
        (1279, 418),
        (2281, 715),
        (3217, 67),
        (4423, 271),
        (9689, 84),
    ];
    for (n, k) in known {
        if cfg!(debug_assertions) && n > 1000 {
            continue;
        }
        let f = Poly::from_exponents([n, k, 0]);
        assert!(f.is_irreducible(), "{f}");
        assert!(f.reversed(n).is_irreducible(), "{f}");
        let product = &f * Poly::from(0b111);
        assert!(!product.is_irreducible(), "{f}");
        let beside = Poly::from_exponents([n, k + 2, 0]);
        assert_eq!(beside.is_irreducible(), beside.factor().unwrap().len() == 1, "{beside}");
    }
}

/// The polynomials of the binary curves of FIPS 186-4, of GHASH and AES.
#[test]
fn polynomials_of_standards_are_irreducible() {
    for text in [
        "x^163+x^7+x^6+x^3+1",
        "x^233+x^74+1",
        "x^283+x^12+x^7+x^5+1",
        "x^409+x^87+1",
        "x^571+x^10+x^5+x^2+1",
        "x^128+x^7+x^2+x+1",
        "x^8+x^4+x^3+x+1",
    ] {
        assert!(text.parse::<Poly>().unwrap().is_irreducible(), "{text}");
    }
}

/// Swan's theorem must not hide an irreducible trinomial.
#[test]
fn searches_find_what_tests_find() {
    for n in 1..if cfg!(debug_assertions) { 40 } else { 160 } {
        let test = |k: &usize| Poly::from_exponents([n, *k, 0]).is_irreducible();
        let expected: Vec<_> = (1..=n / 2).filter(test).collect();
        let search = |from| {
            let all = Trinomials::starting_at(n, from);
            all.filter_map(|(k, found)| found.then_some(k)).collect::<Vec<_>>()
        };
        assert_eq!(search(1), expected, "{n}");
        let later: Vec<_> = expected.iter().copied().filter(|k| *k >= n / 5).collect();
        assert_eq!(search(n / 5), later, "{n}");
    }
}

/// The least pentanomials of degrees that have no irreducible trinomial are those of the standards.
#[test]
fn the_first_pentanomials_are_those_of_the_standards() {
    let first = |n| Pentanomials::new(n).find(|(_, found)| *found).map(|(middle, _)| middle);
    assert_eq!(first(8), Some([4, 3, 1]));
    assert_eq!(first(163), Some([7, 6, 3]));
    assert_eq!(first(283), Some([12, 7, 5]));
    assert_eq!(first(571), Some([10, 5, 2]));
    assert_eq!(first(3), None);
    let all: Vec<_> = Pentanomials::new(6).map(|(middle, _)| middle).collect();
    assert_eq!(all.len(), 10);
    let mut from = Pentanomials::starting_at(6, all[4]);
    assert_eq!(from.next_exponents(), all[4]);
    assert_eq!(from.next().map(|(middle, _)| middle), Some(all[4]));
}

/// The Conway polynomials of GF(2^n), n ≤ 10: irreducible, with x a generator, and compatible: the
/// norm of x to the field of 2^m elements is a root of the polynomial of that field.
#[test]
fn conway_polynomials_are_compatible() {
    let conway: Vec<Poly> = [
        "x+1",
        "x^2+x+1",
        "x^3+x+1",
        "x^4+x+1",
        "x^5+x^2+1",
        "x^6+x^4+x^3+x+1",
        "x^7+x+1",
        "x^8+x^4+x^3+x^2+1",
        "x^9+x^4+1",
        "x^10+x^6+x^5+x^3+x^2+x+1",
    ]
    .iter()
    .map(|text| text.parse().unwrap())
    .collect();
    for (n, f) in (1..).zip(&conway) {
        assert!(f.is_irreducible(), "{f}");
        let field = Modulus::new(f).unwrap();
        let order = (1_u64 << n) - 1;
        let one = Poly::one();
        let powers = (1..=order).filter(|e| field.pow(&Poly::x(), &[*e]) == one);
        assert_eq!(powers.collect::<Vec<_>>(), [order], "{f}");
        for (m, g) in (1..n).zip(&conway).filter(|(m, _)| n % m == 0) {
            let norm = field.pow(&Poly::x(), &[order / ((1 << m) - 1)]);
            assert!(Argument::new(&field, &norm).compose(g).is_zero(), "{g} in {f}");
        }
    }
}
