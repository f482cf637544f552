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
//! three, for two rows of each operand.

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
    // Units are broadcast from memory at no cost. Of rows just stored the compiler would take them from registers, by
    // shuffles, if it knew what was stored.
    let a = black_box(a);
    let mut sums = [V::zero(isa); 3];
    for i in 0..4 {
        for p in 0..3 {
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
            0 => isa.outline(
                #[inline(always)]
                || {
                    let work =
                        scratch.as_chunks_mut().0.first_chunk_mut().expect("room for sixteen");
                    for upper in 0..uppers::<I, V>(m) {
                        let (start, plane) = element_rows(m, upper);
                        products_of_sixteen::<I, V>(
                            isa,
                            (&mut *a, b),
                            #[inline(always)]
                            |lower| [start + lower, start + lower + plane],
                            #[inline(always)]
                            |lower, b| at_index(layers.at_point(upper, lower), lower, b),
                            work,
                        );
                    }
                },
            ),
            1 => {
                let sums = scratch.first_chunk_mut().expect("room for the sums");
                isa.outline(
                    #[inline(always)]
                    || double_product::<I, V>(isa, m, (a, b), stride, layers, sums),
                );
            }
            _ => long_products::<I, V>(isa, m, (a, b), (stride, log_rows), layers, scratch),
        }
    }

    fn products_at_span<F: Factor<P>, const P: usize>(
        isa: I,
        a: &mut [V::Row],
        b: &[V::Row],
        scratch: &mut [u64],
    ) {
        let work = V::rows_mut(scratch).0;
        let work = work.as_chunks_mut().0.first_chunk_mut().expect("room for sixteen");
        isa.outline(
            #[inline(always)]
            || {
                for first in (0..a.len() / 2).step_by(16) {
                    products_of_sixteen::<I, V>(
                        isa,
                        (&mut *a, b),
                        #[inline(always)]
                        |i| [2 * (first + i), 2 * (first + i) + 1],
                        #[inline(always)]
                        |i, b| {
                            let mut room = F::ZERO;
                            at_index(F::span((first + i) / 2, &mut room), i, b)
                        },
                        work,
                    );
                }
            },
        );
    }
}

/// a := a · b for sixteen elements of which number i has its rows at `at(i)`; `times(i, b)` is the product of
/// the point and b.
///
/// What the windows are made of comes first: waiting for it, each product would wait for the one before it.
#[inline(always)]
fn products_of_sixteen<I: IsaBytes, V: MulBytes<I>>(
    isa: I,
    (a, b): (&mut [V::Row], &[V::Row]),
    at: impl Fn(usize) -> [usize; 2],
    times: impl Fn(usize, [V; 2]) -> [V; 2],
    work: &mut [Planes<V::Row>; 16],
) {
    for (i, [low, high, sum]) in work.iter_mut().enumerate() {
        let [at_low, at_high] = at(i);
        (V::load(isa, &a[at_low]) ^ V::load(isa, &a[at_high])).store(sum);
        let [l, h] = times(i, [V::load(isa, &b[at_low]), V::load(isa, &b[at_high])]);
        l.store(low);
        h.store(high);
    }
    for (i, [low, high, sum]) in work.iter().enumerate() {
        let [at_low, at_high] = at(i);
        let before = planes([V::load(isa, low), V::load(isa, high)]);
        let b = planes([V::load(isa, &b[at_low]), V::load(isa, &b[at_high])]);
        let [low, high] = windows(isa, [&a[at_low], &a[at_high], sum], before, b);
        low.store(&mut a[at_low]);
        high.store(&mut a[at_high]);
    }
}

/// The rows of scratch of [`ByBytes`] for 2^`log_bytes` bytes to a coefficient.
pub(super) const fn scratch_rows(log_bytes: usize) -> usize {
    // Twice that of an operand, once for the other, the product, and 3 · (n/2 + n/4 + …) below.
    if log_bytes == 0 { 3 * 16 } else { (3 * 7) << log_bytes }
}

