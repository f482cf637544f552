//! Elements, and what is done with a single one.

use super::modulus::{Modulus, check, last_mask};
use super::multiply::{load, multiply, square, store};
use super::reduce::reduce;
use super::{Choice, Product, on_level};
use crate::isa::Isa;
use core::marker::PhantomData;

/// An element of GF(2)\[x\] modulo `F`, in `W` words.
///
/// Bit i of word j is the coefficient of x^(64j+i); every element has one representation.
#[derive(Clone, Copy)]
pub struct Element<F, const W: usize>(pub(super) [u64; W], PhantomData<F>);

impl<F: Modulus, const W: usize> Element<F, W> {
    /// The degree of the field over GF(2).
    pub const BITS: usize = F::BITS;

    /// The words of an element.
    pub const WORDS: usize = W;

    /// 0
    pub const ZERO: Self = Self::new([0; W]);

    /// 1
    pub const ONE: Self = Self::single(1);

    /// x, a root of the modulus.
    pub const X: Self = Self::single(2);

    /// An element of words that are known to be one.
    #[inline(always)]
    pub(super) const fn new(words: [u64; W]) -> Self {
        const { check::<F, W>() };
        Self(words, PhantomData)
    }

    const fn single(word: u64) -> Self {
        let mut words = [0; W];
        words[0] = word;
        Self::new(words)
    }

    /// An element of words whose bits beyond the degree are cleared.
    #[inline(always)]
    pub(super) fn truncated(mut words: [u64; W]) -> Self {
        words[W - 1] &= const { last_mask::<F, W>() };
        Self::new(words)
    }

    /// Uniformly random, by uniformly random bytes: calls `fill` with slices of bytes to be filled.
    ///
    /// ```
    /// # use f2x::field::Gf2_163;
    /// # struct Source;
    /// # impl Source { fn fill_bytes(&mut self, bytes: &mut [u8]) { bytes.fill(7) } }
    /// # let mut rng = Source;
    /// let a = Gf2_163::random(|bytes| rng.fill_bytes(bytes));
    /// ```
    pub fn random(mut fill: impl FnMut(&mut [u8])) -> Self {
        let mut words = [0; W];
        for word in &mut words {
            let mut bytes = [0; 8];
            fill(&mut bytes);
            *word = u64::from_le_bytes(bytes);
        }
        Self::truncated(words)
    }

    /// `b` if `choice` is yes, else `a`.
    #[inline(always)]
    pub fn select(a: Self, b: Self, choice: Choice) -> Self {
        let mask = choice.mask();
        let mut words = a.0;
        for (word, b) in words.iter_mut().zip(b.0) {
            *word ^= (*word ^ b) & mask;
        }
        Self::new(words)
    }

    /// Whether `self` and `other` are the same element.
    #[inline(always)]
    pub fn equals(self, other: Self) -> Choice {
        let mut difference = 0;
        for (a, b) in self.0.into_iter().zip(other.0) {
            difference |= a ^ b;
        }
        Choice::is_zero(difference)
    }

    /// Whether `self` is 0.
    #[inline(always)]
    pub fn is_zero(self) -> Choice {
        self.equals(Self::ZERO)
    }

    /// `self` · `other`; the operator `*` does the same.
    #[inline(always)]
    pub fn mul_on<I: Isa>(self, isa: I, other: Self) -> Self {
        let columns = multiply::<I, W>(isa, &self.0, &other.0);
        Self::new(store::<I, W>(&reduce::<I, I::X, F, W>(isa, columns)))
    }

    /// `self` · `other`, not reduced.
    #[inline]
    pub fn product(self, other: Self) -> Product<F, W> {
        let (a, b) = (self, other);
        on_level!(isa, (a: Element<F, W>, b: Element<F, W>) -> Product<F, W>, a.product_on(isa, b))
    }

    /// `self` · `other`, not reduced.
    #[inline(always)]
    pub fn product_on<I: Isa>(self, isa: I, other: Self) -> Product<F, W> {
        Product::from_columns::<I>(&multiply::<I, W>(isa, &self.0, &other.0))
    }

    /// `self`²
    #[inline]
    pub fn square(self) -> Self {
        let a = self;
        on_level!(isa, (a: Element<F, W>) -> Element<F, W>, a.square_on(isa))
    }

    /// `self`²
    #[inline(always)]
    pub fn square_on<I: Isa>(self, isa: I) -> Self {
        let columns = square::<I, W>(isa, &load::<I, W>(isa, &self.0));
        Self::new(store::<I, W>(&reduce::<I, I::X, F, W>(isa, columns)))
    }

    /// `self`^(2^`k`), by `k` squarings; the time depends on `k`.
    #[inline]
    pub fn square_repeatedly(self, k: usize) -> Self {
        let a = self;
        on_level!(isa, (a: Element<F, W>, k: usize) -> Element<F, W>, a.square_repeatedly_on(isa, k))
    }

    /// `self`^(2^`k`), by `k` squarings; the time depends on `k`.
    #[inline(always)]
    pub fn square_repeatedly_on<I: Isa>(self, isa: I, k: usize) -> Self {
        let mut limbs = load::<I, W>(isa, &self.0);
        for _ in 0..k {
            limbs = reduce::<I, I::X, F, W>(isa, square::<I, W>(isa, &limbs));
        }
        Self::new(store::<I, W>(&limbs))
    }
}
