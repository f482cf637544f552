//! The permutation i → 2^k·i mod N of the coefficients, by two transpositions.
//!
//! The coefficient at j of the result is the one at s·j of the operand, s = 2^(−k) mod N. A permutation
//! of single bits would take some cycles for each. But there are small u and v with s·u = ±v: along
//! steps of u in the result and of v in the operand, bits keep their order. So, with the operand
//! continued cyclically,
//!
//! 1. its rows of v bits are transposed: column c is a string of the coefficients at c, c + v, c + 2v, …;
//! 2. for every d below u, the coefficients d, d + u, d + 2u, … of the result are a piece of a column: the
//!    coefficients s·d, s·d ± v, s·d ± 2v, … of the operand;
//! 3. these pieces are transposed: rows of u bits, which are the result.
//!
//! Rows and pieces have at most 57 bits, so that eight bytes hold each wherever it begins, and a vector
//! gathers as many as it has words ([`Vector::bits_at`]). For s·u = −v the rows of the result come out in
//! reversed order.
//!
//! u and v are found by trying all v: those with u between N/57 and N/24 whose cost is least. Sometimes it
//! pays to leave some squarings to do ([`Power`](super::Power)).
//!
//! Cost: 0.12 to 0.22 cycles for a coefficient with vectors of 512 bits.

use super::transposition::{SIDE, lanes, transpose};
use crate::isa::{Isa, Vector};
use crate::{Level, Operation};

/// The bits that [`Vector::bits_at`] is sure of: the most of a row of the operand, and of a piece.
const MOST: usize = 57;

/// The least v, and the least length of a piece but for the last: they bound the scratch.
const LEAST: usize = 24;

/// The smallest ring that is permuted: the operand is longer than what continues it.
const LEAST_BITS: usize = 1 << 13;

