//! The key encapsulation mechanism (specification, section 3.4): the transform of Fujisaki and Okamoto,
//! with a salt and implicit rejection.
//!
//! The hashes that do not wait for each other are computed side by side: those of the key and of the seeds
//! together, then those of the ciphertext and of the randomness.

use crate::ct::{hidden, negative, select};
use crate::hash::{RATE_256, Sponge, hash};
use crate::parameters::{Array, Parameters, SALT_BYTES, SEED_BYTES, SHARED_KEY_BYTES};
use crate::pke::{
    MAX_RANDOMNESS, decrypt, encrypt, key_vector, randomness_bytes, words, write_words,
};
use crate::sample::LONG_BLOCKS;
use crate::shares::{Part, timed};
use f2x::isa::Isa;
use f2x::{Level, Operation};

/// The bytes behind every input, which separate the functions that share a primitive.
const XOF: &[u8] = &[1];
const I: &[u8] = &[2];
const H: &[u8] = &[1];
const G: &[u8] = &[0];
const J: &[u8] = &[3];

/// Runs `operation` on a level that the CPU has, and wipes the stack that it used.
pub(crate) fn run<P: Parameters, O: Operation>(level: Level, operation: O) -> O::Output {
    let output = run_in_own_frame(level, operation);
    P::wipe_stack();
    output
}

#[inline(never)]
fn run_in_own_frame<O: Operation>(level: Level, operation: O) -> O::Output {
    level.dispatch(operation).expect("a level that the CPU has")
}

/// The level in use, or the best one if `F2X_LEVEL` names none that can be used.
pub(crate) fn level() -> Level {
    Level::current().unwrap_or_else(|_| Level::best())
}

/// [`hash`], as a part of an operation.
fn timed_hash<T: Isa, const S: usize>(isa: T, sponges: [Sponge<'_>; S]) {
    timed(Part::Hash, || hash(isa, sponges));
}

/// Key generation.
pub(crate) struct Generate<'v, P: Parameters> {
    pub(crate) seed: &'v [u8; SEED_BYTES],
    pub(crate) dk: &'v mut P::DecapsulationKeyBytes,
}

impl<P: Parameters> Operation for Generate<'_, P> {
    type Output = ();

    fn run<T: Isa>(self, isa: T) {
        let mut expanded = [0; 64];
        let expanded = &mut expanded[..32 + P::K];
        timed_hash(isa, [Sponge::shake256(&[self.seed, XOF], expanded)]);
        let (seed_pke, sigma) = expanded.split_at(32);
        let mut seeds = [0; 64];
        timed_hash(isa, [Sponge::sha3_512(&[seed_pke, I], &mut seeds)]);
        let (seed_dk, seed_ek) = seeds.split_at(32);

        let (mut stream, mut h) = ([0; LONG_BLOCKS * RATE_256], P::EncapsulationKeyBytes::ZERO);
        let h = &mut h.items_mut()[..P::ELEMENT_BYTES];
        let usual = P::KEY_BLOCKS * RATE_256;
        timed_hash(
            isa,
            [
                Sponge::shake256(&[seed_ek, XOF], h),
                Sponge::shake256(&[seed_dk, XOF], &mut stream[..usual]),
            ],
        );
        let [x, y] = key_vectors::<T, P>(isa, &stream[..usual]).unwrap_or_else(|| {
            timed_hash(isa, [Sponge::shake256(&[seed_dk, XOF], &mut stream)]);
            key_vectors::<T, P>(isa, &stream).unwrap_or([P::Words::ZERO; 2])
        });
        let [mut s] = timed(Part::Product, || P::products(isa, &y, [&words::<P>(h)]));
        for (s, x) in s.items_mut().iter_mut().zip(x.items()) {
            *s ^= x;
        }

        let (ek, secret) = self.dk.items_mut().split_at_mut(P::ENCAPSULATION_KEY_BYTES);
        let (ek_seed, ek_s) = ek.split_at_mut(32);
        ek_seed.copy_from_slice(seed_ek);
        write_words(s.items(), ek_s);
        let (dk_seed, rest) = secret.split_at_mut(32);
        let (dk_sigma, dk_kem) = rest.split_at_mut(P::K);
        dk_seed.copy_from_slice(seed_dk);
        dk_sigma.copy_from_slice(sigma);
        dk_kem.copy_from_slice(self.seed);
    }
}

/// x and y, if `stream` is long enough.
fn key_vectors<T: Isa, P: Parameters>(isa: T, stream: &[u8]) -> Option<[P::Words; 2]> {
    let [mut x, mut y] = [P::Words::ZERO; 2];
    let next = key_vector::<T, P>(isa, stream, 0, &mut y)?;
    key_vector::<T, P>(isa, stream, next, &mut x)?;
    Some([x, y])
}

/// Encapsulation.
pub(crate) struct Encapsulate<'v, P: Parameters> {
    pub(crate) ek: &'v P::EncapsulationKeyBytes,
    /// K bytes.
    pub(crate) message: &'v [u8],
    pub(crate) salt: &'v [u8; SALT_BYTES],
    pub(crate) ct: &'v mut P::CiphertextBytes,
    pub(crate) shared: &'v mut [u8; SHARED_KEY_BYTES],
}

