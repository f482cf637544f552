//! The laws of a commutative ring, on every level, for lengths and words that proptest chooses and
//! shrinks.

use crate::words::{levels, product_on, sized};
use proptest::collection::vec;
use proptest::prelude::*;

/// Words of a polynomial: random ones, with zeros and ones more often than chance has them.
fn polynomial(words: std::ops::Range<usize>) -> impl Strategy<Value = Vec<u64>> {
    vec(prop_oneof![6 => any::<u64>(), 1 => Just(0), 1 => Just(u64::MAX)], words)
}

fn sum(a: &[u64], b: &[u64]) -> Vec<u64> {
    a.iter().zip(b).map(|(a, b)| a ^ b).collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: sized(2000, 100) as u32,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn commutative(a in polynomial(0..90), b in polynomial(0..90)) {
        for level in levels() {
            prop_assert_eq!(product_on(level, &a, &b), product_on(level, &b, &a), "{}", level);
        }
    }

    #[test]
    fn distributive(
        (a, b) in (0..90_usize).prop_flat_map(|n| (polynomial(n..n + 1), polynomial(n..n + 1))),
        c in polynomial(0..90),
    ) {
        for level in levels() {
            let left = product_on(level, &sum(&a, &b), &c);
            let right = sum(&product_on(level, &a, &c), &product_on(level, &b, &c));
            prop_assert_eq!(left, right, "{}", level);
        }
    }

    #[test]
    fn associative(a in polynomial(1..50), b in polynomial(1..50), c in polynomial(1..50)) {
        for level in levels() {
            let left = product_on(level, &product_on(level, &a, &b), &c);
            let right = product_on(level, &a, &product_on(level, &b, &c));
            prop_assert_eq!(left, right, "{}", level);
        }
    }

    #[test]
    fn a_power_of_x_shifts(a in polynomial(1..120), bit in 0..64 * 40_usize) {
        let mut power = vec![0; bit / 64 + 1];
        power[bit / 64] = 1 << (bit % 64);
        let mut shifted = vec![0; bit / 64];
        let mut below = 0;
        for word in &a {
            let wide = u128::from(*word) << (bit % 64);
            shifted.push(wide as u64 | below);
            below = (wide >> 64) as u64;
        }
        shifted.push(below);
        for level in levels() {
            prop_assert_eq!(&product_on(level, &a, &power), &shifted, "{}", level);
        }
    }

    /// Zero words on top of an operand change nothing but the length of the product.
    #[test]
    fn padding(a in polynomial(1..90), b in polynomial(1..90), zeros in 1..40_usize) {
        let mut padded = a.clone();
        padded.resize(a.len() + zeros, 0);
        for level in levels() {
            let mut expected = product_on(level, &a, &b);
            expected.resize(expected.len() + zeros, 0);
            prop_assert_eq!(product_on(level, &padded, &b), expected, "{}", level);
        }
    }
}
