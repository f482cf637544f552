//! The inner code: the first-order Reed-Muller code of length 128, written several times.
//!
//! Bit i of the codeword of b is b₇ + ⟨b mod 128, i⟩. Decoding is by maximum likelihood: of the Hadamard
//! transform F of the sums of the copies, with signs, the entry of greatest magnitude is the codeword
//! that agrees most. Its index is the lower seven bits and its sign the highest one; of equal entries
//! the first one counts.
//!
//! A block takes one lane of 16 bits, sixteen blocks together, so that every butterfly works on whole
//! vectors.
//!
//! Cost: for sixteen blocks 448 butterflies, 128 sums of copies and 128 comparisons.

use crate::ct::negative;
use crate::parameters::{MAX_N1, Parameters};

/// The blocks side by side.
const LANES: usize = 16;

/// The bits of a codeword.
const LENGTH: usize = 128;

/// Adds the codewords of `symbols`, one block after the other.
#[inline(always)]
pub(crate) fn add_codewords<P: Parameters>(symbols: &[u8], words: &mut [u64]) {
    // The codewords of 1, 2, 4, …, 32, each of two equal words.
    const ROWS: [u64; 6] = [
        0xaaaa_aaaa_aaaa_aaaa,
        0xcccc_cccc_cccc_cccc,
        0xf0f0_f0f0_f0f0_f0f0,
        0xff00_ff00_ff00_ff00,
        0xffff_0000_ffff_0000,
        0xffff_ffff_0000_0000,
    ];
    let pairs = words.as_chunks_mut::<2>().0;
    for (place, symbol) in symbols.iter().enumerate() {
        let bit = |i: usize| negative(u64::from(*symbol) << (63 - i));
        let mut low = bit(7);
        for (i, row) in ROWS.iter().enumerate() {
            low ^= bit(i) & row;
        }
        let high = low ^ bit(6);
        for pair in &mut pairs[P::COPIES * place..][..P::COPIES] {
            pair[0] ^= low;
            pair[1] ^= high;
        }
    }
}

/// Decodes blocks of 3 or 5 copies to symbols.
#[inline(always)]
pub(crate) fn decode(copies: usize, words: &[u64]) -> [u8; MAX_N1] {
    let mut symbols = [0; MAX_N1];
    let mut sums = [[0_i16; LANES]; LENGTH];
    let mut pairs = words.as_chunks().0;
    for symbols in symbols.as_chunks_mut().0 {
        if pairs.is_empty() {
            break;
        }
        let blocks;
        (blocks, pairs) = pairs.split_at(pairs.len().min(copies * LANES));
        add_copies(copies, blocks, &mut sums);
        transform(&mut sums);
        *symbols = peaks(&sums);
    }
    symbols
}

/// At every bit the number of copies minus twice the number of ones.
#[inline(always)]
fn add_copies(copies: usize, blocks: &[[u64; 2]], sums: &mut [[i16; LANES]; LENGTH]) {
    let mut quarters = [[[0_u16; LANES]; 8]; 5];
    // Not `chunks_exact`: it divides the number of blocks, which is public, but a decoder has no DIV at any
    // level of optimisation.
    let mut rest = blocks;
    let blocks = core::iter::from_fn(|| {
        let (block, later) = rest.split_at_checked(copies)?;
        rest = later;
        Some(block)
    });
    for (lane, block) in blocks.take(LANES).enumerate() {
        for (quarters, pair) in quarters.iter_mut().zip(block) {
            for quarter in 0..8 {
                quarters[quarter][lane] = (pair[quarter / 4] >> (16 * (quarter % 4))) as u16;
            }
        }
    }
    for quarter in 0..8 {
        let copy = |i: usize| quarters[i][quarter];
        let (ones, twos) = added(copy(0), copy(1), copy(2));
        let (ones, carries) =
            if copies == 5 { added(ones, copy(3), copy(4)) } else { (ones, [0; LANES]) };
        for bit in 0..16 {
            let sum = &mut sums[16 * quarter + bit];
            for lane in 0..LANES {
                let ones = (ones[lane] >> bit & 1) as i16;
                let twos = (twos[lane] >> bit & 1) as i16 + (carries[lane] >> bit & 1) as i16;
                sum[lane] = copies as i16 - 2 * ones - 4 * twos;
            }
        }
    }
}

/// Sum and carry of three bits, at every bit.
#[inline(always)]
fn added(a: [u16; LANES], b: [u16; LANES], c: [u16; LANES]) -> ([u16; LANES], [u16; LANES]) {
    let (mut sum, mut carry) = ([0; LANES], [0; LANES]);
    for i in 0..LANES {
        sum[i] = a[i] ^ b[i] ^ c[i];
        carry[i] = a[i] & b[i] | c[i] & (a[i] ^ b[i]);
    }
    (sum, carry)
}

/// The Hadamard transform in every lane; magnitudes stay below 2^10.
#[inline(always)]
fn transform(sums: &mut [[i16; LANES]; LENGTH]) {
    let mut distance = 1;
    while distance < LENGTH {
        // The indices whose bit `distance` is not set.
        let mut low = 0;
        while low < LENGTH {
            for i in low..low + distance {
                let (a, b) = (sums[i], sums[i + distance]);
                for lane in 0..LANES {
                    sums[i][lane] = a[lane] + b[lane];
                    sums[i + distance][lane] = a[lane] - b[lane];
                }
            }
            low += 2 * distance;
        }
        distance *= 2;
    }
}

/// In every lane the first entry of greatest magnitude, as index and sign. No entry of that kind is zero.
#[inline(always)]
fn peaks(sums: &[[i16; LANES]; LENGTH]) -> [u8; LANES] {
    let (mut best, mut found) = ([0_i16; LANES], [0_i16; LANES]);
    for (index, entries) in sums.iter().enumerate() {
        for lane in 0..LANES {
            let sign = entries[lane] >> 15;
            let magnitude = (entries[lane] ^ sign) - sign;
            let symbol = index as i16 | sign & 0x80;
            let better = (best[lane] - magnitude) >> 15;
            best[lane] ^= (best[lane] ^ magnitude) & better;
            found[lane] ^= (found[lane] ^ symbol) & better;
        }
    }
    found.map(|symbol| symbol as u8)
}
