//! Random pairs, enough of each size to prove a bilinear product; see the top of the tests.

use crate::blocks::{Visit, VisitLengths, each_block, each_block_with_shorter_operands};
use crate::oracle::Point;
use crate::words::{PAIRS, Random, levels, product_on, reference, sized};
use f2x::isa::Isa;
use f2x::mul::plan::Step;
use f2x::mul::{Block, product};
use f2x::{Level, Operation, Plan};
use std::any::type_name;

/// Every level against the definition on random pairs of `an` by `bn` words.
fn against_the_definition(random: &mut Random, pairs: usize, an: usize, bn: usize) {
    for _ in 0..pairs {
        let (a, b) = (random.words(an), random.words(bn));
        let expected = reference(&a, &b);
        for level in levels() {
            assert!(product_on(level, &a, &b) == expected, "{level}: {an} by {bn} words");
        }
    }
}

/// Two halves of the sizes, of about the same work, for two threads.
fn every_size(parity: usize) {
    let mut random = Random::new(10 + parity as u64);
    for n in (1..=sized(160, 24)).filter(|n| n % 2 == parity) {
        against_the_definition(&mut random, PAIRS, n, n);
    }
}

#[test]
fn every_even_size_to_160_words() {
    every_size(0);
}

#[test]
fn every_odd_size_to_160_words() {
    every_size(1);
}

#[test]
fn unequal_lengths() {
    let mut random = Random::new(12);
    let lengths = [1, 2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 24, 31, 33, 40, 47, 64, 65, 81, 100];
    let lengths = lengths.into_iter().filter(|n| *n <= sized(100, 17));
    for (an, bn) in lengths.clone().flat_map(|an| lengths.clone().map(move |bn| (an, bn))) {
        if an != bn {
            against_the_definition(&mut random, 40, an, bn);
        }
    }
}

/// Every level by certificate on `pairs` random pairs of each of the lengths.
fn by_certificate(seed: u64, pairs: usize, lengths: &[(usize, usize)]) {
    let mut random = Random::new(seed);
    let point = Point::random(&mut random);
    for &(an, bn) in lengths {
        for _ in 0..pairs {
            let (a, b) = (random.words(an), random.words(bn));
            // What is certified on one level is what the others must be.
            let certified = product_on(Level::Portable, &a, &b);
            assert!(point.certifies(&certified, &a, &b), "portable: {an} by {bn} words");
            for level in levels().filter(|level| *level != Level::Portable) {
                assert!(product_on(level, &a, &b) == certified, "{level}: {an} by {bn} words");
            }
        }
    }
}

/// The sizes of HQC and BIKE, and those around the borders of the plan.
#[test]
fn chosen_sizes_to_4096_words() {
    let sizes = [
        161, 192, 193, 255, 257, 277, 282, 385, 512, 513, 555, 640, 641, 768, 901, 1024, 1025,
        1200, 1536, 1537, 2048, 2053, 3000, 4096,
    ];
    let lengths: Vec<_> =
        sizes.into_iter().filter(|n| *n <= sized(4096, 200)).map(|n| (n, n)).collect();
    by_certificate(13, PAIRS, &lengths);
}

/// The transforms of every level, by certificate and, where level avx2 has none, against Karatsuba and Toom-3
/// there: lengths one below, at and one above those of moduli, and between them; 400 pairs for each.
#[test]
fn transforms() {
    let mut random = Random::new(16);
    let point = Point::random(&mut random);
    let is_transform = |level, n| matches!(Plan::new(level, n, n).step(), Step::Transform { .. });
    let moduli =
        [512, 1024, 1536, 2048, 2560, 3072, 3584, 4096, 5120, 5632, 6144, 6656, 7168, 16_384];
    let around = moduli.into_iter().flat_map(|n| [n - 1, n, n + 1, n + n / 17]);
    for n in around.chain([131_072]).filter(|n| *n <= sized(usize::MAX, 700)) {
        for pair in 0..(4_000_000 / n).min(PAIRS) {
            let bn = n - random.below(n / 4);
            let (a, b) = (random.words(n), random.words(bn));
            let expected = product_on(Level::Avx2, &a, &b);
            if is_transform(Level::Avx2, n) {
                assert!(point.certifies(&expected, &a, &b), "avx2: {n} by {bn} words");
            }
            // The portable level takes ten times as long.
            let others = levels().filter(|level| *level > Level::Avx2 || pair % 20 == 0);
            for level in others.filter(|level| is_transform(*level, n)) {
                assert!(product_on(level, &a, &b) == expected, "{level}: {n} by {bn} words");
            }
        }
    }
}

/// Products of every size of six octaves whose longer operand has half of the words to nearly all: columns of any number of
/// rows, one after the other or two at a time, with zeros behind them and without.
#[test]
#[cfg_attr(debug_assertions, ignore = "minutes without optimization")]
fn transforms_of_unequal_lengths() {
    let mut random = Random::new(20);
    let point = Point::random(&mut random);
    let mut products = [0; 4];
    for words in (1..=6).flat_map(|log| (8..16).map(move |sizes| (512 * sizes) << log)) {
        for sixteenths in 8..16 {
            let an = words * sixteenths / 16 + random.below(words / 17);
            let bn = words - an - random.below((words - an) / 8);
            let (a, b) = (random.words(an), random.words(bn));
            for level in levels() {
                // The portable level takes ten times as long.
                let is_few = level > Level::Portable || sixteenths % 7 == 0;
                let step = Plan::new(level, an.max(bn), an.min(bn)).step();
                if is_few && matches!(step, Step::Transform { .. }) {
                    let product = product_on(level, &a, &b);
                    assert!(point.certifies(&product, &a, &b), "{level}: {an} by {bn} words");
                    products[level as usize - 1] += 1;
                }
            }
        }
    }
    for level in levels() {
        let count = products[level as usize - 1];
        assert!(count > 20, "{level}: {count} transforms");
    }
}

