//! What can be wrong with bytes.

use core::fmt;

/// Why bytes are not a key or a ciphertext.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The number of bytes is another one than that of the object.
    Length {
        /// What the bytes should have been.
        object: &'static str,
        /// Its bytes.
        expected: usize,
        /// The bytes given.
        found: usize,
    },
    /// The encapsulation key has a bit beyond the coefficients of its ring element; no key that was
    /// generated has one.
    Padding,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Length { object, expected, found } => {
                write!(f, "{object} has {expected} bytes, not {found}")
            }
            Error::Padding => f.write_str("an unused bit of the encapsulation key is set"),
        }
    }
}

impl core::error::Error for Error {}
