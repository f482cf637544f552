//! Products at the points.
//!
//! With y = x^k a coefficient is k bits, and at a point α a transformed operand is a polynomial in x of
//! length k over GF(2^16), to be multiplied modulo x^k − α. Its coefficients are k/8 rows for lower halves,
//! and k/8 for upper halves, eight units to a row.
//!
//! Product modulo x^8 − α: Σ aᵢ · xⁱ b, where xⁱ b is a window, i units lower, of α·b followed by b. So no
//! sum leaves its place, and aᵢ comes to all units as it is loaded. An element of GF(2^16) is Karatsuba's
//! three products: of lower halves, of upper halves, of their sums.
//!
//! For more rows it is a product of a Toeplitz matrix of windows with the rows of a; with halves
//!
//! (W₀ W₋; W₊ W₀)·(a₀; a₁) = (W₀(a₀ + a₁) + (W₋ + W₀)a₁; W₀(a₀ + a₁) + (W₊ + W₀)a₀),
//!
//! three products of half the size (Karatsuba transposed), where a window of rows of α·b and b stands
//! for W.
//!
//! Cost for k = 8 and a point: 24 products of bytes, 4 for constants, 21 shifts and 12 exclusive-ors of
//! three, for two rows of each operand;
//! for k = 16 three times and for k = 32 nine times as many products of two operands' bytes and shifts.

use super::block::{element_rows, uppers};
use super::field::{Factor, Layers, V7, bytes};
use super::points::Points;
use crate::isa::bytes::{Bytes, IsaBytes, MulBytes};
use core::hint::black_box;
use core::ops::BitXor;

/// The lower halves, the upper halves and their sums.
type Planes<R> = [R; 3];

/// The planes of the lower and upper halves.
#[inline(always)]
fn planes<I: IsaBytes, V: Bytes<I>>([low, high]: [V; 2]) -> Planes<V> {
    [low, high, low ^ high]
}

/// Σ aᵢ · (window i units before `w`), with `before` in front of it.
#[inline(always)]
fn windows<I: IsaBytes, V: MulBytes<I>>(
    isa: I,
    a: Planes<&V::Row>,
    before: Planes<V>,
    w: Planes<V>,
) -> [V; 2] {
    let mut sums = [V::zero(isa); 3];
    for p in 0..3 {
        for i in 0..4 {
            let even = if i == 0 { w[p] } else { w[p].shift_in(before[p], 2 * i * V::WORDS) };
            let odd = w[p].shift_in(before[p], (2 * i + 1) * V::WORDS);
            sums[p] = sums[p]
                ^ V::splat_unit(isa, a[p], 2 * i).mul_bytes(even)
                ^ V::splat_unit(isa, a[p], 2 * i + 1).mul_bytes(odd);
        }
    }
    let [low, high, middle] = sums;
    [low ^ high.times(bytes(V7)), low ^ middle]
}

/// α · b for the point `constant`, to which 1 is added if `index` is odd.
#[inline(always)]
pub(super) fn at_index<I: IsaBytes, V: Bytes<I>, F: Factor<P>, const P: usize>(
    constant: &F,
    index: usize,
    b: [V; 2],
) -> [V; 2] {
    let [low, high] = constant.times_element(b);
    if index.is_multiple_of(2) { [low, high] } else { [low ^ b[0], high ^ b[1]] }
}

/// By products of bytes.
pub(super) struct ByBytes;

impl<I: IsaBytes, V: MulBytes<I>> Points<I, V> for ByBytes {
    const LONG_STRIDE: usize = 3;

