//! Karatsuba in registers, on columns: the leaf of every larger product.
//!
//! Register x\[w\] holds in each 128-bit lane the pair (a_w | b_w) of one product. Then
//!
//! * the two words of a lane multiply each other: one clmul gives a_w·b_w;
//! * one exclusive-or adds both operands of Karatsuba's middle product at once;
//! * there is no separate level for the two words of a lane: it is Karatsuba down to one word,
//!   every step by the same code.
//!
//! A product of n words stays in 2n−1 *columns* C\[k\] of weight x^(64k), unshifted. Only at the end
//! are they joined to limbs of two words, with one shuffle for each:
//! lane j of the result is C(2j) + (high word of C(2j−1), low word of C(2j+1)).
//!
//! Step for n = h + l words, h ≥ l, with d0 = low·low (2h−1 columns), d2 = high·high (2l−1), d1 =
//! sum·sum (2h−1): C = d0 + (d0 + d1 + d2)·x^(64h) + d2·x^(128h).

use super::Block;
use crate::isa::{Isa, Vector};
use core::marker::PhantomData;

/// A product of `N` interleaved words, in columns.
pub trait Columns {
    /// The words of each operand, at most 16.
    const N: usize;
    /// The products of two words.
    const CLMULS: u64;

    /// c\[..2N−1\] := the columns of the product of the operands interleaved in x\[..N\]. `c` has room
    /// for 2N and, in a step of unequal parts, for four times the longer one; what is behind the
    /// columns becomes zero or stays.
    fn columns<I: Isa, L: Vector<I>>(isa: I, c: &mut [L], x: &[L]);
}

/// What a formula does with a kernel in it.
pub trait Kernels<I: Isa, L: Vector<I>> {
    /// c\[..2N−1\] := the columns of the product by `C` of the operands in x\[..N\], or of what
    /// stands for it.
    fn columns<C: Columns>(&mut self, isa: I, c: &mut [L], x: &[L]);
}

/// Every kernel is multiplied where it stands.
struct InPlace;

impl<I: Isa, L: Vector<I>> Kernels<I, L> for InPlace {
    #[inline(always)]
    fn columns<C: Columns>(&mut self, isa: I, c: &mut [L], x: &[L]) {
        C::columns(isa, c, x);
    }
}

/// Columns by a formula, some of whose smaller products are kernels that can be done elsewhere.
pub trait Formula {
    /// The words of each operand, at most 16.
    const N: usize;
    /// The products of two words.
    const CLMULS: u64;
    /// The columns of all kernels.
    const KERNEL_COLUMNS: usize;

    /// [`Columns::columns`], the kernels by `k`, in an order that is always the same.
    fn apply<I: Isa, L: Vector<I>>(isa: I, c: &mut [L], x: &[L], k: &mut impl Kernels<I, L>);
}

/// The formula `C` as a kernel.
#[derive(Clone, Copy, Debug)]
pub struct Kernel<C>(PhantomData<C>);

impl<C: Columns> Formula for Kernel<C> {
    const N: usize = C::N;
    const CLMULS: u64 = C::CLMULS;
    const KERNEL_COLUMNS: usize = 2 * C::N - 1;

    #[inline(always)]
    fn apply<I: Isa, L: Vector<I>>(isa: I, c: &mut [L], x: &[L], k: &mut impl Kernels<I, L>) {
        k.columns::<C>(isa, c, x);
    }
}

impl<F: Formula> Columns for F {
    const N: usize = F::N;
    const CLMULS: u64 = F::CLMULS;

    #[inline(always)]
    fn columns<I: Isa, L: Vector<I>>(isa: I, c: &mut [L], x: &[L]) {
        F::apply(isa, c, x, &mut InPlace);
    }
}

/// One word: the product itself.
#[derive(Clone, Copy, Debug)]
pub struct One;

/// Karatsuba of `H::N + L::N` words, `H::N` at least `L::N`.
#[derive(Clone, Copy, Debug)]
pub struct Join<H, L = H>(PhantomData<(H, L)>);

/// Karatsuba in three parts of `P::N` words.
#[derive(Clone, Copy, Debug)]
pub struct Three<P>(PhantomData<P>);

impl Formula for One {
    const N: usize = 1;
    const CLMULS: u64 = 1;
    const KERNEL_COLUMNS: usize = 0;

    #[inline(always)]
    fn apply<I: Isa, V: Vector<I>>(_: I, c: &mut [V], x: &[V], _: &mut impl Kernels<I, V>) {
        c[0] = x[0].clmul::<0x10>(x[0]);
    }
}

impl<H: Formula, L: Formula> Formula for Join<H, L> {
    const N: usize = H::N + L::N;
    const CLMULS: u64 = 2 * H::CLMULS + L::CLMULS;
    const KERNEL_COLUMNS: usize = 2 * H::KERNEL_COLUMNS + L::KERNEL_COLUMNS;

