//! Operands that random ones are not: few bits, all bits, no words; and wrong lengths.

use crate::words::{Random, levels, product_on, reference, sized};
use f2x::{Error, Level};

/// Zero, one, ones, alternations, and one bit at both ends of words and of rows.
fn patterns(n: usize) -> Vec<Vec<u64>> {
    let mut patterns = vec![vec![0; n], vec![u64::MAX; n], vec![0x5555_5555_5555_5555; n]];
    patterns.push((0..n).map(|i| if i % 2 == 0 { u64::MAX } else { 0 }).collect());
    for bit in [0, 63, 64, 127, 128, 255, 256, 511, 512, 64 * n - 64, 64 * n - 1] {
        if bit < 64 * n {
            let mut one = vec![0; n];
            one[bit / 64] = 1 << (bit % 64);
            let others = one.iter().map(|word| !word).collect();
            patterns.extend([one, others]);
        }
    }
    patterns
}

#[test]
fn patterns_by_patterns() {
    let sizes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 16, 17, 24, 32, 33, 47, 64, 100];
    for n in sizes.into_iter().filter(|n| *n <= sized(100, 17)) {
        for m in [n, n.div_ceil(2), 1] {
            for (a, b) in
                patterns(n).iter().flat_map(|a| patterns(m).into_iter().map(move |b| (a, b)))
            {
                let expected = reference(a, &b);
                for level in levels() {
                    assert!(product_on(level, a, &b) == expected, "{level}: {a:x?} by {b:x?}");
                }
            }
        }
    }
}

/// x^i · x^j = x^(i+j), all pairs, for the degrees of the binary fields of the standards.
#[test]
fn monomials() {
    for bits in [163, 233, 283, 409, 571].into_iter().filter(|bits| *bits <= sized(571, 163)) {
        let n = usize::div_ceil(bits, 64);
        let monomial = |i: usize, n: usize| {
            let mut v = vec![0; n];
            v[i / 64] = 1 << (i % 64);
            v
        };
        for i in 0..bits {
            let a = monomial(i, n);
            for j in 0..bits {
                let (b, expected) = (monomial(j, n), monomial(i + j, 2 * n));
                for level in levels() {
                    assert!(product_on(level, &a, &b) == expected, "{level}, {n} words: {i}, {j}");
                }
            }
        }
    }
}

#[test]
fn an_operand_without_words_makes_a_zero_product() {
    let mut random = Random::new(20);
    for n in [0, 1, 2, 8, 9, 40, 1000, 2000] {
        let a = random.words(n);
        for level in levels() {
            for (a, b) in [(&a[..], &[][..]), (&[], &a)] {
                let mut c = random.words(n);
                f2x::mul_on(level, &mut c, a, b).expect("the lengths agree");
                assert_eq!(c, vec![0; n], "{level}");
            }
        }
    }
    assert_eq!(f2x::scratch_words(0, 1000), 0);
    assert_eq!(f2x::mul_with_scratch(&mut [7; 3], &[1, 2, 3], &[], &mut []), Ok(()));
}

/// The errors, with their numbers, from every function; what they were given stays as it was.
#[test]
fn wrong_lengths() {
    for (an, bn, cn) in [(1, 1, 1), (1, 1, 3), (3, 2, 0), (40, 2, 41), (40, 40, 81), (0, 0, 1)] {
        let (a, b) = (vec![1; an], vec![1; bn]);
        let mut c = vec![9; cn];
        let wrong = Err(Error::ProductWords { expected: an + bn, found: cn });
        assert_eq!(f2x::mul(&mut c, &a, &b), wrong);
        assert_eq!(f2x::mul_with_scratch(&mut c, &a, &b, &mut [0; 600]), wrong);
        for level in Level::ALL {
            assert_eq!(f2x::mul_on(level, &mut c, &a, &b), wrong);
        }
        assert_eq!(c, vec![9; cn]);
    }
    let level = Level::current().expect("a level");
    for n in [24, 40, 100] {
        let (a, mut c) = (vec![1; n], vec![9; 2 * n]);
        let needed = f2x::Plan::new(level, n, n).scratch_words();
        for found in [0, 1, needed - 1] {
            assert_eq!(
                f2x::mul_with_scratch(&mut c, &a, &a, &mut vec![0; found]),
                Err(Error::ScratchWords { needed, found })
            );
        }
        assert_eq!(c, vec![9; 2 * n]);
    }
}

#[test]
fn errors_say_the_numbers() {
    let wrong = f2x::mul(&mut [0; 3], &[1], &[1]).expect_err("three words");
    assert_eq!(wrong.to_string(), "the product has 3 words, but the operands have 2 together");
    let level = Level::current().expect("a level");
    let needed = f2x::Plan::new(level, 100, 100).scratch_words();
    let short = f2x::mul_with_scratch(&mut [0; 200], &[1; 100], &[1; 100], &mut [0; 5])
        .expect_err("5 words");
    assert_eq!(
        short.to_string(),
        format!("the scratch has 5 words, but the product needs {needed}")
    );
}
