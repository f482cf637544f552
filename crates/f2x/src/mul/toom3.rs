//! Toom-Cook in three parts, word-aligned: five products of a little more than a third of the size.
//!
//! With a = a₀ + a₁y + a₂y², y = x^(64n), the product C = c₀ + … + c₄y⁴ is found from its values at
//! y = 0, 1, X, X+1 and ∞ with X = x^(64w): every multiplication by X is a shift by w words.
//!
//! w₀ = C(0), w₁ = C(1), w_X = C(X), w_Y = C(X+1), w_∞ = C(∞), all over GF(2)\[x\], give
//!
//! * T = (w_X + w_Y + w₁ + w₀)/X, c₃ = T/(X+1);
//! * u = w₁ + w₀ + w_∞ = c₁ + c₂ + c₃;
//! * v = (w_X + w₀)/X + X³w_∞ = c₁ + c₂X + c₃X²;
//! * c₂ = (u + v)/(X+1) + c₃·(X+1) = (u + v)/(X+1) + T;
//! * c₁ = u + c₂ + c₃.
//!
//! The divisions are exact. Division by X reads w words further; division by X+1 multiplies by the
//! inverse series 1 + X + X² + …, a running sum of the words that lie w apart. Because
//! c₃·(X+1) is T itself, one sweep over the values finishes all three coefficients.
//!
//! (Robert and Véron, section 3 and Appendix D; Quercia and Zimmermann; Bodrato 2007.)
//!
//! Cost at 3n words: 2 products of n + 2w words, 3 of n words.
//!
//! Scratch: 4(n + 2w) words for w_X and w_Y. The evaluated operands lie in `c` until their products
//! are done; w₀, w₁ and w_∞ fill `c` exactly.

use super::cut::padded_scratch_words;
use super::{Block, padded, parts, parts_mut, product, rowwise};
use crate::isa::{Isa, Vector, load_window};
use core::marker::PhantomData;

/// Toom-3 with X = x^(64 W) over the block `B`, which multiplies all five pairs of values.
///
/// The parts have `B::WORDS − 2 W` words; the shorter values are padded with zeros.
#[derive(Clone, Copy, Debug)]
pub struct Toom3<B, const W: usize = 1>(PhantomData<B>);

impl<I: Isa, B: Block<I>, const W: usize> Block<I> for Toom3<B, W> {
    const WORDS: usize = 3 * (B::WORDS - 2 * W);
    const SCRATCH: usize = scratch_words(B::WORDS) + padded_scratch_words(B::WORDS) + B::SCRATCH;

    #[inline(always)]
    fn mul(isa: I, c: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
        toom3(
            isa,
            W,
            c,
            a,
            b,
            scratch,
            #[inline(always)]
            |c, a, b, s| {
                padded(
                    B::WORDS,
                    c,
                    a,
                    b,
                    s,
                    #[inline(always)]
                    |c, a, b, s| product::<I, B>(isa, c, a, b, s),
                );
            },
        );
    }
}

/// The words of scratch that [`toom3`] needs for itself, from the words n + 2w of a value.
pub(super) const fn scratch_words(value: usize) -> usize {
    4 * value
}

/// c := a · b for 3n words, n ≥ 4w, by `mul` on n and on n + 2w words.
#[inline(always)]
pub fn toom3<I: Isa>(
    isa: I,
    w: usize,
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
    scratch: &mut [u64],
    mul: impl Fn(&mut [u64], &[u64], &[u64], &mut [u64]),
) {
    let n = a.len() / 3;
    let e = n + 2 * w;
    let (values, scratch) = scratch.split_at_mut(scratch_words(e));
    let [wx, wy] = parts_mut(values, 2 * e);

    let [ax, ay, bx, by] = parts_mut(c, e);
    evaluate(isa, w, ax, ay, a);
    evaluate(isa, w, bx, by, b);
    for (product, (a, b)) in [(&mut *wx, (ax, bx)), (&mut *wy, (ay, by))] {
        mul(product, a, b, scratch);
    }

    let [w0, w1, winf] = parts_mut(c, 2 * n);
    let [a1, b1] = parts_mut(w0, n);
    for (sum, v) in [(&mut *a1, a), (&mut *b1, b)] {
        rowwise(
            isa,
            [sum],
            [&v[..n], &v[n..2 * n], &v[2 * n..]],
            #[inline(always)]
            |_, [v0, v1, v2]| [v0 ^ v1 ^ v2],
        );
    }
    mul(w1, a1, b1, scratch);
    mul(w0, &a[..n], &b[..n], scratch);
    mul(winf, &a[2 * n..], &b[2 * n..], scratch);

    interpolate(isa, w, [w1, wx, wy], [w0, winf]);
    let [_, p1, p2, p3, p4, _] = parts_mut(c, n);
    let [c1l, c1h] = parts(wx, n);
    let [c3l, c3h] = parts(wy, n);
    rowwise(
        isa,
        [p1, p2, p3, p4],
        [c1l, c1h, c3l, c3h],
        #[inline(always)]
        |[p1, p2, p3, p4], [c1l, c1h, c3l, c3h]| [p1 ^ c1l, p2 ^ c1h, p3 ^ c3l, p4 ^ c3h],
    );
}

