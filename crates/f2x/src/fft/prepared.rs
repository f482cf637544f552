//! Operands that are transformed once: one times many, squares, and sums of products with one inverse.

use super::kronecker::ByWords;
use super::points::Points;
use super::pointwise::ByBytes;
use super::watch::Watch;
use super::{Modulus, Remainders, forward, inverse, layers, max, modulus};
use crate::isa::bytes::{BytesOperation, IsaBytes, MulBytes, SpreadBytes};
use crate::isa::{Isa, scratch::from_line};
use crate::{Error, Level, LevelError, Operation};
use alloc::vec::Vec;
use core::fmt;

/// A polynomial over GF(2), transformed for products.
///
/// A product is three transforms, of which a prepared operand saves its own: a third for a product with one
/// that is not prepared, two thirds for one of two that are. A [`Sum`] of products has one inverse.
///
/// ```
/// use f2x::fft::{Prepared, Sum};
/// let (a, b) = (Prepared::new(&[0b11, 1], 2)?, Prepared::new(&[0b101], 2)?);
/// let mut c = [0; 3];
/// a.mul(&b, &mut c)?;
/// assert_eq!(c, [0b1111, 0b101, 0]);
/// // a · b + a²
/// let mut sum = Sum::new(2)?;
/// sum.add(&a, &b)?;
/// sum.add(&a, &a)?;
/// let mut c = [0; 4];
/// sum.store(&mut c)?;
/// assert_eq!(c, [0b1010, 0b101, 1, 0]);
/// # Ok::<(), f2x::Error>(())
/// ```
///
/// Worth it from some thousand words on: shorter operands take the time of 256 words on level avx512, of 1024 words on
/// the others. Memory: a product of two operands of `most_words` words, however short this one is, an eighth more at
/// most from 2^20 bits of product on, up to twice that below, and never less than for the shortest operands.
/// Constant-time in the words; nothing is wiped when it is dropped.
pub struct Prepared {
    form: Form,
    words: usize,
    blocks: Lines,
}

/// A sum of products of operands that are [`Prepared`] for the same number of words.
///
/// Memory: up to three times the longest product that it was made for, and up to five times one of less than 2^19 bits;
/// never less than for the shortest operands that [`Prepared`] is worth it for.
pub struct Sum {
    form: Form,
    words: usize,
    blocks: Lines,
    product: Lines,
    work: Lines,
}

/// What two transforms must have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Form {
    level: Level,
    /// The words of the longest operand.
    most_words: usize,
    modulus: Modulus,
}

/// Coefficients have at least 2^so many bytes, so that all CPUs of a level can transform them: of level vpclmul
/// some have vectors of one block.
const fn common_log_bytes(level: Level) -> u32 {
    if matches!(level, Level::Avx512) { 0 } else { 2 }
}

impl Form {
    fn new(level: Level, most_words: usize) -> Result<Form, Error> {
        if !level.is_available() {
            return Err(LevelError::Missing(level).into());
        }
        let most = modulus::MOST_WORDS / 2;
        if most_words > most {
            return Err(Error::PreparedWords { most, found: most_words });
        }
        Ok(Form::of_words(level, most_words))
    }

    /// [`new`](Form::new) of operands that are not too long, on any level.
    fn of_words(level: Level, most_words: usize) -> Form {
        let log = common_log_bytes(level);
        let words = max(2 * most_words, Modulus::least_words(log));
        let mut modulus = Modulus::of_words(log, words);
        while modulus.words() < words {
            modulus = modulus.next();
        }
        Form { level, most_words, modulus }
    }

    /// The words of an operand as whole units of 256 coefficients.
    fn rows_words(self, words: usize) -> usize {
        words.next_multiple_of(self.modulus.unit_words())
    }

    fn run(self, task: Task<'_>) {
        let found = self.level.dispatch(Transform { modulus: self.modulus, task });
        assert!(found == Ok(true), "level {} has transforms of that form", self.level);
    }

    /// That both forms are the same.
    fn check(self, other: Form) -> Result<(), Error> {
        if self == other {
            return Ok(());
        }
        Err(Error::PreparedFor { expected: self.most_words, found: other.most_words })
    }
}

