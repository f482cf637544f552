//! The traits of the crate `kem`.

use crate::{Ciphertext, DecapsulationKey, EncapsulationKey, Hqc1, Hqc3, Hqc5, Parameters};
use hybrid_array::Array;
use hybrid_array::sizes::{U32, U2241, U4433, U4514, U7237, U8978, U14421};
use kem::common::rand_core::{CryptoRng, TryCryptoRng};
use zeroize::Zeroizing;

macro_rules! kem {
    ($parameters:ty, $encapsulation_key:ty, $ciphertext:ty) => {
        impl kem::Kem for $parameters {
            type DecapsulationKey = DecapsulationKey<$parameters>;
            type EncapsulationKey = EncapsulationKey<$parameters>;
            type SharedKeySize = U32;
            type CiphertextSize = $ciphertext;
        }

        impl kem::KeySizeUser for EncapsulationKey<$parameters> {
            type KeySize = $encapsulation_key;
        }

        impl kem::TryKeyInit for EncapsulationKey<$parameters> {
            fn new(key: &kem::Key<Self>) -> Result<Self, kem::InvalidKey> {
                key.as_slice().try_into().map_err(|_| kem::InvalidKey)
            }
        }

        impl kem::KeyExport for EncapsulationKey<$parameters> {
            fn to_bytes(&self) -> kem::Key<Self> {
                Array(self.0)
            }
        }

        impl kem::Encapsulate for EncapsulationKey<$parameters> {
            type Kem = $parameters;

            fn encapsulate_with_rng<R: CryptoRng + ?Sized>(
                &self,
                rng: &mut R,
            ) -> (kem::Ciphertext<$parameters>, kem::SharedKey<$parameters>) {
                let (ciphertext, shared) = self.encapsulate(rng);
                (Array(ciphertext.0), Array(shared.0))
            }
        }

        impl kem::KeySizeUser for DecapsulationKey<$parameters> {
            type KeySize = U32;
        }

        /// A decapsulation key as its seed.
        impl kem::KeyInit for DecapsulationKey<$parameters> {
            fn new(seed: &kem::Key<Self>) -> Self {
                Self::from_seed(&seed.0)
            }
        }

        /// A decapsulation key as its seed.
        impl kem::KeyExport for DecapsulationKey<$parameters> {
            fn to_bytes(&self) -> kem::Key<Self> {
                Array(*self.seed())
            }
        }

        impl kem::Generate for DecapsulationKey<$parameters> {
            fn try_generate_from_rng<R: TryCryptoRng + ?Sized>(
                rng: &mut R,
            ) -> Result<Self, R::Error> {
                let mut seed = Zeroizing::new([0; crate::SEED_BYTES]);
                rng.try_fill_bytes(&mut *seed)?;
                Ok(Self::from_seed(&seed))
            }
        }

        impl kem::Decapsulator for DecapsulationKey<$parameters> {
            type Kem = $parameters;

            fn encapsulation_key(&self) -> &EncapsulationKey<$parameters> {
                self.encapsulation_key()
            }
        }

        impl kem::Decapsulate for DecapsulationKey<$parameters> {
            fn decapsulate(
                &self,
                ciphertext: &kem::Ciphertext<$parameters>,
            ) -> kem::SharedKey<$parameters> {
                Array(self.decapsulate(&Ciphertext(ciphertext.0)).0)
            }
        }

        const _: () = {
            assert!(size_of::<Array<u8, $ciphertext>>() == <$parameters>::CIPHERTEXT_BYTES);
        };
    };
}

kem!(Hqc1, U2241, U4433);
kem!(Hqc3, U4514, U8978);
kem!(Hqc5, U7237, U14421);