    fn products(
        isa: I,
        m: usize,
        (a, b): (&mut [V::Row], &[V::Row]),
        (stride, log_rows): (usize, usize),
        layers: &Layers,
        scratch: &mut [u64],
    ) {
        let scratch = V::rows_mut(scratch).0;
        match log_rows {
            0 => isa.outline_aligned(
                #[inline(always)]
                || {
                    let work = scratch.as_chunks_mut().0.first_chunk_mut().expect("room for four");
                    for upper in 0..uppers::<I, V>(m) {
                        let (start, plane) = element_rows(m, upper);
                        let (a_low, a_high) = a[start..].split_at_mut(plane);
                        let (b_low, b_high) = b[start..].split_at(plane);
                        let a = a_low.as_chunks_mut().0.iter_mut().zip(a_high.as_chunks_mut().0);
                        let b = b_low.as_chunks().0.iter().zip(b_high.as_chunks().0);
                        for (four, (a, b)) in a.zip(b).take(4).enumerate() {
                            products_of_four::<I, V>(
                                isa,
                                (&mut [a.0, a.1], &[b.0, b.1]),
                                #[inline(always)]
                                |i, b| at_index(layers.at_point(upper, 4 * four + i), i, b),
                                work,
                            );
                        }
                    }
                },
            ),
            1 => isa.outline_aligned(
                #[inline(always)]
                || double_products::<I, V>(isa, m, (a, b), stride, layers, scratch),
            ),
            2 => isa.outline_aligned(
                #[inline(always)]
                || quadruple_products::<I, V>(isa, m, (a, b), stride, layers, scratch),
            ),
            _ => unreachable!("a long stride"),
        }
    }

    fn products_at_span<F: Factor<P>, const P: usize>(
        isa: I,
        a: &mut [V::Row],
        b: &[V::Row],
        scratch: &mut [u64],
    ) {
        let work =
            V::rows_mut(scratch).0.as_chunks_mut().0.first_chunk_mut().expect("room for four");
        isa.outline_aligned(
            #[inline(always)]
            || {
                let (a, b) = (a.as_chunks_mut::<2>().0, b.as_chunks::<2>().0);
                let fours = a.as_chunks_mut::<4>().0.iter_mut().zip(b.as_chunks::<4>().0);
                for (four, (a, b)) in fours.enumerate() {
                    products_of_four::<I, V>(
                        isa,
                        (a, b),
                        #[inline(always)]
                        |i, b| {
                            let mut room = F::ZERO;
                            at_index(F::span((4 * four + i) / 2, &mut room), i, b)
                        },
                        work,
                    );
                }
            },
        );
    }
}

/// Four elements.
trait Four<R> {
    /// The lower and the upper half of element `i`.
    fn element(&self, i: usize) -> [&R; 2];
}

/// [`Four`] that can be changed.
trait FourMut<R>: Four<R> {
    /// The lower and the upper half of element `i`.
    fn element_mut(&mut self, i: usize) -> [&mut R; 2];
}

impl<R> Four<R> for [&[R; 4]; 2] {
    #[inline(always)]
    fn element(&self, i: usize) -> [&R; 2] {
        [&self[0][i], &self[1][i]]
    }
}

impl<R> Four<R> for [&mut [R; 4]; 2] {
    #[inline(always)]
    fn element(&self, i: usize) -> [&R; 2] {
        [&self[0][i], &self[1][i]]
    }
}

impl<R> FourMut<R> for [&mut [R; 4]; 2] {
    #[inline(always)]
    fn element_mut(&mut self, i: usize) -> [&mut R; 2] {
        let [low, high] = self;
        [&mut low[i], &mut high[i]]
    }
}

impl<R> Four<R> for [[R; 2]; 4] {
    #[inline(always)]
    fn element(&self, i: usize) -> [&R; 2] {
        self[i].each_ref()
    }
}

impl<R> FourMut<R> for [[R; 2]; 4] {
    #[inline(always)]
    fn element_mut(&mut self, i: usize) -> [&mut R; 2] {
        self[i].each_mut()
    }
}

/// a := a · b for four elements; `times(i, b)` is the product of point number i and b.
///
/// What the windows are made of comes first: waiting for it, each product would wait for the one before it.
#[inline(always)]
fn products_of_four<I: IsaBytes, V: MulBytes<I>>(
    isa: I,
    (a, b): (&mut impl FourMut<V::Row>, &impl Four<V::Row>),
    times: impl Fn(usize, [V; 2]) -> [V; 2],
    work: &mut [Planes<V::Row>; 4],
) {
    for (i, [low, high, sum]) in work.iter_mut().enumerate() {
        let [a_low, a_high] = a.element(i);
        (V::load(isa, a_low) ^ V::load(isa, a_high)).store(sum);
        let [b_low, b_high] = b.element(i);
        let [l, h] = times(i, [V::load(isa, b_low), V::load(isa, b_high)]);
        l.store(low);
        h.store(high);
    }
    for (i, [low, high, sum]) in work.iter().enumerate() {
        let before = planes([V::load(isa, low), V::load(isa, high)]);
        let [b_low, b_high] = b.element(i);
        let b = planes([V::load(isa, b_low), V::load(isa, b_high)]);
        let [a_low, a_high] = a.element(i);
        let [low, high] = windows(isa, [a_low, a_high, sum], before, b);
        let [a_low, a_high] = a.element_mut(i);
        low.store(a_low);
        high.store(a_high);
    }
}