    #[inline(always)]
    fn apply<I: Isa, V: Vector<I>>(isa: I, c: &mut [V], x: &[V], k: &mut impl Kernels<I, V>) {
        let zero = V::zero(isa);
        let (h, l) = (H::N, L::N);
        let mut sum = [zero; 8];
        sum[..h].copy_from_slice(&x[..h]);
        for i in 0..l {
            sum[i] ^= x[h + i];
        }
        let (mut d0, mut d1, mut d2) = ([zero; 16], [zero; 16], [zero; 16]);
        H::apply(isa, &mut d0, x, k);
        L::apply(isa, &mut d2, &x[h..], k);
        H::apply(isa, &mut d1, &sum, k);
        // d0[h + i] and d2[i] have the same weight: their sum is used twice. The arrays are zero
        // beyond the columns that exist, which costs nothing.
        for i in 0..h {
            let m = d0[h + i] ^ d2[i];
            c[i] = d0[i];
            c[h + i] = m ^ d0[i] ^ d1[i];
            c[2 * h + i] = m ^ d1[h + i] ^ d2[h + i];
            c[3 * h + i] = d2[h + i];
        }
    }
}

impl<P: Formula> Formula for Three<P> {
    const N: usize = 3 * P::N;
    const CLMULS: u64 = 6 * P::CLMULS;
    const KERNEL_COLUMNS: usize = 6 * P::KERNEL_COLUMNS;

    #[inline(always)]
    fn apply<I: Isa, V: Vector<I>>(isa: I, c: &mut [V], x: &[V], k: &mut impl Kernels<I, V>) {
        let (zero, n) = (V::zero(isa), P::N);
        let (mut p0, mut p1, mut p2) = ([zero; 16], [zero; 16], [zero; 16]);
        let (mut q01, mut q02, mut q12) = ([zero; 16], [zero; 16], [zero; 16]);
        P::apply(isa, &mut p0, x, k);
        P::apply(isa, &mut q01, &sums(isa, &x[..n], &x[n..2 * n]), k);
        P::apply(isa, &mut p1, &x[n..], k);
        P::apply(isa, &mut q02, &sums(isa, &x[..n], &x[2 * n..3 * n]), k);
        P::apply(isa, &mut p2, &x[2 * n..], k);
        P::apply(isa, &mut q12, &sums(isa, &x[n..2 * n], &x[2 * n..3 * n]), k);
        c[..6 * n - 1].fill(zero);
        for i in 0..2 * n - 1 {
            let (m, w) = (p0[i] ^ p1[i], p1[i] ^ p2[i]);
            c[i] ^= p0[i];
            c[n + i] ^= m ^ q01[i];
            c[2 * n + i] ^= m ^ p2[i] ^ q02[i];
            c[3 * n + i] ^= w ^ q12[i];
            c[4 * n + i] ^= p2[i];
        }
    }
}

/// The sums of two parts.
#[inline(always)]
fn sums<I: Isa, V: Vector<I>>(isa: I, x: &[V], y: &[V]) -> [V; 8] {
    let mut sums = [V::zero(isa); 8];
    for (sum, (x, y)) in sums.iter_mut().zip(x.iter().zip(y)) {
        *sum = *x ^ *y;
    }
    sums
}

/// Limb k of a product in each lane, from columns C\[0\], C\[1\], … of weight x^(64k): the column of
/// weight x^(128k) with the two beside it.
///
/// `columns` has a zero after the last column where their number is odd.
#[inline(always)]
pub(super) fn join<I: Isa, L: Vector<I>>(isa: I, columns: &[L], k: usize) -> L {
    let below = if k == 0 { L::zero(isa) } else { columns[2 * k - 1] };
    // In each lane: (high word of the odd column below, low word of the odd column above).
    let shifted = below.permute2(
        columns[2 * k + 1],
        #[inline(always)]
        |i| if i % 2 == 0 { i + 1 } else { L::WORDS + i - 1 },
    );
    columns[2 * k] ^ shifted
}

/// One product of `C::N` words, interleaved in one lane.
#[derive(Clone, Copy, Debug)]
pub struct Interleaved<C>(PhantomData<C>);

impl<I: Isa, C: Columns> Block<I> for Interleaved<C> {
    const WORDS: usize = C::N;
    const SCRATCH: usize = 0;

    #[inline(always)]
    fn mul(isa: I, c: &mut [u64], a: &[u64], b: &[u64], _: &mut [u64]) {
        let n = C::N;
        let mut x = [I::X::zero(isa); 16];
        for i in (0..n).step_by(2) {
            let (a, b) = (pair::<I>(isa, a, i, n), pair::<I>(isa, b, i, n));
            x[i] = a.permute2(
                b,
                #[inline(always)]
                |i| [0, 2][i],
            );
            if i + 1 < n {
                x[i + 1] = a.permute2(
                    b,
                    #[inline(always)]
                    |i| [1, 3][i],
                );
            }
        }
        let mut columns = [I::X::zero(isa); 32];
        C::columns(isa, &mut columns, &x);
        let (limbs, word) = I::X::rows_mut(c);
        let whole = limbs.len();
        for k in 0..n {
            if let Some(limb) = limbs.get_mut(k) {
                join(isa, &columns, k).store(limb);
            } else if k == whole && !word.is_empty() {
                join(isa, &columns, k).store_part(word);
            }
        }
    }
}

/// Words i and i+1 of `v`, as far as it has them and i+1 is below `n`.
#[inline(always)]
fn pair<I: Isa>(isa: I, v: &[u64], i: usize, n: usize) -> I::X {
    let end = n.min(i + 2).min(v.len());
    if i < end { I::X::load_part(isa, &v[i..end]) } else { I::X::zero(isa) }
}
