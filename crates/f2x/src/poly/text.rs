//! Polynomials as text: hexadecimal digits and expressions, both ways.
//!
//! Text is an expression if it starts with x, or with 0 or 1 and a plus sign: terms 0, 1, x and x^N
//! joined by +, of which equal ones cancel. All else is hexadecimal digits of either case, most
//! significant first, with or without 0x; blanks, line breaks and underscores between them mean
//! nothing.

use super::Poly;
use alloc::vec::Vec;
use core::fmt::{self, Write};
use core::str::FromStr;

/// The largest exponent that text may have: a few characters may not ask for more than 512 MiB.
const MAX_EXPONENT: u64 = u32::MAX as u64;

/// Text that is no polynomial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The byte at which it went wrong.
    pub at: usize,
    expected: &'static str,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: expected {}", self.at, self.expected)
    }
}

impl core::error::Error for ParseError {}

impl FromStr for Poly {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut text = Text { bytes: text.as_bytes(), at: 0 };
        text.skip_blanks();
        let rest = text.rest();
        match rest {
            [b'x' | b'X', ..] => text.expression(),
            [b'0', b'x' | b'X', ..] => {
                text.at += 2;
                text.digits()
            }
            [b'0' | b'1', after @ ..] if after.trim_ascii_start().first() == Some(&b'+') => {
                text.expression()
            }
            _ => text.digits(),
        }
    }
}

struct Text<'t> {
    bytes: &'t [u8],
    at: usize,
}

impl<'t> Text<'t> {
    fn rest(&self) -> &'t [u8] {
        &self.bytes[self.at..]
    }

    fn skip_blanks(&mut self) {
        self.at = self.bytes.len() - self.rest().trim_ascii_start().len();
    }

    fn error(&self, expected: &'static str) -> ParseError {
        ParseError { at: self.at, expected }
    }

    /// Hexadecimal digits up to the end.
    fn digits(mut self) -> Result<Poly, ParseError> {
        let mut digits = Vec::new();
        while let Some(&byte) = self.rest().first() {
            match (byte as char).to_digit(16) {
                Some(digit) => digits.push(digit as u8),
                None if byte == b'_' || byte.is_ascii_whitespace() => {}
                None => return Err(self.error("a hexadecimal digit")),
            }
            self.at += 1;
        }
        if digits.is_empty() {
            return Err(self.error("a polynomial"));
        }
        let word =
            |digits: &[u8]| digits.iter().fold(0, |word, digit| word << 4 | u64::from(*digit));
        Ok(Poly::from_words(digits.rchunks(16).map(word).collect::<Vec<_>>()))
    }

    /// A sum of terms up to the end.
    fn expression(mut self) -> Result<Poly, ParseError> {
        let mut exponents = Vec::new();
        loop {
            self.skip_blanks();
            let term = self.rest().first().copied();
            if !matches!(term, Some(b'0' | b'1' | b'x' | b'X')) {
                return Err(self.error("a term (0, 1, x or x^N)"));
            }
            self.at += 1;
            match term {
                Some(b'0') => {}
                Some(b'1') => exponents.push(0),
                _ => exponents.push(self.exponent()?),
            }
            self.skip_blanks();
            match self.rest().first() {
                None => return Ok(Poly::from_exponents(exponents)),
                Some(b'+') => self.at += 1,
                Some(_) => return Err(self.error("+ or the end")),
            }
        }
    }

    /// The exponent after an x: 1 if there is no ^.
    fn exponent(&mut self) -> Result<usize, ParseError> {
        self.skip_blanks();
        if self.rest().first() != Some(&b'^') {
            return Ok(1);
        }
        self.at += 1;
        self.skip_blanks();
        let mut exponent = None;
        while let Some(digit @ b'0'..=b'9') = self.rest().first() {
            let value = 10 * exponent.unwrap_or(0) + u64::from(digit - b'0');
            if value > MAX_EXPONENT {
                return Err(self.error("an exponent up to 4294967295"));
            }
            exponent = Some(value);
            self.at += 1;
        }
        let exponent = exponent.and_then(|exponent| usize::try_from(exponent).ok());
        exponent.ok_or_else(|| self.error("an exponent"))
    }
}

/// A sum such as x^163+x^7+x^6+x^3+1; with `#`, hexadecimal digits after 0x.
impl fmt::Display for Poly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return fmt::LowerHex::fmt(self, f);
        }
        if self.is_zero() {
            return f.write_char('0');
        }
        let mut plus = "";
        for exponent in self.exponents() {
            match exponent {
                0 => write!(f, "{plus}1")?,
                1 => write!(f, "{plus}x")?,
                _ => write!(f, "{plus}x^{exponent}")?,
            }
            plus = "+";
        }
        Ok(())
    }
}

/// Hexadecimal digits, most significant first; with `#`, after 0x.
impl fmt::LowerHex for Poly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            f.write_str("0x")?;
        }
        let (top, below) = self.words.split_last().unwrap_or((&0, &[]));
        write!(f, "{top:x}")?;
        below.iter().rev().try_for_each(|word| write!(f, "{word:016x}"))
    }
}

impl fmt::Debug for Poly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Poly({self:#x})")
    }
}
