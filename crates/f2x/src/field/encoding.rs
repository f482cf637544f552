//! Elements as bytes and words, and what can be wrong with them.

use super::Element;
use super::modulus::{Modulus, last_mask};
use core::fmt;

/// Why bytes or words are not an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EncodingError {
    /// The number of bytes is another one than that of an element.
    Length {
        /// The bytes of an element.
        expected: usize,
        /// The bytes given.
        found: usize,
    },
    /// The polynomial has a degree that elements of the field have not.
    OutOfRange {
        /// The bits of an element.
        bits: usize,
    },
}

impl fmt::Display for EncodingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EncodingError::Length { expected, found } => {
                write!(f, "an element has {expected} bytes, not {found}")
            }
            EncodingError::OutOfRange { bits } => {
                write!(f, "an element has {bits} bits, and a bit above them is set")
            }
        }
    }
}

impl core::error::Error for EncodingError {}

/// Slices of different lengths where there is a result for each element, or for each pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LengthError {
    /// The number of places for results.
    pub expected: usize,
    /// The number of elements.
    pub found: usize,
}

impl fmt::Display for LengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there are {} elements for {} results", self.found, self.expected)
    }
}

impl core::error::Error for LengthError {}

#[inline(always)]
pub(super) fn same_length(expected: usize, found: usize) -> Result<(), LengthError> {
    if expected == found { Ok(()) } else { Err(LengthError { expected, found }) }
}

impl<F: Modulus, const W: usize> Element<F, W> {
    /// The bytes of an element.
    pub const BYTES: usize = F::BITS.div_ceil(8);

    /// The element of big-endian bytes, as in SEC 1 (Section 2.3.6): the last bit of the last byte is
    /// the coefficient of x^0.
    ///
    /// # Errors
    ///
    /// There are more or fewer than [`BYTES`](Self::BYTES) bytes, or a bit above the degree is set.
    pub fn from_be_bytes(bytes: &[u8]) -> Result<Self, EncodingError> {
        if bytes.len() != Self::BYTES {
            return Err(EncodingError::Length { expected: Self::BYTES, found: bytes.len() });
        }
        let mut words = [0; W];
        for (i, byte) in bytes.iter().rev().enumerate() {
            words[i / 8] |= u64::from(*byte) << (8 * (i % 8));
        }
        Self::try_from(words)
    }

    /// Writes the element as big-endian bytes, as in SEC 1 (Section 2.3.5).
    ///
    /// # Errors
    ///
    /// There is room for more or fewer than [`BYTES`](Self::BYTES) bytes.
    pub fn to_be_bytes(self, bytes: &mut [u8]) -> Result<(), EncodingError> {
        if bytes.len() != Self::BYTES {
            return Err(EncodingError::Length { expected: Self::BYTES, found: bytes.len() });
        }
        for (i, byte) in bytes.iter_mut().rev().enumerate() {
            *byte = (self.0[i / 8] >> (8 * (i % 8))) as u8;
        }
        Ok(())
    }

    /// The words, least significant first.
    #[inline(always)]
    pub const fn to_words(self) -> [u64; W] {
        self.0
    }
}

impl<F: Modulus, const W: usize> TryFrom<[u64; W]> for Element<F, W> {
    type Error = EncodingError;

    /// The element of these words, least significant first; an error if a bit above the degree is set.
    #[inline]
    fn try_from(words: [u64; W]) -> Result<Self, EncodingError> {
        match words[W - 1] & !last_mask::<F, W>() {
            0 => Ok(Self::new(words)),
            _ => Err(EncodingError::OutOfRange { bits: F::BITS }),
        }
    }
}

impl<F: Modulus, const W: usize> From<Element<F, W>> for [u64; W] {
    #[inline(always)]
    fn from(element: Element<F, W>) -> [u64; W] {
        element.0
    }
}
