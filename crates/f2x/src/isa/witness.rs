//! Proof by execution: a level whose words are symbols.
//!
//! Words in memory are handles of symbolic values: zero, a sum of words of `a`, a sum of words of
//! `b`, or a sum of halves of products of such sums. Running an ordinary schedule on handles
//! records which products of words it forms and where it adds them. The run
//!
//! * proves that the schedule is bilinear: any other use of a word panics;
//! * proves it right for *all* operands of its size: [`prove`] expands the record by the words of
//!   `a` and compares every word of the result with the schoolbook sum;
//! * counts exactly what is done, in words and in instructions.
//!
//! Bits inside a word are invisible here, so blocks that shift by bits are out of reach.

use super::{Isa, Isa512, Vector};
use crate::Level;
use crate::mul::Block;
use core::ops::{BitXor, BitXorAssign};
use std::cell::RefCell;
use std::vec;
use std::vec::Vec;

/// The level of symbols. Vectors of eight words are its widest.
#[derive(Clone, Copy, Debug, Default)]
pub struct Witness;

/// Why a schedule cannot be run on symbols.
const BITS: &str = "the bits of a symbol are not known: no masks and no shifts by bits";

/// `N` symbols.
///
/// # Panics
///
/// Masks and shifts by bits panic.
#[derive(Clone, Copy, Debug)]
pub struct Symbols<const N: usize>([u64; N]);

/// What a run did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Products of two words neither of which is known to be zero.
    pub clmul_words: u64,
    /// Exclusive-ors of two words neither of which is known to be zero.
    pub xor_words: u64,
    /// Vector instructions: carry-less products.
    pub clmul: u64,
    /// Vector instructions: exclusive-ors.
    pub xor: u64,
    /// Vector instructions: exclusive-ors under a mask.
    pub xor_where: u64,
    /// Vector instructions: permutations of the words of one vector.
    pub permute: u64,
    /// Vector instructions: permutations of the words of two vectors.
    pub permute2: u64,
}

/// A symbolic value: a set of terms, sorted.
enum Value {
    /// A sum of words of `a`, by index.
    A(Vec<u32>),
    /// A sum of words of `b`, by index.
    B(Vec<u32>),
    /// A sum of halves of products: 2·product for the low word, 2·product + 1 for the high one.
    StagedHalves(Vec<u32>),
}

#[derive(Default)]
struct Record {
    /// Handle h > 0 is value h − 1; handle 0 is zero.
    values: Vec<Value>,
    /// The factors of each product, as handles.
    products: Vec<(u64, u64)>,
    counts: Counts,
}

std::thread_local! {
    static RECORD: RefCell<Record> = RefCell::default();
}

fn record<R>(f: impl FnOnce(&mut Record) -> R) -> R {
    RECORD.with_borrow_mut(f)
}

impl Record {
    fn handle(&mut self, value: Value) -> u64 {
        let (Value::A(terms) | Value::B(terms) | Value::StagedHalves(terms)) = &value;
        if terms.is_empty() {
            return 0;
        }
        self.values.push(value);
        self.values.len() as u64
    }

    fn value(&self, handle: u64) -> &Value {
        &self.values[handle as usize - 1]
    }

    fn xor(&mut self, x: u64, y: u64) -> u64 {
        if x == 0 || y == 0 {
            return x | y;
        }
        self.counts.xor_words += 1;
        let sum = match (self.value(x), self.value(y)) {
            (Value::A(x), Value::A(y)) => Value::A(symmetric_difference(x, y)),
            (Value::B(x), Value::B(y)) => Value::B(symmetric_difference(x, y)),
            (Value::StagedHalves(x), Value::StagedHalves(y)) => {
                Value::StagedHalves(symmetric_difference(x, y))
            }
            _ => panic!("not bilinear: a sum of values of different kinds"),
        };
        self.handle(sum)
    }

    fn clmul(&mut self, x: u64, y: u64) -> (u64, u64) {
        if x == 0 || y == 0 {
            return (0, 0);
        }
        self.counts.clmul_words += 1;
        let factors = match (self.value(x), self.value(y)) {
            (Value::A(_), Value::B(_)) => (x, y),
            (Value::B(_), Value::A(_)) => (y, x),
            _ => panic!("not bilinear: a product of other than a sum of a and a sum of b"),
        };
        let product = self.products.len() as u32;
        self.products.push(factors);
        let low = self.handle(Value::StagedHalves(vec![2 * product]));
        let high = self.handle(Value::StagedHalves(vec![2 * product + 1]));
        (low, high)
    }
}

