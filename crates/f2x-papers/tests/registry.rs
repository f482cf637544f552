//! Every schedule of the papers: right for all operands on the witness, and on random pairs on every
//! level that the CPU has.
//!
//! The lists of [`proved`] and the registry are all that is named here: a schedule that is in them is
//! tested.

#[path = "../../f2x/tests/suite/oracle.rs"]
mod oracle;
#[path = "../../f2x/tests/suite/words.rs"]
mod words;

use f2x::isa::Witness;
use f2x::isa::witness::prove;
use f2x_papers::{Schedule, drucker_gueron_krasnov, kernels, robert_veron, schedules};
use oracle::Point;
use std::collections::BTreeSet;
use words::{PAIRS, Random, levels, reference, sized};

/// The lists of schedules that are generic over the instruction set, on symbols.
fn proved() -> Vec<Schedule> {
    let mut list = robert_veron::avx2(Witness);
    list.extend(robert_veron::avx512(Witness));
    list.extend(drucker_gueron_krasnov::xmm(Witness));
    list.extend(drucker_gueron_krasnov::ymm(Witness));
    list.extend(drucker_gueron_krasnov::zmm(Witness));
    list
}

#[test]
fn schedules_are_right_for_all_operands() {
    let list = proved();
    assert!(!list.is_empty());
    for schedule in list.iter().filter(|schedule| schedule.words() <= sized(640, 64)) {
        let mut scratch = vec![0; schedule.scratch_words()];
        let n = schedule.words();
        let proof = prove(n, n, |c, a, b| schedule.mul(c, a, b, &mut scratch));
        assert!(proof.is_ok(), "{schedule:?}: {proof:?}");
    }
}

/// The pairs that make a bilinear product certain, for as many words as fit the time; see the tests
/// of the multiplier.
#[test]
fn schedules_are_right_on_random_pairs() {
    let mut random = Random::new(50);
    let point = Point::random(&mut random);
    for level in levels() {
        let all = schedules(level).expect("an available level");
        let kernels = kernels(level).expect("an available level");
        let products = kernels.into_iter().filter(|kernel| !kernel.name().contains("mul128x4"));
        for schedule in all.into_iter().chain(products) {
            let n = schedule.words();
            if n > sized(usize::MAX, 64) {
                continue;
            }
            let mut scratch = random.words(schedule.scratch_words());
            for _ in 0..PAIRS {
                let (a, b) = (random.words(n), random.words(n));
                let mut c = random.words(2 * n);
                schedule.mul(&mut c, &a, &b, &mut scratch);
                let right = match n {
                    1..=16 => c == reference(&a, &b),
                    _ => point.certifies(&c, &a, &b),
                };
                assert!(right, "{level}: {schedule:?}");
            }
        }
    }
}

#[test]
fn kernels_of_lanes_multiply_them_all() {
    let mut random = Random::new(51);
    for level in levels() {
        let kernels = kernels(level).expect("an available level");
        for kernel in kernels.iter().filter(|kernel| kernel.name().contains("mul128x4")) {
            for _ in 0..PAIRS {
                let (a, b) = (random.words(8), random.words(8));
                let mut c = random.words(16);
                kernel.mul(&mut c, &a, &b, &mut []);
                for lane in 0..4 {
                    let words = 2 * lane..2 * lane + 2;
                    let product = reference(&a[words.clone()], &b[words.clone()]);
                    assert_eq!(product[..2], c[words.clone()], "{kernel:?}");
                    assert_eq!(product[2..], c[8..][words], "{kernel:?}");
                }
            }
        }
    }
}

#[test]
fn names_are_unique_and_places_are_given() {
    for level in levels() {
        let list = schedules(level).expect("an available level");
        let names: BTreeSet<_> = list.iter().map(|s| (s.name(), s.words())).collect();
        assert_eq!(names.len(), list.len(), "{level}");
        for schedule in &list {
            let name = schedule.name();
            assert!(schedule.words() > 0 && !schedule.place().is_empty(), "{name}");
            let (paper, of_the_paper) = name.split_once('/').expect("paper/schedule");
            assert!(!paper.is_empty() && !of_the_paper.is_empty(), "{name}");
        }
    }
}
