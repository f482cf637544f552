//! Karatsuba on operands that lie interleaved in memory.
//!
//! Both operands are interleaved once, at the top: (a_w | b_w) in two words for each w. Then one
//! exclusive-or forms both operand sums of every step, and the kernels need no shuffle. Interleaved
//! operands have as many words as their product, which takes their place.
//!
//! The order of the pairs in memory is the business of the innermost step, [`StagedHalves`] or
//! [`StagedQuarters`], which multiplies two products at a time in the lanes of a vector of four words
//! ([`staged`](super::staged)); the steps above it only add.

use super::columns::{Columns, Formula, join};
use super::staged::{finish, lanes, stage_words, start};
use super::{Block, Karatsuba, Karatsuba3, Karatsuba5, karatsuba, karatsuba3, karatsuba5};
use super::{parts, parts_mut, rowwise};
use crate::isa::{Isa, Vector};
use core::marker::PhantomData;

/// A product of interleaved operands, in their place.
pub trait InterleavedBlock<I: Isa> {
    /// The words of each operand.
    const WORDS: usize;
    /// The products of two words.
    const CLMULS: u64;
    /// The words of scratch that `mul` needs.
    const SCRATCH: usize;

    /// x\[2 WORDS\] := the pairs of words of a\[WORDS\] and b\[WORDS\], in the order of this block.
    fn interleave(isa: I, x: &mut [u64], a: &[u64], b: &[u64]);

    /// x\[2 WORDS\] := the product of the operands interleaved in it.
    fn mul(isa: I, x: &mut [u64], scratch: &mut [u64]);
}

/// The product by `B` of operands that it interleaves.
#[derive(Clone, Copy, Debug)]
pub struct Interleave<B>(PhantomData<B>);

impl<I: Isa, B: InterleavedBlock<I>> Block<I> for Interleave<B> {
    const WORDS: usize = B::WORDS;
    const SCRATCH: usize = B::SCRATCH;

    #[inline(always)]
    fn mul(isa: I, c: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
        B::interleave(isa, c, a, b);
        B::mul(isa, c, scratch);
    }
}

/// The product by `B` in its operands' place, expanded or as a call.
#[inline(always)]
fn multiply<I: Isa, B: InterleavedBlock<I>>(isa: I, x: &mut [u64], scratch: &mut [u64]) {
    if B::WORDS <= I::INLINE_WORDS {
        return B::mul(isa, &mut x[..2 * B::WORDS], &mut scratch[..B::SCRATCH]);
    }
    isa.outline(
        #[inline(always)]
        move || B::mul(isa, &mut x[..2 * B::WORDS], &mut scratch[..B::SCRATCH]),
    );
}

/// The operands of `N` parts, each interleaved for `B`.
#[inline(always)]
fn interleave_parts<I: Isa, B: InterleavedBlock<I>, const N: usize>(
    isa: I,
    x: &mut [u64],
    a: &[u64],
    b: &[u64],
) {
    let (a, b) = (parts::<N>(a, B::WORDS), parts::<N>(b, B::WORDS));
    for (i, x) in parts_mut::<N>(x, 2 * B::WORDS).into_iter().enumerate() {
        B::interleave(isa, x, a[i], b[i]);
    }
}

/// The products of `N` parts of `x` in place, and in `q` those of the sums of the pairs of parts.
#[inline(always)]
fn multiply_parts<I: Isa, B: InterleavedBlock<I>, const N: usize>(
    isa: I,
    x: &mut [u64],
    q: &mut [u64],
    pairs: &[(usize, usize)],
    scratch: &mut [u64],
) {
    let m = 2 * B::WORDS;
    for (q, &(i, j)) in q.chunks_exact_mut(m).zip(pairs) {
        rowwise(
            isa,
            [&mut *q],
            [&x[i * m..][..m], &x[j * m..][..m]],
            #[inline(always)]
            |_, [xi, xj]| [xi ^ xj],
        );
        multiply::<I, B>(isa, q, scratch);
    }
    for part in parts_mut::<N>(x, m) {
        multiply::<I, B>(isa, part, scratch);
    }
}

