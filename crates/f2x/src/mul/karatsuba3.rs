//! Karatsuba in three parts: six products of a third of the size.
//!
//! With a = a₀ + a₁y + a₂y², pᵢ = aᵢbᵢ and qᵢⱼ = (aᵢ+aⱼ)(bᵢ+bⱼ):
//!
//! a·b = p₀ + (p₀+p₁+q₀₁)y + (p₀+p₁+p₂+q₀₂)y² + (p₁+p₂+q₁₂)y³ + p₂y⁴.
//!
//! (Weimerskirch and Paar 2006; Robert and Véron, Algorithm 2.)
//!
//! Cost at n = 3m words: 6 products of m words; 2n exclusive-ors of words before them and 13n/3
//! after, for u = p₀ʰ+p₁ˡ, e = p₁ʰ+p₂ˡ and u+e occur twice each.
//!
//! Scratch: 6m words for the three qᵢⱼ; the operand sums lie in `c`, which is still empty then.

use super::{Block, multiply_sums, parts, parts_mut, product, rowwise};
use crate::isa::Isa;
use core::marker::PhantomData;

/// Karatsuba in three parts over the block `B`.
#[derive(Clone, Copy, Debug)]
pub struct Karatsuba3<B>(PhantomData<B>);

impl<I: Isa, B: Block<I>> Block<I> for Karatsuba3<B> {
    const WORDS: usize = 3 * B::WORDS;
    const SCRATCH: usize = scratch_words(B::WORDS) + B::SCRATCH;

    #[inline(always)]
    fn mul(isa: I, c: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
        karatsuba3(
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

/// The words of scratch that [`karatsuba3`] needs for itself, from the words of a part.
pub(super) const fn scratch_words(part: usize) -> usize {
    6 * part
}

/// c := a · b for a number of words that 3 divides, by `mul` on thirds.
#[inline(always)]
pub fn karatsuba3<I: Isa>(
    isa: I,
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
    scratch: &mut [u64],
    mul: impl Fn(&mut [u64], &[u64], &[u64], &mut [u64]),
) {
    let m = a.len() / 3;
    let (q, scratch) = scratch.split_at_mut(scratch_words(m));
    for (k, (i, j)) in [(0, 1), (0, 2), (1, 2)].into_iter().enumerate() {
        multiply_sums(
            isa,
            &mut q[2 * k * m..][..2 * m],
            &mut c[..2 * m],
            (a, b),
            (i, j),
            #[inline(always)]
            |c, a, b| mul(c, a, b, scratch),
        );
    }
    for i in 0..3 {
        mul(&mut c[2 * i * m..][..2 * m], &a[i * m..][..m], &b[i * m..][..m], scratch);
    }
    interpolate(isa, c, q);
}

/// c := the product for c = p₀ + p₁y² + p₂y⁴ and q₀₁, q₀₂, q₁₂ in `q`, six parts each.
#[inline(always)]
pub(super) fn interpolate<I: Isa>(isa: I, c: &mut [u64], q: &[u64]) {
    let m = q.len() / 6;
    let [c0, c1, c2, c3, c4, c5] = parts_mut(c, m);
    let [q01l, q01h, q02l, q02h, q12l, q12h] = parts(q, m);
    rowwise(
        isa,
        [c1, c2, c3, c4],
        [c0, c5, q01l, q01h, q02l, q02h, q12l, q12h],
        #[inline(always)]
        |[p0h, p1l, p1h, p2l], [p0l, p2h, q01l, q01h, q02l, q02h, q12l, q12h]| {
            let (u, e) = (p0h ^ p1l, p1h ^ p2l);
            let v = u ^ e;
            [u ^ p0l ^ q01l, v ^ p0l ^ (q02l ^ q01h), v ^ p2h ^ (q12l ^ q02h), e ^ p2h ^ q12h]
        },
    );
}