impl<P: Parameters> Operation for Encapsulate<'_, P> {
    type Output = ();

    fn run<T: Isa>(self, isa: T) {
        let ek = self.ek.items();
        let (seed_ek, s) = ek.split_at(32);
        let (mut key_hash, mut h) = ([0; 32], P::EncapsulationKeyBytes::ZERO);
        let h = &mut h.items_mut()[..P::ELEMENT_BYTES];
        timed_hash(
            isa,
            [Sponge::sha3_256(&[ek, H], &mut key_hash), Sponge::shake256(&[seed_ek, XOF], h)],
        );
        let mut derived = [0; 64];
        timed_hash(isa, [Sponge::sha3_512(&[&key_hash, self.message, self.salt, G], &mut derived)]);
        let (shared, theta) = derived.split_at(32);
        let mut randomness = [0; MAX_RANDOMNESS];
        let randomness = &mut randomness[..randomness_bytes::<P>()];
        timed_hash(isa, [Sponge::shake256(&[theta, XOF], randomness)]);
        let encrypted =
            encrypt::<T, P>(isa, &words::<P>(h), &words::<P>(s), self.message, randomness);

        let (u, rest) = self.ct.items_mut().split_at_mut(P::ELEMENT_BYTES);
        let (v, salt) = rest.split_at_mut(8 * P::CODE_WORDS);
        write_words(encrypted.u.items(), u);
        write_words(encrypted.v.items(), v);
        salt.copy_from_slice(self.salt);
        self.shared.copy_from_slice(shared);
    }
}

/// Decapsulation.
pub(crate) struct Decapsulate<'v, P: Parameters> {
    pub(crate) dk: &'v P::DecapsulationKeyBytes,
    pub(crate) ct: &'v P::CiphertextBytes,
    pub(crate) shared: &'v mut [u8; SHARED_KEY_BYTES],
}

impl<P: Parameters> Operation for Decapsulate<'_, P> {
    type Output = ();

    fn run<T: Isa>(self, isa: T) {
        let (ek, secret) = self.dk.items().split_at(P::ENCAPSULATION_KEY_BYTES);
        let (seed_ek, s) = ek.split_at(32);
        let (seed_dk, rest) = secret.split_at(32);
        let sigma = &rest[..P::K];
        let ct = self.ct.items();
        let (u, rest) = ct.split_at(P::ELEMENT_BYTES);
        let (v, salt) = rest.split_at(8 * P::CODE_WORDS);

        let (mut key_hash, mut h) = ([0; 32], P::EncapsulationKeyBytes::ZERO);
        let h = &mut h.items_mut()[..P::ELEMENT_BYTES];
        let mut stream = [0; LONG_BLOCKS * RATE_256];
        let usual = P::Y_BLOCKS * RATE_256;
        timed_hash(
            isa,
            [
                Sponge::sha3_256(&[ek, H], &mut key_hash),
                Sponge::shake256(&[seed_ek, XOF], h),
                Sponge::shake256(&[seed_dk, XOF], &mut stream[..usual]),
            ],
        );
        let mut y = P::Words::ZERO;
        if key_vector::<T, P>(isa, &stream[..usual], 0, &mut y).is_none() {
            timed_hash(isa, [Sponge::shake256(&[seed_dk, XOF], &mut stream)]);
            key_vector::<T, P>(isa, &stream, 0, &mut y);
        }
        let message = decrypt::<T, P>(isa, &y, &words::<P>(u), &words::<P>(v));
        let message = &message[..P::K];

        let mut derived = [0; 64];
        timed_hash(isa, [Sponge::sha3_512(&[&key_hash, message, salt, G], &mut derived)]);
        let (accepted, theta) = derived.split_at(32);
        let (mut rejected, mut randomness) = ([0; 32], [0; MAX_RANDOMNESS]);
        let randomness = &mut randomness[..randomness_bytes::<P>()];
        timed_hash(
            isa,
            [
                Sponge::sha3_256(&[&key_hash, sigma, ct, J], &mut rejected),
                Sponge::shake256(&[theta, XOF], randomness),
            ],
        );
        let again = encrypt::<T, P>(isa, &words::<P>(h), &words::<P>(s), message, randomness);

        let received = [words::<P>(u), words::<P>(v)];
        let mut difference = 0;
        for (again, received) in again.u.items().iter().zip(received[0].items()) {
            difference |= again ^ received;
        }
        let code_words = again.v.items().iter().zip(received[1].items()).take(P::CODE_WORDS);
        for (again, received) in code_words {
            difference |= again ^ received;
        }
        let differs = hidden(negative(difference | difference.wrapping_neg()));
        for ((shared, accepted), rejected) in self.shared.iter_mut().zip(accepted).zip(&rejected) {
            *shared = select(differs, u64::from(*rejected), u64::from(*accepted)) as u8;
        }
    }
}