impl<I: Isa, B: InterleavedBlock<I>> InterleavedBlock<I> for Karatsuba<B> {
    const WORDS: usize = 2 * B::WORDS;
    const CLMULS: u64 = 3 * B::CLMULS;
    const SCRATCH: usize = karatsuba::scratch_words(B::WORDS) + B::SCRATCH;

    #[inline(always)]
    fn interleave(isa: I, x: &mut [u64], a: &[u64], b: &[u64]) {
        interleave_parts::<I, B, 2>(isa, x, a, b);
    }

    #[inline(always)]
    fn mul(isa: I, x: &mut [u64], scratch: &mut [u64]) {
        let (q, scratch) = scratch.split_at_mut(karatsuba::scratch_words(B::WORDS));
        multiply_parts::<I, B, 2>(isa, x, q, &[(0, 1)], scratch);
        karatsuba::interpolate(isa, x, q);
    }
}

impl<I: Isa, B: InterleavedBlock<I>> InterleavedBlock<I> for Karatsuba3<B> {
    const WORDS: usize = 3 * B::WORDS;
    const CLMULS: u64 = 6 * B::CLMULS;
    const SCRATCH: usize = karatsuba3::scratch_words(B::WORDS) + B::SCRATCH;

    #[inline(always)]
    fn interleave(isa: I, x: &mut [u64], a: &[u64], b: &[u64]) {
        interleave_parts::<I, B, 3>(isa, x, a, b);
    }

    #[inline(always)]
    fn mul(isa: I, x: &mut [u64], scratch: &mut [u64]) {
        let (q, scratch) = scratch.split_at_mut(karatsuba3::scratch_words(B::WORDS));
        multiply_parts::<I, B, 3>(isa, x, q, &[(0, 1), (0, 2), (1, 2)], scratch);
        karatsuba3::interpolate(isa, x, q);
    }
}

impl<I: Isa, B: InterleavedBlock<I>> InterleavedBlock<I> for Karatsuba5<B> {
    const WORDS: usize = 5 * B::WORDS;
    const CLMULS: u64 = 15 * B::CLMULS;
    const SCRATCH: usize = karatsuba5::scratch_words(B::WORDS) + B::SCRATCH;

    #[inline(always)]
    fn interleave(isa: I, x: &mut [u64], a: &[u64], b: &[u64]) {
        interleave_parts::<I, B, 5>(isa, x, a, b);
    }

    #[inline(always)]
    fn mul(isa: I, x: &mut [u64], scratch: &mut [u64]) {
        let (q, scratch) = scratch.split_at_mut(karatsuba5::scratch_words(B::WORDS));
        multiply_parts::<I, B, 5>(isa, x, q, &karatsuba5::PAIRS, scratch);
        karatsuba5::interpolate(isa, x, q);
    }
}

/// Row w of `x` := the words w of a0, b0, a1, b1.
#[inline(always)]
fn interleave<I: Isa>(
    isa: I,
    x: &mut [u64],
    (a0, b0): (&[u64], &[u64]),
    (a1, b1): (&[u64], &[u64]),
) {
    let n = a0.len();
    for w in (0..n).step_by(2) {
        let words = w..n.min(w + 2);
        let a = lanes(isa, part(isa, &a0[words.clone()]), part(isa, &a1[words.clone()]));
        let b = lanes(isa, part(isa, &b0[words.clone()]), part(isa, &b1[words]));
        let (rows, _) = I::Y::rows_mut(x);
        a.permute2(
            b,
            #[inline(always)]
            |i| [0, 4, 2, 6][i],
        )
        .store(&mut rows[w]);
        if w + 1 < n {
            a.permute2(
                b,
                #[inline(always)]
                |i| [1, 5, 3, 7][i],
            )
            .store(&mut rows[w + 1]);
        }
    }
}

#[inline(always)]
fn part<I: Isa>(isa: I, words: &[u64]) -> I::X {
    I::X::load_part(isa, words)
}

