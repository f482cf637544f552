//! Ciphertexts that were changed: every one has its own key, the one that an independent model computes.

use crate::model::{HQC1, HQC3, HQC5, Model};
use crate::random::Random;
use crate::{levels, number};
use f2x_hqc::{Ciphertext, DecapsulationKey, Hqc1, Hqc3, Hqc5, Parameters, SharedKey, hazmat};

struct Sent<P: Parameters> {
    key: DecapsulationKey<P>,
    ct: Vec<u8>,
    shared: SharedKey,
}

fn sent<P: Parameters>(random: &mut Random) -> Sent<P> {
    let key = DecapsulationKey::<P>::generate(random);
    let (ct, shared) = key.encapsulation_key().encapsulate(random);
    Sent { key, ct: ct.as_bytes().to_vec(), shared }
}

fn ciphertext<P: Parameters>(ct: &[u8]) -> Ciphertext<P> {
    ct.try_into().unwrap()
}

/// Flips single bits: as many, spread evenly, as F2X_HQC_FLIPS says, each on one of the levels in turn.
fn flips<P: Parameters>(model: &Model) {
    let sent = sent::<P>(&mut Random::new(b"flips"));
    let bits = 8 * sent.ct.len();
    let count = number("F2X_HQC_FLIPS", 400).min(bits);
    let chosen = (0..count).map(|i| i * bits / count);
    // The ends of u, of its padding, of v and of the salt.
    let (u, v) = (8 * model.nb(), 8 * (model.nb() + model.vb()));
    let borders = [0, model.n - 1, model.n, u - 1, u, v - 1, v, bits - 1];
    for (bit, level) in
        borders.into_iter().chain(chosen).zip(levels().collect::<Vec<_>>().iter().cycle())
    {
        let mut ct = sent.ct.clone();
        ct[bit / 8] ^= 1 << (bit % 8);
        let found = hazmat::decapsulate(*level, &sent.key, &ciphertext(&ct)).unwrap();
        assert_eq!(
            found.as_bytes(),
            &model.rejected(sent.key.as_bytes(), &ct),
            "{level} bit {bit}"
        );
    }
}

#[test]
fn every_flipped_bit_gives_the_rejection_key() {
    flips::<Hqc1>(&HQC1);
    flips::<Hqc3>(&HQC3);
    flips::<Hqc5>(&HQC5);
}

/// Wrong symbols up to what the code corrects and far beyond: the model's whole decapsulation decides.
fn stress<P: Parameters>(model: &Model) {
    let mut random = Random::new(b"stress");
    let sent = sent::<P>(&mut random);
    for count in [0, 1, model.delta - 1, model.delta, model.delta + 1, model.delta + 5, model.n1] {
        let mut ct = sent.ct.clone();
        for (place, error) in model.random_errors(&mut random, count) {
            model.with_symbol_error(&mut ct, place, error);
        }
        let expected = model.decapsulate(sent.key.as_bytes(), &ct);
        for level in levels() {
            let found = hazmat::decapsulate(level, &sent.key, &ciphertext(&ct)).unwrap();
            assert_eq!(found.as_bytes(), &expected, "{level}, {count} errors");
            assert_eq!(found == sent.shared, count == 0);
        }
    }
}

#[test]
fn too_many_errors_give_what_the_model_gives() {
    stress::<Hqc1>(&HQC1);
    stress::<Hqc3>(&HQC3);
    stress::<Hqc5>(&HQC5);
}

/// All-zero and nearly all-one keys and ciphertexts.
fn extremes<P: Parameters>(model: &Model) {
    let mut random = Random::new(b"extremes");
    let honest = sent::<P>(&mut random);
    let ones = |length: usize| {
        let mut bytes = vec![0xff; length];
        bytes[P::ENCAPSULATION_KEY_BYTES - 1] = 0xff >> (8 - model.n % 8);
        bytes
    };
    let keys = [vec![0; P::DECAPSULATION_KEY_BYTES], ones(P::DECAPSULATION_KEY_BYTES)];
    for key in keys.iter().map(|bytes| DecapsulationKey::<P>::try_from(&bytes[..]).unwrap()) {
        let (ct, _) = key.encapsulation_key().encapsulate(&mut random);
        for ct in [ct.as_bytes(), &vec![0; P::CIPHERTEXT_BYTES], &vec![0xff; P::CIPHERTEXT_BYTES]] {
            let expected = model.decapsulate(key.as_bytes(), ct);
            for level in levels() {
                let found = hazmat::decapsulate(level, &key, &ciphertext(ct)).unwrap();
                assert_eq!(found.as_bytes(), &expected, "{level}");
            }
        }
    }
    for byte in [0, 0xff] {
        let ct = vec![byte; P::CIPHERTEXT_BYTES];
        let found = honest.key.decapsulate(&ciphertext(&ct));
        assert_eq!(found.as_bytes(), &model.rejected(honest.key.as_bytes(), &ct));
    }
}

#[test]
fn extreme_keys_give_what_the_model_gives() {
    extremes::<Hqc1>(&HQC1);
    extremes::<Hqc3>(&HQC3);
    extremes::<Hqc5>(&HQC5);
}

/// Every byte of σ is part of the rejection key, and none of the accepted one.
#[test]
fn sigma_is_in_the_rejection_key() {
    let sent = sent::<Hqc1>(&mut Random::new(b"sigma"));
    let mut damaged = sent.ct.clone();
    damaged[0] ^= 1;
    let rejected = sent.key.decapsulate(&ciphertext(&damaged));
    let start = Hqc1::ENCAPSULATION_KEY_BYTES + 32;
    for i in start..start + Hqc1::MESSAGE_BYTES {
        let mut bytes = sent.key.as_bytes().to_vec();
        bytes[i] ^= 0x10;
        let key = DecapsulationKey::<Hqc1>::try_from(&bytes[..]).unwrap();
        assert_ne!(key.decapsulate(&ciphertext(&damaged)), rejected);
        assert_eq!(key.decapsulate(&ciphertext(&sent.ct)), sent.shared);
    }
}