/// A coefficient of the operand, and where it is in its columns.
///
/// Coefficient i is bit ⌊i/v⌋ of column i mod v. With columns of C bits this is bit i·C mod vC − 1 of them
/// all, so positions are added as indices are.
#[derive(Clone, Copy, Debug)]
struct Place {
    index: u32,
    position: u32,
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
    /// Minus one, the places in all columns: positions are modulo that.
    modulus: u32,
    /// The number of coefficients, and what it takes to subtract it.
    n: Place,
    /// Where the piece for d = 0 begins.
    start: Place,
    /// How far it is to the piece for d + 1.
    step: Place,
}

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
        while v <= MOST {
            let image = (m * v as u64 % n as u64) as usize;
            let reversed = image > n / 2;
            let u = if reversed { n - image } else { image };
            if n.div_ceil(u) <= MOST && n.div_ceil(u) >= LEAST {
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
        let column = (SIDE * lanes(matrices)) as u64;
        let modulus = width * column - 1;
        let place = Place::new;
        Self {
            u,
            v,
            reversed,
            piece,
            matrices,
            modulus: modulus as u32,
            n: place(bits, modulus - bits * column % modulus),
            start: place(start, start * column % modulus),
            step: place(s, s * column % modulus),
        }
    }

    /// The cycles with vectors of 512 bits, fitted to measured ones.
    const fn cycles(&self) -> usize {
        let (before, after) = (lanes(self.matrices), lanes(self.u.div_ceil(SIDE)));
        let cut = 850 * (before / 8) + 400 * (before % 8 / 4);
        let collect = 1050 * (after / 8) + 620 * (after % 8 / 4);
        cut + collect + 10 * self.piece
    }

    /// The words of scratch that are enough for every k.
    pub(super) const fn scratch_words(n: usize) -> usize {
        if n < LEAST_BITS {
            return 0;
        }
        let matrices = (n.div_ceil(LEAST) + SIDE).div_ceil(SIDE);
        n.div_ceil(64) + continued(n) + 2 * SIDE * lanes(matrices)
    }

    /// The words of `a` with its coefficients permuted, and more words, in scratch.
    ///
    /// Not generic, so that a crate with several rings compiles it once for all of them.
    #[inline]
    pub(super) fn apply<'s>(&self, level: Level, a: &[u64], scratch: &'s mut [u64]) -> &'s [u64] {
        struct Apply<'v, 's>(&'v Permutation, &'v [u64], &'s mut [u64]);
        impl<'s> Operation for Apply<'_, 's> {
            type Output = &'s [u64];
            #[inline(always)]
            fn run<I: Isa>(self, isa: I) -> &'s [u64] {
                isa.outline(
                    #[inline(always)]
                    || self.0.apply_on(isa, self.1, self.2),
                )
            }
        }
        level.dispatch(Apply(self, a, scratch)).expect("a token proves the level")
    }

    #[inline(always)]
    fn apply_on<'s, I: Isa>(&self, isa: I, a: &[u64], scratch: &'s mut [u64]) -> &'s [u64] {
        let (before, after) = (lanes(self.matrices), lanes(self.u.div_ceil(SIDE)));
        let (columns, scratch) = scratch.split_at_mut(SIDE * before);
        let (rows, words) = scratch.split_at_mut(SIDE * after);

        let n = self.n.index as usize;
        let words = &mut words[..a.len() + continued(n)];
        continued_cyclically(a, self.n.index % 64, words);
        self.cut(isa, columns, before, words);
        self.collect(isa, rows, after, columns);
        if after == I::Y::WORDS {
            self.join::<I, I::Y>(isa, words, rows, after);
        } else {
            self.join::<I, I::V>(isa, words, rows, after);
        }
        words
    }

    /// Step 1: the operand's rows of v bits are transposed.
    #[inline(always)]
    fn cut<I: Isa>(&self, isa: I, columns: &mut [u64], before: usize, words: &[u64]) {
        let wide = before - before % I::V::WORDS;
        for at in (0..wide).step_by(I::V::WORDS) {
            self.cut_at::<I, I::V>(isa, columns, (before, at), words);
        }
        if wide < before {
            self.cut_at::<I, I::Y>(isa, columns, (before, wide), words);
        }
    }

    /// Row 64l + r of the operand is lane l of row r, which is transposed.
    #[inline(always)]
    fn cut_at<I: Isa, V: Vector<I>>(
        &self,
        isa: I,
        columns: &mut [u64],
        (before, at): (usize, usize),
        words: &[u64],
    ) {
        let v = self.v as u32;
        let mut lanes = [0; 8];
        for (lane, position) in lanes.iter_mut().enumerate() {
            *position = v * (SIDE * (at + lane)) as u32;
        }
        transpose::<I, V>(
            isa,
            columns,
            (before, at),
            self.v,
            #[inline(always)]
            |r| {
                let mut positions = [0; 8];
                for (position, &lane) in positions.iter_mut().zip(&lanes) {
                    *position = lane + v * r as u32;
                }
                V::bits_at(isa, words, &positions)
            },
        );
    }

    /// Steps 2 and 3: the pieces are found and transposed.
    #[inline(always)]
    fn collect<I: Isa>(&self, isa: I, rows: &mut [u64], after: usize, columns: &[u64]) {
        let (steps, lane_step) = self.steps();
        let mut lane = self.start;
        let wide = after - after % I::V::WORDS;
        for at in (0..wide).step_by(I::V::WORDS) {
            let lanes = self.places(&mut lane, lane_step, I::V::WORDS);
            self.collect_at::<I, I::V>(isa, rows, (after, at), (&lanes, &steps), columns);
        }
        if wide < after {
            let lanes = self.places(&mut lane, lane_step, I::Y::WORDS);
            self.collect_at::<I, I::Y>(isa, rows, (after, wide), (&lanes, &steps), columns);
        }
    }

    /// The piece for d = 64l + r is lane l of row r, which is transposed.
    ///
    /// Pieces from u on repeat bits of others.
    #[inline(always)]
    fn collect_at<I: Isa, V: Vector<I>>(
        &self,
        isa: I,
        rows: &mut [u64],
        (after, at): (usize, usize),
        (lanes, steps): (&[Place; 8], &[Place; SIDE]),
        columns: &[u64],
    ) {
        transpose::<I, V>(
            isa,
            rows,
            (after, at),
            self.piece,
            #[inline(always)]
            |r| {
                let mut positions = [0; 8];
                for (position, &lane) in positions.iter_mut().zip(lanes) {
                    *position = self.sum(lane, steps[r]).position;
                }
                V::bits_at(isa, columns, &positions)
            },
        );
    }

    /// The places of so many lanes from `first` on, which goes behind them.
    #[inline(always)]
    fn places(&self, first: &mut Place, step: Place, lanes: usize) -> [Place; 8] {
        let mut places = [*first; 8];
        for place in &mut places[..lanes] {
            *place = *first;
            *first = self.sum(*first, step);
        }
        places
    }

    /// How far it is from a piece to each of the next 64, and to the one after these.
    #[inline(always)]
    fn steps(&self) -> ([Place; SIDE], Place) {
        let mut steps = [Place::new(0, 0); SIDE];
        let mut next = self.step;
        let mut known = 1;
        while known < SIDE {
            for i in 0..known {
                steps[known + i] = self.sum(steps[i], next);
            }
            next = self.sum(next, next);
            known *= 2;
        }
        (steps, next)
    }

    /// The place of the sum of two indices modulo N.
    #[inline(always)]
    fn sum(&self, a: Place, b: Place) -> Place {
        let (index, position) = (a.index + b.index, a.position + b.position);
        let wrapped = index >= self.n.index;
        let position = position + if wrapped { self.n.position } else { 0 };
        let position = position.min(position.wrapping_sub(self.modulus));
        Place {
            index: index.min(index.wrapping_sub(self.n.index)),
            position: position.min(position.wrapping_sub(self.modulus)),
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
            let row = &rows[row * after..][..after.next_multiple_of(V::WORDS)];
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

#[inline(always)]
fn load<I: Isa, V: Vector<I>>(isa: I, words: &[u64], at: usize) -> V {
    V::load(isa, &V::rows(&words[at..][..V::WORDS]).0[0])
}

impl Place {
    const fn new(index: u64, position: u64) -> Self {
        Self { index: index as u32, position: position as u32 }
    }
}

/// Words behind those of an operand: it is continued by up to 57 rows, and the rows of a result are stored
/// in whole vectors.
const fn continued(n: usize) -> usize {
    SIDE + lanes(n.div_ceil(LEAST).div_ceil(SIDE))
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

/// The words of `a`, and once more behind its coefficients, of which the last word has `bits`, as far as
/// there are words.
#[inline(always)]
pub(super) fn continued_cyclically(a: &[u64], bits: u32, words: &mut [u64]) {
    let last = a.len() - 1;
    let (once, again) = words.split_at_mut(a.len());
    once.copy_from_slice(a);
    once[last] |= a[0] << bits;
    for (word, pair) in again.iter_mut().zip(a.windows(2)) {
        *word = pair[0] >> (64 - bits) | pair[1] << bits;
    }
    if let Some(word) = again.get_mut(last) {
        *word = a[last] >> (64 - bits);
    }
}
