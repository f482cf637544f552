//! The permutation i → 2^k·i mod N of the coefficients, by two transpositions.
//!
//! The coefficient at j of the result is the one at s·j of the operand, s = 2^(−k) mod N. A permutation
//! of single bits would take some cycles for each. But there are small u and v with s·u = ±v: along
//! steps of u in the result and of v in the operand, bits keep their order. So, with the operand
//! continued cyclically,
//!
//! 1. its rows of v bits, v ≤ 64, are transposed: column c is a string of the coefficients at
//!    c, c + v, c + 2v, …;
//! 2. for every d below u, the coefficients d, d + u, d + 2u, … of the result, at most 64 of them, are a
//!    piece of a column: the coefficients s·d, s·d ± v, s·d ± 2v, … of the operand;
//! 3. these pieces are transposed: rows of u bits, which are the result.
//!
//! In step 1, lane l of register r holds row 64l + r, which begins v·l words behind the one of lane 0: the same
//! shift serves all lanes. For s·u = −v the rows of the result come out in reversed order.
//!
//! u and v are found by trying all v: those with u between N/64 and N/24 whose cost is least. Sometimes it
//! pays to leave some squarings to do ([`Power`](super::Power)).
//!
//! Cost: some 0.15 cycles for a coefficient with vectors of 512 bits.

use super::Cyclic;
use super::transposition::{SIDE, lanes, transpose};
use crate::isa::{Isa, Vector};
use crate::mul::plan::max;
use crate::mul::rowwise;

/// A coefficient of the operand, in rows of v.
#[derive(Clone, Copy, Debug)]
struct Place {
    index: u32,
    row: u32,
    column: u32,
}

impl Place {
    const fn new(index: u64, v: u64) -> Self {
        Self { index: index as u32, row: (index / v) as u32, column: (index % v) as u32 }
    }
}

/// What makes the permutation for one k.
#[derive(Clone, Copy, Debug)]
pub(super) struct Permutation {
    u: usize,
    v: usize,
    /// Whether s·u = −v.
    reversed: bool,
    /// Where the piece for d = 0 begins.
    start: Place,
    /// How far it is to the piece for d + 1.
    step: Place,
    /// The last coefficient.
    last: Place,
}

/// The least v, and the least length of a piece but for the last: they bound the scratch.
const LEAST: usize = 24;

/// The smallest ring that is permuted: the operand is longer than what continues it.
const LEAST_BITS: usize = 1 << 13;

impl Permutation {
    /// The permutation of `n` coefficients for `k` that is expected to cost least, and the cycles.
    pub(super) const fn find(n: usize, k: usize) -> Option<(Self, usize)> {
        if n < LEAST_BITS {
            return None;
        }
        let m = power(2, k, n as u64);
        let mut best = None;
        let mut cycles = usize::MAX;
        let mut v = LEAST;
        while v <= SIDE {
            let image = (m * v as u64 % n as u64) as usize;
            let reversed = image > n / 2;
            let u = if reversed { n - image } else { image };
            if n.div_ceil(u) <= SIDE && n.div_ceil(u) >= LEAST {
                let found = Self::new(n, k, (u, v, reversed));
                if found.cycles(n) < cycles {
                    cycles = found.cycles(n);
                    best = Some((found, cycles));
                }
            }
            v += 1;
        }
        best
    }

    const fn new(n: usize, k: usize, (u, v, reversed): (usize, usize, bool)) -> Self {
        let (bits, width) = (n as u64, v as u64);
        let s = power(bits.div_ceil(2), k, bits);
        // The piece for d = 0 ends there if it is reversed.
        let start = if reversed { bits - width * (n.div_ceil(u) as u64 - 1) } else { 0 };
        Self {
            u,
            v,
            reversed,
            start: Place::new(start, width),
            step: Place::new(s, width),
            last: Place::new(bits - 1, width),
        }
    }

    /// The coefficients of a piece, or the rows of the result.
    const fn piece(&self, n: usize) -> usize {
        n.div_ceil(self.u)
    }