impl Prepared {
    /// Transforms `operand` for products of operands of at most `most_words` words each, on the current level.
    ///
    /// # Errors
    ///
    /// The operand has more than `most_words` words; these are more than can be transformed, 125,829,120 (some 2^33 bits);
    /// `F2X_LEVEL` names a level that cannot be used; or memory was refused.
    pub fn new(operand: &[u64], most_words: usize) -> Result<Prepared, Error> {
        Prepared::new_on(Level::current()?, operand, most_words)
    }

    /// [`new`](Prepared::new) on a level of the caller's choice.
    ///
    /// # Errors
    ///
    /// As there, or the CPU lacks the level.
    pub fn new_on(level: Level, operand: &[u64], most_words: usize) -> Result<Prepared, Error> {
        let form = Form::new(level, most_words)?;
        if operand.len() > most_words {
            return Err(Error::PreparedWords { most: most_words, found: operand.len() });
        }
        let mut blocks = Lines::new(form.modulus.blocks_words())?;
        if !operand.is_empty() {
            let mut copy = Lines::new(form.rows_words(operand.len()))?;
            let mut work = Lines::new(form.modulus.work_words())?;
            let (blocks, copy, work) = (blocks.words_mut(), copy.words_mut(), work.words_mut());
            form.run(Task::Forward { blocks, copy, operand, work });
        }
        Ok(Prepared { form, words: operand.len(), blocks })
    }

    /// The words of the operand.
    pub fn words(&self) -> usize {
        self.words
    }

    /// c := a · b, where `c` has as many words as both operands together.
    ///
    /// # Errors
    ///
    /// `c` has another length, the operands were prepared for different numbers of words or on different
    /// levels, or memory was refused.
    pub fn mul(&self, b: &Prepared, c: &mut [u64]) -> Result<(), Error> {
        let mut sum = Sum::of_form(self.form)?;
        sum.add(self, b)?;
        sum.store(c)
    }
}

impl fmt::Debug for Prepared {
    /// Without the operand, which may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Prepared { form, words, .. } = self;
        f.debug_struct("Prepared").field("form", form).field("words", words).finish_non_exhaustive()
    }
}

impl Sum {
    /// No products, of operands of at most `most_words` words, on the current level.
    ///
    /// # Errors
    ///
    /// That is longer than any that is transformed; `F2X_LEVEL` names a level that cannot be used; or memory
    /// was refused.
    pub fn new(most_words: usize) -> Result<Sum, Error> {
        Sum::new_on(Level::current()?, most_words)
    }

    /// [`new`](Sum::new) on a level of the caller's choice.
    ///
    /// # Errors
    ///
    /// As there, or the CPU lacks the level.
    pub fn new_on(level: Level, most_words: usize) -> Result<Sum, Error> {
        Sum::of_form(Form::new(level, most_words)?)
    }

    fn of_form(form: Form) -> Result<Sum, Error> {
        let words = form.modulus.blocks_words();
        Ok(Sum {
            form,
            words: 0,
            blocks: Lines::new(words)?,
            // It has the rows of the sum, too.
            product: Lines::new(max(words, form.modulus.rows_words(0)))?,
            work: Lines::new(form.modulus.work_words())?,
        })
    }

    /// Adds a · b.
    ///
    /// # Errors
    ///
    /// An operand was prepared for another number of words, or on another level.
    pub fn add(&mut self, a: &Prepared, b: &Prepared) -> Result<(), Error> {
        self.form.check(a.form)?;
        self.form.check(b.form)?;
        self.words = max(self.words, a.words + b.words);
        let (sum, product) = (self.blocks.words_mut(), self.product.words_mut());
        let work = self.work.words_mut();
        let (a, b) = (a.blocks.words(), b.blocks.words());
        self.form.run(Task::AddProduct { sum, product, a, b, work });
        Ok(())
    }

    /// The words of the longest product.
    pub fn words(&self) -> usize {
        self.words
    }

    /// c := the sum, where `c` has as many words as the longest product.
    ///
    /// # Errors
    ///
    /// `c` has another length.
    pub fn store(mut self, c: &mut [u64]) -> Result<(), Error> {
        if c.len() != self.words {
            return Err(Error::ProductWords { expected: self.words, found: c.len() });
        }
        if !c.is_empty() {
            let blocks = self.blocks.words_mut();
            let (rows, work) = (self.product.words_mut(), self.work.words_mut());
            self.form.run(Task::Inverse { result: c, blocks, rows, work });
        }
        Ok(())
    }
}

