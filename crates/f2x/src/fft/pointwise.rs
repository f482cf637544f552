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
//! Cost for k = 8 and a point: 24 products of bytes, 4 for constants, 14 shifts, 14 exclusive-ors and 12 of three, for
//! two rows of each operand; for k = 16 three times and for k = 32 nine times as many products of two operands' bytes,
//! each 24 of them with 21 shifts.

use super::block::{element_rows, uppers};
use super::field::{Constant, Factor, Layers, V7, bytes};
use super::points::Points;
use crate::isa::bytes::{Bytes, IsaBytes, MulBytes};
use core::hint::black_box;
use core::mem::take;
use core::ops::{BitXor, Deref};

/// The lower halves, the upper halves and their sums.
type Planes<R> = [R; 3];

/// The planes of the lower and upper halves.
#[inline(always)]
fn planes<I: IsaBytes, V: Bytes<I>>([low, high]: [V; 2]) -> Planes<V> {
    [low, high, low ^ high]
}

/// Σ aᵢ · (window i units before `w`), with `before` in front of it, plane by plane.
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
    halves_of_sums(sums)
}

/// [`windows`] with a third fewer shifts, unit by unit: a window of the sums is the sum of those of the halves. It has three
/// planes in registers at a time; where [`two_rows`] does, more rows have to wait in memory.
#[inline(always)]
fn windows_of_halves<I: IsaBytes, V: MulBytes<I>>(
    isa: I,
    a: Planes<&V::Row>,
    before: [V; 2],
    w: [V; 2],
) -> [V; 2] {
    let mut sums = [V::zero(isa); 3];
    for i in (0..8).step_by(2) {
        let (even, odd) = (planes_before(before, w, i), planes_before(before, w, i + 1));
        for p in 0..3 {
            sums[p] = sums[p]
                ^ V::splat_unit(isa, a[p], i).mul_bytes(even[p])
                ^ V::splat_unit(isa, a[p], i + 1).mul_bytes(odd[p]);
        }
    }
    halves_of_sums(sums)
}

/// The planes of the window `i` units before `w`.
#[inline(always)]
fn planes_before<I: IsaBytes, V: Bytes<I>>(before: [V; 2], w: [V; 2], i: usize) -> Planes<V> {
    let shift = i * V::WORDS;
    planes(if i == 0 {
        w
    } else {
        [w[0].shift_in(before[0], shift), w[1].shift_in(before[1], shift)]
    })
}

/// Both halves from Karatsuba's three sums.
#[inline(always)]
fn halves_of_sums<I: IsaBytes, V: Bytes<I>>([low, high, middle]: Planes<V>) -> [V; 2] {
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
    fn products(
        isa: I,
        m: usize,
        (a, b): (&mut [V::Row], &[V::Row]),
        (stride, log_rows): (usize, usize),
        layers: &Layers,
        scratch: &mut [u64],
    ) {
        // Not what may be behind it: so any test finds out if it is not enough, not only one on two threads.
        let scratch = &mut V::rows_mut(scratch).0[..SCRATCH_ROWS];
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
        let before = [V::load(isa, low), V::load(isa, high)];
        let [b_low, b_high] = b.element(i);
        let b = [V::load(isa, b_low), V::load(isa, b_high)];
        let [a_low, a_high] = a.element(i);
        let [low, high] = windows_of_halves(isa, [a_low, a_high, sum], before, b);
        let [a_low, a_high] = a.element_mut(i);
        low.store(a_low);
        high.store(a_high);
    }
}

/// The rows of scratch of [`ByBytes`], those of [`quadruple_products`]: α · b of two elements, two products, four sums of
/// halves and the planes of five sums of rows.
pub(super) const SCRATCH_ROWS: usize = 2 * 8 + 2 * 4 + 4 + 3 * 5;

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
    let (sums, scratch) = scratch.split_first_chunk_mut().expect("room for sums of halves");
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
            store_sums(sums, both, [a0, a1]);
            let a0 = [&a[at[0]], &a[at[0] + plane], &sums[0]];
            let a1 = [&a[at[1]], &a[at[1] + plane], &sums[1]];
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

/// The lower and the upper halves of each of four rows of sixteen elements, as references to arrays: a check of the range of
/// a row would be a branch, and the compiler moves products behind those.
type Sixteen<S> = [S; 8];

/// Sixteen rows, `skipped` rows behind the start of `rest`, which is what is behind them then.
#[inline(always)]
fn sixteen<'r, R>(rest: &mut &'r [R], skipped: usize) -> &'r [R; 16] {
    let (rows, behind) = rest[skipped..].split_first_chunk().expect("rows of a block");
    *rest = behind;
    rows
}

