//! The traits of the crate kem.

use crate::random::Random;
use f2x_hqc::{DecapsulationKey, EncapsulationKey, Hqc1, Hqc3, Hqc5};
use kem::{Decapsulate, Encapsulate, FromSeed, Kem, KeyExport, TryKeyInit};

fn round_trip<K>()
where
    K: Kem + FromSeed,
    K::DecapsulationKey: Decapsulate<Kem = K> + KeyExport,
{
    let mut random = Random::new(b"traits");
    let (secret, public) = K::generate_keypair_from_rng(&mut random);
    let public = K::EncapsulationKey::new(&public.to_bytes()).unwrap();
    let (ct, sent) = public.encapsulate_with_rng(&mut random);
    assert!(secret.decapsulate(&ct) == sent);
    let seed = kem::Seed::<K>::try_from(&secret.to_bytes()[..]).unwrap();
    assert!(K::from_seed(&seed).0.decapsulate(&ct) == sent);
}

#[test]
fn the_traits_do_what_the_methods_do() {
    round_trip::<Hqc1>();
    round_trip::<Hqc3>();
    round_trip::<Hqc5>();
    let key = DecapsulationKey::<Hqc1>::generate(&mut Random::new(b"same"));
    let (_, same) = Hqc1::generate_keypair_from_rng(&mut Random::new(b"same"));
    assert_eq!(&same, key.encapsulation_key());
    let mut padded = same.to_bytes();
    padded[2240] |= 0x20;
    assert!(<EncapsulationKey<Hqc1> as TryKeyInit>::new(&padded).is_err());
}
