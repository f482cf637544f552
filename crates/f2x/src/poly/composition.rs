//! Modular composition h(g) mod f, by baby steps and giant steps.
//!
//! With m about √n, h = Σ hᵢ(x)·x^(mi) for polynomials hᵢ of m coefficients, so that
//! h(g) = Σ hᵢ(g)·(g^m)^i (Brent and Kung, Fast algorithms for manipulating formal power series, 1978).
//! All hᵢ(g) together are the product of a matrix of n/m by m bits, the coefficients of h, by one of
//! m by n bits, the powers of g; it is done by tables of the sums of 4 or 8 powers (Arlazarov, Dinic,
//! Kronrod and Faradzhev 1970), in strips of columns that stay in the cache.
//!
//! Every other power of g is a square. Cost: m/2 squares and some m/2 + n/m products modulo f, and
//! n²/(8·64) to n²/(4·64) exclusive-ors of words.

use super::{Modulus, Poly};
use crate::isa::Isa;
use crate::{Level, Operation};
use alloc::vec;
use alloc::vec::Vec;

/// The words of a strip of columns: a table of 256 rows of them has 64 KiB.
const STRIP_WORDS: usize = 32;

/// A polynomial that others are composed with: the powers of g modulo f.
#[derive(Clone, Debug)]
pub struct Argument<'m> {
    modulus: &'m Modulus,
    /// g⁰ to g^(m−1), each of as many words as f needs.
    powers: Vec<u64>,
    /// g^m
    giant: Poly,
    /// The words of a power.
    words: usize,
    /// m, a multiple of 8.
    steps: usize,
}

impl<'m> Argument<'m> {
    /// Prepares compositions h(g) mod f.
    pub fn new(modulus: &'m Modulus, g: &Poly) -> Self {
        let steps = (modulus.degree().isqrt() + 1).next_multiple_of(8);
        let words = modulus.degree().div_ceil(64);
        let mut powers = vec![0; steps * words];
        let mut last: Vec<Poly> = Vec::with_capacity(steps + 1);
        last.push(Poly::one());
        last.push(modulus.reduce(g));
        for i in 2..=steps {
            let power = match i % 2 {
                0 => modulus.square(&last[i / 2]),
                _ => modulus.mul(&last[i - 1], &last[1]),
            };
            last.push(power);
        }
        let giant = last.pop().unwrap_or_default();
        for (row, power) in powers.chunks_exact_mut(words).zip(&last) {
            row[..power.words.len()].copy_from_slice(&power.words);
        }
        Self { modulus, powers, giant, words, steps }
    }

    /// h(g) mod f
    pub fn compose(&self, h: &Poly) -> Poly {
        let bytes: Vec<u8> = h.to_le_bytes();
        let count = bytes.len().div_ceil(self.steps / 8);
        let mut values = vec![0; count * self.words];
        let combine = Combine { argument: self, bytes: &bytes, values: &mut values };
        Level::dispatch_current(combine).expect("F2X_LEVEL names a level that can be used");
        let mut sum = Poly::ZERO;
        for value in values.chunks_exact(self.words).rev() {
            sum = self.modulus.mul(&sum, &self.giant);
            sum += Poly::from_words(value);
        }
        sum
    }
}

/// values := the sums of powers that the bits of h name, m bits for each value.
struct Combine<'c> {
    argument: &'c Argument<'c>,
    bytes: &'c [u8],
    values: &'c mut [u64],
}

impl Operation for Combine<'_> {
    type Output = ();

    fn run<I: Isa>(self, isa: I) {
        let Combine { argument: &Argument { ref powers, words, steps, .. }, bytes, values } = self;
        // A table of 8 powers pays if it is used often enough.
        let bits = if values.len() / words >= 64 { 8 } else { 4 };
        let mut table = vec![0; STRIP_WORDS << bits];
        // The loops over words are plain; inside they use the vectors of the level.
        isa.outline(
            #[inline(always)]
            || {
                for start in (0..words).step_by(STRIP_WORDS) {
                    let width = STRIP_WORDS.min(words - start);
                    for group in (0..steps).step_by(bits) {
                        for i in 1..1 << bits {
                            let row = group + usize::trailing_zeros(i) as usize;
                            let power = &powers[row * words + start..][..width];
                            let (below, entry) = table.split_at_mut(i * STRIP_WORDS);
                            let rest = &below[(i & (i - 1)) * STRIP_WORDS..][..width];
                            for ((entry, rest), power) in entry.iter_mut().zip(rest).zip(power) {
                                *entry = rest ^ power;
                            }
                        }
                        for (index, value) in values.chunks_exact_mut(words).enumerate() {
                            let at = index * steps + group;
                            let byte = bytes.get(at / 8).copied().unwrap_or(0);
                            let i = usize::from(byte >> (at % 8)) & ((1 << bits) - 1);
                            let entry = &table[i * STRIP_WORDS..][..width];
                            for (sum, entry) in value[start..].iter_mut().zip(entry) {
                                *sum ^= entry;
                            }
                        }
                    }
                }
            },
        );
    }
}

impl Poly {
    /// self(g), without a modulus: by halves, O(M(n) log n) for a result of degree n.
    ///
    /// The powers of g between the halves are squares.
    ///
    /// # Panics
    ///
    /// `F2X_LEVEL` names a level that cannot be used.
    pub fn compose(&self, g: &Poly) -> Poly {
        if self.bits() <= 1 {
            return self.clone();
        }
        let half = self.bits().div_ceil(2).next_power_of_two();
        compose_parts(self, half, &powers_of_two(g, half))
    }
}

/// g^half, g^(half/2), …, g
fn powers_of_two(g: &Poly, half: usize) -> Vec<Poly> {
    let mut powers = vec![g.clone()];
    for _ in 0..half.trailing_zeros() {
        let last = powers.last().map(Poly::square).unwrap_or_default();
        powers.push(last);
    }
    powers.reverse();
    powers
}

/// h(g) for h of at most 2·half coefficients.
fn compose_parts(h: &Poly, half: usize, powers: &[Poly]) -> Poly {
    if h.bits() <= 1 {
        return h.clone();
    }
    let [power, rest @ ..] = powers else { return h.clone() };
    let low = compose_parts(&h.truncated(half), half / 2, rest);
    let high = compose_parts(&h.shifted_down(half), half / 2, rest);
    low + &high * power
}
