//! Every target: 64-bit integers, and a carry-less product by integer multiplication with holes.

use super::bytes::BytesOperation;
use super::{Isa, Isa512, Vector};
use crate::Level;
use core::ops::{BitXor, BitXorAssign};

/// The instruction set that every target has.
///
/// Constant-time where the integer multiplication 64 × 64 → 128 is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Portable;

/// `N` words in general registers.
#[derive(Clone, Copy, Debug)]
pub struct Words<const N: usize>(pub(super) [u64; N]);

impl Isa for Portable {
    const LEVEL: Level = Level::Portable;
    const INLINE_WORDS: usize = 2;
    type X = Words<2>;
    type Y = Words<4>;
    type V = Words<4>;

    #[inline(always)]
    fn with_bytes(self, operation: impl BytesOperation) -> bool {
        operation.run_constants(self)
    }

    #[inline]
    fn detect() -> Option<Self> {
        Some(Self)
    }

    #[inline(always)]
    fn outline<R>(self, f: impl FnOnce() -> R) -> R {
        #[inline(never)]
        fn run<R>(f: impl FnOnce() -> R) -> R {
            f()
        }
        run(f)
    }
}

impl Isa512 for Portable {
    type Z = Words<8>;
}

/// The vector whose word i is `word(i)`.
#[inline(always)]
pub(super) fn words<const N: usize>(word: impl Fn(usize) -> u64) -> Words<N> {
    let mut words = [0; N];
    for (i, place) in words.iter_mut().enumerate() {
        *place = word(i);
    }
    Words(words)
}

impl<const N: usize> BitXor for Words<N> {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        words(
            #[inline(always)]
            |i| self.0[i] ^ other.0[i],
        )
    }
}

impl<const N: usize> BitXorAssign for Words<N> {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl<const N: usize> Vector<Portable> for Words<N> {
    const WORDS: usize = N;
    type Row = [u64; N];

    #[inline(always)]
    fn zero(_: Portable) -> Self {
        Self([0; N])
    }

    #[inline(always)]
    fn load(_: Portable, row: &Self::Row) -> Self {
        Self(*row)
    }

    #[inline(always)]
    fn load_part(_: Portable, words: &[u64]) -> Self {
        let mut row = [0; N];
        row[..words.len()].copy_from_slice(words);
        Self(row)
    }

    #[inline(always)]
    fn store(self, row: &mut Self::Row) {
        *row = self.0;
    }

    #[inline(always)]
    fn store_part(self, words: &mut [u64]) {
        words.copy_from_slice(&self.0[..words.len()]);
    }

    #[inline(always)]
    fn rows(words: &[u64]) -> (&[Self::Row], &[u64]) {
        words.as_chunks()
    }

    #[inline(always)]
    fn rows_mut(words: &mut [u64]) -> (&mut [Self::Row], &mut [u64]) {
        words.as_chunks_mut()
    }

    #[inline(always)]
    fn clmul<const HALVES: i32>(self, other: Self) -> Self {
        let (i, j) = ((HALVES & 1) as usize, (HALVES >> 4 & 1) as usize);
        let mut product = [0; N];
        for lane in (0..N).step_by(2) {
            let p = clmul64(self.0[lane + i], other.0[lane + j]);
            product[lane] = p as u64;
            product[lane + 1] = (p >> 64) as u64;
        }
        Self(product)
    }

    #[inline(always)]
    fn permute2(self, other: Self, source: impl Fn(usize) -> usize) -> Self {
        words(
            #[inline(always)]
            |i| match source(i) {
                s if s < N => self.0[s],
                s => other.0[s - N],
            },
        )
    }

    #[inline(always)]
    fn xor_where(self, other: Self, mask: u8) -> Self {
        words(
            #[inline(always)]
            |i| self.0[i] ^ if mask >> i & 1 == 1 { other.0[i] } else { 0 },
        )
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        words(
            #[inline(always)]
            |i| self.0[i] & other.0[i],
        )
    }