/// As [`sixteen`].
#[inline(always)]
fn sixteen_mut<'r, R>(rest: &mut &'r mut [R], skipped: usize) -> &'r mut [R; 16] {
    let rows = &mut take(rest)[skipped..];
    let (rows, behind) = rows.split_first_chunk_mut().expect("rows of a block");
    *rest = behind;
    rows
}

/// Row `i` of element number `at`.
#[inline(always)]
fn halves<I: IsaBytes, V: Bytes<I>>(
    isa: I,
    rows: &Sixteen<impl Deref<Target = [V::Row; 16]>>,
    i: usize,
    at: usize,
) -> [V; 2] {
    [V::load(isa, &rows[2 * i][at]), V::load(isa, &rows[2 * i + 1][at])]
}

/// [`Points::products`] for k = 32: two steps.
///
/// What each of the three products of the first step needs is stored one product before, which for the first is in the
/// element before: it would wait for rows just stored. The first two are stored themselves: if they were not, the compiler
/// would move all they are made of but the broadcasts behind the branches for the next α · b.
#[inline(always)]
fn quadruple_products<I: IsaBytes, V: MulBytes<I>>(
    isa: I,
    m: usize,
    (a, b): (&mut [V::Row], &[V::Row]),
    stride: usize,
    layers: &Layers,
    scratch: &mut [V::Row],
) {
    let (rows, scratch) = scratch.split_first_chunk_mut::<28>().expect("room for pairs of rows");
    let (alpha_b, pairs) = rows.as_chunks_mut::<2>().0.split_first_chunk_mut::<8>().expect("eight");
    let alpha_b: &mut [[_; 4]] = alpha_b.as_chunks_mut().0;
    let [both0, both1, low0, low1, sums01, sums23] = pairs.first_chunk_mut().expect("six");
    let scratch: &mut [Planes<V::Row>] = scratch.as_chunks_mut().0;
    let [a01, a23, a02, a13, all] = scratch.first_chunk_mut().expect("room for sums of rows");
    for upper in 0..uppers::<I, V>(m) {
        let (start, plane) = element_rows(m, upper);
        let (near, far) = (plane - 16, stride - plane - 16);
        let rest = &mut &mut a[start..];
        let a: Sixteen<_> = [
            sixteen_mut(rest, 0),
            sixteen_mut(rest, near),
            sixteen_mut(rest, far),
            sixteen_mut(rest, near),
            sixteen_mut(rest, far),
            sixteen_mut(rest, near),
            sixteen_mut(rest, far),
            sixteen_mut(rest, near),
        ];
        let rest = &mut &b[start..];
        let b: Sixteen<_> = [
            sixteen(rest, 0),
            sixteen(rest, near),
            sixteen(rest, far),
            sixteen(rest, near),
            sixteen(rest, far),
            sixteen(rest, near),
            sixteen(rest, far),
            sixteen(rest, near),
        ];
        times_alpha::<I, V>(isa, &mut alpha_b[0], &b, 0, layers.at_point(upper, 0));
        sums_of_both::<I, V>(isa, [a02, a13, all], &a, 0);
        for lower in 0..16 {
            let odd = lower % 2;
            // After the last element comes the first again, of which nothing is needed.
            let next = (lower + 1) % 16;
            let [a2, a3] = [halves::<I, V>(isa, &a, 2, lower), halves(isa, &a, 3, lower)];
            store_sums(sums23, a23, [a2, a3]);
            let both = two_rows::<I, V>(
                isa,
                [a02.each_ref(), a13.each_ref()],
                all.each_ref(),
                #[inline(always)]
                |i| planes(window(isa, (&alpha_b[odd], &b), lower, i + 2)),
            );
            store_two(both0, both[0]);
            store_two(both1, both[1]);

            let [a0, a1] = [halves::<I, V>(isa, &a, 0, lower), halves(isa, &a, 1, lower)];
            store_sums(sums01, a01, [a0, a1]);
            sums_of_both::<I, V>(isa, [a02, a13, all], &a, next);
            let low = two_rows::<I, V>(
                isa,
                [
                    [&a[4][lower], &a[5][lower], &sums23[0]],
                    [&a[6][lower], &a[7][lower], &sums23[1]],
                ],
                a23.each_ref(),
                #[inline(always)]
                |i| planes(two_windows(isa, (&alpha_b[odd], &b), lower, i)),
            );
            store_two(low0, low[0]);
            store_two(low1, low[1]);

            let alpha = layers.at_point(upper, next);
            times_alpha::<I, V>(isa, &mut alpha_b[1 - odd], &b, next, alpha);
            let high = two_rows::<I, V>(
                isa,
                [
                    [&a[0][lower], &a[1][lower], &sums01[0]],
                    [&a[2][lower], &a[3][lower], &sums01[1]],
                ],
                a01.each_ref(),
                #[inline(always)]
                |i| planes(two_windows(isa, (&alpha_b[odd], &b), lower, i + 2)),
            );
            for h in 0..2 {
                let both: [V; 2] = [V::load(isa, &both0[h]), V::load(isa, &both1[h])];
                (both[0] ^ V::load(isa, &low0[h])).store(&mut a[h][lower]);
                (both[1] ^ V::load(isa, &low1[h])).store(&mut a[2 + h][lower]);
                (both[0] ^ high[0][h]).store(&mut a[4 + h][lower]);
                (both[1] ^ high[1][h]).store(&mut a[6 + h][lower]);
            }
        }
    }
}

