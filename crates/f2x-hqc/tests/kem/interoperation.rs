//! Keys and ciphertexts of the crate hqc-kem work here, and the other way round.

use crate::random::Random;
use f2x_hqc::{Ciphertext, DecapsulationKey, EncapsulationKey, Hqc1, Hqc3, Hqc5, Parameters};
use hqc_kem::{Hqc128Params, Hqc192Params, Hqc256Params, HqcKem, HqcParams};

fn both_ways<P: Parameters, Q: HqcParams>() {
    let mut random = Random::new(b"interoperation");
    for _ in 0..8 {
        // Their keys and ciphertexts.
        let (their_public, their_secret) = HqcKem::<Q>::generate_key_deterministic(&random.bytes());
        let secret = DecapsulationKey::<P>::try_from(their_secret.as_ref()).unwrap();
        let public = EncapsulationKey::<P>::try_from(their_public.as_ref()).unwrap();
        assert_eq!(&public, secret.encapsulation_key());
        let again = DecapsulationKey::<P>::from_seed(secret.seed());
        assert!(again.as_bytes() == their_secret.as_ref());
        let message = random.bytes::<32>();
        let (their_ct, theirs) = their_public
            .encapsulate_deterministic(&message[..P::MESSAGE_BYTES], &random.bytes())
            .unwrap();
        let ct = Ciphertext::<P>::try_from(their_ct.as_ref()).unwrap();
        assert!(secret.decapsulate(&ct).as_bytes()[..] == *theirs.as_ref());

        // Our ciphertexts, honest and damaged.
        let (ct, shared) = public.encapsulate(&mut random);
        let mut bytes = ct.as_bytes().to_vec();
        let their = |bytes: &[u8]| {
            let ct = hqc_kem::Ciphertext::<Q>::try_from(bytes).unwrap();
            their_secret.decapsulate(&ct).as_ref().to_vec()
        };
        assert!(their(&bytes) == shared.as_bytes());
        let index = random.below(bytes.len());
        bytes[index] ^= 1;
        let rejected = secret.decapsulate(&Ciphertext::try_from(&bytes[..]).unwrap());
        assert!(their(&bytes) == rejected.as_bytes());
    }
}

#[test]
fn hqc_kem_understands_us_and_we_it() {
    both_ways::<Hqc1, Hqc128Params>();
    both_ways::<Hqc3, Hqc192Params>();
    both_ways::<Hqc5, Hqc256Params>();
}
