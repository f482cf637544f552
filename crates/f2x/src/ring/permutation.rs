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
//! Cost: 0.17 to 0.28 cycles for a coefficient with vectors of 512 bits.

use super::Cyclic;
use super::transposition::{SIDE, lanes, transpose, transpose_in_place, transpose_words};
use crate::isa::{Isa, Vector};
use crate::mul::plan::max;

/// A coefficient of the operand, and where it is in its columns.
#[derive(Clone, Copy, Debug)]
struct Place {
    index: u32,
    /// The bit of the column.
    row: u32,
    /// The first bit of the column.
    column: u32,
}

impl Place {
    /// The place in columns of so many bits.
    const fn new(index: u64, v: u64, column: u32) -> Self {
        Self { index: index as u32, row: (index / v) as u32, column: (index % v) as u32 * column }
    }
}

/// What makes the permutation for one k.
#[derive(Clone, Copy, Debug)]
pub(super) struct Permutation {
    u: usize,
    v: usize,
    /// Whether s·u = −v.
    reversed: bool,
    /// The coefficients of a piece: the rows of the result.
    piece: usize,
    /// The matrices of the first transposition.
    matrices: usize,
    /// The bits of a column.
    column: u32,
    /// Where the piece for d = 0 begins.
    start: Place,
    /// How far it is to the piece for d + 1.
    step: Place,
    /// The last coefficient.
    last: Place,
}

/// The least v, and the least length of a piece but for the last: they bound the scratch.
const LEAST: usize = 24;