impl fmt::Debug for Sum {
    /// Without the sum, which may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sum { form, words, .. } = self;
        f.debug_struct("Sum").field("form", form).field("words", words).finish_non_exhaustive()
    }
}

/// Words from the start of a cache line on.
struct Lines(Vec<u64>);

impl Lines {
    /// So many words, all zero.
    fn new(words: usize) -> Result<Lines, Error> {
        let mut memory = Vec::new();
        memory.try_reserve_exact(words + 8).map_err(|_| Error::Memory { words })?;
        memory.resize(words + 8, 0);
        Ok(Lines(memory))
    }

    fn words(&self) -> &[u64] {
        &self.0[self.0.as_ptr().align_offset(64).min(7)..]
    }

    fn words_mut(&mut self) -> &mut [u64] {
        from_line(&mut self.0)
    }
}

/// What is done on the level of a form.
enum Task<'t> {
    Forward {
        blocks: &'t mut [u64],
        copy: &'t mut [u64],
        operand: &'t [u64],
        work: &'t mut [u64],
    },
    AddProduct {
        sum: &'t mut [u64],
        product: &'t mut [u64],
        a: &'t [u64],
        b: &'t [u64],
        work: &'t mut [u64],
    },
    Inverse {
        result: &'t mut [u64],
        blocks: &'t mut [u64],
        rows: &'t mut [u64],
        work: &'t mut [u64],
    },
}

struct Transform<'t> {
    modulus: Modulus,
    task: Task<'t>,
}

impl Operation for Transform<'_> {
    type Output = bool;
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> bool {
        isa.with_bytes(self)
    }
}

impl BytesOperation for Transform<'_> {
    fn run_products<I: IsaBytes<B: MulBytes<I>>>(self, isa: I) -> bool {
        self.run::<I, ByBytes>(isa)
    }

    fn run_constants<I: IsaBytes<B: SpreadBytes<I>>>(self, isa: I) -> bool {
        self.run::<I, ByWords>(isa)
    }
}

impl Transform<'_> {
    fn run<I: IsaBytes, P: Points<I, I::B>>(self, isa: I) -> bool {
        let Transform { modulus, task } = self;
        match task {
            Task::Forward { blocks, copy, operand, work } => {
                forward(isa, modulus, (&mut *blocks, &mut []), copy, operand, work, Watch::NONE);
                layers(isa, modulus, blocks);
            }
            Task::AddProduct { sum, product, a, b, work } => {
                let words = modulus.blocks_words();
                product[..words].copy_from_slice(&a[..words]);
                for (piece, at) in modulus.pieces() {
                    let product = &mut product[at..][..piece.words()];
                    piece.products::<I, P>(isa, product, &b[at..], work);
                }
                for (sum, product) in sum.iter_mut().zip(&product[..words]) {
                    *sum ^= product;
                }
            }
            Task::Inverse { result, blocks, rows, work } => {
                for (piece, at) in modulus.pieces() {
                    piece.inverse(isa, &mut blocks[at..][..piece.words()]);
                }
                let from = Remainders { blocks, quotient: &[], subspace_units: 0 };
                inverse(isa, modulus, result, rows, from, work, (false, Watch::NONE));
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_take_memory_in_proportion() {
        let memory = |modulus: Modulus| {
            let blocks = modulus.blocks_words();
            blocks + max(blocks, modulus.rows_words(0)) + modulus.work_words() + 3 * 8
        };
        for level in Level::ALL {
            let least = Modulus::of_words(
                common_log_bytes(level),
                Modulus::least_words(common_log_bytes(level)),
            );
            let mut most_words = 16;
            while most_words < modulus::MOST_WORDS / 2 {
                // Of levels that this CPU lacks, too.
                let (words, form) = (2 * most_words, Form::of_words(level, most_words));
                let times = if words < 1 << 13 { 5 } else { 3 };
                let most = max(times * words, memory(least));
                assert!(memory(form.modulus) <= most, "{level}, {most_words} words");
                most_words += most_words / 16;
            }
        }
    }
}
