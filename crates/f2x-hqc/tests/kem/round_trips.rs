//! Random round trips. The probability that one of them fails is below 2^-128 each.

use crate::random::Random;
use crate::{levels, number};
use f2x_hqc::{DecapsulationKey, Hqc1, Hqc3, Hqc5, Parameters, hazmat};

/// As many as F2X_HQC_ROUND_TRIPS says, a new key for every sixteen, each on one of the levels in turn.
fn round_trips<P: Parameters>() {
    let count = number("F2X_HQC_ROUND_TRIPS", 2000);
    let entropy = std::env::var("F2X_HQC_ENTROPY").unwrap_or("round trips".into());
    let mut random = Random::new(entropy.as_bytes());
    let levels: Vec<_> = levels().collect();
    let mut key = DecapsulationKey::<P>::generate(&mut random);
    for i in 0..count {
        if i % 16 == 15 {
            key = DecapsulationKey::generate(&mut random);
        }
        let (ct, shared) = key.encapsulation_key().encapsulate(&mut random);
        let found = hazmat::decapsulate(levels[i % levels.len()], &key, &ct).unwrap();
        assert_eq!(found, shared, "{} {i}", P::NAME);
    }
}

#[test]
fn hqc1_round_trips() {
    round_trips::<Hqc1>();
}

#[test]
fn hqc3_round_trips() {
    round_trips::<Hqc3>();
}

#[test]
fn hqc5_round_trips() {
    round_trips::<Hqc5>();
}
