//! Products with powers of X whose exponent is secret: rotations.
//!
//! Rotated by m places, coefficient j is the operand's coefficient j + (N − m) mod N. So the operand,
//! continued by itself, is shifted down by N − m ≥ 1, in steps of halving powers of two that are all
//! done; a mask decides whether one counts. Steps of whole vectors are passes over the memory. Those within
//! a vector, of words and then of bits, are one pass from the last row to the first, in which each step
//! keeps what the row above had before it.
//!
//! Cost: ⌈log₂ N⌉ steps; for the long ones two loads, one selection and one store for each row, for the
//! short ones two shifts, a shuffle and a selection.

use super::permutation::continued_cyclically;
use super::transposition::select;
use super::{Cyclic, Scratch, on_level};
use crate::field::Choice;
use crate::isa::{Isa, Vector};

impl<const N: usize, const W: usize> Cyclic<N, W> {
    /// The words of an operand and its continuation, and two rows behind.
    pub(super) const CONTINUED_WORDS: usize = (2 * W).next_multiple_of(8) + 16;

    /// `self` · X^`amount`, in constant time whatever `amount` is: it may be secret, and N or more.
    ///
    /// Cost: ⌈log₂ N⌉ passes, some of them in registers.
    pub fn rotate(&self, amount: u32) -> Self {
        let a = self;
        on_level!(
            isa,
            scratch,
            (a: &'v Cyclic<N, W>, amount: u32) -> Cyclic<N, W>,
            a.rotate_in(isa, amount, scratch)
        )
    }

    /// `self` · X^`amount`, in constant time whatever `amount` is: it may be secret, and N or more.
    #[inline]
    pub fn rotate_on<I: Isa, const S: usize>(
        &self,
        isa: I,
        amount: u32,
        scratch: &mut Scratch<S>,
    ) -> Self {
        self.rotate_in(isa, amount, scratch.of::<N, W>())
    }

    fn rotate_in<I: Isa>(&self, isa: I, amount: u32, scratch: &mut [u64]) -> Self {
        isa.outline(
            #[inline(always)]
            || {
                let words = &mut scratch[..Self::CONTINUED_WORDS];
                words[2 * W..].fill(0);
                continued_cyclically(&self.0, Self::LAST_BITS, &mut words[..2 * W]);
                shift_down::<I>(isa, words, W, N as u64 - u64::from(reduced::<N>(amount)));
                let mut rotated = [0; W];
                rotated.copy_from_slice(&words[..W]);
                Self::truncated(rotated)
            },
        )
    }
}

/// `amount` mod N, by a product with ⌊2^32/N⌋, which gives the quotient or one less.
#[inline(always)]
fn reduced<const N: usize>(amount: u32) -> u32 {
    let reciprocal = const { (1 << 32) / N as u64 };
    let quotient = (u64::from(amount) * reciprocal) >> 32;
    let rest = u64::from(amount) - quotient * N as u64;
    let less = rest.wrapping_sub(N as u64);
    let keep = Choice::from_bit(less >> 63).mask();
    (less ^ (less ^ rest) & keep) as u32
}

/// All ones where bit `bit` of `amount` is set.
#[inline(always)]
fn mask<I: Isa>(isa: I, amount: u64, bit: u32) -> I::V {
    let mask = Choice::from_bit(amount >> bit).mask();
    I::V::load_part(isa, &[mask; 8][..I::V::WORDS])
}

/// The first `needed` words of `words` divided by x^amount; `amount` is at most 64 · needed.
#[inline(always)]
fn shift_down<I: Isa>(isa: I, words: &mut [u64], needed: usize, amount: u64) {
    let row = I::V::WORDS;
    let mut bit = needed.ilog2() + 6;
    while 1 << bit >= 64 * row {
        let (rows, apart) = (I::V::rows_mut(words).0, (1 << bit) / 64 / row);
        let mask = mask(isa, amount, bit);
        // What the shorter steps can reach, as far as there are rows.
        let end = (needed.div_ceil(row) + apart + 1).min(rows.len() - apart);
        for i in 0..end {
            let (here, there) = (I::V::load(isa, &rows[i]), I::V::load(isa, &rows[i + apart]));
            select(mask, here, there).store(&mut rows[i]);
        }
        bit -= 1;
    }
    let mut steps = Steps::new(isa, amount);
    let rows = I::V::rows_mut(words).0;
    for row in rows[..needed.div_ceil(row) + 1].iter_mut().rev() {
        steps.next(I::V::load(isa, row)).store(row);
    }
}

/// The steps within a vector, of 4, 2 and 1 words and of 32, 16, … and 1 bits.
struct Steps<I: Isa> {
    masks: [I::V; STEPS],
    /// What the row above was before each step.
    above: [I::V; STEPS],
}

const STEPS: usize = 9;

impl<I: Isa> Steps<I> {
    #[inline(always)]
    fn new(isa: I, amount: u64) -> Self {
        let zero = I::V::zero(isa);
        let mut steps = Self { masks: [zero; STEPS], above: [zero; STEPS] };
        for (i, step) in steps.masks.iter_mut().enumerate() {
            *step = mask(isa, amount, (STEPS - 1 - i) as u32);
        }
        steps
    }

    /// The row shifted, after those above it.
    #[inline(always)]
    fn next(&mut self, row: I::V) -> I::V {
        let row = self.by_words::<0, 4>(row);
        let row = self.by_words::<1, 2>(row);
        let row = self.by_words::<2, 1>(row);
        let row = self.by_bits::<3, 32>(row);
        let row = self.by_bits::<4, 16>(row);
        let row = self.by_bits::<5, 8>(row);
        let row = self.by_bits::<6, 4>(row);
        let row = self.by_bits::<7, 2>(row);
        self.by_bits::<8, 1>(row)
    }

    #[inline(always)]
    fn by_words<const STEP: usize, const WORDS: usize>(&mut self, row: I::V) -> I::V {
        if WORDS >= I::V::WORDS {
            return row;
        }
        let shifted = row.permute2(
            self.above[STEP],
            #[inline(always)]
            |i| i + WORDS,
        );
        self.above[STEP] = row;
        select(self.masks[STEP], row, shifted)
    }

    #[inline(always)]
    fn by_bits<const STEP: usize, const BITS: u32>(&mut self, row: I::V) -> I::V {
        let next = row.permute2(
            self.above[STEP],
            #[inline(always)]
            |i| i + 1,
        );
        self.above[STEP] = row;
        select(self.masks[STEP], row, row.shr(BITS) ^ next.shl(64 - BITS))
    }
}
