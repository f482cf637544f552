//! Squares on every level: linear maps, so right for all operands of a size if right on its basis.

use crate::words::{Random, levels, reference, sized};
use f2x::{Error, Level};

/// What lies around the square, and must stay there.
const CANARY: u64 = 0xc0ff_ee00_dead_beef;
const GUARD: usize = 9;

/// a² on a level, written into memory full of canaries.
fn square_on(level: Level, a: &[u64]) -> Vec<u64> {
    let mut memory = vec![CANARY; 2 * a.len() + 2 * GUARD];
    let words = GUARD..GUARD + 2 * a.len();
    f2x::square_on(level, &mut memory[words.clone()], a).expect("the length is right");
    let outside = memory[..words.start].iter().chain(&memory[words.end..]);
    assert!(outside.clone().all(|word| *word == CANARY), "{level}: {} words", a.len());
    memory[words].to_vec()
}

/// x^i has the square x^2i, for every i below the size; and zero has the square zero.
#[test]
fn every_basis_vector_to_40_words() {
    for n in 0..=40 {
        for level in levels() {
            let mut a = vec![0; n];
            assert_eq!(square_on(level, &a), vec![0; 2 * n]);
            for i in 0..64 * n {
                a[i / 64] = 1 << (i % 64);
                let mut expected = vec![0; 2 * n];
                expected[i / 32] = 1 << (2 * i % 64);
                assert!(square_on(level, &a) == expected, "{level}: bit {i} of {n} words");
                a[i / 64] = 0;
            }
        }
    }
}

#[test]
fn a_square_is_a_product_by_itself() {
    let mut random = Random::new(60);
    for n in (1..=sized(80, 20)).chain([100, 277, 640].into_iter().filter(|n| *n < sized(641, 0))) {
        let a = random.words(n);
        let expected = reference(&a, &a);
        for level in levels() {
            assert!(square_on(level, &a) == expected, "{level}: {n} words");
        }
        let mut c = random.words(2 * n);
        f2x::square(&mut c, &a).expect("the length is right");
        assert!(c == expected, "{n} words");
    }
}

#[test]
fn wrong_lengths() {
    for (n, found) in [(0, 1), (1, 1), (1, 3), (8, 8), (40, 81)] {
        let (a, mut c) = (vec![1; n], vec![9; found]);
        let wrong = Err(Error::ResultWords { expected: 2 * n, found });
        assert_eq!(f2x::square(&mut c, &a), wrong);
        for level in Level::ALL {
            assert_eq!(f2x::square_on(level, &mut c, &a), wrong);
        }
        assert_eq!(c, vec![9; found]);
    }
    let wrong = f2x::square(&mut [0; 3], &[1]).expect_err("three words");
    assert_eq!(wrong.to_string(), "the result has 3 words, but should have 2");
}

#[test]
fn a_level_that_the_cpu_lacks_is_an_error() {
    for level in Level::ALL.into_iter().filter(|level| !level.is_available()) {
        let missing = Err(Error::Level(f2x::LevelError::Missing(level)));
        assert_eq!(f2x::square_on(level, &mut [0; 2], &[1]), missing);
    }
}
