//! The encryption scheme underneath (specification, section 3.3).
//!
//! u = r1 + h·r2 and v = C(m) + s·r2 + e hide the codeword C(m) of the message: v + u·y differs from it by
//! x·r2 + r1·y + e, which is sparse enough to be decoded.

use crate::ones::{NOWHERE, add_ones};
use crate::parameters::{Element, MAX_K, Parameters};
use crate::reed_muller;
use crate::reed_solomon::{self, Code};
use crate::sample::{ErrorPositions, KeyPositions, draw, draw_by_rejection};
use crate::shares::{Part, timed};
use f2x::isa::Isa;

/// The bytes from which r2, e and r1 of any parameter set are drawn.
pub(crate) const MAX_RANDOMNESS: usize = 3 * 4 * 149;

/// The bytes from which r2, e and r1 are drawn.
pub(crate) const fn randomness_bytes<P: Parameters>() -> usize {
    3 * 4 * P::ERROR_WEIGHT
}

/// Encrypts a message with the randomness given: h becomes u, and s becomes v, followed by bits without
/// meaning.
#[inline(never)]
pub(crate) fn encrypt<I: Isa, P: Parameters>(
    isa: I,
    [h, s]: [&mut P::Element; 2],
    message: &[u8],
    randomness: &[u8],
) {
    let mut positions: [ErrorPositions; 3] = [[NOWHERE; _]; 3];
    let mut r2 = P::Element::ZERO;
    timed(Part::Sampling, || {
        let bytes = 4 * P::ERROR_WEIGHT;
        let bytes = [0, bytes, 2 * bytes].map(|start| &randomness[start..start + bytes]);
        isa.outline(
            #[inline(always)]
            || draw::<P, 3>(bytes, &mut positions),
        );
        r2.edit(|r2| add_ones(isa, r2, &positions[0][..P::ERROR_WEIGHT]));
    });
    timed(Part::Product, || r2.multiply_each(isa, [&mut *h, &mut *s]));
    let (u, v) = (h, s);
    timed(Part::Code, || {
        v.edit(|v| {
            isa.outline(
                #[inline(always)]
                || {
                    let codeword = reed_solomon::encode::<P>(message);
                    reed_muller::add_codewords::<P>(&codeword[..P::N1], v);
                },
            );
        });
    });
    timed(Part::Sampling, || {
        v.edit(|v| add_ones(isa, v, &positions[1][..P::ERROR_WEIGHT]));
        u.edit(|u| add_ones(isa, u, &positions[2][..P::ERROR_WEIGHT]));
    });
}

/// Decrypts the bytes of u and v with y to a message, in the first K bytes.
#[inline(never)]
pub(crate) fn decrypt<I: Isa, P: Parameters>(
    isa: I,
    y: &P::Element,
    u: &[u8],
    v: &[u8],
) -> [u8; MAX_K] {
    let mut word = element::<P>(u);
    timed(Part::Product, || y.multiply_each(isa, [&mut word]));
    timed(Part::Code, || {
        word.edit(|word| {
            for (word, v) in word.iter_mut().zip(v.as_chunks().0) {
                *word ^= u64::from_le_bytes(*v);
            }
        });
        decode(isa, P::COPIES, &Code::of::<P>(), &word.words()[..P::CODE_WORDS])
    })
}

/// The message of a word of both codes, in the first K bytes.
///
/// Not generic in the parameter set, so that a level has it once.
#[inline(never)]
fn decode<I: Isa>(isa: I, copies: usize, code: &Code, words: &[u64]) -> [u8; MAX_K] {
    isa.outline(
        #[inline(always)]
        || reed_solomon::decode(code, &reed_muller::decode(copies, words)),
    )
}

/// Adds a vector of the secret key to `vector`: y, or x after it. The result is where the next one starts
/// in the stream, or nothing if `stream` is too short.
pub(crate) fn add_key_vector<I: Isa, P: Parameters>(
    isa: I,
    stream: &[u8],
    first: usize,
    vector: &mut P::Element,
) -> Option<usize> {
    timed(Part::Sampling, || {
        let mut positions: KeyPositions = [NOWHERE; _];
        let next = isa.outline(
            #[inline(always)]
            || draw_by_rejection::<P>(stream, first, &mut positions),
        )?;
        // As many for nearly every key: less than one in a million has more candidates that do not count.
        let count = (next - first).max((P::WEIGHT + 5).next_multiple_of(8));
        vector.edit(|vector| add_ones(isa, vector, &positions[..count]));
        Some(next)
    })
}

/// The element of little-endian bytes; bits that are no coefficients are ignored.
pub(crate) fn element<P: Parameters>(bytes: &[u8]) -> P::Element {
    let mut element = P::Element::ZERO;
    element.edit(|words| {
        let (whole, end) = bytes.as_chunks();
        for (word, bytes) in words.iter_mut().zip(whole) {
            *word = u64::from_le_bytes(*bytes);
        }
        if !end.is_empty() {
            let mut bytes = [0; 8];
            bytes[..end.len()].copy_from_slice(end);
            words[whole.len()] = u64::from_le_bytes(bytes);
        }
    });
    element
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

/// Bits that are set where words differ from little-endian bytes; zero if they are the same.
pub(crate) fn difference(words: &[u64], bytes: &[u8]) -> u64 {
    let (whole, end) = bytes.as_chunks();
    let mut difference = 0;
    for (word, bytes) in words.iter().zip(whole) {
        difference |= word ^ u64::from_le_bytes(*bytes);
    }
    let last = words.get(whole.len()).map_or([0; 8], |word| word.to_le_bytes());
    for (own, other) in last.iter().zip(end) {
        difference |= u64::from(own ^ other);
    }
    difference
}