    #[inline(always)]
    fn equal(self, other: Self) -> Self {
        words(
            #[inline(always)]
            |i| {
                // The compiler does not know the words' range, and makes no comparison of it.
                let below = (self.0[i] ^ other.0[i]).wrapping_sub(1);
                (below as i64 >> 63) as u64
            },
        )
    }

    #[inline(always)]
    fn shl(self, bits: u32) -> Self {
        words(
            #[inline(always)]
            |i| self.0[i] << bits,
        )
    }

    #[inline(always)]
    fn shr(self, bits: u32) -> Self {
        words(
            #[inline(always)]
            |i| self.0[i] >> bits,
        )
    }

    #[inline(always)]
    fn square(self) -> [Self; 2] {
        let mut square = [Self([0; N]); 2];
        for (i, word) in self.0.into_iter().enumerate() {
            let [low, high] = spread(word);
            square[2 * i / N].0[2 * i % N] = low;
            square[2 * i / N].0[2 * i % N + 1] = high;
        }
        square
    }
}

/// The bits of a word at every second place of two.
#[inline(always)]
const fn spread(word: u64) -> [u64; 2] {
    let mut square = [word & 0xffff_ffff, word >> 32];
    let mut half = 0;
    while half < 2 {
        let mut v = square[half];
        v = (v ^ v << 16) & 0x0000_ffff_0000_ffff;
        v = (v ^ v << 8) & 0x00ff_00ff_00ff_00ff;
        v = (v ^ v << 4) & 0x0f0f_0f0f_0f0f_0f0f;
        v = (v ^ v << 2) & 0x3333_3333_3333_3333;
        square[half] = (v ^ v << 1) & 0x5555_5555_5555_5555;
        half += 1;
    }
    square
}

/// The carry-less product of two words, by multiplication with holes.
///
/// Each operand is split into four parts that have every fourth bit. In a product of two parts a
/// column of the schoolbook scheme has at most 15 ones when one part has only 15 bits, so the
/// carries of its sum stay inside the three free bits above it, and the lowest bit of the sum is
/// the exclusive-or of the column. The top four bits of `x`, one in each part, are therefore left
/// out of the integer products and added by masks.
#[inline(never)]
const fn clmul64(x: u64, y: u64) -> u128 {
    const HOLES: u64 = 0x1111_1111_1111_1111;
    const WIDE_HOLES: u128 = 0x1111_1111_1111_1111_1111_1111_1111_1111;
    let mut product = 0;
    let mut class = 0;
    while class < 4 {
        let mut sum = 0;
        let mut i = 0;
        while i < 4 {
            let j = (4 + class - i) % 4;
            sum ^= (x & (HOLES << i) & (u64::MAX >> 4)) as u128 * (y & (HOLES << j)) as u128;
            i += 1;
        }
        product |= sum & (WIDE_HOLES << class);
        class += 1;
    }
    let mut bit = 60;
    while bit < 64 {
        let mask = (x >> bit & 1).wrapping_neg();
        product ^= ((y & mask) as u128) << bit;
        bit += 1;
    }
    product
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clmul64_is_the_sum_of_shifts() {
        let mut x = 0x9e37_79b9_7f4a_7c15_u64;
        let mut y = 0xd1b5_4a32_d192_ed03_u64;
        for round in 0..10_000 {
            let (p, q) = match round {
                0 => (u64::MAX, u64::MAX),
                r if r <= 64 * 64 => (1 << (r % 64), u64::MAX << (r / 64 % 64)),
                _ => (x, y),
            };
            let expected =
                (0..64).fold(0, |sum, i| sum ^ if p >> i & 1 == 1 { (q as u128) << i } else { 0 });
            assert_eq!(clmul64(p, q), expected, "{p:#x} * {q:#x}");
            x = x.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            y ^= y << 13;
            y ^= y >> 7;
            y ^= y << 17;
        }
    }
}
