//! What a formula on half products is made of, and the two granularities it runs at.

use super::product_of_pair;
use core::marker::PhantomData;
use core::ops::BitXor;
use f2x::isa::{Isa, Vector};
use f2x::mul::Block;

/// A product formula of which the halves of the products are the units.
pub trait Formula {
    /// The parts of each operand, at most 5.
    const PARTS: usize;

    /// The product of the operands, 2·PARTS units.
    fn product<I: Isa, P: Part<I>>(x: Parts<'_, I, P>) -> Poly<I>;
}

/// A part of both operands, (a | b): one or several words of each.
///
/// The sum of two parts is that of both operands.
pub trait Part<I: Isa>: Copy + BitXor<Output = Self> {
    /// a · b in its two halves, each as long as the part; a half is a unit, one lane.
    fn product(self, isa: I) -> [I::X; 2];
}

/// The parts of two operands.
#[derive(Clone, Copy, Debug)]
pub struct Parts<'a, I, P> {
    isa: I,
    parts: &'a [P],
}

impl<I: Isa, P: Part<I>> Parts<'_, I, P> {
    /// The product of the sums of the parts in `set`, in its two halves.
    ///
    /// The sum is taken in the order of `set`. Sets that start alike share their first additions,
    /// which the compiler finds; written once for each product they are counted as the paper does.
    #[inline(always)]
    pub fn halves<const N: usize>(self, set: [usize; N]) -> [I::X; 2] {
        let mut sum = self.parts[set[0]];
        for &i in &set[1..] {
            sum = sum ^ self.parts[i];
        }
        sum.product(self.isa)
    }

    /// The product of the sums of the parts in `set`.
    #[inline(always)]
    pub fn m<const N: usize>(self, set: [usize; N]) -> Poly<I> {
        self.poly(self.halves(set))
    }

    /// The polynomial of some units, lowest first.
    #[inline(always)]
    pub fn poly<const N: usize>(self, units: [I::X; N]) -> Poly<I> {
        let mut poly = Poly::zero(self.isa);
        poly.units[..N].copy_from_slice(&units);
        poly
    }
}

/// The units of a product of five parts.
const UNITS: usize = 10;

/// A polynomial in x, whose coefficients are units: one part of an operand is one step in x.
#[derive(Clone, Copy, Debug)]
pub struct Poly<I: Isa> {
    isa: I,
    units: [I::X; UNITS],
}

impl<I: Isa> Poly<I> {
    #[inline(always)]
    fn zero(isa: I) -> Self {
        Self { isa, units: [I::X::zero(isa); UNITS] }
    }

    /// Times x^`power`.
    #[inline(always)]
    pub fn at(self, power: usize) -> Self {
        self.times([power])
    }

    /// Times the sum of x^k for k in `powers`.
    #[inline(always)]
    pub fn times<const N: usize>(self, powers: [usize; N]) -> Self {
        let mut product = Self::zero(self.isa);
        for power in powers {
            for i in power..UNITS {
                product.units[i] ^= self.units[i - power];
            }
        }
        product
    }
}

impl<I: Isa> BitXor for Poly<I> {
    type Output = Self;

    #[inline(always)]
    fn bitxor(mut self, other: Self) -> Self {
        for i in 0..UNITS {
            self.units[i] ^= other.units[i];
        }
        self
    }
}

/// Word `i` of both operands, (aᵢ | bᵢ).
#[inline(always)]
fn pair<I: Isa>(isa: I, a: &[u64], b: &[u64], i: usize) -> I::X {
    low_words(I::X::load_part(isa, &a[i..i + 1]), I::X::load_part(isa, &b[i..i + 1]))
}

/// The low word of each.
#[inline(always)]
fn low_words<I: Isa, V: Vector<I>>(low: V, high: V) -> V {
    low.permute2(
        high,
        #[inline(always)]
        |i| [0, 2][i],
    )
}