/// Words behind those of an operand: it is continued by up to 64 rows, and read as far as the lanes of a
/// vector reach.
const CONTINUED: usize = 10 * SIDE;

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
                if found.cycles() < cycles {
                    cycles = found.cycles();
                    best = Some((found, cycles));
                }
            }
            v += 1;
        }
        best
    }

    const fn new(n: usize, k: usize, (u, v, reversed): (usize, usize, bool)) -> Self {
        let (bits, width) = (n as u64, v as u64);
        let piece = n.div_ceil(u);
        let s = power(bits.div_ceil(2), k, bits);
        // The piece for d = 0 ends there if it is reversed.
        let start = if reversed { bits - width * (piece as u64 - 1) } else { 0 };
        let matrices = (n.div_ceil(v) + piece).div_ceil(SIDE);
        let column = (SIDE * lanes(matrices)) as u32;
        Self {
            u,
            v,
            reversed,
            piece,
            matrices,
            column,
            start: Place::new(start, width, column),
            step: Place::new(s, width, column),
            last: Place::new(bits - 1, width, column),
        }
    }

    /// The cycles with vectors of 512 bits, fitted to measured ones.
    const fn cycles(&self) -> usize {
        let pieces = self.u.div_ceil(SIDE);
        let cut = if self.matrices <= 4 { 500 } else { 900 * lanes(self.matrices) / 8 };
        let transpose = if pieces <= 4 { 320 } else { 450 * lanes(pieces) / 8 };
        let join = self.piece * (6 + lanes(pieces) / 2);
        30 * (self.v / 8 + 1) * lanes(self.matrices) / 8 + cut + 4 * self.u + transpose + join
    }

    /// The words of scratch that are enough for every k.
    pub(super) const fn scratch_words(n: usize) -> usize {
        if n < LEAST_BITS {
            return 0;
        }
        let matrices = (n.div_ceil(LEAST) + SIDE).div_ceil(SIDE);
        n.div_ceil(64) + CONTINUED + (2 * SIDE + 8) * lanes(matrices) + 8
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
        let (before, after) = (lanes(self.matrices), lanes(self.u.div_ceil(SIDE)));
        let (columns, scratch) = scratch.split_at_mut(SIDE * before + 8);
        let (rows, words) = scratch.split_at_mut((SIDE + 8) * max(before, after));

        let words = &mut words[..W + CONTINUED];
        continued_cyclically(a, words);
        if before == I::Y::WORDS {
            self.lay_out::<I, I::Y>(isa, rows, before, words);
            self.cut::<I, I::Y>(isa, columns, before, rows);
        } else {
            self.lay_out::<I, I::V>(isa, rows, before, words);
            self.cut::<I, I::V>(isa, columns, before, rows);
        }
        self.collect(rows, after, columns);
        if after == I::Y::WORDS {
            self.transpose_pieces::<I, I::Y>(isa, rows, after);
            self.join::<I, I::Y>(isa, words, rows, after);
        } else {
            self.transpose_pieces::<I, I::V>(isa, rows, after);
            self.join::<I, I::V>(isa, words, rows, after);
        }
        let mut joined = [0; W];
        joined.copy_from_slice(&words[..W]);
        Cyclic::truncated(joined)
    }

    /// Step 1: word w of lane l is word w of the operand from row 64l on.
    #[inline(always)]
    fn lay_out<I: Isa, V: Vector<I>>(
        &self,
        isa: I,
        rows: &mut [u64],
        before: usize,
        continued: &[u64],
    ) {
        for (at, w) in pairs(before, V::WORDS, self.v + 1) {
            let mut x = [V::zero(isa); 8];
            for (lane, x) in x.iter_mut().enumerate().take(V::WORDS) {
                *x = load::<I, V>(isa, continued, self.v * (at + lane) + w);
            }
            let x = transpose_words(x);
            for (i, x) in x.iter().enumerate().take(V::WORDS) {
                let row = &mut rows[(w + i) * before + at..][..V::WORDS];
                x.store(&mut V::rows_mut(row).0[0]);
            }
        }
    }

    /// Step 1: row 64l + r of the operand is lane l of row r, which is transposed.
    #[inline(always)]
    fn cut<I: Isa, V: Vector<I>>(&self, isa: I, columns: &mut [u64], before: usize, words: &[u64]) {
        for at in (0..before).step_by(V::WORDS) {
            transpose::<I, V>(
                isa,
                columns,
                (before, at),
                self.v,
                #[inline(always)]
                |r| {
                    let (word, bits) = (self.v * r / 64, (self.v * r % 64) as u32);
                    let low = load::<I, V>(isa, words, word * before + at);
                    if bits == 0 {
                        return low;
                    }
                    let high = load::<I, V>(isa, words, (word + 1) * before + at);
                    low.shr(bits) ^ high.shl(64 - bits)
                },
            );
        }
    }

    /// Step 2: the piece for d, as word d / 64 of row d mod 64 of `pieces`.
    #[inline(always)]
    fn collect(&self, pieces: &mut [u64], after: usize, columns: &[u64]) {
        let mut places = Places::new(self);
        for d in (0..self.u).step_by(PLACES) {
            let pieces = &mut pieces[d % SIDE * after + d / SIDE..][..(PLACES - 1) * after + 1];
            for (i, at) in places.bits().into_iter().enumerate() {
                let (word, bits) = (at as usize / 64, at % 64);
                let pair = &columns[word..word + 2];
                pieces[i * after] = pair[0] >> bits | pair[1] << 1 << (63 - bits);
            }
            places.advance(self);
        }
        for d in self.u..self.u.next_multiple_of(SIDE) {
            pieces[d % SIDE * after + d / SIDE] = 0;
        }
    }

    /// Step 3: the pieces are transposed.
    #[inline(always)]
    fn transpose_pieces<I: Isa, V: Vector<I>>(&self, isa: I, rows: &mut [u64], after: usize) {
        for at in (0..after).step_by(V::WORDS) {
            transpose_in_place::<I, V>(isa, rows, (after, at), self.piece);
        }
    }

    /// Step 3: the rows of u bits one after the other, in `words`.
    ///
    /// Whole vectors are stored; what is behind the end of a row is overwritten by the next rows. The
    /// word that a row shares with the one before is put together by itself: a load from what two
    /// stores wrote would wait for them.
    #[inline(always)]
    fn join<I: Isa, V: Vector<I>>(&self, isa: I, words: &mut [u64], rows: &[u64], after: usize) {
        let length = self.u.div_ceil(64);
        let mut shared = 0;
        let mut at = 0;
        for r in 0..self.piece {
            let row = if self.reversed { self.piece - 1 - r } else { r };
            let row = &rows[row * after..][..after];
            let (first, bits) = (at / 64, (at % 64) as u32);
            at += self.u;
            let end = at / 64 - first;
            let mut before = V::zero(isa);
            for at in (0..after).step_by(V::WORDS) {
                let low = load::<I, V>(isa, row, at);
                let high = before.permute2(
                    low,
                    #[inline(always)]
                    |i| V::WORDS - 1 + i,
                );
                let shifted = low.shl(bits) ^ high.shr(63 - bits).shr(1);
                shifted.store(&mut V::rows_mut(&mut words[first + at..][..V::WORDS]).0[0]);
                before = low;
            }
            words[first] = shared | row[0] << bits;
            shared = row[end - 1] >> 1 >> (63 - bits);
            if end < length {
                shared |= row[end] << bits;
            }
        }
        words[at / 64] = shared;
    }
}