/// Products modulo y^(2^16) + y, with coefficients of 4, 8 and 16 bytes, and longer products: half of what is beyond is found
/// from the highest words of the operands, and half from the lowest.
#[test]
#[cfg_attr(debug_assertions, ignore = "minutes without optimization")]
fn transforms_modulo_all_points_and_zero() {
    let mut random = Random::new(23);
    let point = Point::random(&mut random);
    for level in [Level::Portable, Level::Avx2].into_iter().filter(|level| level.is_available()) {
        let mut products = [0; 3];
        for (log, beyond) in [15, 16, 17]
            .into_iter()
            .flat_map(|log| [0, 1, 2, 3, 4, 5, 6, 1001, 1002, 6001].map(|beyond| (log, beyond)))
        {
            // The portable level takes ten times as long.
            if level == Level::Portable && (log > 16 || beyond % 2 == 0) {
                continue;
            }
            let words = (1_usize << log) + beyond;
            let (an, bn) = (words.div_ceil(2), words / 2);
            let step = Plan::new(level, an, bn).step();
            if matches!(step, Step::Transform { subspace_units: 16, .. }) {
                let (a, b) = (random.words(an), random.words(bn));
                let product = product_on(level, &a, &b);
                assert!(point.certifies(&product, &a, &b), "{level}: {an} by {bn} words");
                products[log - 15] += 1;
            }
        }
        let least = if level == Level::Portable { [3, 3, 0] } else { [7; 3] };
        assert!(products.iter().zip(least).all(|(n, least)| *n >= least), "{level}: {products:?}");
    }
}

#[test]
fn long_unequal_lengths() {
    let lengths = [
        (200, 130),
        (555, 1),
        (555, 277),
        (640, 639),
        (1024, 96),
        (1537, 1536),
        (1540, 1537),
        (2048, 3),
        (3000, 1000),
        (3001, 1999),
        (4096, 1),
        (4096, 1365),
        (4096, 2731),
        (4096, 4095),
    ];
    let lengths: Vec<_> = lengths.into_iter().filter(|n| n.0 <= sized(4096, 200)).collect();
    by_certificate(14, 40, &lengths);
}

/// Past the border above which a step of Karatsuba comes first; one pair, for the cost of it.
#[test]
fn lengths_beyond_the_table() {
    let lengths =
        [(20_000, 20_000), (41_400, 41_399), ((1 << 18) + 1, (1 << 18) + 1), (1 << 18, 300_001)];
    by_certificate(15, 1, &lengths[..sized(4, 0)]);
}

/// Blocks of any size on every level, 400 pairs each.
#[test]
fn every_block() {
    struct Check(Random, Point);
    impl<I: Isa> Visit<I> for Check {
        fn block<B: Block<I>>(&mut self, isa: I) {
            let n = B::WORDS;
            if n > sized(usize::MAX, 48) {
                return;
            }
            let mut scratch = self.0.words(B::SCRATCH);
            for _ in 0..PAIRS {
                let (a, b) = (self.0.words(n), self.0.words(n));
                let mut c = self.0.words(2 * n);
                product::<I, B>(isa, &mut c, &a, &b, &mut scratch);
                let right =
                    if n <= 16 { c == reference(&a, &b) } else { self.1.certifies(&c, &a, &b) };
                assert!(right, "{}: {}", I::LEVEL, type_name::<B>());
            }
        }
    }
    impl Operation for Check {
        type Output = ();
        fn run<I: Isa>(mut self, isa: I) {
            each_block(isa, &mut self);
        }
    }
    let mut random = Random::new(16);
    for level in levels() {
        let check = Check(Random::new(17), Point::random(&mut random));
        level.dispatch(check).expect("an available level");
    }
}

/// Blocks that take operands of fewer words than theirs, in exactly the scratch that they ask for: nothing but the
/// product is written.
#[test]
fn blocks_with_shorter_operands() {
    struct Check(Random);
    impl Check {
        fn lengths<I: Isa, B: Block<I>>(&mut self, isa: I, an: usize, bn: usize) {
            let (a, b) = (self.0.words(an), self.0.words(bn));
            let mut memory = self.0.words(an + bn + 2);
            let mut scratch = self.0.words(B::SCRATCH);
            let (first, last) = (memory[0], memory[an + bn + 1]);
            let c = &mut memory[1..][..an + bn];
            isa.outline(
                #[inline(always)]
                || B::mul(isa, c, &a, &b, &mut scratch),
            );
            let name = type_name::<B>();
            assert!(*c == reference(&a, &b), "{}: {name}, {an} by {bn}", I::LEVEL);
            assert_eq!((memory[0], memory[an + bn + 1]), (first, last), "{name}, {an} by {bn}");
        }
    }
    impl<I: Isa> VisitLengths<I> for Check {
        fn block<B: Block<I>>(&mut self, isa: I, least: usize) {
            let n = B::WORDS;
            if n > sized(usize::MAX, 32) {
                return;
            }
            let lengths = [least, least + 1, (least + n) / 2, n - 1, n];
            for (an, bn) in lengths.iter().flat_map(|an| lengths.map(|bn| (*an, bn))) {
                for _ in 0..sized(40, 2) {
                    self.lengths::<I, B>(isa, an, bn);
                }
            }
        }
    }
    impl Operation for Check {
        type Output = ();
        fn run<I: Isa>(mut self, isa: I) {
            each_block_with_shorter_operands(isa, &mut self);
        }
    }
    for level in levels() {
        level.dispatch(Check(Random::new(18))).expect("an available level");
    }
}
