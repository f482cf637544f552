//! Vectors of fixed weight: first their positions, then a scan that sets their bits.
//!
//! No position is ever an index: whether two of them are equal, and whether one lies in a word, is
//! asked of all of them.

use crate::ct::{hidden, less, negative, select};
use crate::parameters::Parameters;
use crate::taint;
use core::hint::black_box;
use f2x::isa::{Isa, Vector};

/// The most candidates for y and x: those in [`LONG_BLOCKS`] blocks of SHAKE256.
pub(crate) const MAX_CANDIDATES: usize = LONG_BLOCKS * 136 / 3;

/// The blocks of SHAKE256 that are enough for y and x, but for less than one key in 2^300.
pub(crate) const LONG_BLOCKS: usize = 8;

/// The words of the widest vector.
const MAX_WIDTH: usize = 8;

/// A position that is in no vector.
const NOWHERE: u32 = 1 << 30;

/// Positions with room for those of any vector.
pub(crate) type Positions = [u32; MAX_CANDIDATES];

/// Draws the positions of y, or of x, from those of `bytes` that start at candidate `first`.
///
/// Three bytes are a candidate c. It counts if it is below the greatest multiple of n and if c mod n is
/// none that an earlier one had; the first [`WEIGHT`](crate::parameters::Constants::WEIGHT) that count
/// are taken. The positions from `first` up to the one before the result are those, and some that are
/// outside of every vector; there is no result if `bytes` has too few candidates.
///
/// The number of candidates is revealed: which of them count says nothing about where they lie, since
/// any permutation of the positions has the same probability.
///
/// Cost: two operations for each pair of candidates.
#[inline(always)]
pub(crate) fn draw_by_rejection<P: Parameters>(
    bytes: &[u8],
    first: usize,
    positions: &mut Positions,
) -> Option<usize> {
    let n = P::N as u64;
    let mut candidates = [0; MAX_CANDIDATES];
    for (candidate, bytes) in candidates.iter_mut().zip(bytes.as_chunks().0) {
        let [low, middle, high]: [u8; 3] = *bytes;
        let c = u64::from(low) | u64::from(middle) << 8 | u64::from(high) << 16;
        // The quotient, or one less.
        let quotient = (c * const { (1 << 32) / P::N as u64 }) >> 32;
        let rest = c - quotient * n;
        let rest = rest - (n & !less(rest, n));
        let counts = less(c, const { (1 << 24) / P::N as u64 * P::N as u64 });
        *candidate = rest as u32 | NOWHERE & !counts as u32;
    }
    let mut taken = 0;
    for i in first..bytes.len() / 3 {
        let candidate = candidates[i];
        // Negative if the candidate is nowhere, or an earlier one is the same.
        let mut dropped = candidate << 1;
        for earlier in &candidates[first..i] {
            dropped |= (candidate ^ earlier).wrapping_sub(1);
        }
        let dropped = hidden(negative(u64::from(dropped) << 32));
        positions[i] = select(dropped, u64::from(NOWHERE), u64::from(candidate)) as u32;
        taken += 1 + dropped as i64;
        let mut missing = less(taken as u64, P::WEIGHT as u64);
        taint::declassify(&mut missing);
        if missing == 0 {
            return Some(i + 1);
        }
    }
    None
}

/// Draws the positions of a vector of weight [`ERROR_WEIGHT`] from four bytes for each.
///
/// Position i is i plus an integer below n − i, and becomes i if a later one is the same.
///
/// Cost: three operations for each pair of positions.
///
/// [`ERROR_WEIGHT`]: crate::parameters::Constants::ERROR_WEIGHT
#[inline(always)]
pub(crate) fn draw<P: Parameters>(bytes: &[u8], positions: &mut Positions) {
    let weight = P::ERROR_WEIGHT;
    positions.fill(NOWHERE);
    for (i, bytes) in bytes.as_chunks().0.iter().enumerate().take(weight) {
        let z = u64::from(u32::from_le_bytes(*bytes));
        positions[i] = (i as u64 + ((z * (P::N - i) as u64) >> 32)) as u32;
    }
    let mut repeated = [0_u32; MAX_CANDIDATES];
    for i in (0..weight).rev() {
        let mask = hidden(negative(u64::from(repeated[i]) << 32));
        let position = select(mask, i as u64, u64::from(positions[i])) as u32;
        for (repeated, earlier) in repeated[..i].iter_mut().zip(&positions[..i]) {
            *repeated |= (position ^ earlier).wrapping_sub(1);
        }
        positions[i] = position;
    }
}

/// The rows that are held in registers while the positions pass.
const ROWS: usize = 8;

/// Adds ones at the positions.
///
/// A position has a row of its own, the same for all, and a mask for each row, which is ones where the
/// position lies in it.
///
/// Cost: a conjunction and an exclusive-or for each position and row.
#[inline(always)]
pub(crate) fn add_ones<I: Isa>(isa: I, words: &mut [u64], positions: &[u32]) {
    let width = I::V::WORDS;
    let zero = I::V::zero(isa);
    for (block, words) in words.chunks_mut(ROWS * width).enumerate() {
        let mut sums = [zero; ROWS];
        for position in positions {
            let word = u64::from(position >> 6);
            let (word, row) = (word % width as u64, word / width as u64);
            let bit = broadcast(isa, 1 << (position & 63));
            let own = bit.and(broadcast(isa, word).equal(counted(isa, 0)));
            let mut masks = [0; ROWS];
            for (i, masks) in masks.chunks_mut(width).enumerate() {
                let rows = counted(isa, ROWS * block + i * width);
                broadcast(isa, row).equal(rows).store_part(masks);
            }
            // From memory each mask goes to all words without a shuffle.
            let masks = black_box(masks);
            for i in 0..ROWS {
                sums[i] ^= own.and(broadcast(isa, masks[i]));
            }
        }
        for (words, sum) in words.chunks_mut(width).zip(sums) {
            (I::V::load_part(isa, words) ^ sum).store_part(words);
        }
    }
}

/// The same word everywhere.
#[inline(always)]
fn broadcast<I: Isa>(isa: I, word: u64) -> I::V {
    I::V::load_part(isa, &[word; MAX_WIDTH][..I::V::WORDS])
}

/// The words first, first + 1, …
#[inline(always)]
fn counted<I: Isa>(isa: I, first: usize) -> I::V {
    let mut words = [0; MAX_WIDTH];
    for (i, word) in words.iter_mut().enumerate() {
        *word = (first + i) as u64;
    }
    I::V::load_part(isa, &words[..I::V::WORDS])
}