/// The terms that are in exactly one of two sorted sets.
fn symmetric_difference(x: &[u32], y: &[u32]) -> Vec<u32> {
    let mut sum = Vec::with_capacity(x.len() + y.len());
    let (mut i, mut j) = (0, 0);
    while i < x.len() && j < y.len() {
        match x[i].cmp(&y[j]) {
            core::cmp::Ordering::Less => {
                sum.push(x[i]);
                i += 1;
            }
            core::cmp::Ordering::Greater => {
                sum.push(y[j]);
                j += 1;
            }
            core::cmp::Ordering::Equal => {
                i += 1;
                j += 1;
            }
        }
    }
    sum.extend_from_slice(&x[i..]);
    sum.extend_from_slice(&y[j..]);
    sum
}

/// Proves that `mul` computes the product of `an` by `bn` words for all operands, and counts.
///
/// `mul` gets c\[an + bn\], a\[an\] and b\[bn\], whose words are symbols.
///
/// Cost: for each product of words, (terms of its factor in a) · (words of the result that it is
/// added to) · bn/64 exclusive-ors: a fraction of a second at 640 words.
///
/// # Errors
///
/// The first word of the result that is wrong.
///
/// # Panics
///
/// `mul` is not bilinear.
pub fn prove(
    an: usize,
    bn: usize,
    mul: impl FnOnce(&mut [u64], &[u64], &[u64]),
) -> Result<Counts, WrongWord> {
    let (a, b) = record(|r| {
        *r = Record::default();
        let a: Vec<u64> = (0..an as u32).map(|i| r.handle(Value::A(vec![i]))).collect();
        let b: Vec<u64> = (0..bn as u32).map(|j| r.handle(Value::B(vec![j]))).collect();
        (a, b)
    });
    // What lies in the result before is not part of the product.
    let mut c = vec![a.first().copied().unwrap_or(0); an + bn];
    mul(&mut c, &a, &b);
    let record = RECORD.take();
    check(&record, &c, an, bn)?;
    Ok(record.counts)
}

/// [`prove`] for a block.
///
/// # Errors
///
/// The first word of the result that is wrong.
pub fn prove_block<B: Block<Witness>>() -> Result<Counts, WrongWord> {
    let mut scratch = vec![0; B::SCRATCH];
    prove(B::WORDS, B::WORDS, |c, a, b| B::mul(Witness, c, a, b, &mut scratch))
}

/// A word of the result that is not the sum of products that it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongWord(pub usize);

/// Whether word k of `c` is Σ low(aᵢ·bⱼ) over i+j = k and Σ high(aᵢ·bⱼ) over i+j = k−1.
fn check(record: &Record, c: &[u64], an: usize, bn: usize) -> Result<(), WrongWord> {
    // The transpose of c: the words of the result that each half of a product is added to.
    let mut targets = vec![Vec::new(); 2 * record.products.len()];
    for (k, &handle) in c.iter().enumerate().filter(|(_, handle)| **handle != 0) {
        let Value::StagedHalves(halves) = record.value(handle) else {
            return Err(WrongWord(k));
        };
        for &half in halves {
            targets[half as usize].push(k);
        }
    }
    // The products with a given word of `a` in their first factor.
    let mut having = vec![Vec::new(); an];
    let bits = bn.div_ceil(64);
    let mut factors = Vec::with_capacity(record.products.len());
    for (product, &(x, y)) in record.products.iter().enumerate() {
        let (Value::A(x), Value::B(y)) = (record.value(x), record.value(y)) else {
            unreachable!("clmul sorts its factors");
        };
        x.iter().for_each(|&i| having[i as usize].push(product));
        let mut set = vec![0_u64; bits];
        y.iter().for_each(|&j| set[j as usize / 64] |= 1 << (j % 64));
        factors.push(set);
    }
    // With a = the word i alone, word k must hold low(aᵢ·b_{k−i}) + high(aᵢ·b_{k−i−1}).
    for (i, products) in having.iter().enumerate() {
        let mut sums = vec![0_u64; 2 * (an + bn) * bits];
        for &product in products {
            for half in 0..2 {
                for &k in &targets[2 * product + half] {
                    let sum = &mut sums[(2 * k + half) * bits..][..bits];
                    sum.iter_mut().zip(&factors[product]).for_each(|(s, f)| *s ^= f);
                }
            }
        }
        for (at, sum) in sums.chunks_exact_mut(bits.max(1)).enumerate() {
            let (k, half) = (at / 2, at % 2);
            if let Some(j) = k.checked_sub(i + half).filter(|j| *j < bn) {
                sum[j / 64] ^= 1 << (j % 64);
            }
            if sum.iter().any(|word| *word != 0) {
                return Err(WrongWord(k));
            }
        }
    }
    Ok(())
}

