//! Karatsuba in two parts: three products of half the size.
//!
//! With a = a₀ + a₁y and b = b₀ + b₁y, y = x^(64h):
//!
//! a·b = lo + (lo + mid + hi)·y + hi·y²,
//! lo = a₀b₀, hi = a₁b₁, mid = (a₀+a₁)(b₀+b₁).
//!
//! (Karatsuba and Ofman 1963; Robert and Véron, Algorithm 1.)
//!
//! Cost at n = 2h words: 3 products of h words and 7n/2 exclusive-ors of words, n of them before the
//! products: lo¹ + hi⁰ is used twice. (Algorithm 1 as the paper counts it takes 4n, hence
//! 8·n^log₂3 − 8n down to single words; this one takes 7·n^log₂3 − 7n.)
//!
//! Scratch: 2h words for `mid`; the operand sums lie in `c`, which is still empty then. So
//! S(n) = n + S(n/2) < 2n.

use super::{Block, parts_mut, product, rowwise};
use crate::isa::Isa;
use core::marker::PhantomData;

/// Karatsuba in two parts over the block `B`.
#[derive(Clone, Copy, Debug)]
pub struct Karatsuba<B>(PhantomData<B>);

impl<I: Isa, B: Block<I>> Block<I> for Karatsuba<B> {
    const WORDS: usize = 2 * B::WORDS;
    const SCRATCH: usize = scratch_words(B::WORDS) + B::SCRATCH;

    #[inline(always)]
    fn mul(isa: I, c: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
        karatsuba(
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

/// The words of scratch that [`karatsuba`] needs for itself, from the words of a part.
pub(super) const fn scratch_words(part: usize) -> usize {
    2 * part
}

/// c := a · b for an even number of words, by `mul` on halves.
#[inline(always)]
pub fn karatsuba<I: Isa>(
    isa: I,
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
    scratch: &mut [u64],
    mul: impl Fn(&mut [u64], &[u64], &[u64], &mut [u64]),
) {
    let h = a.len() / 2;
    let (a0, a1) = a.split_at(h);
    let (b0, b1) = b.split_at(h);
    let (mid, scratch) = scratch.split_at_mut(scratch_words(h));
    let [c0, c1] = parts_mut(c, h);
    rowwise(
        isa,
        [&mut *c0, &mut *c1],
        [a0, a1, b0, b1],
        #[inline(always)]
        |_, [a0, a1, b0, b1]| [a0 ^ a1, b0 ^ b1],
    );
    mul(mid, c0, c1, scratch);
    let (lo, hi) = c.split_at_mut(2 * h);
    mul(lo, a0, b0, scratch);
    mul(hi, a1, b1, scratch);
    interpolate(isa, c, mid);
}

/// c := lo + (lo + mid + hi)·y + hi·y² for c = lo + hi·y², four parts of as many words as `mid` has
/// two.
#[inline(always)]
pub(super) fn interpolate<I: Isa>(isa: I, c: &mut [u64], mid: &[u64]) {
    let h = mid.len() / 2;
    let [c0, c1, c2, c3] = parts_mut(c, h);
    let (mid0, mid1) = mid.split_at(h);
    rowwise(
        isa,
        [c1, c2],
        [c0, c3, mid0, mid1],
        #[inline(always)]
        |[lo1, hi0], [lo0, hi1, mid0, mid1]| {
            let m = lo1 ^ hi0;
            [m ^ lo0 ^ mid0, m ^ hi1 ^ mid1]
        },
    );
}