/// The rows of scratch of [`ByBytes`]: those of [`quadruple_products`], four sums of halves, the planes of eight windows
/// and of five sums of rows.
pub(super) const SCRATCH_ROWS: usize = 4 + 3 * (8 + 5);

/// [`Points::products`] for k = 16: one step of the transposed Karatsuba.
#[inline(always)]
fn double_products<I: IsaBytes, V: MulBytes<I>>(
    isa: I,
    m: usize,
    (a, b): (&mut [V::Row], &[V::Row]),
    stride: usize,
    layers: &Layers,
    scratch: &mut [V::Row],
) {
    let ([sum0, sum1], scratch) = scratch.split_first_chunk_mut().expect("room for sums");
    let both: &mut Planes<V::Row> = scratch.first_chunk_mut().expect("room for sums of both");
    for upper in 0..uppers::<I, V>(m) {
        let (start, plane) = element_rows(m, upper);
        for lower in 0..16 {
            let at = [start + lower, start + lower + stride];
            let alpha = layers.at_point(upper, lower);
            let b0 = [V::load(isa, &b[at[0]]), V::load(isa, &b[at[0] + plane])];
            let b1 = [V::load(isa, &b[at[1]]), V::load(isa, &b[at[1] + plane])];
            let w0 = planes(at_index(alpha, lower, b0));
            let w1 = planes(at_index(alpha, lower, b1));
            let w = [w0, w1, planes(b0), planes(b1)];
            let a0 = [V::load(isa, &a[at[0]]), V::load(isa, &a[at[0] + plane])];
            let a1 = [V::load(isa, &a[at[1]]), V::load(isa, &a[at[1] + plane])];
            (a0[0] ^ a0[1]).store(sum0);
            (a1[0] ^ a1[1]).store(sum1);
            store_planes(both, planes([a0[0] ^ a1[0], a0[1] ^ a1[1]]));
            let a0 = [&a[at[0]], &a[at[0] + plane], &*sum0];
            let a1 = [&a[at[1]], &a[at[1] + plane], &*sum1];
            let [c0, c1] = two_rows::<I, V>(
                isa,
                [a0, a1],
                both.each_ref(),
                #[inline(always)]
                |i| w[i],
            );
            c0[0].store(&mut a[at[0]]);
            c0[1].store(&mut a[at[0] + plane]);
            c1[0].store(&mut a[at[1]]);
            c1[1].store(&mut a[at[1] + plane]);
        }
    }
}

