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
//! Cost at 3n words: 2 products of n + 2w words, 3 of n words. The third parts may be shorter; then so
//! is the product of their kind.
//!
//! Scratch: 4(n + 2w) words for w_X and w_Y. The evaluated operands lie in `c` until their products
//! are done; w₀, w₁ and w_∞ fill `c` exactly.

use super::cut::padded_scratch_words;
use super::{Block, padded, parts_mut, product, rowwise};
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
            (a.len() / 3, W),
            c,
            a,
            b,
            scratch,
            #[inline(always)]
            |c, a, b, s| {
                padded(
                    isa,
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

/// The words of the first two parts of an operand of `words` words; the third takes the rest.
///
/// Two less than whole cache lines: then the values, of n + 2 words for w = 1, and their products lie on
/// cache lines. With an odd number of words a product of 277 words took a sixth longer.
pub(super) const fn part_words(words: usize) -> usize {
    (words.div_ceil(3) + 2).next_multiple_of(8) - 2
}

/// c := a · b for two operands of more than 2n words each and at least 4(n + 2w) together, with first and second parts of
/// n ≥ 4w words, by `mul` on n words, on n + 2w words, and on what remains for the third parts.
#[inline(always)]
pub fn toom3<I: Isa>(
    isa: I,
    (n, w): (usize, usize),
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
    scratch: &mut [u64],
    mul: impl Fn(&mut [u64], &[u64], &[u64], &mut [u64]),
) {
    let e = n + 2 * w;
    let (values, scratch) = scratch.split_at_mut(scratch_words(e));
    let [wx, wy] = parts_mut(values, 2 * e);

    let [ax, ay, bx, by] = parts_mut(c, e);
    evaluate(isa, w, ax, ay, a, n);
    evaluate(isa, w, bx, by, b, n);
    for (product, (a, b)) in [(&mut *wx, (ax, bx)), (&mut *wy, (ay, by))] {
        mul(product, a, b, scratch);
    }

    let (w0, rest) = c.split_at_mut(2 * n);
    let (w1, winf) = rest.split_at_mut(2 * n);
    let [a1, b1] = parts_mut(w0, n);
    for (sum, v) in [(&mut *a1, a), (&mut *b1, b)] {
        let (v01, v2) = v.split_at(2 * n);
        let (both, alone) = sum.split_at_mut(v2.len());
        rowwise(
            isa,
            [both],
            [&v01[..v2.len()], &v01[n..][..v2.len()], v2],
            #[inline(always)]
            |_, [v0, v1, v2]| [v0 ^ v1 ^ v2],
        );
        rowwise(
            isa,
            [alone],
            [&v01[v2.len()..n], &v01[n..][v2.len()..]],
            #[inline(always)]
            |_, [v0, v1]| [v0 ^ v1],
        );
    }
    mul(w1, a1, b1, scratch);
    mul(w0, &a[..n], &b[..n], scratch);
    mul(winf, &a[2 * n..], &b[2 * n..], scratch);

    interpolate(isa, w, [w1, wx, wy], [w0, winf]);
    // c₁ to words n … 3n, c₃ to words 3n … 5n, as far as the product reaches: beyond, c₃ is zero.
    let (c1, c3) = (&wx[..2 * n], &wy[..2 * n]);
    let end = winf.len().min(n);
    add(isa, &mut w0[n..], &c1[..n]);
    add(isa, &mut w1[..n], &c1[n..]);
    add(isa, &mut w1[n..], &c3[..n]);
    add(isa, &mut winf[..end], &c3[n..][..end]);
}

/// sum := sum + words
#[inline(always)]
fn add<I: Isa>(isa: I, sum: &mut [u64], words: &[u64]) {
    rowwise(
        isa,
        [sum],
        [words],
        #[inline(always)]
        |[sum], [words]| [sum ^ words],
    );
}

/// The values of v at X and at X+1.
///
/// v(X) = v₀ + v₁X + v₂X² and v(X+1) = v(X) + v₁ + v₂.
#[inline(always)]
fn evaluate<I: Isa>(isa: I, w: usize, at_x: &mut [u64], at_y: &mut [u64], v: &[u64], n: usize) {
    let parts = [&v[..n], &v[n..2 * n], &v[2 * n..]];
    for row in rows::<I>(at_x.len(), 2 * w, n, parts[2].len()) {
        match row {
            Row::Inner(i) => evaluate_row::<I, Inner, Inner>(isa, w, at_x, at_y, parts, i),
            Row::Beyond(i) => evaluate_row::<I, Inner, Beyond>(isa, w, at_x, at_y, parts, i),
            Row::Edge(i) => evaluate_row::<I, Edge, Edge>(isa, w, at_x, at_y, parts, i),
        }
    }
}

#[inline(always)]
fn evaluate_row<I: Isa, W: WindowMut, T: Window>(
    isa: I,
    w: usize,
    at_x: &mut [u64],
    at_y: &mut [u64],
    [v0, v1, v2]: [&[u64]; 3],
    i: usize,
) {
    let x = W::load(isa, v0, i, 0) ^ W::load(isa, v1, i, w) ^ T::load(isa, v2, i, 2 * w);
    let y = x ^ W::load(isa, v1, i, 0) ^ T::load(isa, v2, i, 0);
    W::store::<I>(at_x, i, x);
    W::store::<I>(at_y, i, y);
}

/// (w₁, w_X, w_Y) := (c₂, c₁, c₃), 2n words each.
///
/// Every value is read at or ahead of the place where a coefficient is written.
#[inline(always)]
fn interpolate<I: Isa>(isa: I, w: usize, values: [&mut [u64]; 3], [w0, winf]: [&[u64]; 2]) {
    let [w1, wx, wy] = values;
    let mut sums = [RunningSum::<I>::new(isa, w), RunningSum::<I>::new(isa, w)];
    for row in rows::<I>(w0.len(), 3 * w, w0.len() - w, winf.len()) {
        let values = [&mut *w1, &mut *wx, &mut *wy];
        match row {
            Row::Inner(i) => {
                interpolate_row::<I, Inner, Inner>(isa, w, values, [w0, winf], &mut sums, i);
            }
            Row::Beyond(i) => {
                interpolate_row::<I, Inner, Beyond>(isa, w, values, [w0, winf], &mut sums, i);
            }
            Row::Edge(i) => {
                interpolate_row::<I, Edge, Edge>(isa, w, values, [w0, winf], &mut sums, i);
            }
        }
    }
}

#[inline(always)]
fn interpolate_row<I: Isa, W: WindowMut, T: Window>(
    isa: I,
    w: usize,
    [w1, wx, wy]: [&mut [u64]; 3],
    [w0, winf]: [&[u64]; 2],
    [sum3, sum2]: &mut [RunningSum<I>; 2],
    i: usize,
) {
    let ahead = i + w;
    let x0 = W::load(isa, wx, ahead, 0) ^ W::load(isa, w0, ahead, 0);
    let t = x0 ^ W::load(isa, wy, ahead, 0) ^ W::load(isa, w1, ahead, 0);
    let u = W::load(isa, w1, i, 0) ^ W::load(isa, w0, i, 0) ^ T::load(isa, winf, i, 0);
    let v = x0 ^ T::load(isa, winf, i, 3 * w);
    let c3 = sum3.next(isa, t);
    let c2 = sum2.next(isa, u ^ v) ^ t;
    W::store::<I>(wx, i, u ^ c2 ^ c3);
    W::store::<I>(w1, i, c2);
    W::store::<I>(wy, i, c3);
}

/// A row of a sweep, by its first word.
enum Row {
    /// Every window of it lies inside the slices.
    Inner(usize),
    /// The windows lie inside the slices, or, those of the third part, behind its end.
    Beyond(usize),
    /// A window of it reaches beyond an end.
    Edge(usize),
}

/// The rows of `words` words. Windows of a row begin up to `back` words before it; those of one that ends by word `end`
/// end inside the slices, but for those of the third part, whose slices have `third` words.
#[inline(always)]
fn rows<I: Isa>(words: usize, back: usize, end: usize, third: usize) -> impl Iterator<Item = Row> {
    let n = I::V::WORDS;
    (0..words).step_by(n).map(
        #[inline(always)]
        move |i| {
            if i < back || i + n > end {
                Row::Edge(i)
            } else if i + n <= third {
                Row::Inner(i)
            } else if i >= third + back {
                Row::Beyond(i)
            } else {
                Row::Edge(i)
            }
        },
    )
}

/// How a row's windows are read.
trait Window {
    /// The words of the row from `at − back` on.
    fn load<I: Isa>(isa: I, words: &[u64], at: usize, back: usize) -> I::V;
}

/// And written.
trait WindowMut: Window {
    /// The words from `at` on, as far as there are any.
    fn store<I: Isa>(words: &mut [u64], at: usize, row: I::V);
}

/// Windows inside the slices.
struct Inner;
/// Windows of words that are zero, behind the end of a slice that is shorter than the others.
struct Beyond;
/// Windows that may reach beyond the ends, where words are zero.
struct Edge;

impl Window for Inner {
    #[inline(always)]
    fn load<I: Isa>(isa: I, words: &[u64], at: usize, back: usize) -> I::V {
        I::V::load(isa, &I::V::rows(&words[at - back..][..I::V::WORDS]).0[0])
    }
}

impl WindowMut for Inner {
    #[inline(always)]
    fn store<I: Isa>(words: &mut [u64], at: usize, row: I::V) {
        row.store(&mut I::V::rows_mut(&mut words[at..][..I::V::WORDS]).0[0]);
    }
}

impl Window for Beyond {
    #[inline(always)]
    fn load<I: Isa>(isa: I, _words: &[u64], _at: usize, _back: usize) -> I::V {
        I::V::zero(isa)
    }
}

impl Window for Edge {
    #[inline(always)]
    fn load<I: Isa>(isa: I, words: &[u64], at: usize, back: usize) -> I::V {
        load_window(isa, words, at as isize - back as isize)
    }
}

impl WindowMut for Edge {
    #[inline(always)]
    fn store<I: Isa>(words: &mut [u64], at: usize, row: I::V) {
        let (rows, rest) = I::V::rows_mut(&mut words[at..]);
        match rows.first_mut() {
            Some(whole) => row.store(whole),
            None => row.store_part(rest),
        }
    }
}

/// Division by X+1: word i of the result is the sum of words i, i−w, i−2w, … of the input.
struct RunningSum<I: Isa> {
    w: usize,
    /// What the rows before the last one add to every later word of their class.
    carry: I::V,
    /// The last two rows, the later one first: without the carry, or for w > n the results.
    last: [I::V; 2],
}

impl<I: Isa> RunningSum<I> {
    #[inline(always)]
    fn new(isa: I, w: usize) -> Self {
        assert!(w <= 2 * I::V::WORDS);
        let zero = I::V::zero(isa);
        Self { w, carry: zero, last: [zero; 2] }
    }

    /// The next row of the result from the next row of the input.
    #[inline(always)]
    fn next(&mut self, isa: I, mut row: I::V) -> I::V {
        let (w, n) = (self.w, I::V::WORDS);
        if w > n {
            row ^= self.last[1];
            self.last = [row, self.last[0]];
            return row;
        }
        let mut step = w;
        while step < n {
            row ^= row.permute2(
                I::V::zero(isa),
                #[inline(always)]
                |i| if i < step { n } else { i - step },
            );
            step *= 2;
        }
        // Word i follows the word w·(1 + ⌊i/w⌋) before it, the last of its class in earlier rows. That
        // is a sum of sums inside rows, so that only one addition waits for the row before.
        self.carry ^= self.last[0].permute(
            #[inline(always)]
            |i| n - w + i % w,
        );
        self.last = [row, self.last[0]];
        row ^ self.carry
    }
}
