//! Vectors over GF(2^8) = GF(2)\[z\]/(z^8 + z^4 + z^3 + z^2 + 1), eight symbols in a word.
//!
//! A product takes eight steps of Horner's rule in z: the accumulator times z, plus the symbols of one
//! factor where the other has the bit. All steps work on the words as a whole, so there is neither a
//! table nor a branch.
//!
//! Cost: 12 operations a step for each vector.

use core::hint::black_box;

const LOW_BITS: u64 = 0x0101_0101_0101_0101;

/// `8·L` symbols, symbol i in byte i mod 8 of word i/8.
#[derive(Clone, Copy, Debug)]
pub struct Symbols<const L: usize>(pub(crate) [u64; L]);

impl<const L: usize> Symbols<L> {
    pub(crate) const ZERO: Self = Self([0; L]);

    /// The symbols of `bytes`, the first `8·L` if there are more; the others are zero.
    #[inline(always)]
    pub(crate) fn load(bytes: &[u8]) -> Self {
        let mut all = [[0; 8]; L];
        let count = bytes.len().min(8 * L);
        all.as_flattened_mut()[..count].copy_from_slice(&bytes[..count]);
        let mut words = [0; L];
        for (word, bytes) in words.iter_mut().zip(all) {
            *word = u64::from_le_bytes(bytes);
        }
        Self(words)
    }

    /// One symbol everywhere.
    #[inline(always)]
    pub(crate) fn broadcast(symbol: u8) -> Self {
        Self([u64::from(symbol) * LOW_BITS; L])
    }

    /// Stores the first symbols, as many as there are bytes.
    #[inline(always)]
    pub(crate) fn store(&self, bytes: &mut [u8]) {
        let mut all = [[0; 8]; L];
        for (bytes, word) in all.iter_mut().zip(self.0) {
            *bytes = word.to_le_bytes();
        }
        bytes.copy_from_slice(&all.as_flattened()[..bytes.len()]);
    }

    /// The sum.
    #[inline(always)]
    pub(crate) fn plus(mut self, other: &Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word ^= other;
        }
        self
    }

    /// The bits that both have.
    #[inline(always)]
    pub(crate) fn and(mut self, other: &Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word &= other;
        }
        self
    }

    /// The symbols of `a` where `mask` has ones, else those of `b`.
    #[inline(always)]
    pub(crate) fn select(mask: u64, a: &Self, b: &Self) -> Self {
        let mut selected = *b;
        for (word, a) in selected.0.iter_mut().zip(&a.0) {
            *word ^= (*word ^ a) & mask;
        }
        selected
    }

    /// All symbols times z.
    #[inline(always)]
    pub(crate) fn times_z(mut self) -> Self {
        for word in &mut self.0 {
            let top = *word >> 7 & LOW_BITS;
            *word = (*word ^ (top << 7)) << 1 ^ top ^ top << 2 ^ top << 3 ^ top << 4;
        }
        self
    }

    /// The products, symbol by symbol.
    #[inline(always)]
    pub(crate) fn times(&self, other: &Self) -> Self {
        let mut product = Self::ZERO;
        for bit in (0..8).rev() {
            product = product.times_z();
            for i in 0..L {
                product.0[i] ^= self.0[i] & spread(other.0[i] >> bit & LOW_BITS);
            }
        }
        product
    }

    /// The squares.
    #[inline(always)]
    pub(crate) fn squared(&self) -> Self {
        self.times(self)
    }

    /// The inverses, zero for zero: the 254th powers.
    #[inline(always)]
    pub(crate) fn inverse(&self) -> Self {
        let x2 = self.squared();
        let x3 = x2.times(self);
        let x12 = x3.squared().squared();
        let x15 = x12.times(&x3);
        let x240 = x15.squared().squared().squared().squared();
        x240.times(&x12).times(&x2)
    }

    /// All ones in the symbols that are zero.
    #[inline(always)]
    pub(crate) fn is_zero(mut self) -> Self {
        for word in &mut self.0 {
            let mut any = *word | *word >> 4;
            any |= any >> 2;
            any |= any >> 1;
            *word = !spread(any & LOW_BITS);
        }
        self
    }

    /// The sum of all symbols.
    #[inline(always)]
    pub(crate) fn sum(&self) -> u8 {
        let mut sum = self.0.iter().fold(0, |sum, word| sum ^ word);
        sum ^= sum >> 32;
        sum ^= sum >> 16;
        (sum ^ sum >> 8) as u8
    }

    /// Symbol i moved to place i + 1; the first one becomes zero.
    #[inline(always)]
    pub(crate) fn shifted(&self) -> Self {
        let mut shifted = Self::ZERO;
        for i in 0..L {
            shifted.0[i] = self.0[i] << 8 | if i > 0 { self.0[i - 1] >> 56 } else { 0 };
        }
        shifted
    }

    /// Σ symbol·row over all pairs: a linear map whose matrix is constant.
    ///
    /// The rows are summed up by the bits of their symbols, then the eight sums by powers of z.
    ///
    /// Cost: 16 operations for each row and 8 multiplications by z.
    #[inline(always)]
    pub(crate) fn combine(symbols: &[u8], rows: &[Self]) -> Self {
        let mut sums = [Self::ZERO; 8];
        for (symbol, row) in symbols.iter().zip(rows) {
            // Otherwise rows would be put side by side, and the sums taken apart at the end.
            let symbol = black_box(u64::from(*symbol) * LOW_BITS);
            for (bit, sum) in sums.iter_mut().enumerate() {
                let mask = spread(symbol >> bit & LOW_BITS);
                for i in 0..L {
                    sum.0[i] ^= row.0[i] & mask;
                }
            }
        }
        let mut total = Self::ZERO;
        for sum in sums.iter().rev() {
            total = total.times_z().plus(sum);
        }
        total
    }
}

/// Bytes 0 and 1 as bytes of zeros and ones.
#[inline(always)]
const fn spread(bits: u64) -> u64 {
    (bits << 8).wrapping_sub(bits)
}

/// The product of two public symbols.
pub(crate) const fn times(a: u8, b: u8) -> u8 {
    let (mut product, mut bit) = (0_u16, 8);
    while bit > 0 {
        bit -= 1;
        product = (product << 1) ^ ((product >> 7) * 0x11d);
        product ^= (b as u16 >> bit & 1) * a as u16;
    }
    product as u8
}

/// α^exponent, α = z.
pub(crate) const fn power(exponent: usize) -> u8 {
    let (mut power, mut i) = (1, 0);
    while i < exponent % 255 {
        power = times(power, 2);
        i += 1;
    }
    power
}
