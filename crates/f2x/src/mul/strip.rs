//! Products of a long operand by one of some words: leaves along the long operand.
//!
//! With b of at most N words, a = Σ aᵢy^i, y = x^(64N), and the leaves pᵢ = aᵢb of two parts,
//!
//! a·b = Σ (pᵢ⁰ + pᵢ₋₁¹)·y^i,
//!
//! so every word of the product is written once, and nothing of it is read again. It costs a leaf for
//! every N words of a, and one exclusive-or for every word.
//!
//! Scratch: none; two leaves' products lie on the stack.

use super::fixed::leaves::leaf_of;
use super::{copy_product, copy_windows};
use crate::Level;
use crate::isa::scratch::on_stack;
use crate::isa::{Isa, Vector};

/// The words of the largest leaf.
const MOST: usize = 16;

/// c := a · b for at most `N` words of b, by leaves of `N` words.
pub(super) fn strip<I: Isa, const N: usize>(isa: I, c: &mut [u64], a: &[u64], b: &[u64]) {
    isa.outline_product(
        c,
        a,
        b,
        #[inline(always)]
        move |c, a, b| lay::<I, N>(isa, c, a, b),
    );
}

/// [`strip`], in place.
#[inline(always)]
fn lay<I: Isa, const N: usize>(isa: I, c: &mut [u64], a: &[u64], b: &[u64]) {
    on_stack::<{ 6 * MOST }, ()>(
        #[inline(always)]
        |memory| {
            let (products, filled) = memory.split_at_mut(4 * MOST);
            let (mut product, mut before) = products.split_at_mut(2 * MOST);
            let (filled, long) = filled.split_at_mut(MOST);
            let filled = &mut filled[..N];
            let mut b = b;
            if b.len() < N && const { !matches!(I::LEVEL, Level::Avx512) } {
                let long = &mut long[..N];
                copy_windows(isa, long, b);
                b = long;
            }
            copy_windows(isa, &mut before[N..2 * N], &[]);
            let mut open = c;
            for part in a.chunks(N) {
                if part.len() == N {
                    leaf_of::<I, N>(isa, &mut product[..2 * N], part, b);
                } else {
                    copy_windows(isa, filled, part);
                    leaf_of::<I, N>(isa, &mut product[..2 * N], filled, b);
                }
                // Of known length as a rule: then it is straight code.
                let done = open.len().min(N);
                if done == N {
                    add::<I>(isa, &mut open[..N], &product[..N], &before[N..2 * N]);
                } else {
                    add::<I>(isa, &mut open[..done], &product[..done], &before[N..][..done]);
                }
                open = &mut open[done..];
                (product, before) = (before, product);
            }
            copy_product(isa, open, &before[N..]);
        },
    );
}

/// sum := v + w, in pieces as a leaf stores them.
#[inline(always)]
fn add<I: Isa>(isa: I, sum: &mut [u64], v: &[u64], w: &[u64]) {
    if const { matches!(I::LEVEL, Level::Avx512) } {
        add_rows::<I, I::V>(isa, sum, v, w);
    } else {
        add_rows::<I, I::X>(isa, sum, v, w);
    }
}

#[inline(always)]
fn add_rows<I: Isa, V: Vector<I>>(isa: I, sum: &mut [u64], v: &[u64], w: &[u64]) {
    let (sum_rows, sum_rest) = V::rows_mut(sum);
    let ((v_rows, v_rest), (w_rows, w_rest)) = (V::rows(v), V::rows(w));
    for (sum, (v, w)) in sum_rows.iter_mut().zip(v_rows.iter().zip(w_rows)) {
        (V::load(isa, v) ^ V::load(isa, w)).store(sum);
    }
    if !sum_rest.is_empty() {
        (V::load_part(isa, v_rest) ^ V::load_part(isa, w_rest)).store_part(sum_rest);
    }
}
