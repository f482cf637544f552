//! The functions of HQC make the keys of the crate f2x-hqc, and the header has its sizes.

use f2x_capi::{F2X_OK, f2x_hqc1_enc, f2x_hqc1_keypair, f2x_hqc3_keypair, f2x_hqc5_keypair};
use f2x_hqc::{Ciphertext, DecapsulationKey, Hqc1, Hqc3, Hqc5, Parameters};
use std::ffi::c_int;
use std::fs;
use std::path::Path;

/// A key pair, of which the public key is part of the secret one, and everything follows from the seed.
fn key<P: Parameters>(
    keypair: unsafe extern "C" fn(*mut u8, *mut u8) -> c_int,
) -> DecapsulationKey<P> {
    let mut public = vec![0; P::ENCAPSULATION_KEY_BYTES];
    let mut secret = vec![0; P::DECAPSULATION_KEY_BYTES];
    // SAFETY: there are as many bytes as keys have.
    assert_eq!(unsafe { keypair(public.as_mut_ptr(), secret.as_mut_ptr()) }, F2X_OK);
    let key = DecapsulationKey::<P>::try_from(&secret[..]).expect("the bytes of a key");
    assert_eq!(key.encapsulation_key().as_bytes(), public);
    assert!(DecapsulationKey::<P>::from_seed(key.seed()).as_bytes() == secret);
    key
}

#[test]
fn keys_and_ciphertexts_are_those_of_the_crate() {
    let key = key::<Hqc1>(f2x_hqc1_keypair);
    self::key::<Hqc3>(f2x_hqc3_keypair);
    self::key::<Hqc5>(f2x_hqc5_keypair);
    let (mut ct, mut shared) = (vec![0; Hqc1::CIPHERTEXT_BYTES], [0; 32]);
    let public = key.encapsulation_key().as_bytes().as_ptr();
    // SAFETY: there are as many bytes as the header says.
    assert_eq!(unsafe { f2x_hqc1_enc(ct.as_mut_ptr(), shared.as_mut_ptr(), public) }, F2X_OK);
    let ct = Ciphertext::<Hqc1>::try_from(&ct[..]).expect("the bytes of a ciphertext");
    assert_eq!(key.decapsulate(&ct).as_bytes(), &shared);
}

fn sizes<P: Parameters>(header: &str) {
    for (what, bytes) in [
        ("PUBLIC_KEY", P::ENCAPSULATION_KEY_BYTES),
        ("SECRET_KEY", P::DECAPSULATION_KEY_BYTES),
        ("CIPHERTEXT", P::CIPHERTEXT_BYTES),
    ] {
        let line = format!("#define F2X_{}_{what}_BYTES {bytes}\n", P::NAME.replace('-', ""));
        assert!(header.contains(&line), "{line}");
    }
}

#[test]
fn the_header_has_the_sizes() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let header = fs::read_to_string(here.join("include/f2x.h")).expect("the header is there");
    sizes::<Hqc1>(&header);
    sizes::<Hqc3>(&header);
    sizes::<Hqc5>(&header);
}
