//! The key encapsulation mechanism (specification, section 3.4): the transform of Fujisaki and Okamoto,
//! with a salt and implicit rejection.
//!
//! The hashes that do not wait for each other are computed side by side: those of the key and of the seeds
//! together, then those of the ciphertext and of the randomness.

use crate::ct::{hidden, negative, select};
use crate::hash::{RATE_256, Sponge, hash};
use crate::parameters::{Array, Element, Parameters, SALT_BYTES, SEED_BYTES, SHARED_KEY_BYTES};
use crate::pke::{
    MAX_RANDOMNESS, add_key_vector, decrypt, difference, element, encrypt, randomness_bytes,
    write_words,
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

        let (ek, secret) = self.dk.items_mut().split_at_mut(P::ENCAPSULATION_KEY_BYTES);
        let (ek_seed, ek_s) = ek.split_at_mut(32);
        let (dk_seed, rest) = secret.split_at_mut(32);
        let (dk_sigma, dk_kem) = rest.split_at_mut(P::K);
        ek_seed.copy_from_slice(seed_ek);
        dk_seed.copy_from_slice(seed_dk);
        dk_sigma.copy_from_slice(sigma);
        dk_kem.copy_from_slice(self.seed);

        // Until s is there, h has its place.
        let mut stream = [0; LONG_BLOCKS * RATE_256];
        let usual = P::KEY_BLOCKS * RATE_256;
        timed_hash(
            isa,
            [
                Sponge::shake256(&[seed_ek, XOF], ek_s),
                Sponge::shake256(&[seed_dk, XOF], &mut stream[..usual]),
            ],
        );
        let h = element::<P>(ek_s);
        let s = public_vector::<T, P>(isa, &stream[..usual], &h).or_else(|| {
            timed_hash(isa, [Sponge::shake256(&[seed_dk, XOF], &mut stream)]);
            public_vector::<T, P>(isa, &stream, &h)
        });
        write_words(s.unwrap_or(P::Element::ZERO).words(), ek_s);
    }
}

/// s = x + h·y, if `stream` is long enough for y and x.
fn public_vector<T: Isa, P: Parameters>(
    isa: T,
    stream: &[u8],
    h: &P::Element,
) -> Option<P::Element> {
    let mut sum = P::Element::ZERO;
    let next = add_key_vector::<T, P>(isa, stream, 0, &mut sum)?;
    timed(Part::Product, || h.multiply_each(isa, [&mut sum]));
    add_key_vector::<T, P>(isa, stream, next, &mut sum)?;
    Some(sum)
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
        let (u, rest) = self.ct.items_mut().split_at_mut(P::ELEMENT_BYTES);
        let (v, salt) = rest.split_at_mut(8 * P::CODE_WORDS);
        salt.copy_from_slice(self.salt);

        // Until u is there, h has its place.
        let mut key_hash = [0; 32];
        timed_hash(
            isa,
            [Sponge::sha3_256(&[ek, H], &mut key_hash), Sponge::shake256(&[seed_ek, XOF], u)],
        );
        let mut derived = [0; 64];
        timed_hash(isa, [Sponge::sha3_512(&[&key_hash, self.message, self.salt, G], &mut derived)]);
        let (shared, theta) = derived.split_at(32);
        let mut randomness = [0; MAX_RANDOMNESS];
        let randomness = &mut randomness[..randomness_bytes::<P>()];
        timed_hash(isa, [Sponge::shake256(&[theta, XOF], randomness)]);
        let (mut h, mut s) = (element::<P>(u), element::<P>(s));
        encrypt::<T, P>(isa, [&mut h, &mut s], self.message, randomness);
        write_words(h.words(), u);
        write_words(s.words(), v);
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
        let mut y = P::Element::ZERO;
        if add_key_vector::<T, P>(isa, &stream[..usual], 0, &mut y).is_none() {
            timed_hash(isa, [Sponge::shake256(&[seed_dk, XOF], &mut stream)]);
            add_key_vector::<T, P>(isa, &stream, 0, &mut y);
        }
        let message = decrypt::<T, P>(isa, &y, u, v);
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
        let (mut h, mut s) = (element::<P>(h), element::<P>(s));
        encrypt::<T, P>(isa, [&mut h, &mut s], message, randomness);
        let difference = difference(h.words(), u) | difference(s.words(), v);
        let differs = hidden(negative(difference | difference.wrapping_neg()));
        for ((shared, accepted), rejected) in self.shared.iter_mut().zip(accepted).zip(&rejected) {
            *shared = select(differs, u64::from(*rejected), u64::from(*accepted)) as u8;
        }
    }
}
