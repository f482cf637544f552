//! The positions of vectors of fixed weight.
//!
//! No position is ever an index: whether two of them are equal is asked of all pairs, many side by side.

use crate::ct::{hidden, less, negative, select};
use crate::ones::NOWHERE;
use crate::parameters::Parameters;
use crate::taint;

/// The blocks of SHAKE256 that are enough for y and x, but for less than one key in 2^300.
pub(crate) const LONG_BLOCKS: usize = 8;

/// Positions that are compared side by side.
const LANES: usize = 32;

/// The candidates for y and x in [`LONG_BLOCKS`] blocks, in whole groups.
const MAX_CANDIDATES: usize = (LONG_BLOCKS * 136 / 3).next_multiple_of(LANES);

/// The places of any vector of an error, in whole groups.
const MAX_ERRORS: usize = 160;

/// Positions of y or x, and places for the candidates that do not count.
pub(crate) type KeyPositions = [u16; MAX_CANDIDATES];

/// Positions of r1, r2 or e.
pub(crate) type ErrorPositions = [u16; MAX_ERRORS];

/// Draws the positions of y, or of x, from those of `bytes` that start at candidate `first`.
///
/// Three bytes are a candidate c. It counts if it is below the greatest multiple of n and if c mod n is
/// none that an earlier one had; the first [`WEIGHT`](crate::parameters::Constants::WEIGHT) that count
/// are taken, and the others become [`NOWHERE`]. The result is the candidate after the last one that is
/// taken; there is none if `bytes` has too few candidates.
///
/// The number of candidates is revealed: which of them count says nothing about where they lie, since
/// any permutation of the positions has the same probability.
///
/// Cost: four operations on 16 bits for each pair of candidates.
#[inline(always)]
pub(crate) fn draw_by_rejection<P: Parameters>(
    bytes: &[u8],
    first: usize,
    positions: &mut KeyPositions,
) -> Option<usize> {
    let weight = P::WEIGHT as u64;
    let mut candidates = [u16::MAX; LANES + MAX_CANDIDATES];
    let (mut taken, mut used) = (0, 0);
    // Neither here nor elsewhere are there numbers that a compiler would divide to get.
    let mut rest = bytes.get(3 * first..).unwrap_or(&[]);
    for (group, positions) in positions.as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
        let start = LANES + LANES * group;
        let mut count = 0;
        while let (true, Some((triple, others))) = (count < LANES, rest.split_first_chunk()) {
            candidates[start + count] = reduced::<P>(*triple);
            (rest, count) = (others, count + 1);
        }
        let repeated = repeated(&candidates, start);
        let candidates = &candidates[start..][..count];
        for ((position, candidate), repeated) in positions.iter_mut().zip(candidates).zip(repeated)
        {
            let wanted = less(taken, weight);
            used -= wanted as i64;
            let counts = less(u64::from(*candidate), P::N as u64) & !wide(repeated);
            let counts = hidden(counts & wanted);
            *position = select(counts, u64::from(*candidate), u64::from(NOWHERE)) as u16;
            taken += counts & 1;
        }
        let mut missing = less(taken, weight);
        taint::declassify(&mut missing);
        if missing == 0 {
            let mut used = used as u64;
            taint::declassify(&mut used);
            return Some(first + used as usize);
        }
    }
    None
}

/// The candidate of three bytes modulo n, or [`NOWHERE`] if it does not count.
#[inline(always)]
fn reduced<P: Parameters>([low, middle, high]: [u8; 3]) -> u16 {
    let n = P::N as u64;
    let c = u64::from(low) | u64::from(middle) << 8 | u64::from(high) << 16;
    // The quotient, or one less.
    let quotient = (c * const { (1 << 32) / P::N as u64 }) >> 32;
    let rest = c - quotient * n;
    let rest = rest - (n & !less(rest, n));
    let counts = less(c, const { (1 << 24) / P::N as u64 * P::N as u64 });
    select(counts, rest, u64::from(NOWHERE)) as u16
}

/// Draws the positions of several vectors of weight [`ERROR_WEIGHT`], each from four bytes for each
/// position. They are written in the order of falling numbers.
///
/// Position i is i plus an integer below n − i, and becomes i if a later one is the same. A later one,
/// j, is what it was drawn, or j if it repeats another one; what it was drawn is then still among the
/// later ones. So position i is repeated if it was drawn again later, which is asked of all pairs at
/// once, or if it is a j that was replaced, which is asked of a set of bits in order.
///
/// Cost: four operations on 16 bits for each pair of positions, and some twenty for each position in a
/// chain; the chains of the vectors run side by side.
///
/// [`ERROR_WEIGHT`]: crate::parameters::Constants::ERROR_WEIGHT
#[inline(always)]
pub(crate) fn draw<P: Parameters, const V: usize>(
    bytes: [&[u8]; V],
    positions: &mut [ErrorPositions; V],
) {
    let weight = P::ERROR_WEIGHT;
    let mut repeats = [[0; MAX_ERRORS]; V];
    for v in 0..V {
        let mut drawn = [u16::MAX; LANES + MAX_ERRORS];
        for (i, bytes) in bytes[v].as_chunks().0.iter().enumerate().take(weight) {
            let z = u64::from(u32::from_le_bytes(*bytes));
            let position = i as u64 + ((z * (P::N - i) as u64) >> 32);
            drawn[LANES + weight - 1 - i] = position as u16;
        }
        for (group, repeats) in repeats[v].as_chunks_mut().0.iter_mut().enumerate() {
            *repeats = repeated(&drawn, LANES + LANES * group);
        }
        positions[v].copy_from_slice(&drawn[LANES..]);
        positions[v][weight..].fill(NOWHERE);
    }
    let mut replaced = [[0_u64; MAX_ERRORS.div_ceil(64)]; V];
    for (place, i) in (0..weight).rev().enumerate() {
        for v in 0..V {
            let position = u64::from(positions[v][place]);
            let mut bits = 0;
            for (word, replaced) in replaced[v].iter().enumerate() {
                bits |= replaced & hidden(negative((position >> 6 ^ word as u64).wrapping_sub(1)));
            }
            // Hidden, too, lest it becomes a test of a bit in memory.
            let replaced_one = hidden(bits >> (position & 63)) & 1;
            let repeats = hidden(wide(repeats[v][place]) | replaced_one.wrapping_neg());
            positions[v][place] = select(repeats, i as u64, position) as u16;
            replaced[v][i / 64] |= (repeats & 1) << (i % 64);
        }
    }
}

/// For the places from `start` on, whether one before has the same number: then the highest bit is set.
#[inline(always)]
fn repeated(numbers: &[u16], start: usize) -> [u16; LANES] {
    let own: &[u16; LANES] = numbers[start..].first_chunk().expect("a whole group");
    let mut repeated = [0; LANES];
    for distance in 1..start {
        let others: &[u16; LANES] =
            numbers[start - distance..].first_chunk().expect("a whole group");
        for lane in 0..LANES {
            let difference = own[lane] ^ others[lane];
            repeated[lane] |= difference.wrapping_sub(1) & !difference;
        }
    }
    repeated
}

/// All ones if the highest bit is set.
#[inline(always)]
fn wide(number: u16) -> u64 {
    negative(u64::from(number) << 48)
}
