//! Operations of vectors that products do not use.

use crate::words::Random;
use f2x::isa::{Isa, Vector};
use f2x::{Level, Operation};

/// Every position in words of an array, and positions behind its end.
#[test]
fn bits_at_positions() {
    struct Run;
    impl Operation for Run {
        type Output = ();
        fn run<I: Isa>(self, isa: I) {
            check::<I, I::X>(isa);
            check::<I, I::Y>(isa);
            check::<I, I::V>(isa);
        }
    }

    fn check<I: Isa, V: Vector<I>>(isa: I) {
        let mut random = Random::new(90);
        let words = random.words(9);
        let last = 64 * (words.len() - 1);
        for first in 0..=last {
            let mut positions = [first as u32; 8];
            for position in &mut positions[1..] {
                *position = random.below(last + 1) as u32;
            }
            let mut found = [0; 8];
            V::bits_at(isa, &words, &positions).store_part(&mut found[..V::WORDS]);
            for (found, at) in found.into_iter().zip(positions).take(V::WORDS) {
                let (word, bits) = ((at / 64) as usize, at % 64);
                let above = words.get(word + 1).copied().unwrap_or(0);
                let expected = ((u128::from(above) << 64 | u128::from(words[word])) >> bits) as u64;
                assert_eq!(found << 7, expected << 7, "{}: bit {at}", I::LEVEL);
            }
        }
        // Nothing is read there.
        let _ = V::bits_at(isa, &words, &[u32::MAX; 8]);
        let _ = V::bits_at(isa, &words, &[last as u32 + 1; 8]);
    }

    for level in Level::ALL.into_iter().filter(|level| level.is_available()) {
        level.dispatch(Run).expect("an available level");
    }
}
