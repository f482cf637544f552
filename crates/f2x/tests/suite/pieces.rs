//! Low, high and middle products: each is a range of words of the product.

use crate::words::{PAIRS, Random, levels, product_on, reference, sized};
use f2x::{Error, Level};
use std::ops::Range;

type Product = fn(Level, &mut [u64], &[u64], &[u64]) -> Result<(), Error>;

/// What lies around the result, and must stay there.
const CANARY: u64 = 0xc0ff_ee00_dead_beef;
const GUARD: usize = 9;

fn piece_on(product: Product, level: Level, words: usize, a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut memory = vec![CANARY; words + 2 * GUARD];
    product(level, &mut memory[GUARD..GUARD + words], a, b).expect("the lengths are right");
    assert!(memory[..GUARD].iter().chain(&memory[GUARD + words..]).all(|word| *word == CANARY));
    memory[GUARD..GUARD + words].to_vec()
}

/// Whether `product` gives these words of the product on every level, for `pairs` random pairs.
fn gives(
    random: &mut Random,
    pairs: usize,
    product: Product,
    range: Range<usize>,
    (an, bn): (usize, usize),
) {
    for _ in 0..pairs {
        let (a, b) = (random.words(an), random.words(bn));
        let whole =
            if an + bn <= 100 { reference(&a, &b) } else { product_on(Level::best(), &a, &b) };
        for level in levels() {
            assert!(
                piece_on(product, level, range.len(), &a, &b) == whole[range.clone()],
                "{level}: words {range:?} of {an} by {bn} words"
            );
        }
    }
}

#[test]
fn halves_of_every_size_to_40_words() {
    let mut random = Random::new(70);
    for n in 1..=sized(40, 20) {
        gives(&mut random, PAIRS, f2x::mul_low_on, 0..n, (n, n));
        gives(&mut random, PAIRS, f2x::mul_high_on, n..2 * n, (n, n));
    }
}

#[test]
fn halves_of_larger_sizes() {
    let mut random = Random::new(71);
    for n in (41..=sized(160, 0)).chain([191, 255, 256, 277, 400, 511, 512]) {
        if n <= sized(512, 0) {
            gives(&mut random, 40, f2x::mul_low_on, 0..n, (n, n));
            gives(&mut random, 40, f2x::mul_high_on, n..2 * n, (n, n));
        }
    }
    for n in [513, 600, 1000, 1537, 2048].into_iter().filter(|n| *n < sized(3000, 0)) {
        gives(&mut random, 10, f2x::mul_low_on, 0..n, (n, n));
        gives(&mut random, 10, f2x::mul_high_on, n..2 * n, (n, n));
    }
}

/// Results of every length from operands of every length.
#[test]
fn unequal_lengths() {
    let mut random = Random::new(72);
    let most = sized(24, 10);
    for (an, bn) in (0..=most).flat_map(|an| (0..=most).map(move |bn| (an, bn))) {
        for n in 0..=an + bn {
            gives(&mut random, 4, f2x::mul_low_on, 0..n, (an, bn));
            gives(&mut random, 4, f2x::mul_high_on, an + bn - n..an + bn, (an, bn));
        }
    }
    for _ in 0..sized(2000, 20) {
        let (an, bn) = (random.below(300), random.below(300));
        let n = random.below(an + bn + 1);
        gives(&mut random, 1, f2x::mul_low_on, 0..n, (an, bn));
        gives(&mut random, 1, f2x::mul_high_on, an + bn - n..an + bn, (an, bn));
    }
    for _ in 0..sized(50, 0) {
        let (an, bn) = (random.below(3000), random.below(3000));
        let n = random.below(an + bn + 1);
        gives(&mut random, 1, f2x::mul_low_on, 0..n, (an, bn));
        gives(&mut random, 1, f2x::mul_high_on, an + bn - n..an + bn, (an, bn));
    }
}

#[test]
fn middle_products() {
    let mut random = Random::new(73);
    let most = sized(40, 14);
    for (m, n) in (0..=most).flat_map(|m| (0..=m).map(move |n| (m, n))) {
        gives(&mut random, 4, f2x::mul_middle_on, n..m, (m, n));
        gives(&mut random, 1, f2x::mul_middle_on, n..m, (n, m));
    }
    for n in 1..=sized(40, 14) {
        for m in [2 * n - 1, 2 * n] {
            gives(&mut random, PAIRS, f2x::mul_middle_on, n..m, (m, n));
        }
    }
    for _ in 0..sized(400, 10) {
        let (an, bn) = (random.below(400), random.below(400));
        let range = an.min(bn)..an.max(bn);
        gives(&mut random, 1, f2x::mul_middle_on, range, (an, bn));
    }
    for _ in 0..sized(20, 0) {
        let (an, bn) = (random.below(4000), random.below(2000));
        let range = an.min(bn)..an.max(bn);
        gives(&mut random, 1, f2x::mul_middle_on, range, (an, bn));
    }
}

/// The functions that take the level of the process give what those of its level give.
#[test]
fn on_the_current_level() {
    let mut random = Random::new(74);
    for n in [1, 5, 12, 33] {
        let (a, b) = (random.words(2 * n), random.words(n));
        let whole = reference(&a, &b);
        let mut c = random.words(n);
        f2x::mul_low(&mut c, &a, &b).expect("the length is right");
        assert_eq!(c, whole[..n]);
        f2x::mul_high(&mut c, &a, &b).expect("the length is right");
        assert_eq!(c, whole[2 * n..]);
        f2x::mul_middle(&mut c, &a, &b).expect("the length is right");
        assert_eq!(c, whole[n..2 * n]);
        f2x::mul_middle(&mut c, &b, &a).expect("the length is right");
        assert_eq!(c, whole[n..2 * n]);
    }
}

#[test]
fn wrong_lengths() {
    for (an, bn, found) in [(0, 0, 1), (1, 1, 3), (3, 2, 6), (40, 2, 43)] {
        let (a, b, mut c) = (vec![1; an], vec![1; bn], vec![9; found]);
        let wrong = Err(Error::ResultWords { expected: an + bn, found });
        assert_eq!(f2x::mul_low(&mut c, &a, &b), wrong);
        assert_eq!(f2x::mul_high(&mut c, &a, &b), wrong);
        for level in Level::ALL {
            assert_eq!(f2x::mul_low_on(level, &mut c, &a, &b), wrong);
            assert_eq!(f2x::mul_high_on(level, &mut c, &a, &b), wrong);
        }
        assert_eq!(c, vec![9; found]);
    }
    for (an, bn, found) in [(0, 0, 1), (1, 1, 1), (3, 2, 2), (2, 40, 2)] {
        let (a, b, mut c) = (vec![1; an], vec![1; bn], vec![9; found]);
        let wrong = Err(Error::ResultWords { expected: an.abs_diff(bn), found });
        assert_eq!(f2x::mul_middle(&mut c, &a, &b), wrong);
        for level in Level::ALL {
            assert_eq!(f2x::mul_middle_on(level, &mut c, &a, &b), wrong);
        }
        assert_eq!(c, vec![9; found]);
    }
}
