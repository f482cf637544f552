//! Powers modulo f: any exponent, and 2^k (the Frobenius map) by squares or by composition.
//!
//! Over GF(2), a(x)^(2^k) = a(x^(2^k)), so k squares are one composition with X_k = x^(2^k) mod f, and
//! X_{i+j} = X_i(X_j) doubles k (von zur Gathen and Shoup, Computing Frobenius maps and factoring
//! polynomials, 1992). A composition costs as much as some multiple of √n squares.

use super::{Argument, Modulus, Poly};
use alloc::vec::Vec;

/// Bits of the exponent between products by powers of the base.
const WINDOW: usize = 4;

impl Modulus {
    /// base^exponent mod f; the words of the exponent come least significant first.
    pub fn pow(&self, base: &Poly, exponent: &[u64]) -> Poly {
        let bits = super::words::bits(exponent);
        let base = self.reduce(base);
        if base == Poly::x() {
            return self.pow_of_x(exponent, bits);
        }
        let digit = |at: usize, width: usize| -> usize {
            (0..width).fold(0, |digit, i| digit | usize::from(bit(exponent, at + i)) << i)
        };
        // The odd powers up to 2^WINDOW.
        let mut odd = Vec::from([base.clone()]);
        if bits > 2 * WINDOW {
            let square = self.square(&base);
            for i in 1..1 << (WINDOW - 1) {
                odd.push(self.mul(&odd[i - 1], &square));
            }
        }
        let mut power = self.reduce(&Poly::one());
        let mut at = bits;
        while at > 0 {
            if !bit(exponent, at - 1) {
                power = self.square(&power);
                at -= 1;
                continue;
            }
            // The longest digit that is odd, and for which there is a power.
            let most = if odd.len() > 1 { WINDOW.min(at) } else { 1 };
            let width = (1..=most).rev().find(|width| bit(exponent, at - width)).unwrap_or(1);
            for _ in 0..width {
                power = self.square(&power);
            }
            at -= width;
            power = self.mul(&power, &odd[digit(at, width) / 2]);
        }
        power
    }

    /// x^exponent mod f: products by powers of x are shifts.
    fn pow_of_x(&self, exponent: &[u64], bits: usize) -> Poly {
        // As many bits as make an exponent below the degree, twice at most.
        let width = self.degree().ilog2().max(1) as usize;
        let mut power = self.reduce(&Poly::one());
        let mut at = bits;
        while at > 0 {
            let digit_bits = if at.is_multiple_of(width) { width } else { at % width };
            at -= digit_bits;
            if at + digit_bits < bits {
                for _ in 0..digit_bits {
                    power = self.square(&power);
                }
            }
            let digit =
                (0..digit_bits).fold(0, |digit, i| digit | usize::from(bit(exponent, at + i)) << i);
            power = self.reduce(&power.shifted_up(digit));
        }
        power
    }

    /// a^(2^k) mod f
    pub fn frobenius(&self, a: &Poly, k: usize) -> Poly {
        if k <= self.squares_of_composition() {
            return self.squares(a, k);
        }
        let power = self.frobenius_of_x(k);
        if *a == Poly::x() { power } else { Argument::new(self, &power).compose(&self.reduce(a)) }
    }

    /// x^(2^k) mod f
    pub(super) fn frobenius_of_x(&self, k: usize) -> Poly {
        // Up to an exponent of twice the degree there is nothing to square.
        let free = k.min(self.degree().ilog2() as usize + 1);
        if k / 2 <= self.squares_of_composition() {
            let start = self.reduce(&Poly::monomial(1 << free));
            return self.squares(&start, k - free);
        }
        let half = self.frobenius_of_x(k / 2);
        let even = Argument::new(self, &half).compose(&half);
        if k.is_multiple_of(2) { even } else { self.square(&even) }
    }

    /// k squares.
    pub(super) fn squares(&self, a: &Poly, k: usize) -> Poly {
        let mut power = self.reduce(a);
        for _ in 0..k {
            power = self.square(&power);
        }
        power
    }

    /// About as many squares as cost what a composition costs.
    pub(super) fn squares_of_composition(&self) -> usize {
        let root = self.degree().isqrt();
        if self.is_sparse() { 24 * root } else { 3 * root }
    }
}

fn bit(words: &[u64], at: usize) -> bool {
    words.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
}