/// [`Points::products`] for k = 32: two steps.
#[inline(always)]
fn quadruple_products<I: IsaBytes, V: MulBytes<I>>(
    isa: I,
    m: usize,
    (a, b): (&mut [V::Row], &[V::Row]),
    stride: usize,
    layers: &Layers,
    scratch: &mut [V::Row],
) {
    let (sums, scratch) = scratch.split_first_chunk_mut::<4>().expect("room for sums");
    let scratch: &mut [Planes<V::Row>] = scratch.as_chunks_mut().0;
    let (w, scratch) = scratch.split_first_chunk_mut::<8>().expect("room for windows");
    let ([a01, a23, a02, a13, all], _) = scratch.split_first_chunk_mut::<5>().expect("room");
    for upper in 0..uppers::<I, V>(m) {
        let (start, plane) = element_rows(m, upper);
        for lower in 0..16 {
            let first = start + lower;
            for i in 0..4 {
                let at = i * stride + first;
                (V::load(isa, &a[at]) ^ V::load(isa, &a[at + plane])).store(&mut sums[i]);
                let v = [V::load(isa, &b[at]), V::load(isa, &b[at + plane])];
                store_planes(&mut w[4 + i], planes(v));
                let v = at_index(layers.at_point(upper, lower), lower, v);
                store_planes(&mut w[i], planes(v));
            }
            let rows = [
                [&a[first], &a[first + plane], &sums[0]],
                [&a[stride + first], &a[stride + first + plane], &sums[1]],
                [&a[2 * stride + first], &a[2 * stride + first + plane], &sums[2]],
                [&a[3 * stride + first], &a[3 * stride + first + plane], &sums[3]],
            ];
            add_rows::<I, V>(isa, a01, rows[0], rows[1]);
            add_rows::<I, V>(isa, a23, rows[2], rows[3]);
            add_rows::<I, V>(isa, a02, rows[0], rows[2]);
            add_rows::<I, V>(isa, a13, rows[1], rows[3]);
            add_rows::<I, V>(isa, all, a02.each_ref(), a13.each_ref());
            let both = two_rows::<I, V>(
                isa,
                [a02.each_ref(), a13.each_ref()],
                all.each_ref(),
                #[inline(always)]
                |i| load_planes(isa, &w[i + 2]),
            );
            let low = two_rows::<I, V>(
                isa,
                [rows[2], rows[3]],
                a23.each_ref(),
                #[inline(always)]
                |i| add_planes::<V>(load_planes(isa, &w[i]), load_planes(isa, &w[i + 2])),
            );
            let high = two_rows::<I, V>(
                isa,
                [rows[0], rows[1]],
                a01.each_ref(),
                #[inline(always)]
                |i| add_planes::<V>(load_planes(isa, &w[i + 2]), load_planes(isa, &w[i + 4])),
            );
            let at = [first, first + stride, first + 2 * stride, first + 3 * stride];
            (low[0][0] ^ both[0][0]).store(&mut a[at[0]]);
            (low[0][1] ^ both[0][1]).store(&mut a[at[0] + plane]);
            (low[1][0] ^ both[1][0]).store(&mut a[at[1]]);
            (low[1][1] ^ both[1][1]).store(&mut a[at[1] + plane]);
            (high[0][0] ^ both[0][0]).store(&mut a[at[2]]);
            (high[0][1] ^ both[0][1]).store(&mut a[at[2] + plane]);
            (high[1][0] ^ both[1][0]).store(&mut a[at[3]]);
            (high[1][1] ^ both[1][1]).store(&mut a[at[3] + plane]);
        }
    }
}

/// The product of the Toeplitz matrix of the windows 0 to 3 with two rows whose sum is `both`.
#[inline(always)]
fn two_rows<I: IsaBytes, V: MulBytes<I>>(
    isa: I,
    [a0, a1]: [Planes<&V::Row>; 2],
    both: Planes<&V::Row>,
    window: impl Fn(usize) -> Planes<V>,
) -> [[V; 2]; 2] {
    let (w1, w2) = (window(1), window(2));
    // Units are broadcast from memory at no cost. Of rows just stored the compiler would take them from registers, by
    // shuffles, if it knew what was stored.
    let [a0, a1, both] = black_box([a0, a1, both]);
    let both = windows(isa, both, w1, w2);
    let between = add_planes(w1, w2);
    let low = windows(isa, a1, add_planes(window(0), w1), between);
    let high = windows(isa, a0, between, add_planes(w2, window(3)));
    [[both[0] ^ low[0], both[1] ^ low[1]], [both[0] ^ high[0], both[1] ^ high[1]]]
}

/// sums := v + w
#[inline(always)]
fn add_rows<I: IsaBytes, V: Bytes<I>>(
    isa: I,
    sums: &mut Planes<V::Row>,
    v: Planes<&V::Row>,
    w: Planes<&V::Row>,
) {
    for ((sum, v), w) in sums.iter_mut().zip(v).zip(w) {
        (V::load(isa, v) ^ V::load(isa, w)).store(sum);
    }
}

#[inline(always)]
fn add_planes<V: BitXor<Output = V> + Copy>(v: Planes<V>, w: Planes<V>) -> Planes<V> {
    [v[0] ^ w[0], v[1] ^ w[1], v[2] ^ w[2]]
}

#[inline(always)]
fn load_planes<I: IsaBytes, V: Bytes<I>>(isa: I, rows: &Planes<V::Row>) -> Planes<V> {
    [V::load(isa, &rows[0]), V::load(isa, &rows[1]), V::load(isa, &rows[2])]
}

#[inline(always)]
fn store_planes<I: IsaBytes, V: Bytes<I>>(rows: &mut Planes<V::Row>, [l, h, s]: Planes<V>) {
    l.store(&mut rows[0]);
    h.store(&mut rows[1]);
    s.store(&mut rows[2]);
}
