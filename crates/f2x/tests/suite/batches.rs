//! Batches: every product of a batch, nothing but the products, and the errors.

use crate::symbolic::{self, each_level};
use crate::words::{PAIRS, Random, levels, product_on, reference, sized};
use f2x::isa::witness::prove;
use f2x::isa::{Isa, Vector};
use f2x::{Error, Level, LevelError};

/// What lies around the products, and must stay there.
const CANARY: u64 = 0xc0ff_ee00_dead_beef;
const GUARD: usize = 9;

/// The products on a level, written into memory full of canaries.
fn batch_on(level: Level, a: &[u64], b: &[u64], words: usize) -> Vec<u64> {
    let mut memory = vec![CANARY; 2 * a.len() + 2 * GUARD];
    let inside = GUARD..GUARD + 2 * a.len();
    f2x::mul_batch_on(level, &mut memory[inside.clone()], a, b, words).expect("the lengths fit");
    let outside = memory[..inside.start].iter().chain(&memory[inside.end..]);
    assert!(outside.clone().all(|word| *word == CANARY), "{level}: {words} words");
    memory[inside].to_vec()
}

/// A product of N·n words, made of the batch of all products of a part of `a` and a part of `b`: if
/// it is right for all operands, so is each of the N² products, each in its place.
#[test]
fn every_batch_is_right_for_all_operands() {
    struct Prove;
    impl symbolic::Visit for Prove {
        fn level<I: Isa>(&mut self, isa: I) {
            for n in (1..=sized(40, 9)).chain([16, 32]) {
                for parts in [1, 2, 3] {
                    let proof = prove(parts * n, parts * n, |c, a, b| {
                        let pairs = || (0..parts * parts).map(|k| (k / parts, k % parts));
                        let part = |v: &[u64], i: usize| v[i * n..][..n].to_vec();
                        let batch_a: Vec<u64> = pairs().flat_map(|(i, _)| part(a, i)).collect();
                        let batch_b: Vec<u64> = pairs().flat_map(|(_, j)| part(b, j)).collect();
                        let mut products = vec![0; 2 * batch_a.len()];
                        let size = (parts * parts, n);
                        f2x::mul::batch(isa, size, &mut products, &batch_a, &batch_b);
                        c.fill(0);
                        for ((i, j), product) in pairs().zip(products.chunks_exact(2 * n)) {
                            add(isa, &mut c[(i + j) * n..][..2 * n], product);
                        }
                    });
                    assert!(proof.is_ok(), "{}: {parts}² of {n} words: {proof:?}", I::LEVEL);
                }
            }
        }
    }
    each_level(&mut Prove);
}

/// c += v
fn add<I: Isa>(isa: I, c: &mut [u64], v: &[u64]) {
    for (c, v) in c.chunks_exact_mut(2).zip(v.chunks_exact(2)) {
        (I::X::load_part(isa, c) ^ I::X::load_part(isa, v)).store_part(c);
    }
}

/// As many pairs in all as leave no wrong product of a lane unseen, in batches that end in all ways.
#[test]
fn every_size_to_40_words() {
    let mut random = Random::new(90);
    for n in 1..=sized(40, 17) {
        let batches = [64, 63, 62, 61, 32, 8, 7, 6, 5, 4, 3, 2, 1, 0];
        let few = batches.into_iter().filter(|pairs| *pairs <= sized(64, 9));
        for (pairs, level) in few.flat_map(|pairs| levels().map(move |level| (pairs, level))) {
            let (a, b) = (random.words(pairs * n), random.words(pairs * n));
            let operands = a.chunks(n).zip(b.chunks(n));
            let expected: Vec<u64> = operands.flat_map(|(a, b)| reference(a, b)).collect();
            assert!(batch_on(level, &a, &b, n) == expected, "{level}: {pairs} of {n} words");
        }
    }
}

#[test]
fn many_pairs_and_long_ones() {
    let mut random = Random::new(91);
    let sizes = [(8, PAIRS), (16, PAIRS), (32, 101), (64, 5), (100, 6), (277, 4)];
    for (n, pairs) in sizes.into_iter().filter(|(n, _)| *n <= sized(277, 16)) {
        let (a, b) = (random.words(pairs * n), random.words(pairs * n));
        let operands = a.chunks(n).zip(b.chunks(n));
        let expected: Vec<u64> =
            operands.flat_map(|(a, b)| product_on(Level::Portable, a, b)).collect();
        for level in levels() {
            assert!(batch_on(level, &a, &b, n) == expected, "{level}: {pairs} of {n} words");
        }
        let mut c = random.words(2 * pairs * n);
        f2x::mul_batch(&mut c, &a, &b, n).expect("the lengths fit");
        assert!(c == expected, "{pairs} of {n} words");
    }
}

#[test]
fn wrong_lengths() {
    let product = |expected, found| Error::ProductWords { expected, found };
    let operand = |expected, found| Error::OperandWords { expected, found };
    let batch = |words, found| Error::BatchWords { words, found };
    for (words, an, bn, cn, wrong) in [
        (2, 3, 3, 6, batch(2, 3)),
        (8, 4, 4, 8, batch(8, 4)),
        (0, 4, 4, 8, batch(0, 4)),
        (2, 4, 6, 8, operand(4, 6)),
        (2, 4, 0, 8, operand(4, 0)),
        (0, 0, 1, 0, operand(0, 1)),
        (2, 4, 4, 4, product(8, 4)),
        (2, 4, 4, 9, product(8, 9)),
        (40, 80, 80, 159, product(160, 159)),
        (3, 0, 0, 1, product(0, 1)),
    ] {
        let (a, b, mut c) = (vec![1; an], vec![1; bn], vec![9; cn]);
        assert_eq!(f2x::mul_batch(&mut c, &a, &b, words), Err(wrong));
        for level in Level::ALL {
            assert_eq!(f2x::mul_batch_on(level, &mut c, &a, &b, words), Err(wrong));
        }
        assert_eq!(c, vec![9; cn]);
    }
    for words in [0, 1, 40] {
        assert_eq!(f2x::mul_batch(&mut [], &[], &[], words), Ok(()));
    }
    let text =
        |words| f2x::mul_batch(&mut [0; 8], &[1; 4], &[1; 4], words).map_err(|e| e.to_string());
    assert_eq!(text(3), Err("4 words are no whole number of operands of 3 words".into()));
    assert_eq!(
        Error::OperandWords { expected: 4, found: 6 }.to_string(),
        "the second operands have 6 words, but the first ones have 4"
    );
}

#[test]
fn a_level_that_the_cpu_lacks_is_an_error() {
    for level in Level::ALL.into_iter().filter(|level| !level.is_available()) {
        let missing = Err(Error::Level(LevelError::Missing(level)));
        assert_eq!(f2x::mul_batch_on(level, &mut [0; 2], &[1], &[1], 1), missing);
    }
}
