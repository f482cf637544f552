//! Polynomials bit by bit, and random ones.

use f2x::Poly;
use proptest::prelude::*;

/// a·b by the definition.
pub(crate) fn mul(a: &Poly, b: &Poly) -> Poly {
    let mut c = vec![0; a.words().len() + b.words().len()];
    f2x::reference::mul(&mut c, a.words(), b.words());
    Poly::from_words(c)
}

/// Quotient and remainder, one coefficient at a time.
pub(crate) fn div_rem(a: &Poly, b: &Poly) -> (Poly, Poly) {
    let degree = b.degree().expect("not zero");
    let mut rest = a.words().to_vec();
    let mut quotient = vec![0; rest.len()];
    for at in (degree..64 * rest.len()).rev() {
        if rest[at / 64] >> (at % 64) & 1 == 0 {
            continue;
        }
        let shift = at - degree;
        quotient[shift / 64] |= 1 << (shift % 64);
        for (index, word) in b.words().iter().enumerate() {
            let shifted = u128::from(*word) << (shift % 64);
            rest[shift / 64 + index] ^= shifted as u64;
            if shifted >> 64 != 0 {
                rest[shift / 64 + index + 1] ^= (shifted >> 64) as u64;
            }
        }
    }
    (Poly::from_words(quotient), Poly::from_words(rest))
}

/// The greatest common divisor by divisions.
pub(crate) fn gcd(a: &Poly, b: &Poly) -> Poly {
    let (mut a, mut b) = (a.clone(), b.clone());
    while !b.is_zero() {
        let rest = div_rem(&a, &b).1;
        a = std::mem::replace(&mut b, rest);
    }
    a
}

/// The generator SplitMix64 of Steele, Lea and Flood.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.word() % bound as u64) as usize
    }

    /// Of degree below `bits`.
    pub(crate) fn poly(&mut self, bits: usize) -> Poly {
        Poly::random(bits, || self.word())
    }

    /// Of just this degree.
    pub(crate) fn of_degree(&mut self, degree: usize) -> Poly {
        self.poly(degree) + Poly::monomial(degree)
    }
}

/// Polynomials of degrees up to 5000, the short ones more often; dense ones, sparse ones and runs of
/// ones.
pub(crate) fn polys() -> impl Strategy<Value = Poly> {
    let bits = prop_oneof![0_usize..200, 0_usize..1200, 0_usize..5000];
    (bits, any::<u64>(), 0..4).prop_map(|(bits, seed, form)| {
        let mut random = Random(seed);
        match form {
            0 | 1 => random.poly(bits),
            2 => Poly::from_exponents((0..5).map(|_| random.below(bits + 1))),
            _ => (0..3).fold(Poly::ZERO, |sum, _| {
                let ones = Poly::monomial(1 + random.below(bits + 1)) + Poly::one();
                sum + (ones / Poly::from(3)) * Poly::monomial(random.below(bits + 1))
            }),
        }
    })
}

/// Polynomials that are not zero.
pub(crate) fn divisors() -> impl Strategy<Value = Poly> {
    polys().prop_filter("zero", |poly| !poly.is_zero())
}