impl Isa for Witness {
    const LEVEL: Level = Level::Avx512;
    type X = Symbols<2>;
    type Y = Symbols<4>;
    type V = Symbols<8>;

    fn detect() -> Option<Self> {
        Some(Self)
    }

    fn outline<R>(self, f: impl FnOnce() -> R) -> R {
        f()
    }
}

impl Isa512 for Witness {
    type Z = Symbols<8>;
}

impl<const N: usize> BitXor for Symbols<N> {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        record(|r| {
            r.counts.xor += 1;
            Self(core::array::from_fn(|i| r.xor(self.0[i], other.0[i])))
        })
    }
}

impl<const N: usize> BitXorAssign for Symbols<N> {
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl<const N: usize> Vector<Witness> for Symbols<N> {
    const WORDS: usize = N;
    type Row = [u64; N];

    fn zero(_: Witness) -> Self {
        Self([0; N])
    }

    fn load(_: Witness, row: &Self::Row) -> Self {
        Self(*row)
    }

    fn load_part(_: Witness, words: &[u64]) -> Self {
        let mut row = [0; N];
        row[..words.len()].copy_from_slice(words);
        Self(row)
    }

    fn store(self, row: &mut Self::Row) {
        *row = self.0;
    }

    fn store_part(self, words: &mut [u64]) {
        words.copy_from_slice(&self.0[..words.len()]);
    }

    fn rows(words: &[u64]) -> (&[Self::Row], &[u64]) {
        words.as_chunks()
    }

    fn rows_mut(words: &mut [u64]) -> (&mut [Self::Row], &mut [u64]) {
        words.as_chunks_mut()
    }

    fn clmul<const HALVES: i32>(self, other: Self) -> Self {
        let (i, j) = ((HALVES & 1) as usize, (HALVES >> 4 & 1) as usize);
        record(|r| {
            r.counts.clmul += 1;
            let mut product = [0; N];
            for lane in (0..N).step_by(2) {
                (product[lane], product[lane + 1]) = r.clmul(self.0[lane + i], other.0[lane + j]);
            }
            Self(product)
        })
    }

    fn permute(self, source: impl Fn(usize) -> usize) -> Self {
        record(|r| r.counts.permute += 1);
        Self(core::array::from_fn(|i| self.0[source(i)]))
    }

    fn permute2(self, other: Self, source: impl Fn(usize) -> usize) -> Self {
        record(|r| r.counts.permute2 += 1);
        Self(core::array::from_fn(|i| match source(i) {
            s if s < N => self.0[s],
            s => other.0[s - N],
        }))
    }

    fn xor_where(self, other: Self, mask: u8) -> Self {
        record(|r| {
            r.counts.xor_where += 1;
            Self(core::array::from_fn(|i| match mask >> i & 1 {
                1 => r.xor(self.0[i], other.0[i]),
                _ => self.0[i],
            }))
        })
    }

    fn bits_at(_: Witness, _: &[u64], _: &[u32]) -> Self {
        panic!("{BITS}")
    }

    fn and(self, _: Self) -> Self {
        panic!("{BITS}")
    }

    fn equal(self, _: Self) -> Self {
        panic!("{BITS}")
    }

    fn shl(self, _: u32) -> Self {
        panic!("{BITS}")
    }

    fn shr(self, _: u32) -> Self {
        panic!("{BITS}")
    }
}
