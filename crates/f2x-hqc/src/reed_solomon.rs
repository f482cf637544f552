//! The outer code: a Reed-Solomon code over GF(2^8), shortened, with the message after the parity.
//!
//! A codeword c, a polynomial of degree below n₁, vanishes at α^1 … α^2δ. Decoding takes the same steps
//! whatever the errors: syndromes, the locator Λ by the iteration of Berlekamp and Massey without
//! inversions, the evaluator Ω, and Forney's formula at the places of the message, all of them side by
//! side. With more than δ errors the result is some message. The numbers of the code are values there
//! ([`Code`]), so that one decoder serves all parameter sets.
//!
//! Cost: 2δ rounds of three products of vectors, and 2.5 δ products for Ω and the values.

use crate::ct::{hidden, less, negative, select};
use crate::gf256::Symbols;
use crate::parameters::{MAX_K, MAX_N1, Parameters};
use core::hint::black_box;

/// Coefficients 0 … δ.
type Polynomial = Symbols<4>;

/// What decoding needs to know of a code; names as in [`Constants`](crate::parameters::Constants).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Code {
    n1: usize,
    k: usize,
    delta: usize,
    syndromes: &'static [Symbols<8>],
    locations: Symbols<4>,
}

impl Code {
    /// The code of a parameter set.
    pub(crate) const fn of<P: Parameters>() -> Self {
        Self {
            n1: P::N1,
            k: P::K,
            delta: P::DELTA,
            syndromes: P::SYNDROMES,
            locations: P::LOCATIONS,
        }
    }
}

/// The codeword of a message.
#[inline(always)]
pub(crate) fn encode<P: Parameters>(message: &[u8]) -> [u8; MAX_N1] {
    let mut word = [0; MAX_N1];
    let (parity, rest) = word.split_at_mut(2 * P::DELTA);
    Symbols::combine(message, P::PARITY).store(parity);
    rest[..P::K].copy_from_slice(message);
    word
}

/// The message of the codeword that differs from `word` at no more than δ places, in the first K bytes.
#[inline(always)]
pub(crate) fn decode(code: &Code, word: &[u8]) -> [u8; MAX_K] {
    let mut syndromes = [0; 64];
    Symbols::combine(&word[..code.n1], code.syndromes).store(&mut syndromes);
    let locator = symbols(&locator(code.delta, &syndromes));
    let evaluator = symbols(&evaluator(code.delta, &syndromes, &locator));
    let errors = values(code, &locator, &evaluator);
    let received = Symbols::load(&word[2 * code.delta..code.n1]);
    let mut message = [0; MAX_K];
    errors.plus(&received).store(&mut message[..code.k]);
    message
}

/// A non-zero multiple of Π (1 − α^p x) over the places p of the errors.
#[inline(always)]
fn locator(delta: usize, syndromes: &[u8; 64]) -> Polynomial {
    // Descending, so that the syndromes that a coefficient meets lie as the coefficients do; zeros follow.
    let mut descending = [0; 64 + 32];
    for (i, syndrome) in syndromes[..2 * delta].iter().enumerate() {
        descending[2 * delta - 1 - i] = *syndrome;
    }
    let kept = first_symbols(delta + 1);
    let mut lambda = Symbols([1, 0, 0, 0]);
    let mut b = lambda.shifted();
    let (mut length, mut scale) = (0, 1);
    for round in 1..=2 * delta {
        let met = Symbols::load(&descending[2 * delta - round..][..32]);
        let discrepancy = u64::from(lambda.times(&met).sum());
        let next = lambda
            .times(&Symbols::broadcast(scale as u8))
            .plus(&b.times(&Symbols::broadcast(discrepancy as u8)));
        let longer = hidden(negative(discrepancy.wrapping_neg()) & less(2 * length, round as u64));
        b = Symbols::select(longer, &lambda, &b).shifted().and(&kept);
        scale = select(longer, discrepancy, scale);
        length = select(longer, round as u64 - length, length);
        lambda = next;
    }
    lambda
}

/// The coefficients 0 … δ − 1 of Λ · Σ S_{i+1} x^i.
#[inline(always)]
fn evaluator(delta: usize, syndromes: &[u8; 64], locator: &[u8; 32]) -> Polynomial {
    let mut padded = [0; 32 + 32];
    padded[32..][..delta].copy_from_slice(&syndromes[..delta]);
    let mut sum = Symbols::ZERO;
    for i in 0..delta {
        let shifted = Symbols::load(&padded[32 - i..][..32]);
        sum = sum.plus(&shifted.times(&Symbols::broadcast(locator[i])));
    }
    sum.and(&first_symbols(delta))
}

/// The errors at the places of the message.
#[inline(always)]
fn values(code: &Code, locator: &[u8; 32], evaluator: &[u8; 32]) -> Symbols<4> {
    let z = code.locations;
    let squared = z.squared();
    // Λ = even + z·odd, and the derivative is odd.
    let [mut even, mut odd, mut omega] = [Symbols::ZERO; 3];
    for i in (0..=code.delta).rev() {
        let coefficient = Symbols::broadcast(locator[i]);
        if i % 2 == 0 {
            even = even.times(&squared).plus(&coefficient);
        } else {
            odd = odd.times(&squared).plus(&coefficient);
        }
        if i < code.delta {
            omega = omega.times(&z).plus(&Symbols::broadcast(evaluator[i]));
        }
    }
    let root = even.plus(&odd.times(&z)).is_zero();
    omega.times(&odd.inverse()).and(&root)
}

/// The symbols one by one, in memory: taking each from a register would cost shuffles.
#[inline(always)]
fn symbols(polynomial: &Polynomial) -> [u8; 32] {
    let mut symbols = [0; 32];
    polynomial.store(&mut symbols);
    black_box(symbols)
}

/// Ones in the first symbols.
#[inline(always)]
fn first_symbols(count: usize) -> Polynomial {
    let mut ones = [0; 32];
    ones[..count].fill(0xff);
    Symbols::load(&ones)
}
