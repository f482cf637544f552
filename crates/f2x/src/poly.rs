//! Polynomials over GF(2) of any degree: the ring, its quotients, and factorisation.
//!
//! **Not constant-time.** Every function here branches on its operands and allocates by their
//! degrees; only the products inside are those of [`mul`](crate::mul()). Do not give it secrets.
//!
//! ```
//! use f2x::Poly;
//! let a: Poly = "x^4+x+1".parse()?;
//! let b: Poly = "0x7".parse()?;
//! assert_eq!((&a * &b).to_string(), "x^6+x^5+x^4+x^3+1");
//! let (q, r) = a.div_rem(&b)?;
//! assert_eq!(&q * &b + &r, a);
//! assert!(a.is_irreducible());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Errors and panics
//!
//! The operators panic as those of integers do: `/` and `%` on a zero divisor, and every product on
//! an `F2X_LEVEL` that names a level which cannot be used. Methods that return a [`Result`] report
//! both as an [`Error`].
//!
//! # Cost
//!
//! M(n) is a product of two polynomials of degree n. Squares, square roots, derivatives and shifts
//! are linear; quotients, reciprocals and products in a quotient ring are O(M(n)); greatest common
//! divisors and minimal polynomials O(M(n) log n).

use crate::LevelError;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;

mod coefficients;
mod composition;
mod convert;
mod division;
mod euclid;
mod factor;
mod gcd;
mod half_gcd;
mod irreducible;
mod lehmer;
mod matrix;
mod minimal_polynomial;
mod modulus;
mod operators;
mod powers;
mod product;
mod random;
mod reciprocal;
mod sparse_search;
mod text;
mod words;

pub use composition::Argument;
pub use modulus::Modulus;
pub use sparse_search::{Pentanomials, Trinomials};
pub use text::ParseError;

/// A polynomial over GF(2).
///
/// Its words are those of the crate: bit i of word j is the coefficient of x^(64j+i). The last word
/// is not zero, so equal polynomials have equal words. Polynomials are ordered as the numbers that
/// their coefficients are the binary digits of, and so by degree first.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Poly {
    words: Vec<u64>,
}

/// Why an operation has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The divisor is zero.
    DivisionByZero,
    /// An exact quotient was asked for, and the division leaves a remainder.
    NotDivisible,
    /// The element and the modulus, or the power series and x, have a common divisor.
    NotInvertible,
    /// The modulus is a constant: the quotient ring would have one element at most.
    ConstantModulus,
    /// The polynomial is zero, which has no factorisation and no multiplicities.
    Zero,
    /// The polynomial is not a square.
    NotSquare,
    /// `F2X_LEVEL` names a level that cannot be used.
    Level(LevelError),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::DivisionByZero => f.write_str("division by zero"),
            Error::NotDivisible => f.write_str("the division leaves a remainder"),
            Error::NotInvertible => f.write_str("there is no inverse"),
            Error::ConstantModulus => f.write_str("the modulus is a constant"),
            Error::Zero => f.write_str("the polynomial is zero"),
            Error::NotSquare => f.write_str("the polynomial is not a square"),
            Error::Level(error) => write!(f, "F2X_LEVEL: {error}"),
        }
    }
}

impl core::error::Error for Error {}

impl From<LevelError> for Error {
    fn from(error: LevelError) -> Self {
        Error::Level(error)
    }
}

impl Poly {
    /// 0
    pub const ZERO: Poly = Poly { words: Vec::new() };

    /// 1
    pub fn one() -> Self {
        Self { words: vec![1] }
    }

    /// x
    pub fn x() -> Self {
        Self { words: vec![2] }
    }

    /// x^`exponent`
    pub fn monomial(exponent: usize) -> Self {
        let mut words = vec![0; exponent / 64 + 1];
        words[exponent / 64] = 1 << (exponent % 64);
        Self { words }
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        self.words.is_empty()
    }

    /// Whether it is 1.
    pub fn is_one(&self) -> bool {
        self.words == [1]
    }

    /// The degree; zero has none.
    pub fn degree(&self) -> Option<usize> {
        words::bits(&self.words).checked_sub(1)
    }

    /// The number of coefficients up to the leading one: the degree and one more, none for zero.
    pub fn bits(&self) -> usize {
        words::bits(&self.words)
    }
}

impl PartialOrd for Poly {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Poly {
    fn cmp(&self, other: &Self) -> Ordering {
        let lengths = self.words.len().cmp(&other.words.len());
        lengths.then_with(|| self.words.iter().rev().cmp(other.words.iter().rev()))
    }
}