/// Both lanes of row w of `x`.
#[inline(always)]
fn pair<I: Isa>(isa: I, x: &[u64], w: usize) -> I::Y {
    I::Y::load(isa, &I::Y::rows(x).0[w])
}

/// Lane `lane` of row w of `x`.
#[inline(always)]
fn lane<I: Isa>(isa: I, x: &[u64], w: usize, lane: usize) -> I::X {
    I::X::load(isa, &I::X::rows(x).0[2 * w + lane])
}

/// c := the product of the operands whose words w are interleaved in `pair(w)`.
#[inline(always)]
fn single<I: Isa, F: Formula>(isa: I, c: &mut [u64], pair: impl Fn(usize) -> I::X) {
    let zero = I::X::zero(isa);
    let (mut x, mut columns) = ([zero; 16], [zero; 32]);
    for (w, x) in x[..F::N].iter_mut().enumerate() {
        *x = pair(w);
    }
    F::columns(isa, &mut columns, &x);
    let limbs = I::X::rows_mut(c).0;
    for (k, limb) in limbs.iter_mut().enumerate().take(F::N) {
        join(isa, &columns, k).store(limb);
    }
}

/// Karatsuba in two parts of `F::N` words: low and high in the lanes, the middle product alone.
///
/// Row w of x: (a_w b_w | a_{w+n} b_{w+n}). The middle product comes between the stages of the
/// others.
///
/// Scratch: 2n words for the middle product and the stage.
#[derive(Clone, Copy, Debug)]
pub struct StagedHalves<F>(PhantomData<F>);

impl<I: Isa, F: Formula> InterleavedBlock<I> for StagedHalves<F> {
    const WORDS: usize = 2 * F::N;
    const CLMULS: u64 = 3 * F::CLMULS;
    const SCRATCH: usize = stage_words::<F>() + 2 * F::N;

    #[inline(always)]
    fn interleave(isa: I, x: &mut [u64], a: &[u64], b: &[u64]) {
        let ([a0, a1], [b0, b1]) = (parts(a, F::N), parts(b, F::N));
        interleave(isa, x, (a0, b0), (a1, b1));
    }

    #[inline(always)]
    fn mul(isa: I, x: &mut [u64], scratch: &mut [u64]) {
        let n = F::N;
        let x = &mut x[..4 * n];
        let (stage, scratch) = scratch.split_at_mut(stage_words::<F>());
        let mid = &mut scratch[..2 * n];
        start::<I, F>(
            isa,
            stage,
            #[inline(always)]
            |w| pair(isa, x, w),
        );
        single::<I, F>(
            isa,
            mid,
            #[inline(always)]
            |w| lane(isa, x, w, 0) ^ lane(isa, x, w, 1),
        );
        let [lo, hi] = parts_mut(x, 2 * n);
        finish::<I, F>(isa, stage, lo, hi);
        karatsuba::interpolate(isa, x, mid);
    }
}

/// Karatsuba in four parts of `F::N` words, two steps at once: four times two products in the
/// lanes and one alone.
///
/// Rows of x: first w of parts 0 and 3, then of parts 1 and 2. The sums that both steps need are
/// the sides of the square 0, 1, 3, 2: one exclusive-or gives parts 0+1 and 3+2, and one with the
/// lanes exchanged gives 0+2 and 3+1.
///
/// Cost at n = 4m words: 9 products of m words.
///
/// Scratch: 10m words for the five cross products and two stages in turns.
#[derive(Clone, Copy, Debug)]
pub struct StagedQuarters<F>(PhantomData<F>);

impl<I: Isa, F: Formula> InterleavedBlock<I> for StagedQuarters<F> {
    const WORDS: usize = 4 * F::N;
    const CLMULS: u64 = 9 * F::CLMULS;
    const SCRATCH: usize = 2 * stage_words::<F>() + 10 * F::N;

