//! Operands: files, standard input and literals, as hexadecimal digits or as expressions.
//!
//! Text is read byte by byte from a small buffer straight into words, so that an operand takes no
//! more memory than its words.

use anyhow::{Context, Result, anyhow, bail};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};

/// The largest exponent in an expression: its operand has 512 MiB.
///
/// A few characters may not ask for more. Hexadecimal digits may be as many as fit in memory.
const MAX_EXPONENT: u64 = u32::MAX as u64;

/// A polynomial: words without leading zeros, least significant first.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Poly(Vec<u64>);

impl Poly {
    /// The polynomial of any words.
    pub(crate) fn new(mut words: Vec<u64>) -> Self {
        let length = words.iter().rposition(|word| *word != 0).map_or(0, |last| last + 1);
        words.truncate(length);
        Self(words)
    }

    /// The words, the last of them not zero.
    pub(crate) fn words(&self) -> &[u64] {
        &self.0
    }

    /// The words, the last of them not zero.
    pub(crate) fn into_words(self) -> Vec<u64> {
        self.0
    }

    /// The degree; zero has none.
    pub(crate) fn degree(&self) -> Option<u64> {
        let last = self.0.last()?;
        Some(64 * self.0.len() as u64 - 1 - u64::from(last.leading_zeros()))
    }
}

/// The operand that a command-line argument stands for; errors begin with its `name`.
pub(crate) fn operand(name: &str, argument: &OsStr) -> Result<Poly> {
    if argument == "-" {
        let stdin = io::stdin().lock();
        return parse(stdin, 0).with_context(|| format!("{name} (standard input)"));
    }
    let shown = argument.display();
    if let Some(literal) = argument.to_str().filter(|text| is_literal(text)) {
        return parse(literal.as_bytes(), literal.len()).with_context(|| {
            let start: String = literal.chars().take(60).collect();
            let dots = if start.len() < literal.len() { "…" } else { "" };
            format!("{name} ({start}{dots})")
        });
    }
    read_file(argument).with_context(|| format!("{name} ({shown})"))
}

/// Whether an argument is the polynomial itself: `0x…`, or the start of an expression and nothing
/// that cannot be in one.
fn is_literal(argument: &str) -> bool {
    if argument.starts_with("0x") || argument.starts_with("0X") {
        return true;
    }
    let term = |c: char| matches!(c, 'x' | 'X' | '+' | '^') || c.is_ascii_digit();
    let starts = match argument.trim_ascii_start().as_bytes() {
        [b'x' | b'X', ..] => true,
        [b'0' | b'1', rest @ ..] => matches!(rest.trim_ascii_start(), [] | [b'+', ..]),
        _ => false,
    };
    starts && argument.chars().all(|c| term(c) || c.is_ascii_whitespace())
}

fn read_file(path: &OsStr) -> Result<Poly> {
    let file = File::open(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => anyhow!(
            "there is no such file, and it is neither 0x… nor an expression such as x^163+x^7+1"
        ),
        _ => anyhow!("cannot be opened: {error}"),
    })?;
    let metadata = file.metadata().context("cannot be read")?;
    if metadata.is_dir() {
        bail!("is a directory");
    }
    parse(file, usize::try_from(metadata.len()).unwrap_or(0))
}

/// The polynomial that a text of about `length` bytes describes.
fn parse(reader: impl Read, length: usize) -> Result<Poly> {
    let mut text = Text::new(reader);
    text.skip_blanks()?;
    match text.peek()? {
        None => bail!("is empty; the zero polynomial is 0"),
        Some(b'x' | b'X') => expression(&mut text, Sum::default()),
        Some(digit @ (b'0' | b'1')) => {
            text.advance();
            if digit == b'0' && matches!(text.peek()?, Some(b'x' | b'X')) {
                text.advance();
                return hexadecimal(&mut text, Digits::expecting(length)?);
            }
            text.skip_blanks()?;
            if text.peek()? == Some(b'+') {
                text.advance();
                let mut sum = Sum::default();
                if digit == b'1' {
                    sum.add(0)?;
                }
                return expression(&mut text, sum);
            }
            let mut digits = Digits::expecting(length)?;
            digits.push(u64::from(digit - b'0'), 4)?;
            hexadecimal(&mut text, digits)
        }
        Some(_) => hexadecimal(&mut text, Digits::expecting(length)?),
    }
}

