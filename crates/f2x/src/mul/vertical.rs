//! Independent products side by side: limb by limb, one product in each lane.
//!
//! Register x\[w\] holds in each lane the pair (a_w | b_w) of one product, as in
//! [`Columns`]; afterwards register x\[k\] holds in each lane limb k, two words, of
//! that lane's product. A product of n words is n registers in and n registers out, and takes the place of
//! its operands: what is written is in the nearest cache already, and long products stay there.
//!
//! [`Leaf`] multiplies in registers. The steps above it are Karatsuba's on registers in memory:
//! nothing but exclusive-ors, no shuffle, whatever the number of lanes. One exclusive-or adds the
//! words of both operands.
//!
//! Cost of a step in registers, beside its products: [`Two`] n/2 exclusive-ors before and 3n/4 after
//! (of three operands where the CPU has them), [`Three`] n and 3n/2, [`Four`] 5n/4 and 15n/8. Four
//! parts by two nested steps take the same exclusive-ors and three times the loads and stores.

use super::columns::{Columns, join};
use crate::isa::{Isa, Vector};
use core::marker::PhantomData;

/// One product of `WORDS` words, an even number, in each lane.
pub trait Vertical {
    /// The words of each operand.
    const WORDS: usize;
    /// The products of two words, in each lane.
    const CLMULS: u64;
    /// The registers of scratch that `mul` needs.
    const SCRATCH: usize;

    /// x := the products; WORDS registers in and out, at least SCRATCH registers of scratch.
    fn mul<I: Isa, L: Vector<I>>(isa: I, x: &mut [L::Row], scratch: &mut [L::Row]);
}

/// A product in registers, on columns.
#[derive(Clone, Copy, Debug)]
pub struct Leaf<C>(PhantomData<C>);

/// Karatsuba in two parts.
#[derive(Clone, Copy, Debug)]
pub struct Two<P>(PhantomData<P>);

/// Karatsuba in three parts.
#[derive(Clone, Copy, Debug)]
pub struct Three<P>(PhantomData<P>);

/// Two steps of Karatsuba in two parts at once.
#[derive(Clone, Copy, Debug)]
pub struct Four<P>(PhantomData<P>);

impl<C: Columns> Vertical for Leaf<C> {
    const WORDS: usize = C::N;
    const CLMULS: u64 = C::CLMULS;
    const SCRATCH: usize = 0;

    #[inline(always)]
    fn mul<I: Isa, L: Vector<I>>(isa: I, x: &mut [L::Row], _: &mut [L::Row]) {
        let n = C::N;
        let x = &mut x[..n];
        let mut words = [L::zero(isa); 16];
        for w in 0..n {
            words[w] = L::load(isa, &x[w]);
        }
        let mut columns = [L::zero(isa); 32];
        C::columns(isa, &mut columns, &words);
        for (k, limb) in x.iter_mut().enumerate() {
            join(isa, &columns, k).store(limb);
        }
    }
}

/// The products of equal parts that lie one after the other.
#[inline(always)]
fn each<I: Isa, L: Vector<I>, P: Vertical>(isa: I, x: &mut [L::Row], scratch: &mut [L::Row]) {
    let n = P::WORDS;
    let scratch = &mut scratch[..P::SCRATCH];
    for x in x.chunks_exact_mut(n) {
        if n <= I::INLINE_WORDS / 2 {
            P::mul::<I, L>(isa, x, scratch);
        } else {
            let scratch = &mut *scratch;
            isa.outline(
                #[inline(always)]
                move || P::mul::<I, L>(isa, &mut x[..n], &mut scratch[..P::SCRATCH]),
            );
        }
    }
}

impl<P: Vertical> Vertical for Two<P> {
    const WORDS: usize = 2 * P::WORDS;
    const CLMULS: u64 = 3 * P::CLMULS;
    const SCRATCH: usize = P::WORDS + P::SCRATCH;

    #[inline(always)]
    fn mul<I: Isa, L: Vector<I>>(isa: I, x: &mut [L::Row], scratch: &mut [L::Row]) {
        let n = P::WORDS;
        let x = &mut x[..2 * n];
        let (sums, scratch) = scratch.split_at_mut(n);
        for w in 0..n {
            (L::load(isa, &x[w]) ^ L::load(isa, &x[n + w])).store(&mut sums[w]);
        }
        each::<I, L, P>(isa, x, scratch);
        each::<I, L, P>(isa, sums, scratch);
        let h = n / 2;
        for k in 0..h {
            let [p0, p1] = halves::<I, L, 2>(isa, x, n, k);
            let [q] = halves::<I, L, 1>(isa, sums, n, k);
            let [_, c1, c2, _] = two(p0, p1, q);
            c1.store(&mut x[h + k]);
            c2.store(&mut x[2 * h + k]);
        }
    }
}

impl<P: Vertical> Vertical for Three<P> {
    const WORDS: usize = 3 * P::WORDS;
    const CLMULS: u64 = 6 * P::CLMULS;
    const SCRATCH: usize = 3 * P::WORDS + P::SCRATCH;