    #[inline(always)]
    fn interleave(isa: I, x: &mut [u64], a: &[u64], b: &[u64]) {
        let ([a0, a1, a2, a3], [b0, b1, b2, b3]) = (parts(a, F::N), parts(b, F::N));
        let [x03, x12] = parts_mut(x, 4 * F::N);
        interleave(isa, x03, (a0, b0), (a3, b3));
        interleave(isa, x12, (a1, b1), (a2, b2));
    }

    #[inline(always)]
    fn mul(isa: I, x: &mut [u64], scratch: &mut [u64]) {
        let n = F::N;
        let (x03, x12) = x[..8 * n].split_at(4 * n);
        let (q, scratch) = scratch.split_at_mut(10 * n);
        let [stage0, stage1] = parts_mut(scratch, stage_words::<F>());
        let [q01, q23, q02, q13, r] = parts_mut(q, 2 * n);
        start::<I, F>(
            isa,
            stage0,
            #[inline(always)]
            |w| pair(isa, x03, w) ^ pair(isa, x12, w),
        );
        start::<I, F>(
            isa,
            stage1,
            #[inline(always)]
            |w| pair(isa, x03, w) ^ lanes(isa, lane(isa, x12, w, 1), lane(isa, x12, w, 0)),
        );
        finish::<I, F>(isa, stage0, q01, q23);
        start::<I, F>(
            isa,
            stage0,
            #[inline(always)]
            |w| pair(isa, x03, w),
        );
        finish::<I, F>(isa, stage1, q02, q13);
        start::<I, F>(
            isa,
            stage1,
            #[inline(always)]
            |w| pair(isa, x12, w),
        );
        single::<I, F>(
            isa,
            r,
            #[inline(always)]
            |w| {
                let (x1, x2) = (lane(isa, x12, w, 0), lane(isa, x12, w, 1));
                lane(isa, x03, w, 0) ^ x1 ^ x2 ^ lane(isa, x03, w, 1)
            },
        );
        let [p0, p1, p2, p3] = parts_mut(x, 2 * n);
        finish::<I, F>(isa, stage0, p0, p3);
        finish::<I, F>(isa, stage1, p1, p2);

        interpolate_nine(isa, x, q);
    }
}

/// Two steps of Karatsuba for c = p₀ + p₁y² + p₂y⁴ + p₃y⁶ and q₀₁, q₂₃, q₀₂, q₁₃ and r, the
/// product of the sums of all four parts, in `q`.
///
/// 25 exclusive-ors for eight parts of the product, as in two nested steps, with a third of their
/// loads.
#[inline(always)]
fn interpolate_nine<I: Isa>(isa: I, c: &mut [u64], q: &[u64]) {
    let m = q.len() / 10;
    let [p0l, p0h, p1l, p1h, p2l, p2h, p3l, p3h] = parts_mut(c, m);
    let [q01l, q01h, q23l, q23h, q02l, q02h, q13l, q13h, rl, rh] = parts(q, m);
    rowwise(
        isa,
        [p0h, p1l, p1h, p2l, p2h, p3l],
        [p0l, p3h, q01l, q01h, q23l, q23h, q02l, q02h, q13l, q13h, rl, rh],
        #[inline(always)]
        |[p0h, p1l, p1h, p2l, p2h, p3l], input| {
            let [p0l, p3h, q01l, q01h, q23l, q23h, q02l, q02h, q13l, q13h, rl, rh] = input;
            let (m01, m23, m) = (p0h ^ p1l, p2h ^ p3l, q02h ^ q13l);
            let (a1, a2) = (m01 ^ p0l ^ q01l, m01 ^ p1h ^ q01h);
            let (b1, b2) = (m23 ^ p2l ^ q23l, m23 ^ p3h ^ q23h);
            let (e1, e2) = (m ^ q02l ^ rl, m ^ q13h ^ rh);
            let (u, w) = (a2 ^ p2l, p1h ^ b1);
            [a1, u ^ p0l ^ q02l, w ^ a1 ^ e1, u ^ e2 ^ b2, w ^ q13h ^ p3h, b2]
        },
    );
}
