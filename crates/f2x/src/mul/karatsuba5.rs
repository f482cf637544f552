//! Karatsuba in five parts: fifteen products of a fifth of the size.
//!
//! With pᵢ = aᵢbᵢ and qᵢⱼ = (aᵢ+aⱼ)(bᵢ+bⱼ), the coefficient of y^k is the sum of pᵢ over all i with
//! 0 ≤ k−i ≤ 4 and of qᵢⱼ over i < j, i+j = k.
//!
//! (Weimerskirch and Paar 2006; Robert and Véron, Algorithm 3.)
//!
//! Cost at n = 5m words: 15 products of m words; 4n exclusive-ors of words before them and 32n/5
//! after. In halves of products, part k of the result has from the pᵢ a prefix sum (k < 5) or a
//! suffix sum (k ≥ 5) of wᵢ = pᵢ₋₁ʰ + pᵢˡ, the ten parts of p₀ + p₁y + … + p₄y⁴.
//!
//! Scratch: 20m words for the ten qᵢⱼ; the operand sums lie in `c`, which is still empty then.

use super::{Block, multiply_sums, parts, parts_mut, product, rowwise};
use crate::isa::Isa;
use core::marker::PhantomData;

/// Karatsuba in five parts over the block `B`.
#[derive(Clone, Copy, Debug)]
pub struct Karatsuba5<B>(PhantomData<B>);

impl<I: Isa, B: Block<I>> Block<I> for Karatsuba5<B> {
    const WORDS: usize = 5 * B::WORDS;
    const SCRATCH: usize = scratch_words(B::WORDS) + B::SCRATCH;

    #[inline(always)]
    fn mul(isa: I, c: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
        karatsuba5(
            isa,
            c,
            a,
            b,
            scratch,
            #[inline(always)]
            |c, a, b, s| product::<I, B>(isa, c, a, b, s),
        );
    }
}

/// The words of scratch that [`karatsuba5`] needs for itself, from the words of a part.
pub(super) const fn scratch_words(part: usize) -> usize {
    20 * part
}

/// The pairs i < j, in the order in which their products lie in scratch.
pub(super) const PAIRS: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (1, 2), (0, 4), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

/// c := a · b for a number of words that 5 divides, by `mul` on fifths.
#[inline(always)]
pub fn karatsuba5<I: Isa>(
    isa: I,
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
    scratch: &mut [u64],
    mul: impl Fn(&mut [u64], &[u64], &[u64], &mut [u64]),
) {
    let m = a.len() / 5;
    let (q, scratch) = scratch.split_at_mut(scratch_words(m));
    for (q, pair) in q.chunks_exact_mut(2 * m).zip(&PAIRS) {
        multiply_sums(
            isa,
            q,
            &mut c[..2 * m],
            (a, b),
            *pair,
            #[inline(always)]
            |c, a, b| mul(c, a, b, scratch),
        );
    }
    for i in 0..5 {
        mul(&mut c[2 * i * m..][..2 * m], &a[i * m..][..m], &b[i * m..][..m], scratch);
    }
    interpolate(isa, c, q);
}

/// c := the product for c = p₀ + p₁y² + … + p₄y⁸ and the ten qᵢⱼ in `q`, in the order of [`PAIRS`].
#[inline(always)]
pub(super) fn interpolate<I: Isa>(isa: I, c: &mut [u64], q: &[u64]) {
    let m = q.len() / 20;
    let (low, high) = c.split_at_mut(5 * m);
    let [c0, c1, c2, c3, c4] = parts_mut(low, m);
    let [c5, c6, c7, c8, c9] = parts_mut(high, m);
    let mut input: [&[u64]; 22] = [&[]; 22];
    (input[0], input[1]) = (c0, c9);
    input[2..].copy_from_slice(&parts::<20>(q, m));
    rowwise(
        isa,
        [c1, c2, c3, c4, c5, c6, c7, c8],
        input,
        #[inline(always)]
        |[p0h, p1l, p1h, p2l, p2h, p3l, p3h, p4l], input| {
            let [p0l, p4h, q01l, q01h, q02l, q02h, q03l, q03h, q12l, q12h, rest @ ..] = input;
            let [q04l, q04h, q13l, q13h, q14l, q14h, q23l, q23h, q24l, q24h, q34l, q34h] = rest;
            let (w1, w2, w3, w4) = (p0h ^ p1l, p1h ^ p2l, p2h ^ p3l, p3h ^ p4l);
            let f1 = p0l ^ w1;
            let f2 = f1 ^ w2;
            let f3 = f2 ^ w3;
            let f4 = f3 ^ w4;
            let g4 = p4h ^ w4;
            let g3 = g4 ^ w3;
            let g2 = g3 ^ w2;
            let g1 = g2 ^ w1;
            [
                f1 ^ q01l,
                f2 ^ q01h ^ q02l,
                f3 ^ q02h ^ (q03l ^ q12l),
                f4 ^ q03h ^ q12h ^ (q04l ^ q13l),
                g1 ^ q04h ^ q13h ^ (q14l ^ q23l),
                g2 ^ q14h ^ q23h ^ q24l,
                g3 ^ q24h ^ q34l,
                g4 ^ q34h,
            ]
        },
    );
}