/// The rest of a text of hexadecimal digits.
fn hexadecimal(text: &mut Text<impl Read>, mut digits: Digits) -> Result<Poly> {
    loop {
        let bytes = text.buffered()?;
        if bytes.is_empty() {
            break;
        }
        let passed = digits.push_all(bytes)?;
        let bad = bytes.get(passed).copied();
        text.consume(passed);
        if let Some(bad) = bad {
            return Err(text.error(format!("{} is not a hexadecimal digit", show(bad))));
        }
    }
    if digits.is_empty() {
        return Err(text.error("there are no hexadecimal digits; the zero polynomial is 0".into()));
    }
    digits.finish()
}

/// The rest of an expression, from a term on, added to `sum`.
fn expression(text: &mut Text<impl Read>, mut sum: Sum) -> Result<Poly> {
    loop {
        text.skip_blanks()?;
        match text.peek()? {
            Some(b'0') => text.advance(),
            Some(b'1') => {
                text.advance();
                sum.add(0)?;
            }
            Some(b'x' | b'X') => {
                text.advance();
                sum.add(exponent(text)?)?;
            }
            found => return Err(text.expected("a term (0, 1, x or x^N)", found)),
        }
        text.skip_blanks()?;
        match text.peek()? {
            None => return Ok(Poly::new(sum.0)),
            Some(b'+') => text.advance(),
            found => return Err(text.expected("+ or the end", found)),
        }
    }
}

/// The exponent after an x: 1 if there is no ^.
fn exponent(text: &mut Text<impl Read>) -> Result<u64> {
    text.skip_blanks()?;
    if text.peek()? != Some(b'^') {
        return Ok(1);
    }
    text.advance();
    text.skip_blanks()?;
    let mut exponent = None;
    while let Some(digit @ b'0'..=b'9') = text.peek()? {
        let value = 10 * exponent.unwrap_or(0) + u64::from(digit - b'0');
        if value > MAX_EXPONENT {
            return Err(text.error(format!("the exponent is above {MAX_EXPONENT}")));
        }
        exponent = Some(value);
        text.advance();
    }
    match exponent {
        Some(exponent) => Ok(exponent),
        None => {
            let found = text.peek()?;
            Err(text.expected("an exponent", found))
        }
    }
}

/// A sum of powers of x.
#[derive(Default)]
struct Sum(Vec<u64>);

impl Sum {
    /// Adds x^exponent: a repeated term cancels.
    fn add(&mut self, exponent: u64) -> Result<()> {
        let word = usize::try_from(exponent / 64)?;
        if word >= self.0.len() {
            let additional = word + 1 - self.0.len();
            reserve(&mut self.0, additional)?;
            self.0.resize(word + 1, 0);
        }
        self.0[word] ^= 1 << (exponent % 64);
        Ok(())
    }
}

/// Hexadecimal digits, most significant first, packed into words as they come.
struct Digits {
    /// Full words, most significant first.
    words: Vec<u64>,
    /// Digits that do not yet fill a word.
    rest: u64,
    rest_bits: u32,
}

impl Digits {
    /// Room for the words of a text of so many bytes.
    fn expecting(bytes: usize) -> Result<Self> {
        let mut words = Vec::new();
        reserve(&mut words, bytes.div_ceil(16))?;
        Ok(Self { words, rest: 0, rest_bits: 0 })
    }

    fn is_empty(&self) -> bool {
        self.words.is_empty() && self.rest_bits == 0
    }

    /// Takes digits and passes over what may stand between them, up to the first byte that is
    /// neither; tells how many bytes that is.
    fn push_all(&mut self, bytes: &[u8]) -> Result<usize> {
        let mut passed = 0;
        while let Some(&byte) = bytes.get(passed) {
            // Long operands are made of whole words of digits: one check for each of them.
            if let Some(word) = bytes[passed..].first_chunk().and_then(word) {
                self.push(word, 64)?;
                passed += 16;
                continue;
            }
            match VALUES[usize::from(byte)] {
                BETWEEN => {}
                BAD => break,
                digit => self.push(u64::from(digit), 4)?,
            }
            passed += 1;
        }
        Ok(passed)
    }

    /// Takes 4 or 64 bits.
    #[inline]
    fn push(&mut self, value: u64, bits: u32) -> Result<()> {
        let all = u128::from(self.rest) << bits | u128::from(value);
        let all_bits = self.rest_bits + bits;
        if all_bits < 64 {
            (self.rest, self.rest_bits) = (all as u64, all_bits);
            return Ok(());
        }
        self.rest_bits = all_bits - 64;
        self.rest = all as u64 & ((1 << self.rest_bits) - 1);
        if self.words.len() == self.words.capacity() {
            reserve(&mut self.words, 1)?;
        }
        self.words.push((all >> self.rest_bits) as u64);
        Ok(())
    }