/// [`Points::products`] for four rows and more.
fn long_products<I: IsaBytes, V: MulBytes<I>>(
    isa: I,
    m: usize,
    (a, b): (&mut [V::Row], &[V::Row]),
    (stride, log_rows): (usize, usize),
    layers: &Layers,
    scratch: &mut [V::Row],
) {
    let scratch = scratch.as_chunks_mut().0;
    let count = 1 << log_rows;
    let (a_planes, scratch) = scratch.split_at_mut(count);
    let (b_planes, scratch) = scratch.split_at_mut(2 * count);
    let (out, scratch) = scratch.split_at_mut(count);
    for upper in 0..uppers::<I, V>(m) {
        let (start, plane) = element_rows(m, upper);
        for lower in 0..16 {
            isa.outline(
                #[inline(always)]
                || {
                    for i in 0..count {
                        let at = i * stride + start + lower;
                        let v = [V::load(isa, &a[at]), V::load(isa, &a[at + plane])];
                        store_planes(&mut a_planes[i], planes(v));
                        let v = [V::load(isa, &b[at]), V::load(isa, &b[at + plane])];
                        store_planes(&mut b_planes[count + i], planes(v));
                        let v = at_index(layers.at_point(upper, lower), lower, v);
                        store_planes(&mut b_planes[i], planes(v));
                    }
                },
            );
            toeplitz::<I, V>(isa, out, a_planes, b_planes, scratch);
            isa.outline(
                #[inline(always)]
                || {
                    for (i, [low, high, _]) in out.iter().enumerate() {
                        let at = i * stride + start + lower;
                        V::load(isa, low).store(&mut a[at]);
                        V::load(isa, high).store(&mut a[at + plane]);
                    }
                },
            );
        }
    }
}