/// (high word of `low`, low word of `high`)
#[inline(always)]
fn middle_words<I: Isa, V: Vector<I>>(low: V, high: V) -> V {
    low.permute2(
        high,
        #[inline(always)]
        |i| [1, 2][i],
    )
}

/// A part of one word. A unit is one word, the low one of a lane.
#[derive(Clone, Copy, Debug)]
pub struct Word<V>(V);

impl<V: BitXor<Output = V>> BitXor for Word<V> {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl<I: Isa> Part<I> for Word<I::X> {
    #[inline(always)]
    fn product(self, isa: I) -> [I::X; 2] {
        let (product, zero) = (product_of_pair(self.0), I::X::zero(isa));
        [low_words(product, zero), middle_words(product, zero)]
    }
}

/// A part of two words, of which the upper may be known to be zero. A unit is a lane.
#[derive(Clone, Copy, Debug)]
pub struct TwoWords<V> {
    low: V,
    high: Option<V>,
}

impl<V: BitXor<Output = V>> BitXor for TwoWords<V> {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        let high = match (self.high, other.high) {
            (Some(x), Some(y)) => Some(x ^ y),
            (high, None) | (None, high) => high,
        };
        Self { low: self.low ^ other.low, high }
    }
}

impl<I: Isa> Part<I> for TwoWords<I::X> {
    /// Formula (1): 3 products of words, or 1.
    #[inline(always)]
    fn product(self, isa: I) -> [I::X; 2] {
        let zero = I::X::zero(isa);
        let low = product_of_pair(self.low);
        let Some(x1) = self.high else {
            return [low, zero];
        };
        let high = product_of_pair(x1);
        let middle = product_of_pair(self.low ^ x1) ^ low ^ high;
        [low ^ low_words(zero, middle), high ^ middle_words(middle, zero)]
    }
}

/// The formula `F` on single words: the granularity of which the paper counts the additions.
#[derive(Clone, Copy, Debug)]
pub struct OneWordParts<F>(PhantomData<F>);

impl<I: Isa, F: Formula> Block<I> for OneWordParts<F> {
    const WORDS: usize = F::PARTS;
    const SCRATCH: usize = 0;

    #[inline(always)]
    fn mul(isa: I, c: &mut [u64], a: &[u64], b: &[u64], _: &mut [u64]) {
        let mut parts = [Word(I::X::zero(isa)); UNITS / 2];
        let parts = &mut parts[..F::PARTS];
        for (i, part) in parts.iter_mut().enumerate() {
            *part = Word(pair(isa, a, b, i));
        }
        let units = F::product(Parts { isa, parts }).units;
        for (i, lane) in I::X::rows_mut(c).0[..F::PARTS].iter_mut().enumerate() {
            low_words(units[2 * i], units[2 * i + 1]).store(lane);
        }
    }
}

/// The formula `F` on parts of two words, the last one of one word: an odd number of words.
#[derive(Clone, Copy, Debug)]
pub struct TwoWordParts<F>(PhantomData<F>);

impl<I: Isa, F: Formula> Block<I> for TwoWordParts<F> {
    const WORDS: usize = 2 * F::PARTS - 1;
    const SCRATCH: usize = 0;

    #[inline(always)]
    fn mul(isa: I, c: &mut [u64], a: &[u64], b: &[u64], _: &mut [u64]) {
        let words = 2 * F::PARTS - 1;
        let mut parts = [TwoWords { low: I::X::zero(isa), high: None }; UNITS / 2];
        let parts = &mut parts[..F::PARTS];
        for (i, part) in parts.iter_mut().enumerate() {
            part.low = pair(isa, a, b, 2 * i);
            if 2 * i + 1 < words {
                part.high = Some(pair(isa, a, b, 2 * i + 1));
            }
        }
        let units = F::product(Parts { isa, parts }).units;
        for (i, lane) in I::X::rows_mut(c).0[..words].iter_mut().enumerate() {
            units[i].store(lane);
        }
    }
}
