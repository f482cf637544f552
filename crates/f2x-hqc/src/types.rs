//! Keys and ciphertexts, as their bytes.

use crate::Error;
use crate::kem::{self, level, run};
use crate::parameters::{Array, MAX_K, Parameters, SALT_BYTES, SEED_BYTES, SHARED_KEY_BYTES};
use core::fmt;
use rand_core::CryptoRng;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

/// The public key: whoever has it can encapsulate.
#[derive(Clone)]
pub struct EncapsulationKey<P: Parameters>(pub(crate) P::EncapsulationKeyBytes);

/// The secret key. Its bytes are wiped when it is dropped.
#[derive(Clone)]
pub struct DecapsulationKey<P: Parameters> {
    pub(crate) bytes: P::DecapsulationKeyBytes,
    encapsulation_key: EncapsulationKey<P>,
}

/// What encapsulation sends.
#[derive(Clone)]
pub struct Ciphertext<P: Parameters>(pub(crate) P::CiphertextBytes);

/// The key that both sides have in the end. Its bytes are wiped when it is dropped.
#[derive(Clone)]
pub struct SharedKey(pub(crate) [u8; SHARED_KEY_BYTES]);

impl<P: Parameters> EncapsulationKey<P> {
    /// Makes a shared key, and the ciphertext from which the owner of the decapsulation key gets the same
    /// one.
    ///
    /// Draws a message and 16 bytes of salt from `rng`.
    pub fn encapsulate<R: CryptoRng + ?Sized>(&self, rng: &mut R) -> (Ciphertext<P>, SharedKey) {
        let mut message = Zeroizing::new([0; MAX_K]);
        let mut salt = [0; SALT_BYTES];
        rng.fill_bytes(&mut message[..P::K]);
        rng.fill_bytes(&mut salt);
        self.encapsulate_at(level(), &message[..P::K], &salt)
    }

    /// Encapsulates a message of K bytes on a level that the CPU has.
    pub(crate) fn encapsulate_at(
        &self,
        level: f2x::Level,
        message: &[u8],
        salt: &[u8; SALT_BYTES],
    ) -> (Ciphertext<P>, SharedKey) {
        let mut sent = (Ciphertext(P::CiphertextBytes::ZERO), SharedKey([0; SHARED_KEY_BYTES]));
        let (ct, shared) = (&mut sent.0.0, &mut sent.1.0);
        run::<P, _>(level, kem::Encapsulate::<P> { ek: &self.0, message, salt, ct, shared });
        // What is moved stays where it was, what is dropped is wiped.
        sent.clone()
    }

    /// The bytes.
    pub fn as_bytes(&self) -> &[u8] {
        self.0.items()
    }
}

impl<P: Parameters> DecapsulationKey<P> {
    /// A new key, from 32 bytes that are drawn from `rng`.
    pub fn generate<R: CryptoRng + ?Sized>(rng: &mut R) -> Self {
        let mut seed = Zeroizing::new([0; SEED_BYTES]);
        rng.fill_bytes(&mut *seed);
        Self::from_seed(&seed)
    }

    /// The key of a seed, which must be uniformly random and secret.
    pub fn from_seed(seed: &[u8; SEED_BYTES]) -> Self {
        Self::from_seed_at(level(), seed)
    }

    pub(crate) fn from_seed_at(level: f2x::Level, seed: &[u8; SEED_BYTES]) -> Self {
        let mut key = Self {
            bytes: P::DecapsulationKeyBytes::ZERO,
            encapsulation_key: EncapsulationKey(P::EncapsulationKeyBytes::ZERO),
        };
        run::<P, _>(level, kem::Generate::<P> { seed, dk: &mut key.bytes });
        let public = &key.bytes.items()[..P::ENCAPSULATION_KEY_BYTES];
        key.encapsulation_key.0.items_mut().copy_from_slice(public);
        // What is moved stays where it was, what is dropped is wiped.
        key.clone()
    }

    /// The shared key of a ciphertext.
    ///
    /// If the ciphertext is none that was made for this key, the result is a key that nobody else can
    /// know; nothing tells the two cases apart.
    pub fn decapsulate(&self, ciphertext: &Ciphertext<P>) -> SharedKey {
        self.decapsulate_at(level(), ciphertext)
    }

    pub(crate) fn decapsulate_at(
        &self,
        level: f2x::Level,
        ciphertext: &Ciphertext<P>,
    ) -> SharedKey {
        let mut shared = SharedKey([0; SHARED_KEY_BYTES]);
        let operation =
            kem::Decapsulate::<P> { dk: &self.bytes, ct: &ciphertext.0, shared: &mut shared.0 };
        run::<P, _>(level, operation);
        // What is moved stays where it was, what is dropped is wiped.
        shared.clone()
    }

