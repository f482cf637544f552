//! Karatsuba in two parts with half the scratch, for products that fill the memory.
//!
//! With a = a₀ + a₁y and b = b₀ + b₁y, y = x^(64h):
//!
//! a·b = lo + (lo + mid + hi)·y + hi·y²,
//! lo = a₀b₀, hi = a₁b₁, mid = (a₀+a₁)(b₀+b₁).
//!
//! The same identity as [`karatsuba`](mod@super::karatsuba) in another order: `mid` is computed into the
//! upper half of `c` and folded in before `hi` overwrites it; the one part of the sum that has no
//! place there yet is kept in scratch.
//!
//! Cost at n = 2h words: 3 products of h words and 4n exclusive-ors of words, in two sweeps over the
//! product instead of one: a few per cent slower.
//!
//! Scratch: h words. (Compare Roche, *Space- and time-efficient polynomial multiplication*, 2009.)

use super::rowwise;
use crate::isa::Isa;

/// The words of scratch that [`karatsuba_lean`] needs for itself, from the words of a part.
pub(super) const fn scratch_words(part: usize) -> usize {
    part
}

/// c := a · b for an even number of words, by `mul` on halves.
#[inline(always)]
pub fn karatsuba_lean<I: Isa>(
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
    let (lo, hi) = c.split_at_mut(2 * h);
    let (kept, scratch) = scratch.split_at_mut(scratch_words(h));

    let (a01, b01) = lo.split_at_mut(h);
    rowwise(
        isa,
        [&mut *a01, &mut *b01],
        [a0, a1, b0, b1],
        #[inline(always)]
        |_, [a0, a1, b0, b1]| [a0 ^ a1, b0 ^ b1],
    );

    mul(hi, a01, b01, scratch);
    mul(lo, a0, b0, scratch);
    let (c0, c1) = lo.split_at_mut(h);
    let (mid0, mid1) = hi.split_at(h);
    rowwise(
        isa,
        [&mut *c1, &mut *kept],
        [c0, mid0, mid1],
        #[inline(always)]
        |[c1, _], [c0, mid0, mid1]| [c1 ^ c0 ^ mid0, c1 ^ mid1],
    );

    mul(hi, a1, b1, scratch);
    let (c2, c3) = hi.split_at_mut(h);
    rowwise(
        isa,
        [c1, c2],
        [kept, c3],
        #[inline(always)]
        |[c1, hi0], [kept, hi1]| [c1 ^ hi0, kept ^ hi0 ^ hi1],
    );
}