    /// The matrices of the first transposition.
    const fn matrices(&self, n: usize) -> usize {
        (n.div_ceil(self.v) + self.piece(n)).div_ceil(SIDE)
    }

    /// The cycles with vectors of 512 bits, fitted to measured ones.
    const fn cycles(&self, n: usize) -> usize {
        let (before, after) = (self.matrices(n), self.u.div_ceil(SIDE));
        let vectors = lanes(before).div_ceil(8) + lanes(after).div_ceil(8);
        250 * vectors + self.v * before + 3 * self.u + 2 * self.piece(n) * after
    }

    /// The words of scratch that are enough for every k.
    pub(super) const fn scratch_words(n: usize) -> usize {
        if n < LEAST_BITS {
            return 0;
        }
        let matrices = (n.div_ceil(LEAST) + SIDE).div_ceil(SIDE);
        (n.div_ceil(64) + 4 * SIDE) + (2 * SIDE + 2) * lanes(matrices) + 16
    }

    /// The element of the coefficients permuted.
    ///
    /// # Panics
    ///
    /// It is the permutation of another ring.
    #[inline(always)]
    pub(super) fn apply<I: Isa, const N: usize, const W: usize>(
        &self,
        isa: I,
        a: &Cyclic<N, W>,
        scratch: &mut [u64],
    ) -> Cyclic<N, W> {
        let matrices = self.matrices(N);
        let pieces = self.u.div_ceil(SIDE);
        let (before, after) = (lanes(matrices), lanes(pieces));
        let (columns, scratch) = scratch.split_at_mut(SIDE * before + 8);
        let (rows, continued) = scratch.split_at_mut(max((SIDE + 1) * before, SIDE * after));

        continued_cyclically(a, &mut continued[..self.v * matrices + 1]);
        self.cut_rows(isa, columns, rows, &continued[..self.v * matrices + 1], matrices);
        transpose(isa, columns, before, self.v);
        self.collect(rows, after, columns, before);
        transpose(isa, rows, after, self.piece(N));
        self.join(rows, after)
    }

    /// Step 1: row r of the operand, as word r / 64 of row r mod 64 of `columns`.
    #[inline(always)]
    fn cut_rows<I: Isa>(
        &self,
        isa: I,
        columns: &mut [u64],
        words: &mut [u64],
        continued: &[u64],
        matrices: usize,
    ) {
        let (v, before) = (self.v, lanes(matrices));
        for (w, lanes) in words.chunks_exact_mut(before).take(v + 1).enumerate() {
            for (lane, word) in lanes[..matrices].iter_mut().zip(continued[w..].iter().step_by(v)) {
                *lane = *word;
            }
        }
        for (r, row) in columns.chunks_exact_mut(before).take(SIDE).enumerate() {
            let (word, bits) = (v * r / 64, (v * r % 64) as u32);
            let [low, high] = [&words[word * before..], &words[(word + 1) * before..]];
            rowwise(
                isa,
                [row],
                [&low[..before], &high[..before]],
                #[inline(always)]
                |_, [low, high]| [low.shr(bits) ^ high.shl(63 - bits).shl(1)],
            );
        }
    }

    /// Step 2: the piece for d, as word d / 64 of row d mod 64 of `pieces`.
    #[inline(always)]
    fn collect(&self, pieces: &mut [u64], after: usize, columns: &[u64], before: usize) {
        let mut places = Places::new(self);
        for group in 0..self.u.div_ceil(SIDE) {
            for i in 0..SIDE {
                let at = places.column[i] as usize * SIDE * before + places.row[i] as usize;
                let (word, bits) = (at / 64, at % 64);
                pieces[i * after + group] = columns[word] >> bits | columns[word + 1] << 1 << (63 - bits);
            }
            places.advance(self);
        }
        for d in self.u..self.u.next_multiple_of(SIDE) {
            pieces[d % SIDE * after + d / SIDE] = 0;
        }
    }

