//! Two products at once in the lanes of a vector of four words, where only single lanes multiply.
//!
//! AVX2 adds in two lanes with one instruction, but multiplies in one (PCLMULQDQ). A formula for
//! columns is therefore run in three stages through memory:
//!
//! * the operands of its kernels, formed for both products in one vector, are stored;
//! * each kernel multiplies in one lane, loading and storing halves of vectors;
//! * the columns of the kernels are loaded for both products, and the rest of the formula and the
//!   joining of columns to limbs is done once.
//!
//! A vector that was stored in halves is not forwarded to a load of the whole: between the second
//! stage and the third comes other work, the first stages of the next two products.
//!
//! Cost for two products of eight words with kernels of four, in vector instructions: 4 to form the
//! operands, 2·3·27 in the kernels, 17 and 16 after them and 16 to part the lanes; two products in
//! one lane each take 2·118. On a Golden-Cove-class core 36 cycles for each of many such products,
//! against 40; with kernels of one word (fewest instructions) 40, of two 38, of eight 41, since
//! loads and stores then cost as much as they save.

use super::columns::{Columns, Formula, Kernels};
use crate::isa::{Isa, Vector};

/// The words that two products by `F` have in memory between the stages.
pub(super) const fn stage_words<F: Formula>() -> usize {
    4 * F::KERNEL_COLUMNS
}

/// `low` and `high` in the lanes of one vector.
#[inline(always)]
pub(super) fn lanes<I: Isa>(isa: I, low: I::X, high: I::X) -> I::Y {
    let mut words = [0; 4];
    low.store(&mut I::X::rows_mut(&mut words).0[0]);
    high.store(&mut I::X::rows_mut(&mut words).0[1]);
    I::Y::load(isa, &I::Y::rows(&words).0[0])
}

/// Both lanes of `v`.
#[inline(always)]
fn split<I: Isa>(isa: I, v: I::Y) -> [I::X; 2] {
    let mut words = [0; 4];
    v.store(&mut I::Y::rows_mut(&mut words).0[0]);
    let rows = I::X::rows(&words).0;
    [I::X::load(isa, &rows[0]), I::X::load(isa, &rows[1])]
}

/// The first two stages for the operands whose words w are interleaved in the lanes of `pair(w)`.
#[inline(always)]
pub(super) fn start<I: Isa, F: Formula>(isa: I, stage: &mut [u64], pair: impl Fn(usize) -> I::Y) {
    let mut x = [I::Y::zero(isa); 16];
    for (w, x) in x[..F::N].iter_mut().enumerate() {
        *x = pair(w);
    }
    let stage = &mut stage[..stage_words::<F>()];
    let rows = &mut I::Y::rows_mut(stage).0[..F::KERNEL_COLUMNS];
    F::apply(isa, &mut [I::Y::zero(isa); 32], &x, &mut StoreOperands { rows, next: 0 });
    let (zero, rows) = (I::X::zero(isa), &mut I::X::rows_mut(stage).0[..2 * F::KERNEL_COLUMNS]);
    F::apply(isa, &mut [zero; 32], &[zero; 16], &mut Multiply { rows, next: 0 });
}

/// The third stage: c0, c1 := the products of lane 0 and of lane 1.
#[inline(always)]
pub(super) fn finish<I: Isa, F: Formula>(isa: I, stage: &[u64], c0: &mut [u64], c1: &mut [u64]) {
    let zero = I::Y::zero(isa);
    let rows = &I::Y::rows(&stage[..stage_words::<F>()]).0[..F::KERNEL_COLUMNS];
    let mut columns = [zero; 32];
    F::apply(isa, &mut columns, &[zero; 16], &mut LoadColumns { rows, next: 0 });
    let (c0, c1) = (I::X::rows_mut(c0).0, I::X::rows_mut(c1).0);
    let mut below = zero;
    for j in 0..F::N {
        let above = columns[2 * j + 1];
        let shifted = below.permute2(
            above,
            #[inline(always)]
            |i| [1, 4, 3, 6][i],
        );
        let [limb0, limb1] = split(isa, columns[2 * j] ^ shifted);
        limb0.store(&mut c0[j]);
        limb1.store(&mut c1[j]);
        below = above;
    }
}

/// Stage 1: operands to the first rows of each kernel's place.
struct StoreOperands<'s, Row> {
    rows: &'s mut [Row],
    next: usize,
}

impl<I: Isa> Kernels<I, I::Y> for StoreOperands<'_, <I::Y as Vector<I>>::Row> {
    #[inline(always)]
    fn columns<C: Columns>(&mut self, _: I, _: &mut [I::Y], x: &[I::Y]) {
        for (row, x) in self.rows[self.next..].iter_mut().zip(&x[..C::N]) {
            x.store(row);
        }
        self.next += 2 * C::N - 1;
    }
}

/// Stage 2: columns to the place of each kernel, lane by lane.
struct Multiply<'s, Row> {
    rows: &'s mut [Row],
    next: usize,
}

impl<I: Isa> Kernels<I, I::X> for Multiply<'_, <I::X as Vector<I>>::Row> {
    #[inline(always)]
    fn columns<C: Columns>(&mut self, isa: I, _: &mut [I::X], _: &[I::X]) {
        let zero = I::X::zero(isa);
        for lane in 0..2 {
            let (mut c, mut x) = ([zero; 32], [zero; 16]);
            let rows = &mut self.rows[2 * self.next..][..2 * (2 * C::N - 1)];
            for (pair, x) in rows.chunks_exact(2).zip(&mut x[..C::N]) {
                *x = I::X::load(isa, &pair[lane]);
            }
            C::columns(isa, &mut c, &x);
            for (pair, c) in rows.chunks_exact_mut(2).zip(&c) {
                c.store(&mut pair[lane]);
            }
        }
        self.next += 2 * C::N - 1;
    }
}

/// Stage 3: columns from the place of each kernel.
struct LoadColumns<'s, Row> {
    rows: &'s [Row],
    next: usize,
}

impl<I: Isa> Kernels<I, I::Y> for LoadColumns<'_, <I::Y as Vector<I>>::Row> {
    #[inline(always)]
    fn columns<C: Columns>(&mut self, isa: I, c: &mut [I::Y], _: &[I::Y]) {
        for (c, row) in c[..2 * C::N - 1].iter_mut().zip(&self.rows[self.next..]) {
            *c = I::Y::load(isa, row);
        }
        self.next += 2 * C::N - 1;
    }
}