    #[inline(always)]
    fn mul<I: Isa, L: Vector<I>>(isa: I, x: &mut [L::Row], scratch: &mut [L::Row]) {
        let n = P::WORDS;
        let x = &mut x[..3 * n];
        let (sums, scratch) = scratch.split_at_mut(3 * n);
        for w in 0..n {
            let x0 = L::load(isa, &x[w]);
            let x1 = L::load(isa, &x[n + w]);
            let x2 = L::load(isa, &x[2 * n + w]);
            (x0 ^ x1).store(&mut sums[w]);
            (x0 ^ x2).store(&mut sums[n + w]);
            (x1 ^ x2).store(&mut sums[2 * n + w]);
        }
        each::<I, L, P>(isa, x, scratch);
        each::<I, L, P>(isa, sums, scratch);
        let h = n / 2;
        for k in 0..h {
            let p = halves::<I, L, 3>(isa, x, n, k);
            let q = halves::<I, L, 3>(isa, sums, n, k);
            let [_, c1, c2, c3, c4, _] = three(p, q);
            c1.store(&mut x[h + k]);
            c2.store(&mut x[2 * h + k]);
            c3.store(&mut x[3 * h + k]);
            c4.store(&mut x[4 * h + k]);
        }
    }
}

impl<P: Vertical> Vertical for Four<P> {
    const WORDS: usize = 4 * P::WORDS;
    const CLMULS: u64 = 9 * P::CLMULS;
    const SCRATCH: usize = 5 * P::WORDS + P::SCRATCH;

    #[inline(always)]
    fn mul<I: Isa, L: Vector<I>>(isa: I, x: &mut [L::Row], scratch: &mut [L::Row]) {
        let n = P::WORDS;
        let x = &mut x[..4 * n];
        let (sums, scratch) = scratch.split_at_mut(5 * n);
        for w in 0..n {
            let x0 = L::load(isa, &x[w]);
            let x1 = L::load(isa, &x[n + w]);
            let x2 = L::load(isa, &x[2 * n + w]);
            let x3 = L::load(isa, &x[3 * n + w]);
            let (s01, s23) = (x0 ^ x1, x2 ^ x3);
            s01.store(&mut sums[w]);
            s23.store(&mut sums[n + w]);
            (x0 ^ x2).store(&mut sums[2 * n + w]);
            (x1 ^ x3).store(&mut sums[3 * n + w]);
            (s01 ^ s23).store(&mut sums[4 * n + w]);
        }
        each::<I, L, P>(isa, x, scratch);
        each::<I, L, P>(isa, sums, scratch);
        let h = n / 2;
        for k in 0..h {
            let p = halves::<I, L, 4>(isa, x, n, k);
            let [q01, q23, q02, q13, s] = halves::<I, L, 5>(isa, sums, n, k);
            let [_, c1, c2, c3, c4, c5, c6, _] = four(p, [q01, q23, q02, q13], s);
            c1.store(&mut x[h + k]);
            c2.store(&mut x[2 * h + k]);
            c3.store(&mut x[3 * h + k]);
            c4.store(&mut x[4 * h + k]);
            c5.store(&mut x[5 * h + k]);
            c6.store(&mut x[6 * h + k]);
        }
    }
}

/// Register k of the lower and of the upper half of `N` products of n registers.
#[inline(always)]
fn halves<I: Isa, L: Vector<I>, const N: usize>(
    isa: I,
    products: &[L::Row],
    n: usize,
    k: usize,
) -> [(L, L); N] {
    let mut pairs = [(L::zero(isa), L::zero(isa)); N];
    for (i, pair) in pairs.iter_mut().enumerate() {
        let product = &products[i * n..][..n];
        *pair = (L::load(isa, &product[k]), L::load(isa, &product[n / 2 + k]));
    }
    pairs
}

/// The four pieces of lo + (lo + mid + hi)·y + hi·y², each product given as (low half, high half).
#[inline(always)]
pub(super) fn two<I: Isa, L: Vector<I>>(lo: (L, L), hi: (L, L), mid: (L, L)) -> [L; 4] {
    let m = lo.1 ^ hi.0;
    [lo.0, m ^ lo.0 ^ mid.0, m ^ hi.1 ^ mid.1, hi.1]
}

/// The six pieces of a product in three parts: p are the products of the parts, q those of the sums
/// of the parts (0, 1), (0, 2), (1, 2).
#[inline(always)]
pub(super) fn three<I: Isa, L: Vector<I>>(p: [(L, L); 3], q: [(L, L); 3]) -> [L; 6] {
    let [p0, p1, p2] = p;
    let [q01, q02, q12] = q;
    let (m, e) = (p0.1 ^ p1.0, p1.1 ^ p2.0);
    let v = m ^ e;
    [
        p0.0,
        m ^ p0.0 ^ q01.0,
        v ^ p0.0 ^ q02.0 ^ q01.1,
        v ^ p2.1 ^ q12.0 ^ q02.1,
        e ^ p2.1 ^ q12.1,
        p2.1,
    ]
}

/// The eight pieces of a product in four parts: p are the products of the parts, q those of the sums
/// of the parts (0, 1), (2, 3), (0, 2), (1, 3), s that of the sums of all.
#[inline(always)]
pub(super) fn four<I: Isa, L: Vector<I>>(p: [(L, L); 4], q: [(L, L); 4], s: (L, L)) -> [L; 8] {
    let [p0, p1, p2, p3] = p;
    let [q01, q23, q02, q13] = q;
    let [_, a1, a2, _] = two(p0, p1, q01);
    let [_, b1, b2, _] = two(p2, p3, q23);
    let [_, e1, e2, _] = two(q02, q13, s);
    let (u, w) = (a2 ^ p2.0, p1.1 ^ b1);
    [p0.0, a1, u ^ p0.0 ^ q02.0, w ^ a1 ^ e1, u ^ e2 ^ b2, w ^ q13.1 ^ p3.1, b2, p3.1]
}