    /// Step 3: the rows of u bits one after the other.
    #[inline(always)]
    fn join<const N: usize, const W: usize>(&self, rows: &[u64], after: usize) -> Cyclic<N, W> {
        let mut words = [0; W];
        let (count, length) = (self.piece(N), self.u.div_ceil(64));
        let mut carry = 0;
        for r in 0..count {
            let row = if self.reversed { count - 1 - r } else { r };
            let row = &rows[row * after..][..length];
            let (word, bits) = (self.u * r / 64, self.u * r % 64);
            let end = min((self.u * (r + 1)) / 64, W);
            let target = &mut words[word..end];
            for (target, row) in target.iter_mut().zip(row) {
                *target = carry | row << bits;
                carry = row >> 1 >> (63 - bits);
            }
            // What a last, partial word of the row has.
            if end - word < length {
                carry |= row[end - word] << bits;
            }
        }
        if self.u * count / 64 < W {
            words[W - 1] = carry;
        }
        Cyclic::truncated(words)
    }
}

const fn min(a: usize, b: usize) -> usize {
    if a < b { a } else { b }
}

/// base^exponent mod n
pub(super) const fn power(base: u64, exponent: usize, n: u64) -> u64 {
    let (mut base, mut exponent, mut power) = (base, exponent, 1);
    while exponent > 0 {
        if exponent % 2 == 1 {
            power = power * base % n;
        }
        base = base * base % n;
        exponent /= 2;
    }
    power
}

/// The words of `a`, and again from coefficient N on, as far as there are words.
#[inline(always)]
fn continued_cyclically<const N: usize, const W: usize>(a: &Cyclic<N, W>, words: &mut [u64]) {
    let bits = Cyclic::<N, W>::LAST_BITS;
    let (once, again) = words.split_at_mut(W);
    once.copy_from_slice(&a.0);
    once[W - 1] |= a.0[0] << bits;
    for (word, pair) in again.iter_mut().zip(a.0.windows(2)) {
        *word = pair[0] >> (64 - bits) | pair[1] << bits;
    }
}

/// Where the pieces for 64 successive d begin.
struct Places {
    index: [u32; SIDE],
    row: [u32; SIDE],
    column: [u32; SIDE],
    /// From each to the one of the next 64.
    step: Place,
}

impl Places {
    #[inline(always)]
    fn new(permutation: &Permutation) -> Self {
        let Permutation { start, step, .. } = *permutation;
        let mut places = Self { index: [0; SIDE], row: [0; SIDE], column: [0; SIDE], step };
        (places.index[0], places.row[0], places.column[0]) = (start.index, start.row, start.column);
        let mut known = 1;
        while known < SIDE {
            for i in 0..known {
                let place = places.place(i).plus(places.step, permutation);
                places.set(known + i, place);
            }
            places.step = places.step.plus(places.step, permutation);
            known *= 2;
        }
        places
    }

    #[inline(always)]
    fn place(&self, i: usize) -> Place {
        Place { index: self.index[i], row: self.row[i], column: self.column[i] }
    }

    #[inline(always)]
    fn set(&mut self, i: usize, place: Place) {
        (self.index[i], self.row[i], self.column[i]) = (place.index, place.row, place.column);
    }

    #[inline(always)]
    fn advance(&mut self, permutation: &Permutation) {
        for i in 0..SIDE {
            self.set(i, self.place(i).plus(self.step, permutation));
        }
    }
}

impl Place {
    /// The place of the sum of the indices, modulo N.
    #[inline(always)]
    fn plus(self, other: Self, permutation: &Permutation) -> Self {
        let Permutation { v, last, .. } = permutation;
        let v = *v as u32;
        let index = self.index + other.index;
        let column = self.column + other.column;
        let carry = u32::from(column >= v);
        let (row, column) = (self.row + other.row + carry, column - if carry == 1 { v } else { 0 });
        // Minus N: minus the place of the last coefficient, and of one more.
        let wraps = index > last.index;
        let borrow = column <= last.column;
        let wrapped = Self {
            index: index.wrapping_sub(last.index + 1),
            row: row.wrapping_sub(last.row + u32::from(borrow)),
            column: column.wrapping_sub(last.column + 1).wrapping_add(if borrow { v } else { 0 }),
        };
        if wraps { wrapped } else { Self { index, row, column } }
    }
}