    /// The public key.
    pub fn encapsulation_key(&self) -> &EncapsulationKey<P> {
        &self.encapsulation_key
    }

    /// The seed, from which the key can be made again.
    pub fn seed(&self) -> &[u8; SEED_BYTES] {
        self.bytes.items().last_chunk().expect("longer than a seed")
    }

    /// The bytes: those of the encapsulation key, and then secrets.
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.items()
    }
}

impl<P: Parameters> Ciphertext<P> {
    /// The bytes.
    pub fn as_bytes(&self) -> &[u8] {
        self.0.items()
    }
}

impl SharedKey {
    /// The bytes.
    pub fn as_bytes(&self) -> &[u8; SHARED_KEY_BYTES] {
        &self.0
    }
}

/// Copies bytes of the right number.
fn copied<A: Array>(object: &'static str, bytes: &[u8]) -> Result<A, Error> {
    let mut copy = A::ZERO;
    let items = copy.items_mut();
    if items.len() != bytes.len() {
        return Err(Error::Length { object, expected: items.len(), found: bytes.len() });
    }
    items.copy_from_slice(bytes);
    Ok(copy)
}

impl<P: Parameters> TryFrom<&[u8]> for EncapsulationKey<P> {
    type Error = Error;

    /// The key of these bytes; an error if their number is another one or an unused bit is set.
    fn try_from(bytes: &[u8]) -> Result<Self, Error> {
        let key: P::EncapsulationKeyBytes = copied("an encapsulation key", bytes)?;
        match bytes[bytes.len() - 1] >> (P::N % 8) {
            0 => Ok(Self(key)),
            _ => Err(Error::Padding),
        }
    }
}

impl<P: Parameters> TryFrom<&[u8]> for DecapsulationKey<P> {
    type Error = Error;

    /// The key of these bytes; an error if their number is another one or an unused bit of the
    /// encapsulation key is set.
    ///
    /// That all parts follow from the seed is not checked; who doubts it compares with
    /// [`from_seed`](Self::from_seed).
    fn try_from(bytes: &[u8]) -> Result<Self, Error> {
        let copy: P::DecapsulationKeyBytes = copied("a decapsulation key", bytes)?;
        let encapsulation_key = bytes[..P::ENCAPSULATION_KEY_BYTES].try_into()?;
        Ok(Self { bytes: copy, encapsulation_key })
    }
}

impl<P: Parameters> TryFrom<&[u8]> for Ciphertext<P> {
    type Error = Error;

    /// The ciphertext of these bytes; an error if their number is another one.
    fn try_from(bytes: &[u8]) -> Result<Self, Error> {
        copied("a ciphertext", bytes).map(Self)
    }
}

impl<P: Parameters> AsRef<[u8]> for EncapsulationKey<P> {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl<P: Parameters> AsRef<[u8]> for Ciphertext<P> {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl AsRef<[u8]> for SharedKey {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl<P: Parameters> PartialEq for EncapsulationKey<P> {
    fn eq(&self, other: &Self) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl<P: Parameters> Eq for EncapsulationKey<P> {}

impl<P: Parameters> PartialEq for Ciphertext<P> {
    fn eq(&self, other: &Self) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl<P: Parameters> Eq for Ciphertext<P> {}

impl PartialEq for SharedKey {
    /// In constant time, but for the answer.
    fn eq(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).fold(0, |sum, (a, b)| sum | (a ^ b)) == 0
    }
}

impl Eq for SharedKey {}

impl<P: Parameters> Drop for DecapsulationKey<P> {
    fn drop(&mut self) {
        // Byte by byte, as arrays are zeroized, it would take as long as a product.
        self.bytes.items_mut().fill(0);
        zeroize::optimization_barrier(&self.bytes);
    }
}

impl<P: Parameters> ZeroizeOnDrop for DecapsulationKey<P> {}

impl Drop for SharedKey {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl ZeroizeOnDrop for SharedKey {}

/// The type and the parameter set alone.
macro_rules! opaque {
    ($name:ident) => {
        impl<P: Parameters> fmt::Debug for $name<P> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_tuple(stringify!($name)).field(&P::NAME).finish()
            }
        }
    };
}
opaque!(EncapsulationKey);
opaque!(DecapsulationKey);
opaque!(Ciphertext);

impl fmt::Debug for SharedKey {
    /// Nothing of the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedKey").finish_non_exhaustive()
    }
}