/// alpha_b := the rows of α · b for element number `at`, of the point `alpha`.
#[inline(always)]
fn times_alpha<I: IsaBytes, V: Bytes<I>>(
    isa: I,
    alpha_b: &mut [[V::Row; 2]; 4],
    b: &Sixteen<&[V::Row; 16]>,
    at: usize,
    alpha: &Constant,
) {
    for (i, row) in alpha_b.iter_mut().enumerate() {
        store_two(row, at_index(alpha, at, halves::<I, V>(isa, b, i, at)));
    }
}

/// The planes of the sums of rows 0 and 2, of rows 1 and 3, and of all, of element number `at`.
#[inline(always)]
fn sums_of_both<I: IsaBytes, V: Bytes<I>>(
    isa: I,
    [a02, a13, all]: [&mut Planes<V::Row>; 3],
    a: &Sixteen<&mut [V::Row; 16]>,
    at: usize,
) {
    let even = sum_of_two::<V>(halves(isa, a, 0, at), halves(isa, a, 2, at));
    let odd = sum_of_two::<V>(halves(isa, a, 1, at), halves(isa, a, 3, at));
    store_planes(a02, planes(even));
    store_planes(a13, planes(odd));
    store_planes(all, planes(sum_of_two(even, odd)));
}

/// The sums of the halves of each of two rows, and the planes of the sum of both.
#[inline(always)]
fn store_sums<I: IsaBytes, V: Bytes<I>>(
    of_halves: &mut [V::Row; 2],
    of_rows: &mut Planes<V::Row>,
    [f, g]: [[V; 2]; 2],
) {
    store_two(of_halves, [f[0] ^ f[1], g[0] ^ g[1]]);
    store_planes(of_rows, planes(sum_of_two(f, g)));
}

/// The rows of α · b for an element, and those of b for sixteen.
type Windows<'w, R> = (&'w [[R; 2]; 4], &'w Sixteen<&'w [R; 16]>);

/// Window `i` of rows for element number `at`: of α · b, and behind it b.
#[inline(always)]
fn window<I: IsaBytes, V: Bytes<I>>(
    isa: I,
    (alpha_b, b): Windows<'_, V::Row>,
    at: usize,
    i: usize,
) -> [V; 2] {
    match alpha_b.get(i) {
        Some([low, high]) => [V::load(isa, low), V::load(isa, high)],
        None => halves(isa, b, i - 4, at),
    }
}

/// The sum of windows `i` and i + 2.
#[inline(always)]
fn two_windows<I: IsaBytes, V: Bytes<I>>(
    isa: I,
    rows: Windows<'_, V::Row>,
    at: usize,
    i: usize,
) -> [V; 2] {
    sum_of_two(window(isa, rows, at, i), window(isa, rows, at, i + 2))
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

#[inline(always)]
fn add_planes<V: BitXor<Output = V> + Copy>(v: Planes<V>, w: Planes<V>) -> Planes<V> {
    [v[0] ^ w[0], v[1] ^ w[1], v[2] ^ w[2]]
}

#[inline(always)]
fn sum_of_two<V: BitXor<Output = V> + Copy>(v: [V; 2], w: [V; 2]) -> [V; 2] {
    [v[0] ^ w[0], v[1] ^ w[1]]
}

#[inline(always)]
fn store_two<I: IsaBytes, V: Bytes<I>>(rows: &mut [V::Row; 2], [v, w]: [V; 2]) {
    v.store(&mut rows[0]);
    w.store(&mut rows[1]);
}

#[inline(always)]
fn store_planes<I: IsaBytes, V: Bytes<I>>(rows: &mut Planes<V::Row>, [l, h, s]: Planes<V>) {
    l.store(&mut rows[0]);
    h.store(&mut rows[1]);
    s.store(&mut rows[2]);
}
