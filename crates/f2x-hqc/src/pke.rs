//! The encryption scheme underneath (specification, section 3.3).
//!
//! u = r1 + h·r2 and v = C(m) + s·r2 + e hide the codeword C(m) of the message: v + u·y differs from it by
//! x·r2 + r1·y + e, which is sparse enough to be decoded.

use crate::ones::{NOWHERE, add_ones};
use crate::parameters::{Array, MAX_K, Parameters};
use crate::sample::{ErrorPositions, KeyPositions, draw, draw_by_rejection};
use crate::shares::{Part, timed};
use crate::{reed_muller, reed_solomon};
use f2x::isa::Isa;

/// The bytes from which r2, e and r1 of any parameter set are drawn.
pub(crate) const MAX_RANDOMNESS: usize = 3 * 4 * 149;

/// The bytes from which r2, e and r1 are drawn.
pub(crate) const fn randomness_bytes<P: Parameters>() -> usize {
    3 * 4 * P::ERROR_WEIGHT
}

/// A ciphertext of the encryption scheme; v is followed by words without meaning.
pub(crate) struct Encrypted<P: Parameters> {
    pub(crate) u: P::Words,
    pub(crate) v: P::Words,
}

/// Encrypts a message with the randomness given.
pub(crate) fn encrypt<I: Isa, P: Parameters>(
    isa: I,
    h: &P::Words,
    s: &P::Words,
    message: &[u8],
    randomness: &[u8],
) -> Encrypted<P> {
    let mut positions: [ErrorPositions; 3] = [[NOWHERE; _]; 3];
    let mut r2 = P::Words::ZERO;
    timed(Part::Sampling, || {
        let bytes = 4 * P::ERROR_WEIGHT;
        let bytes = [0, bytes, 2 * bytes].map(|start| &randomness[start..start + bytes]);
        isa.outline(
            #[inline(always)]
            || draw::<P, 3>(bytes, &mut positions),
        );
        add_ones(isa, r2.items_mut(), &positions[0][..P::ERROR_WEIGHT]);
    });
    let [mut u, mut v] = timed(Part::Product, || P::products(isa, &r2, [h, s]));
    outlined(
        isa,
        Part::Code,
        #[inline(always)]
        || {
            let codeword = reed_solomon::encode::<P>(message);
            reed_muller::add_codewords::<P>(&codeword[..P::N1], v.items_mut());
        },
    );
    timed(Part::Sampling, || {
        add_ones(isa, v.items_mut(), &positions[1][..P::ERROR_WEIGHT]);
        add_ones(isa, u.items_mut(), &positions[2][..P::ERROR_WEIGHT]);
    });
    Encrypted { u, v }
}

/// Decrypts to a message, in the first K bytes.
pub(crate) fn decrypt<I: Isa, P: Parameters>(
    isa: I,
    y: &P::Words,
    u: &P::Words,
    v: &P::Words,
) -> [u8; MAX_K] {
    let [mut word] = timed(Part::Product, || P::products(isa, u, [y]));
    outlined(
        isa,
        Part::Code,
        #[inline(always)]
        || {
            for (word, v) in word.items_mut().iter_mut().zip(v.items()) {
                *word ^= v;
            }
            let symbols = reed_muller::decode::<P>(&word.items()[..P::CODE_WORDS]);
            reed_solomon::decode::<P>(&symbols)
        },
    )
}

/// [`Isa::outline`], for a part of an operation.
#[inline(always)]
fn outlined<I: Isa, R>(isa: I, part: Part, f: impl FnOnce() -> R) -> R {
    timed(
        part,
        #[inline(always)]
        || isa.outline(f),
    )
}

/// Draws a vector of the secret key: y, or x after it. The result is where the next one starts in the
/// stream, or nothing if `stream` is too short.
pub(crate) fn key_vector<I: Isa, P: Parameters>(
    isa: I,
    stream: &[u8],
    first: usize,
    vector: &mut P::Words,
) -> Option<usize> {
    timed(Part::Sampling, || {
        let mut positions: KeyPositions = [NOWHERE; _];
        let next = isa.outline(
            #[inline(always)]
            || draw_by_rejection::<P>(stream, first, &mut positions),
        )?;
        add_ones(isa, vector.items_mut(), &positions[..next - first]);
        Some(next)
    })
}

/// The words of little-endian bytes; bits that are not there are zero.
pub(crate) fn words<P: Parameters>(bytes: &[u8]) -> P::Words {
    let mut words = P::Words::ZERO;
    let (whole, end) = bytes.as_chunks();
    for (word, bytes) in words.items_mut().iter_mut().zip(whole) {
        *word = u64::from_le_bytes(*bytes);
    }
    if !end.is_empty() {
        let mut bytes = [0; 8];
        bytes[..end.len()].copy_from_slice(end);
        words.items_mut()[whole.len()] = u64::from_le_bytes(bytes);
    }
    words
}

/// Writes words as little-endian bytes, as many as there is room for.
pub(crate) fn write_words(words: &[u64], bytes: &mut [u8]) {
    let (whole, end) = bytes.as_chunks_mut();
    let count = whole.len();
    for (bytes, word) in whole.iter_mut().zip(words) {
        *bytes = word.to_le_bytes();
    }
    if !end.is_empty() {
        end.copy_from_slice(&words[count].to_le_bytes()[..end.len()]);
    }
}
