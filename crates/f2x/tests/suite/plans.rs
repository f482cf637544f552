//! Schedules of the planner on symbols, for every level: right for all operands, at the planned
//! cost, in the planned scratch.

use crate::symbolic::{Visit, count_products, each_level};
use crate::words::sized;
use f2x::isa::Isa;
use f2x::isa::witness::prove;
use f2x::mul::plan::{Step, multiply};
use f2x::{Level, Plan, scratch_words};

/// Proves the schedules of some lengths on every level.
struct Prove<L>(L);

impl<L: Iterator<Item = (usize, usize)> + Clone> Visit for Prove<L> {
    fn level<I: Isa>(&mut self, isa: I) {
        for (an, bn) in self.0.clone() {
            let plan = Plan::new(I::LEVEL, an, bn);
            let mut scratch = vec![0; plan.scratch_words()];
            let (proof, products) =
                count_products(|| prove(an, bn, |c, a, b| multiply(isa, c, a, b, &mut scratch)));
            let counts =
                proof.unwrap_or_else(|wrong| panic!("{}, {an} by {bn}: {wrong:?}", I::LEVEL));
            // On symbols there is no transform: what a CPU without it does is proved instead.
            let plan = plan.without_gfni();
            if !has_transform(plan) {
                assert_eq!(products, plan.clmuls(), "{}, {an} by {bn}", I::LEVEL);
            }
            // Words that fill up an operand are known to be zero, and not counted here.
            assert!(counts.clmul_words <= products);
        }
    }
}

/// Whether a step of the plan is a transform.
fn has_transform(plan: Plan) -> bool {
    matches!(plan.step(), Step::Transform { .. })
        || plan.parts().into_iter().any(|(count, part)| count > 0 && has_transform(part))
}

#[test]
fn every_length_to_160_words() {
    each_level(&mut Prove((1..=sized(160, 48)).map(|n| (n, n))));
}

#[test]
fn chosen_lengths_to_640_words() {
    let lengths = [
        163, 190, 191, 192, 193, 200, 255, 256, 257, 276, 277, 282, 288, 300, 320, 384, 385, 420,
        432, 500, 511, 512, 513, 555, 561, 576, 600, 639, 640,
    ];
    each_level(&mut Prove(lengths.into_iter().filter(|n| *n <= sized(640, 64)).map(|n| (n, n))));
}

#[test]
fn unequal_lengths() {
    let small = (1..=24).flat_map(|an| (1..=an).flat_map(move |bn| [(an, bn), (bn, an)]));
    let chosen = [
        (33, 32),
        (48, 5),
        (64, 63),
        (65, 1),
        (40, 97),
        (100, 51),
        (128, 9),
        (160, 159),
        (80, 160),
        (160, 17),
        (255, 127),
        (277, 138),
        (94, 282),
        (400, 3),
        (512, 170),
        (640, 1),
        (640, 213),
        (640, 320),
    ];
    let most = sized(usize::MAX, 48);
    each_level(&mut Prove(small.chain(chosen).filter(|(an, bn)| an.max(bn) <= &most)));
}

#[test]
fn an_operand_without_words() {
    each_level(&mut Prove([(0, 0), (0, 1), (1, 0), (0, 9), (40, 0)].into_iter()));
}

/// Lengths around every border that a plan may have, into the rules for long operands.
fn borders() -> Vec<usize> {
    let mut lengths: Vec<usize> = (0..=40).collect();
    for power in 5..=sized(24, 12) {
        for quarters in 4..8 {
            let n = quarters << power >> 2;
            lengths.extend([n - 1, n, n + 1]);
        }
    }
    lengths.extend(
        [17_669, 35_851, 57_637, 12_323, 24_659, 40_973].map(|bits: usize| bits.div_ceil(64)),
    );
    lengths.extend([1534, 1538, 4602, 4605, 13_800, 41_400, (1 << 18) + 5, 400_009, 1 << 25]);
    lengths
}

#[test]
fn scratch_is_bounded_on_every_level() {
    let short = sized(400, 100);
    let grid = (0..=short).flat_map(|an| (0..=an).map(move |bn| (an, bn)));
    let borders = borders();
    let pairs = borders.iter().flat_map(|an| borders.iter().map(move |bn| (*an, *bn)));
    for (an, bn) in grid.chain(pairs) {
        let bound = scratch_words(an, bn);
        assert_eq!(bound, scratch_words(bn, an));
        for level in Level::ALL {
            let planned = Plan::new(level, an, bn).scratch_words();
            assert!(planned <= bound, "{level}, {an} by {bn}: {planned} > {bound}");
            assert_eq!(planned, Plan::new(level, bn, an).scratch_words());
        }
    }
}

/// Transforms of products of more than 2^24 bits have scratch of 2.2 times the product at most, those of 2^18 bits and
/// more of 3 times. Shorter ones may have a modulus that is longer than the product; on level `vpclmul` they have room
/// for what a CPU without GFNI does instead.
#[test]
fn scratch_of_transforms_is_in_proportion_to_the_product() {
    for level in Level::ALL {
        let mut words = 385;
        while words < 1 << 28 {
            for bn in [words, words / 2, words / 4] {
                let plan = Plan::new(level, words, bn);
                let product = words + bn;
                if !matches!(plan.step(), Step::Transform { .. }) {
                    continue;
                }
                let percent = match (level, product) {
                    (_, 0x4_0001..) => 220,
                    (_, 0x1000..) => 300,
                    (Level::Vpclmul, _) => 580,
                    _ => 350,
                };
                let scratch = plan.scratch_words();
                assert!(100 * scratch <= percent * product, "{level}, {words} by {bn}: {scratch}");
            }
            words += words / 41;
        }
    }
}

/// Scratch of a product is scratch of each of its parts, the shorter ones too: a part may need more
/// than a longer one. (The part of a transform is computed by halves, in scratch of its own kind.)
#[test]
fn scratch_is_enough_for_every_part() {
    let most = sized(2048, 512);
    for level in Level::ALL {
        for an in 1..=most {
            for bn in (1..an).step_by(1 + an / 8).chain([an]) {
                let plan = Plan::new(level, an, bn);
                for plan in [plan, plan.without_gfni()] {
                    if matches!(plan.step(), Step::Transform { .. }) {
                        continue;
                    }
                    for (count, part) in plan.parts() {
                        let enough = count == 0 || part.scratch_words() <= plan.scratch_words();
                        assert!(enough, "{level}: {an} by {bn} words, {part:?}");
                    }
                }
            }
        }
    }
}