    /// The digits as one number: the full words, shifted up by the rest.
    fn finish(mut self) -> Result<Poly> {
        self.words.reverse();
        if self.rest_bits > 0 {
            reserve(&mut self.words, 1)?;
            for word in &mut self.words {
                let above = *word >> (64 - self.rest_bits);
                *word = *word << self.rest_bits | self.rest;
                self.rest = above;
            }
            self.words.push(self.rest);
        }
        Ok(Poly::new(self.words))
    }
}

/// Makes room for more words, or says that there is none.
pub(crate) fn reserve(words: &mut Vec<u64>, additional: usize) -> Result<()> {
    words
        .try_reserve(additional)
        .map_err(|_| anyhow!("there is not enough memory for {} words", words.len() + additional))
}

/// What a byte means among hexadecimal digits: its value, or one of the codes below.
const VALUES: [u8; 256] = {
    let mut values = [BAD; 256];
    let mut byte = 0;
    while byte < 256 {
        values[byte] = match byte as u8 {
            digit @ b'0'..=b'9' => digit - b'0',
            digit @ b'a'..=b'f' => digit - b'a' + 10,
            digit @ b'A'..=b'F' => digit - b'A' + 10,
            b'_' => BETWEEN,
            byte if is_blank(byte) => BETWEEN,
            _ => BAD,
        };
        byte += 1;
    }
    values
};
/// A byte that may stand between digits.
const BETWEEN: u8 = 0x10;
/// A byte that may not be there.
const BAD: u8 = 0x20;

/// The word of 16 digits, if all of them are digits.
#[inline]
fn word(digits: &[u8; 16]) -> Option<u64> {
    let (mut word, mut all) = (0, 0);
    for digit in digits {
        let value = VALUES[usize::from(*digit)];
        word = word << 4 | u64::from(value);
        all |= value;
    }
    (all < BETWEEN).then_some(word)
}

const fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace()
}

/// A byte as an error names it.
fn show(byte: u8) -> String {
    if byte.is_ascii_graphic() {
        format!("'{}'", byte as char)
    } else {
        format!("byte 0x{byte:02x}")
    }
}

/// A text with one byte of lookahead that knows its line and column.
struct Text<R> {
    reader: R,
    buffer: Box<[u8]>,
    at: usize,
    end: usize,
    ended: bool,
    line: u64,
    column: u64,
}

impl<R: Read> Text<R> {
    fn new(reader: R) -> Self {
        let buffer = vec![0; 1 << 16].into_boxed_slice();
        Self { reader, buffer, at: 0, end: 0, ended: false, line: 1, column: 1 }
    }

    /// The bytes that were read and not passed yet; none at the end of the text.
    fn buffered(&mut self) -> Result<&[u8]> {
        while self.at == self.end && !self.ended {
            self.at = 0;
            self.end = match self.reader.read(&mut self.buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => 0,
                read => {
                    let read = read.context("cannot be read")?;
                    self.ended = read == 0;
                    read
                }
            };
        }
        Ok(&self.buffer[self.at..self.end])
    }

    /// Passes so many of the bytes that were read.
    fn consume(&mut self, bytes: usize) {
        let passed = &self.buffer[self.at..self.at + bytes];
        self.at += bytes;
        self.column += bytes as u64;
        if let Some(last) = passed.iter().rposition(|byte| *byte == b'\n') {
            self.line += passed.iter().filter(|byte| **byte == b'\n').count() as u64;
            self.column = (bytes - last) as u64;
        }
    }

    /// The next byte.
    fn peek(&mut self) -> Result<Option<u8>> {
        Ok(self.buffered()?.first().copied())
    }

    /// Passes the byte that was peeked at.
    fn advance(&mut self) {
        self.consume(1);
    }

    fn skip_blanks(&mut self) -> Result<()> {
        while self.peek()?.is_some_and(is_blank) {
            self.advance();
        }
        Ok(())
    }

    /// An error at the next byte.
    fn error(&self, what: String) -> anyhow::Error {
        anyhow!("line {}, column {}: {what}", self.line, self.column)
    }

    fn expected(&self, what: &str, found: Option<u8>) -> anyhow::Error {
        let found = found.map_or("the end".into(), show);
        self.error(format!("expected {what}, found {found}"))
    }
}
