//! Elements as bytes and words, and what can be wrong with them.

use super::Cyclic;
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
    /// A bit beyond the coefficients is set.
    Padding {
        /// The coefficients of an element.
        bits: usize,
        /// The lowest such bit, counted from the first bit of the first byte.
        bit: usize,
    },
}

impl fmt::Display for EncodingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EncodingError::Length { expected, found } => {
                write!(f, "an element has {expected} bytes, not {found}")
            }
            EncodingError::Padding { bits, bit } => {
                write!(f, "an element has {bits} bits, and bit {bit} is set")
            }
        }
    }
}

impl core::error::Error for EncodingError {}

impl<const N: usize, const W: usize> Cyclic<N, W> {
    /// The bytes of an element.
    pub const BYTES: usize = N.div_ceil(8);

    /// The element of little-endian bytes, as in HQC and BIKE: bit i of byte j is the coefficient of
    /// X^(8j+i).
    ///
    /// # Errors
    ///
    /// There are more or fewer than [`BYTES`](Self::BYTES) bytes, or a bit beyond the coefficients is
    /// set.
    pub fn from_le_bytes(bytes: &[u8]) -> Result<Self, EncodingError> {
        check_length(Self::BYTES, bytes.len())?;
        let mut words = [0; W];
        for (word, bytes) in words.iter_mut().zip(bytes.chunks(8)) {
            let mut all = [0; 8];
            all[..bytes.len()].copy_from_slice(bytes);
            *word = u64::from_le_bytes(all);
        }
        Self::try_from(words)
    }

    /// Writes the element as little-endian bytes, as in HQC and BIKE.
    ///
    /// # Errors
    ///
    /// There is room for more or fewer than [`BYTES`](Self::BYTES) bytes.
    pub fn to_le_bytes(&self, bytes: &mut [u8]) -> Result<(), EncodingError> {
        check_length(Self::BYTES, bytes.len())?;
        for (bytes, word) in bytes.chunks_mut(8).zip(&self.0) {
            bytes.copy_from_slice(&word.to_le_bytes()[..bytes.len()]);
        }
        Ok(())
    }
}

fn check_length(expected: usize, found: usize) -> Result<(), EncodingError> {
    if expected == found { Ok(()) } else { Err(EncodingError::Length { expected, found }) }
}

impl<const N: usize, const W: usize> TryFrom<[u64; W]> for Cyclic<N, W> {
    type Error = EncodingError;

    /// The element of these words, least significant first; an error if a bit beyond the coefficients
    /// is set.
    fn try_from(words: [u64; W]) -> Result<Self, EncodingError> {
        match words[W - 1] & !Self::LAST_MASK {
            0 => Ok(Self::new(words)),
            padding => {
                let bit = 64 * (W - 1) + padding.trailing_zeros() as usize;
                Err(EncodingError::Padding { bits: N, bit })
            }
        }
    }
}

impl<const N: usize, const W: usize> From<Cyclic<N, W>> for [u64; W] {
    fn from(element: Cyclic<N, W>) -> [u64; W] {
        element.0
    }
}