/// The values of v at X and at X+1.
///
/// v(X) = v₀ + v₁X + v₂X² and v(X+1) = v(X) + v₁ + v₂.
#[inline(always)]
fn evaluate<I: Isa>(isa: I, w: usize, at_x: &mut [u64], at_y: &mut [u64], v: &[u64]) {
    let n = v.len() / 3;
    let (v0, v1, v2) = (&v[..n], &v[n..2 * n], &v[2 * n..]);
    sweep::<I>(
        at_x.len(),
        #[inline(always)]
        |i| {
            let shift = w as isize;
            let x =
                window(isa, v0, i) ^ window(isa, v1, i - shift) ^ window(isa, v2, i - 2 * shift);
            let y = x ^ window(isa, v1, i) ^ window(isa, v2, i);
            store_window::<I>(at_x, i, x);
            store_window::<I>(at_y, i, y);
        },
    );
}

/// (w₁, w_X, w_Y) := (c₂, c₁, c₃), 2n words each.
///
/// Every value is read at or ahead of the place where a coefficient is written.
#[inline(always)]
fn interpolate<I: Isa>(isa: I, w: usize, [w1, wx, wy]: [&mut [u64]; 3], [w0, winf]: [&[u64]; 2]) {
    let mut sum3 = RunningSum::<I>::new(isa, w);
    let mut sum2 = RunningSum::<I>::new(isa, w);
    sweep::<I>(
        w0.len(),
        #[inline(always)]
        |i| {
            let ahead = i + w as isize;
            let x0 = window(isa, wx, ahead) ^ window(isa, w0, ahead);
            let t = x0 ^ window(isa, wy, ahead) ^ window(isa, w1, ahead);
            let u = window(isa, w1, i) ^ window(isa, w0, i) ^ window(isa, winf, i);
            let v = x0 ^ window(isa, winf, i - 3 * w as isize);
            let c3 = sum3.next(isa, t);
            let c2 = sum2.next(isa, u ^ v) ^ t;
            store_window::<I>(wx, i, u ^ c2 ^ c3);
            store_window::<I>(w1, i, c2);
            store_window::<I>(wy, i, c3);
        },
    );
}

/// Calls `f` with the first word of every row of `words` words.
#[inline(always)]
fn sweep<I: Isa>(words: usize, mut f: impl FnMut(isize)) {
    let mut at = 0;
    while at < words {
        f(at as isize);
        at += I::V::WORDS;
    }
}

/// The words from `at` on.
#[inline(always)]
fn window<I: Isa>(isa: I, words: &[u64], at: isize) -> I::V {
    load_window(isa, words, at)
}

/// Stores at word `at`, as far as `words` reaches.
#[inline(always)]
fn store_window<I: Isa>(words: &mut [u64], at: isize, value: I::V) {
    let (rows, rest) = I::V::rows_mut(&mut words[at as usize..]);
    match rows.first_mut() {
        Some(row) => value.store(row),
        None => value.store_part(rest),
    }
}

/// Division by X+1: word i of the result is the sum of words i, i−w, i−2w, … of the input.
struct RunningSum<I: Isa> {
    w: usize,
    /// The last rows of the result, the latest first: as many as w words fill, at least one.
    last: [I::V; 2],
}

impl<I: Isa> RunningSum<I> {
    #[inline(always)]
    fn new(isa: I, w: usize) -> Self {
        assert!(w <= 2 * I::V::WORDS);
        Self { w, last: [I::V::zero(isa); 2] }
    }

    /// The next row of the result from the next row of the input.
    #[inline(always)]
    fn next(&mut self, isa: I, mut row: I::V) -> I::V {
        let (w, n) = (self.w, I::V::WORDS);
        let mut step = w;
        while step < n {
            row ^= row.permute2(
                I::V::zero(isa),
                #[inline(always)]
                |i| if i < step { n } else { i - step },
            );
            step *= 2;
        }
        // Word i follows the word w·(1 + ⌊i/w⌋) before it, the last of its class in earlier rows.
        row ^= if w <= n {
            self.last[0].permute(
                #[inline(always)]
                |i| n - w + i % w,
            )
        } else {
            self.last[1]
        };
        self.last = [row, self.last[0]];
        row
    }
}
