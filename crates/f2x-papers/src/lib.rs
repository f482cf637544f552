//! The kernels and schedules of three papers, by the papers' names, built from the blocks of
//! [`f2x`]:
//!
//! * [`robert_veron`]: J.-M. Robert and P. Véron, *Faster multiplication over GF(2)\[X\] using
//!   AVX512 instruction set and VPCLMULQDQ instruction*, JCEN 2021;
//! * [`drucker_gueron_krasnov`]: N. Drucker, S. Gueron and V. Krasnov, *Fast multiplication of
//!   binary polynomials with the forthcoming vectorized VPCLMULQDQ instruction*, ARITH 2018;
//! * [`su_fan`]: C. Su and H. Fan, *Impact of Intel's new instruction sets on software
//!   implementation of GF(2)\[x\] multiplication*, IPL 2012.
//!
//! They are yardsticks: [`schedules`] lists all of them, to run and to measure beside
//! [`f2x::mul`](fn@f2x::mul).

use f2x::isa::Isa;
use f2x::mul::{Block, product};
use f2x::{Level, LevelError};
use std::fmt;

pub mod drucker_gueron_krasnov;
pub mod robert_veron;
pub mod su_fan;

/// A product of one size by one schedule of a paper, ready to run on this CPU.
pub struct Schedule {
    paper: &'static str,
    name: String,
    place: &'static str,
    words: usize,
    scratch_words: usize,
    mul: Box<Product>,
}

/// c := a · b with scratch.
type Product = dyn Fn(&mut [u64], &[u64], &[u64], &mut [u64]) + Send + Sync;

impl Schedule {
    /// The block `B` on the instruction set of `isa`; `place` is where the paper has it.
    fn new<I: Isa, B: Block<I>>(
        isa: I,
        paper: &'static str,
        name: impl Into<String>,
        place: &'static str,
    ) -> Self {
        Self {
            paper,
            name: name.into(),
            place,
            words: B::WORDS,
            scratch_words: B::SCRATCH,
            mul: Box::new(move |c, a, b, scratch| {
                isa.outline(
                    #[inline(always)]
                    || product::<I, B>(isa, c, a, b, scratch),
                );
            }),
        }
    }

    /// The paper's name and the schedule's, as `robert-veron/toom3(karat3)`.
    pub fn name(&self) -> String {
        format!("{}/{}", self.paper, self.name)
    }

    /// Where the paper describes or measures it.
    pub fn place(&self) -> &'static str {
        self.place
    }

    /// The words of each operand.
    pub fn words(&self) -> usize {
        self.words
    }

    /// The words of scratch that [`mul`](Self::mul) needs.
    pub fn scratch_words(&self) -> usize {
        self.scratch_words
    }

    /// c := a · b; a and b have [`words`](Self::words) words each, c twice as many.
    ///
    /// # Panics
    ///
    /// A slice is too short.
    pub fn mul(&self, c: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
        (self.mul)(c, a, b, scratch);
    }
}

impl fmt::Debug for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {} words ({})", self.name(), self.words, self.place)
    }
}

/// A product of elements of a binary field by a paper, ready to run on this CPU.
pub struct FieldProduct {
    name: String,
    bits: usize,
    words: usize,
    each: Box<Each>,
    chain: Box<Chain>,
}

/// c\[i\] := a\[i\] · b\[i\] for elements one after the other.
type Each = dyn Fn(&mut [u64], &[u64], &[u64]) + Send + Sync;

/// c := c · b\[0\] · b\[1\] · …
type Chain = dyn Fn(&mut [u64], &[u64]) + Send + Sync;

impl FieldProduct {
    fn new(
        name: String,
        (bits, words): (usize, usize),
        each: impl Fn(&mut [u64], &[u64], &[u64]) + Send + Sync + 'static,
        chain: impl Fn(&mut [u64], &[u64]) + Send + Sync + 'static,
    ) -> Self {
        Self { name, bits, words, each: Box::new(each), chain: Box::new(chain) }
    }

    /// The paper's name and that of the product, as `su-fan/3-1`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The degree of the field.
    pub fn bits(&self) -> usize {
        self.bits
    }

    /// The words of an element.
    pub fn words(&self) -> usize {
        self.words
    }

    /// c\[i\] := a\[i\] · b\[i\], for as many elements as each of the slices has, one after the other.
    pub fn each(&self, c: &mut [u64], a: &[u64], b: &[u64]) {
        (self.each)(c, a, b);
    }

    /// c := c · b\[0\] · b\[1\] · … for an element `c` and the elements in `b`.
    ///
    /// # Panics
    ///
    /// `c` has another length than [`words`](Self::words).
    pub fn chain(&self, c: &mut [u64], b: &[u64]) {
        (self.chain)(c, b);
    }
}

impl fmt::Debug for FieldProduct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in GF(2^{})", self.name, self.bits)
    }
}

/// Every product of field elements of the papers that runs on `level`.
///
/// # Errors
///
/// The CPU lacks the level.
pub fn field_products(level: Level) -> Result<Vec<FieldProduct>, LevelError> {
    if !level.is_available() {
        return Err(LevelError::Missing(level));
    }
    Ok(su_fan::reduction::field_products(level))
}

/// The kernels of the papers that run on `level`, each by itself, by paper and name.
///
/// Those called `mul128x4` multiply the 128 bits of each lane of 512 bits: the product has the low halves
/// of the four products, then the high ones.
///
/// # Errors
///
/// The CPU lacks the level.
pub fn kernels(level: Level) -> Result<Vec<Schedule>, LevelError> {
    if !level.is_available() {
        return Err(LevelError::Missing(level));
    }
    let mut kernels = robert_veron::kernels(level);
    kernels.extend(drucker_gueron_krasnov::kernels(level));
    Ok(kernels)
}

/// Every schedule of the papers that runs on `level`, by paper and name.
///
/// # Errors
///
/// The CPU lacks the level.
pub fn schedules(level: Level) -> Result<Vec<Schedule>, LevelError> {
    if !level.is_available() {
        return Err(LevelError::Missing(level));
    }
    let mut schedules = robert_veron::schedules(level);
    schedules.extend(drucker_gueron_krasnov::schedules(level));
    schedules.extend(su_fan::schedules(level));
    Ok(schedules)
}