/// [`Points::products`] for k = 16: one step of the transposed Karatsuba, in registers.
#[inline(always)]
fn double_product<I: IsaBytes, V: MulBytes<I>>(
    isa: I,
    m: usize,
    (a, b): (&mut [V::Row], &[V::Row]),
    stride: usize,
    layers: &Layers,
    sums: &mut [V::Row; 5],
) {
    for upper in 0..uppers::<I, V>(m) {
        let (start, plane) = element_rows(m, upper);
        for lower in 0..16 {
            let at = [start + lower, start + lower + stride];
            let alpha = layers.at_point(upper, lower);
            let b0 = [V::load(isa, &b[at[0]]), V::load(isa, &b[at[0] + plane])];
            let b1 = [V::load(isa, &b[at[1]]), V::load(isa, &b[at[1] + plane])];
            let w0 = planes(at_index(alpha, lower, b0));
            let w1 = planes(at_index(alpha, lower, b1));
            let (w2, w3) = (planes(b0), planes(b1));
            let a0 = [V::load(isa, &a[at[0]]), V::load(isa, &a[at[0] + plane])];
            let a1 = [V::load(isa, &a[at[1]]), V::load(isa, &a[at[1] + plane])];
            let both = [a0[0] ^ a1[0], a0[1] ^ a1[1]];
            both[0].store(&mut sums[0]);
            both[1].store(&mut sums[1]);
            for (v, row) in [both, a0, a1].into_iter().zip(&mut sums[2..]) {
                (v[0] ^ v[1]).store(row);
            }
            let both = windows(isa, [&sums[0], &sums[1], &sums[2]], w1, w2);
            let between = add_planes(w1, w2);
            let (c0, c1) = ([&a[at[0]], &a[at[0] + plane]], [&a[at[1]], &a[at[1] + plane]]);
            let low = windows(isa, [c1[0], c1[1], &sums[4]], add_planes(w0, w1), between);
            let high = windows(isa, [c0[0], c0[1], &sums[3]], between, add_planes(w2, w3));
            (both[0] ^ low[0]).store(&mut a[at[0]]);
            (both[1] ^ low[1]).store(&mut a[at[0] + plane]);
            (both[0] ^ high[0]).store(&mut a[at[1]]);
            (both[1] ^ high[1]).store(&mut a[at[1] + plane]);
        }
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

/// out := v + w
#[inline(always)]
fn add<I: IsaBytes, V: Bytes<I>>(
    isa: I,
    out: &mut [Planes<V::Row>],
    v: &[Planes<V::Row>],
    w: &[Planes<V::Row>],
) {
    for ((out, v), w) in out.iter_mut().zip(v).zip(w) {
        let (v, w) = (load_planes::<I, V>(isa, v), load_planes::<I, V>(isa, w));
        store_planes(out, [v[0] ^ w[0], v[1] ^ w[1], v[2] ^ w[2]]);
    }
}

/// [`toeplitz`] for two rows, with one for the sums.
#[inline(always)]
fn two_rows<I: IsaBytes, V: MulBytes<I>>(
    isa: I,
    out: &mut [Planes<V::Row>],
    a: &[Planes<V::Row>],
    w: &[Planes<V::Row>],
    sums: &mut Planes<V::Row>,
) {
    let [out0, out1] = out else { unreachable!("two rows") };
    let ([a0, a1], [w0, w1, w2, w3]) = (a, w) else { unreachable!("two rows, and four") };
    let both = add_planes::<V>(load_planes(isa, a0), load_planes(isa, a1));
    store_planes(sums, both);
    let (w1, w2) = (load_planes(isa, w1), load_planes(isa, w2));
    let both = windows::<I, V>(isa, sums.each_ref(), w1, w2);
    let between = add_planes(w1, w2);
    let low = windows(isa, a1.each_ref(), add_planes(load_planes(isa, w0), w1), between);
    (both[0] ^ low[0]).store(&mut out0[0]);
    (both[1] ^ low[1]).store(&mut out0[1]);
    let high = windows(isa, a0.each_ref(), between, add_planes(w2, load_planes(isa, w3)));
    (both[0] ^ high[0]).store(&mut out1[0]);
    (both[1] ^ high[1]).store(&mut out1[1]);
}

/// out := w · a, for a power of two of rows, two or more, in `out` and `a` and twice as many in `w`; of `out` the
/// sums stay as they are.
fn toeplitz<I: IsaBytes, V: MulBytes<I>>(
    isa: I,
    out: &mut [Planes<V::Row>],
    a: &[Planes<V::Row>],
    w: &[Planes<V::Row>],
    scratch: &mut [Planes<V::Row>],
) {
    let n = out.len();
    if n == 2 {
        return isa.outline(
            #[inline(always)]
            || two_rows::<I, V>(isa, out, a, w, &mut scratch[0]),
        );
    }
    let h = n / 2;
    let (sums, scratch) = scratch.split_at_mut(h);
    let (window, scratch) = scratch.split_at_mut(n);
    let (low, high) = out.split_at_mut(h);
    let (a0, a1) = a.split_at(h);
    isa.outline(
        #[inline(always)]
        || {
            add::<I, V>(isa, sums, a0, a1);
            add::<I, V>(isa, window, &w[..n], &w[h..h + n]);
        },
    );
    toeplitz::<I, V>(isa, low, a1, window, scratch);
    isa.outline(
        #[inline(always)]
        || add::<I, V>(isa, window, &w[n..], &w[h..h + n]),
    );
    toeplitz::<I, V>(isa, high, a0, window, scratch);
    let product = &mut window[..h];
    toeplitz::<I, V>(isa, product, sums, &w[h..h + n], scratch);
    isa.outline(
        #[inline(always)]
        || {
            for ((low, high), product) in low.iter_mut().zip(high).zip(&*product) {
                for p in 0..2 {
                    let product = V::load(isa, &product[p]);
                    (V::load(isa, &low[p]) ^ product).store(&mut low[p]);
                    (V::load(isa, &high[p]) ^ product).store(&mut high[p]);
                }
            }
        },
    );
}
