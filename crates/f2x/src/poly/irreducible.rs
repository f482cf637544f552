//! Irreducible polynomials: the test, the next one, random ones.
//!
//! f of degree n is irreducible if and only if x^(2^n) = x modulo f, and x^(2^(n/p)) + x and f have
//! no common divisor for any prime p that divides n (Rabin, Probabilistic algorithms in finite fields,
//! 1980). Most polynomials have a factor of low degree, which is looked for first.
//!
//! The powers x^(2^k) come from n squares, or from some 2·log n compositions: X_mp from X_m by
//! doubling, for products of primes by halves.

use super::{Argument, Error, Modulus, Poly, factor};
use crate::Level;
use alloc::vec::Vec;

impl Poly {
    /// Whether it is irreducible: not constant, and no product of polynomials of lower degree.
    ///
    /// # Panics
    ///
    /// `F2X_LEVEL` names a level that cannot be used.
    pub fn is_irreducible(&self) -> bool {
        let Some(degree) = self.degree() else { return false };
        if degree < 2 {
            return degree == 1;
        }
        if !self.value_at_0() || !self.value_at_1() || self.derivative().is_zero() {
            return false;
        }
        // A degree i of factors costs the same for all, and a factor of it is there with
        // probability 1/i: search as long as that is less than what the rest would cost.
        let all = degree.isqrt() * (degree.ilog2() as usize + 1);
        let most = all.isqrt().max(4);
        if !factor::no_factor_up_to(self, most) {
            return false;
        }
        2 * most >= degree || Modulus::new(self).is_ok_and(|modulus| is_irreducible(&modulus))
    }

    /// The least irreducible polynomial above this one, in the order of polynomials.
    ///
    /// # Errors
    ///
    /// `F2X_LEVEL` names a level that cannot be used.
    pub fn next_irreducible(&self) -> Result<Poly, Error> {
        Level::current()?;
        let mut next = self.clone();
        loop {
            next.increment();
            if next.is_irreducible() {
                return Ok(next);
            }
        }
    }

    /// A uniformly random irreducible polynomial of this degree; 1 if the degree is 0.
    ///
    /// `word` gives uniformly random words.
    ///
    /// # Errors
    ///
    /// `F2X_LEVEL` names a level that cannot be used.
    pub fn random_irreducible(degree: usize, mut word: impl FnMut() -> u64) -> Result<Poly, Error> {
        Level::current()?;
        if degree == 0 {
            return Ok(Poly::one());
        }
        loop {
            let mut poly = Poly::random(degree, &mut word);
            poly.set_coefficient(degree, true);
            if poly.is_irreducible() {
                return Ok(poly);
            }
        }
    }

    /// The next polynomial in their order.
    fn increment(&mut self) {
        for word in &mut self.words {
            *word = word.wrapping_add(1);
            if *word != 0 {
                return;
            }
        }
        self.words.push(1);
    }
}

/// Rabin's test.
fn is_irreducible(modulus: &Modulus) -> bool {
    let degree = modulus.degree();
    let primes = prime_divisors(degree);
    let compositions = 3 * (degree.ilog2() as usize + 1) / 2;
    if degree <= compositions * modulus.squares_of_composition() {
        return by_squares(modulus, &primes);
    }
    let start = degree / primes.iter().product::<usize>();
    by_compositions(modulus, &modulus.frobenius_of_x(start), &primes, true)
}

/// Rabin's test by one square after the other.
fn by_squares(modulus: &Modulus, primes: &[usize]) -> bool {
    let mut power = Poly::x();
    let mut done = 0;
    for prime in primes.iter().rev() {
        let k = modulus.degree() / prime;
        power = modulus.squares(&power, k - done);
        done = k;
        if !is_coprime(modulus, &power) {
            return false;
        }
    }
    modulus.squares(&power, modulus.degree() - done) == Poly::x()
}

/// Whether f and X_k + x are coprime.
fn is_coprime(modulus: &Modulus, power: &Poly) -> bool {
    (power + Poly::x()).gcd(modulus.poly()).is_one()
}

/// Rabin's test for these primes, from X_m with m the degree divided by all of them; `whole` if
/// x^(2^n) is to be tested too.
fn by_compositions(modulus: &Modulus, power: &Poly, primes: &[usize], whole: bool) -> bool {
    let iterated = |primes: &[usize]| {
        primes.iter().fold(power.clone(), |power, prime| iterate(modulus, &power, *prime))
    };
    match primes {
        [] => true,
        [_] => {
            is_coprime(modulus, power) && (!whole || iterated(primes) == modulus.reduce(&Poly::x()))
        }
        _ => {
            let (left, right) = primes.split_at(primes.len() / 2);
            by_compositions(modulus, &iterated(right), left, whole)
                && by_compositions(modulus, &iterated(left), right, false)
        }
    }
}

/// X_mk from X_m, by doubling.
fn iterate(modulus: &Modulus, power: &Poly, k: usize) -> Poly {
    if k == 1 {
        return power.clone();
    }
    let half = iterate(modulus, power, k / 2);
    let even = Argument::new(modulus, &half).compose(&half);
    if k.is_multiple_of(2) { even } else { Argument::new(modulus, power).compose(&even) }
}

/// The prime divisors, in ascending order.
fn prime_divisors(mut n: usize) -> Vec<usize> {
    let mut primes = Vec::new();
    let mut divisor = 2;
    while divisor * divisor <= n {
        if n.is_multiple_of(divisor) {
            primes.push(divisor);
            while n.is_multiple_of(divisor) {
                n /= divisor;
            }
        }
        divisor += 1;
    }
    if n > 1 {
        primes.push(n);
    }
    primes
}
