//! Bytes that are no keys and no ciphertexts, and what types do not show.

use crate::random::Random;
use f2x_hqc::{
    Ciphertext, DecapsulationKey, EncapsulationKey, Error, Hqc1, Hqc3, Hqc5, Parameters,
};

fn lengths<P: Parameters>() {
    let length = |object, expected, found| Err(Error::Length { object, expected, found });
    let [ek, dk, ct] =
        [P::ENCAPSULATION_KEY_BYTES, P::DECAPSULATION_KEY_BYTES, P::CIPHERTEXT_BYTES];
    for found in [0, 1, ek - 1, ek, ek + 1, dk - 1, dk, dk + 1, ct - 1, ct, ct + 1, 1 << 16] {
        let bytes = &vec![0; found][..];
        let key = EncapsulationKey::<P>::try_from(bytes).map(|_| ());
        assert_eq!(
            key,
            if found == ek { Ok(()) } else { length("an encapsulation key", ek, found) }
        );
        let key = DecapsulationKey::<P>::try_from(bytes).map(|_| ());
        assert_eq!(
            key,
            if found == dk { Ok(()) } else { length("a decapsulation key", dk, found) }
        );
        let sent = Ciphertext::<P>::try_from(bytes).map(|_| ());
        assert_eq!(sent, if found == ct { Ok(()) } else { length("a ciphertext", ct, found) });
    }
}

#[test]
fn other_lengths_are_refused() {
    lengths::<Hqc1>();
    lengths::<Hqc3>();
    lengths::<Hqc5>();
    let error = EncapsulationKey::<Hqc1>::try_from(&[0; 7][..]).unwrap_err();
    assert_eq!(error.to_string(), "an encapsulation key has 2241 bytes, not 7");
}

fn padding<P: Parameters>(used: u32) {
    for bit in 0..8 {
        let mut bytes = vec![0; P::DECAPSULATION_KEY_BYTES];
        bytes[P::ENCAPSULATION_KEY_BYTES - 1] = 1 << bit;
        let expected = if bit < used { Ok(()) } else { Err(Error::Padding) };
        assert_eq!(DecapsulationKey::<P>::try_from(&bytes[..]).map(|_| ()), expected);
        bytes.truncate(P::ENCAPSULATION_KEY_BYTES);
        assert_eq!(EncapsulationKey::<P>::try_from(&bytes[..]).map(|_| ()), expected);
    }
}

#[test]
fn keys_with_unused_bits_are_refused() {
    padding::<Hqc1>(5);
    padding::<Hqc3>(3);
    padding::<Hqc5>(5);
}

#[test]
fn secrets_are_not_shown() {
    let mut random = Random::new(b"shown");
    let key = DecapsulationKey::<Hqc1>::generate(&mut random);
    let (ct, shared) = key.encapsulation_key().encapsulate(&mut random);
    assert_eq!(format!("{key:?} {ct:?}"), r#"DecapsulationKey("HQC-1") Ciphertext("HQC-1")"#);
    assert_eq!(format!("{shared:?}"), "SharedKey { .. }");
}