/// All multiples of `step` below `n` with all multiples of `step` below `m`.
#[inline(always)]
fn pairs(n: usize, step: usize, m: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n).step_by(step).flat_map(
        #[inline(always)]
        move |i| {
            (0..m).step_by(step).map(
                #[inline(always)]
                move |j| (i, j),
            )
        },
    )
}

#[inline(always)]
fn load<I: Isa, V: Vector<I>>(isa: I, words: &[u64], at: usize) -> V {
    V::load(isa, &V::rows(&words[at..][..V::WORDS]).0[0])
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

/// The words of `a`, and once more from coefficient N on, as far as there are words.
#[inline(always)]
pub(super) fn continued_cyclically<const N: usize, const W: usize>(
    a: &Cyclic<N, W>,
    words: &mut [u64],
) {
    let bits = Cyclic::<N, W>::LAST_BITS;
    let (once, again) = words.split_at_mut(W);
    once.copy_from_slice(&a.0);
    once[W - 1] |= a.0[0] << bits;
    for (word, pair) in again.iter_mut().zip(a.0.windows(2)) {
        *word = pair[0] >> (64 - bits) | pair[1] << bits;
    }
    if let Some(word) = again.get_mut(W - 1) {
        *word = a.0[W - 1] >> (64 - bits);
    }
}

/// Places that are found together.
const PLACES: usize = 32;

/// Where the pieces for successive d begin.
struct Places {
    index: [u32; PLACES],
    row: [u32; PLACES],
    column: [u32; PLACES],
    /// From each to the one of the next ones.
    step: Place,
}

impl Places {
    #[inline(always)]
    fn new(permutation: &Permutation) -> Self {
        let Permutation { start, step, .. } = *permutation;
        let mut places = Self { index: [0; PLACES], row: [0; PLACES], column: [0; PLACES], step };
        (places.index[0], places.row[0], places.column[0]) = (start.index, start.row, start.column);
        let mut known = 1;
        while known < PLACES {
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

    /// The bits of the columns where the pieces begin.
    #[inline(always)]
    fn bits(&self) -> [u32; PLACES] {
        let mut bits = self.row;
        for (bit, column) in bits.iter_mut().zip(&self.column) {
            *bit += column;
        }
        bits
    }

    #[inline(always)]
    fn advance(&mut self, permutation: &Permutation) {
        for i in 0..PLACES {
            self.set(i, self.place(i).plus(self.step, permutation));
        }
    }
}

impl Place {
    /// The place of the sum of the indices, modulo N.
    #[inline(always)]
    fn plus(self, other: Self, permutation: &Permutation) -> Self {
        let Permutation { v, column, last, .. } = *permutation;
        let columns = v as u32 * column;
        let sum = self.column + other.column;
        let next_row = sum >= columns;
        let sum = Self {
            index: self.index + other.index,
            row: self.row + other.row + u32::from(next_row),
            column: sum - if next_row { columns } else { 0 },
        };
        // Minus N: minus the place of the last coefficient, and of one more.
        let row_before = sum.column <= last.column;
        let wrapped = Self {
            index: sum.index.wrapping_sub(last.index + 1),
            row: sum.row.wrapping_sub(last.row + u32::from(row_before)),
            column: sum.column.wrapping_sub(last.column + column).wrapping_add(if row_before {
                columns
            } else {
                0
            }),
        };
        let wraps = sum.index > last.index;
        Self {
            index: if wraps { wrapped.index } else { sum.index },
            row: if wraps { wrapped.row } else { sum.row },
            column: if wraps { wrapped.column } else { sum.column },
        }
    }
}
