//! Arithmetic modulo a polynomial, with what can be computed beforehand.
//!
//! Let f have degree n, and c a product of degree at most 2n − 2. Three ways lead to c mod f:
//!
//! * f = xⁿ + a few terms of degree e at most: what c has from xⁿ on is added, shifted, once for each
//!   term. If e is at most n/2, twice that is all; if not, word by word from the top.
//! * f = xⁿ + g with g of low degree: the same with a product by g.
//! * Otherwise the quotient comes from a reciprocal (Barrett 1986; [`division`]).
//!
//! Cost: linear, a product of n by deg g coefficients, or two products of which one half is needed.

use super::{Error, Poly, division, product, reciprocal, words};
use crate::Level;
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// Terms that are added one by one.
const FEW_TERMS: usize = 8;

/// A polynomial that products are reduced by.
#[derive(Clone, Debug)]
pub struct Modulus {
    poly: Poly,
    degree: usize,
    reduction: Reduction,
}

/// How a product is reduced.
#[derive(Clone, Debug)]
enum Reduction {
    /// By the exponents of the terms below xⁿ, the highest first.
    Terms(Vec<usize>),
    /// By the sum of the terms below xⁿ, of low degree.
    Low(Vec<u64>),
    /// By the reciprocal.
    Reciprocal(Vec<u64>),
}

impl Modulus {
    /// Prepares a modulus of degree at least 1.
    ///
    /// # Errors
    ///
    /// The polynomial is a constant, or `F2X_LEVEL` names a level that cannot be used.
    pub fn new(poly: &Poly) -> Result<Self, Error> {
        Level::current()?;
        let degree = poly.degree().filter(|degree| *degree > 0).ok_or(Error::ConstantModulus)?;
        let below = poly.exponents().nth(1).unwrap_or(0);
        let reduction = if poly.weight() <= FEW_TERMS && below + 64 <= degree {
            Reduction::Terms(poly.exponents().skip(1).collect())
        } else if 4 * below <= degree && degree >= 256 {
            Reduction::Low(poly.truncated(degree).into_words())
        } else {
            Reduction::Reciprocal(reciprocal::reciprocal(&poly.words, degree, degree.div_ceil(64)))
        };
        Ok(Self { poly: poly.clone(), degree, reduction })
    }

    /// The polynomial.
    pub fn poly(&self) -> &Poly {
        &self.poly
    }

    /// Its degree.
    pub fn degree(&self) -> usize {
        self.degree
    }

    /// Whether a reduction is cheap beside a product.
    pub(super) fn is_sparse(&self) -> bool {
        matches!(self.reduction, Reduction::Terms(_))
    }

    /// a mod f, for any degree of a.
    ///
    /// # Panics
    ///
    /// As everything below: `F2X_LEVEL` names a level that cannot be used.
    pub fn reduce(&self, a: &Poly) -> Poly {
        self.reduced(a).into_owned()
    }

    fn reduced<'p>(&self, a: &'p Poly) -> Cow<'p, Poly> {
        if a.bits() <= self.degree {
            Cow::Borrowed(a)
        } else {
            Cow::Owned(self.reduce_words(a.words.clone()))
        }
    }

    /// a·b mod f
    pub fn mul(&self, a: &Poly, b: &Poly) -> Poly {
        let (a, b) = (self.reduced(a), self.reduced(b));
        self.reduce_words(product::mul(&a.words, &b.words))
    }

    /// a² mod f
    pub fn square(&self, a: &Poly) -> Poly {
        self.reduce_words(product::square(&self.reduced(a).words))
    }

    /// 1/a mod f
    ///
    /// # Errors
    ///
    /// a and f have a common divisor, or `F2X_LEVEL` names a level that cannot be used.
    pub fn inverse(&self, a: &Poly) -> Result<Poly, Error> {
        self.reduced(a).inverse_mod(&self.poly)
    }

    fn reduce_words(&self, mut c: Vec<u64>) -> Poly {
        let n = self.degree;
        match &self.reduction {
            Reduction::Terms(exponents) => {
                if exponents.first().is_some_and(|e| 2 * e > n + 64) {
                    reduce_by_words(&mut c, n, exponents);
                } else {
                    fold(&mut c, n, |c, high| {
                        for &exponent in exponents {
                            words::add_shifted(c, high, exponent);
                        }
                    });
                }
            }
            Reduction::Low(g) => {
                fold(&mut c, n, |c, high| {
                    words::add(c, words::trimmed(&product::mul(g, high)));
                });
            }
            Reduction::Reciprocal(w) => self.reduce_by_reciprocal(&mut c, w),
        }
        Poly::from_words(c)
    }

    fn reduce_by_reciprocal(&self, c: &mut Vec<u64>, w: &[u64]) {
        let (n, count) = (self.degree, self.degree.div_ceil(64));
        let bits = words::bits(c);
        if bits <= n {
            return;
        }
        if bits > n + 64 * count {
            words::trim(c);
            division::divide_by(c, &self.poly.words, n, w);
            return;
        }
        // A short quotient needs the upper part of the reciprocal only.
        let quotient_words = (bits - n).div_ceil(64);
        let quotient = division::quotient(c, n, &w[count - quotient_words..]);
        let product = product::mul_low(&quotient, &self.poly.words, count);
        c.truncate(count);
        words::add(c, &product);
    }
}

/// While c has degree n or more: c := its part below xⁿ, and `add` adds what the rest stands for.
fn fold(c: &mut [u64], n: usize, add: impl Fn(&mut [u64], &[u64])) {
    loop {
        let bits = words::bits(c);
        if bits <= n {
            return;
        }
        let high = words::window(c, n as isize, (bits - n).div_ceil(64));
        words::keep_bits(c, n);
        add(c, &high);
    }
}

/// c mod xⁿ + Σ x^exponent, a word at a time from the top; the exponents are at most n − 64, so no
/// word lands in itself.
fn reduce_by_words(c: &mut [u64], n: usize, exponents: &[usize]) {
    let add = |c: &mut [u64], word: u64, at: usize| {
        c[at / 64] ^= word << (at % 64);
        if !at.is_multiple_of(64) && at / 64 + 1 < c.len() {
            c[at / 64 + 1] ^= word >> (64 - at % 64);
        }
    };
    for index in (n.div_ceil(64)..c.len()).rev() {
        let word = core::mem::take(&mut c[index]);
        for exponent in exponents {
            add(c, word, 64 * index - n + exponent);
        }
    }
    if !n.is_multiple_of(64) && n / 64 < c.len() {
        let word = c[n / 64] >> (n % 64);
        c[n / 64] &= (1 << (n % 64)) - 1;
        for exponent in exponents {
            add(c, word, *exponent);
        }
    }
}
