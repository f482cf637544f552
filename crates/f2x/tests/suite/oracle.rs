//! A certificate for products too long for the definition: their values at a random point.
//!
//! Two polynomials of n words that differ have the same value at fewer than 64n points of
//! GF(2^127), so c(r) = a(r)·b(r) at a random r leaves a wrong product of 2^20 words a chance of
//! 2^-101. The field is GF(2)\[x\]/(x^127 + x + 1); its arithmetic is bit by bit and shares nothing
//! with the code under test. The cost is linear in the length.

use crate::words::{PAIRS, Random, product_on, reference};
use f2x::Level;

const MASK: u128 = u128::MAX >> 1;

/// An element times x.
fn times_x(v: u128) -> u128 {
    let over = v >> 126 & 1;
    (v << 1 & MASK) ^ (over | over << 1)
}

/// `first`, and every next one by `step`.
fn sequence<const N: usize>(first: u128, step: impl Fn(u128) -> u128) -> [u128; N] {
    let mut all = [first; N];
    for i in 1..N {
        all[i] = step(all[i - 1]);
    }
    all
}

/// The sum of the images whose bit is set in `bits`.
fn combine(bits: u128, images: &[u128]) -> u128 {
    let chosen = |(i, image): (usize, &u128)| image & (bits >> i & 1).wrapping_neg();
    images.iter().enumerate().map(chosen).fold(0, |sum, v| sum ^ v)
}

fn times(v: u128, w: u128) -> u128 {
    combine(v, &sequence::<127>(w, times_x))
}

/// A linear map, by the images of all bytes at their places.
struct Linear(Vec<[u128; 256]>);

impl Linear {
    /// The map with these images of the single bits.
    fn new(images: &[u128]) -> Self {
        let bytes = images.chunks(8);
        let table = |bits| core::array::from_fn(|byte| combine(byte as u128, bits));
        Self(bytes.map(table).collect())
    }

    fn of(&self, v: u128) -> u128 {
        let image = |(table, byte): (&[u128; 256], u8)| table[usize::from(byte)];
        self.0.iter().zip(v.to_le_bytes()).map(image).fold(0, |sum, v| sum ^ v)
    }
}

/// A point r, with what evaluation there needs.
pub(crate) struct Point {
    /// From the bits of a word to its value, by r^0 … r^63.
    word: Linear,
    /// From an element to its product with r^64.
    shift: Linear,
}

impl Point {
    pub(crate) fn random(random: &mut Random) -> Self {
        let r = (u128::from(random.word()) << 64 | u128::from(random.word())) & MASK;
        let powers: [u128; 64] = sequence(1, |power| times(power, r));
        let multiples: [u128; 127] = sequence(times(powers[63], r), times_x);
        Self { word: Linear::new(&powers), shift: Linear::new(&multiples) }
    }

    fn value(&self, polynomial: &[u64]) -> u128 {
        let horner = |sum, word: &u64| self.shift.of(sum) ^ self.word.of(u128::from(*word));
        polynomial.iter().rev().fold(0, horner)
    }

    /// Whether c = a · b, but for the chance above.
    pub(crate) fn certifies(&self, c: &[u64], a: &[u64], b: &[u64]) -> bool {
        c.len() == a.len() + b.len() && self.value(c) == times(self.value(a), self.value(b))
    }
}

/// A polynomial of prime degree p without a root in GF(2) is irreducible exactly if x^(2^p) = x
/// modulo it. This one has three terms, one of them constant, so its value is 1 at 0 and at 1.
#[test]
fn the_field_is_a_field() {
    let x = 2;
    let power = (0..127).fold(x, |power, _| times(power, power));
    assert_eq!(power, x);
}

#[test]
fn the_certificate_agrees_with_the_definition() {
    let mut random = Random::new(1);
    for pair in 0..PAIRS {
        let point = Point::random(&mut random);
        let (an, bn) = (1 + pair % 20, 1 + random.below(20));
        let (a, b) = (random.words(an), random.words(bn));
        let mut c = reference(&a, &b);
        assert!(point.certifies(&c, &a, &b));
        let (word, bit) = (random.below(c.len()), random.below(64));
        c[word] ^= 1 << bit;
        assert!(!point.certifies(&c, &a, &b), "bit {bit} of word {word} is wrong");
    }
}

#[test]
fn the_certificate_sees_every_wrong_bit_of_a_long_product() {
    let mut random = Random::new(2);
    let point = Point::random(&mut random);
    let (a, b) = (random.words(70), random.words(50));
    let mut c = product_on(Level::Portable, &a, &b);
    assert!(point.certifies(&c, &a, &b));
    for bit in 0..64 * c.len() {
        c[bit / 64] ^= 1 << (bit % 64);
        assert!(!point.certifies(&c, &a, &b), "bit {bit} is wrong");
        c[bit / 64] ^= 1 << (bit % 64);
    }
}
