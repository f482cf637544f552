//! Products at the points for long strides: a transform of their own.
//!
//! For a stride of k = 8n bits, an operand at a point α is a polynomial Σ a_b(x) X^b in X = x^8, b < n, with
//! coefficients of length 8 over GF(2^16), and the product is wanted modulo X^n − α. Its length in X is at
//! most 2n, so 2n points β of X determine it: the span of v₀ … v_{m−1}, 2^m = 2n, where the layers have
//! the constants Σ pⱼ vⱼ₊₁ for the index bits p above them, at every layer. At β the operands are
//! polynomials of length 8 modulo x^8 − β: [`Points::products_at_span`]. Then X^n = α folds
//! the upper half of the product to the lower. (Where a row belongs to one point k is 32n, X is x^32, and 32 takes the
//! place of 8.)
//!
//! Up to 256 points lie in GF(2^8), and so do the constants. Then all of it is done to the lower and to the upper
//! halves of elements by themselves ([`Factor`], one plane).
//!
//! There the layers of four index bits are one pass with the conversion of these bits, in registers: of the upper bits in
//! columns ([`column`](super::column)), which are half as long of an operand, of the lower ones in groups; up to 32 points
//! of an operand have groups alone, straight from the blocks. Of more points than 256 each two layers are a pass; of an
//! operand the upper half is zero in the first.
//!
//! Cost for each α, with up to 256 points β: 3 transforms of 2n elements, 6 operations for a butterfly and log₂ n layers
//! forward, and 2n products; Karatsuba takes n^1.585.

use super::block::{butterfly, element_rows, insert_zero, uppers};
use super::column::each_column;
use super::conversion::{
    GROUP, GROUP_BITS, convert, convert_inverse, convert_up_to_four, far_divisions,
};
use super::field::{Constant, Factor, Layers, SPAN_BITS, SUBFIELD_SPAN_BITS, V1, bytes};
use super::points::Points;
use super::pointwise::{self, at_index};
use crate::isa::bytes::{Bytes, IsaBytes};

/// From 2^so many rows on, a coefficient is multiplied by a transform of its own.
pub(super) const LEAST_LOG_ROWS: usize = 3;

/// An element of GF(2^16) at every place: the lower halves and the upper halves.
type Element<R> = [R; 2];

/// The rows of scratch of [`products`] for 2^`log_bytes` bytes to a coefficient.
pub(super) const fn scratch_rows(log_bytes: usize) -> usize {
    (12 << log_bytes) + pointwise::SCRATCH_ROWS
}

/// The longest stride is 2^`LOG_BYTES` bytes: a constant for every second point.
pub(super) const LOG_BYTES: usize = SPAN_BITS;

/// a := a · b in blocks that hold the bytes of coefficients, 8 rows or more, at distances of `stride` rows.
pub(super) fn products<I: IsaBytes, V: Bytes<I>, P: Points<I, V>>(
    isa: I,
    m: usize,
    operands: (&mut [V::Row], &[V::Row]),
    (stride, log_rows): (usize, usize),
    layers: &Layers,
    scratch: &mut [u64],
) {
    let at = (stride, log_rows);
    debug_assert!(log_rows <= LOG_BYTES, "{log_rows}: more points than the field has");
    if log_rows <= SUBFIELD_SPAN_BITS {
        products_by::<I, V, P, u64, 1>(isa, m, operands, at, layers, scratch);
    } else {
        products_by::<I, V, P, Constant, 2>(isa, m, operands, at, layers, scratch);
    }
}

/// [`products`] with constants of that type.
fn products_by<
    I: IsaBytes,
    V: Bytes<I>,
    P: Points<I, V>,
    F: Factor<PLANES>,
    const PLANES: usize,
>(
    isa: I,
    m: usize,
    (a, b): (&mut [V::Row], &[V::Row]),
    (stride, log_rows): (usize, usize),
    layers: &Layers,
    scratch: &mut [u64],
) {
    let n = 1 << log_rows;
    let (rows, scratch) = scratch.split_at_mut(8 * n * V::WORDS);
    let (a_rows, b_rows) = V::rows_mut(rows).0.split_at_mut(4 * n);
    for upper in 0..uppers::<I, V>(m) {
        let (start, plane) = element_rows(m, upper);
        for lower in 0..16 {
            let at = start + lower;
            forward::<I, V, PLANES>(isa, a_rows, (&a[at..], [stride, plane]), log_rows);
            forward::<I, V, PLANES>(isa, b_rows, (&b[at..], [stride, plane]), log_rows);
            P::products_at_span::<F, PLANES>(isa, a_rows, b_rows, scratch);
            inverse::<I, V, PLANES>(isa, a_rows, log_rows);
            isa.outline_aligned(
                #[inline(always)]
                || {
                    let alpha = layers.at_point(upper, lower);
                    let (low, high) = elements_of::<I, V>(a_rows).split_at(n);
                    for (i, (low, high)) in low.iter().zip(high).enumerate() {
                        let (low, high): (Element<V>, _) = (load(isa, low), load(isa, high));
                        let [l, h] = at_index::<I, V, Constant, 2>(alpha, lower, high);
                        let at = at + i * stride;
                        (low[0] ^ l).store(&mut a[at]);
                        (low[1] ^ h).store(&mut a[at + plane]);
                    }
                },
            );
        }
    }
}

/// Rows as elements.
#[inline(always)]
fn elements_of<I: IsaBytes, V: Bytes<I>>(rows: &[V::Row]) -> &[Element<V::Row>] {
    rows.as_chunks().0
}

#[inline(always)]
fn load<I: IsaBytes, V: Bytes<I>, const P: usize>(isa: I, rows: &[V::Row; P]) -> [V; P] {
    let mut v = [V::zero(isa); P];
    for (v, row) in v.iter_mut().zip(rows) {
        *v = V::load(isa, row);
    }
    v
}

#[inline(always)]
fn store<I: IsaBytes, V: Bytes<I>, const P: usize>(rows: &mut [V::Row; P], v: [V; P]) {
    for (v, row) in v.iter().zip(rows) {
        v.store(row);
    }
}

/// The elements of one index in all blocks: the lower half of each, and the distances to the next one and to its upper
/// half.
type Elements<'r, R> = (&'r [R], [usize; 2]);

/// to := the elements
fn gather<I: IsaBytes, V: Bytes<I>>(
    isa: I,
    to: &mut [V::Row],
    (from, [stride, plane]): Elements<'_, V::Row>,
) {
    isa.outline_aligned(
        #[inline(always)]
        || {
            for (i, to) in to.as_chunks_mut().0.iter_mut().enumerate() {
                let at = i * stride;
                store(to, [V::load(isa, &from[at]), V::load(isa, &from[at + plane])]);
            }
        },
    );
}

/// rows := the values of 2^`log` elements, eight or more, at twice as many points; with two planes they are more than a
/// group.
fn forward<I: IsaBytes, V: Bytes<I>, const P: usize>(
    isa: I,
    rows: &mut [V::Row],
    elements: Elements<'_, V::Row>,
    log: usize,
) {
    if P == 1 && log < GROUP_BITS {
        return groups_of::<I, V, { GROUP / 2 }>(isa, rows, elements);
    }
    if P == 1 && log == GROUP_BITS {
        // The layer of the highest index bit would only copy them.
        return groups_of::<I, V, GROUP>(isa, rows, elements);
    }
    let (low, high) = rows.split_at_mut(2 << log);
    gather::<I, V>(isa, low, elements);
    if P == 1 {
        far_divisions::<I, V, false>(isa, low, element_bytes::<I, V>(), 1 << log >> GROUP_BITS);
        match log {
            5 => columns::<I, V, false, 2, 4>(isa, rows),
            6 => columns::<I, V, false, 4, 8>(isa, rows),
            _ => columns::<I, V, false, 8, 16>(isa, rows),
        }
        groups::<I, V, false>(isa, rows);
        return;
    }
    convert::<I, V>(isa, low, element_bytes::<I, V>(), log);
    isa.outline_aligned(
        #[inline(always)]
        || outer_layers::<I, V, false>(isa, low, high),
    );
    let mut bit = log - 1;
    while bit > 0 {
        let count = if bit.is_multiple_of(2) { 2 } else { 1 };
        bit -= count;
        some_layers::<I, V, false>(isa, rows, bit, count);
    }
}

/// The inverse of [`forward`], with all elements.
fn inverse<I: IsaBytes, V: Bytes<I>, const P: usize>(isa: I, rows: &mut [V::Row], log: usize) {
    let n = log + 1;
    if P == 1 {
        groups::<I, V, true>(isa, rows);
        match n {
            5 => columns::<I, V, true, 2, 2>(isa, rows),
            6 => columns::<I, V, true, 4, 4>(isa, rows),
            7 => columns::<I, V, true, 8, 8>(isa, rows),
            8 => columns::<I, V, true, 16, 16>(isa, rows),
            _ => {}
        }
        if n > GROUP_BITS {
            far_divisions::<I, V, true>(isa, rows, element_bytes::<I, V>(), 1 << n >> GROUP_BITS);
        }
        return;
    }
    let mut bit = 0;
    while bit + 1 < log {
        let count = if bit + 2 < log { 2 } else { 1 };
        some_layers::<I, V, true>(isa, rows, bit, count);
        bit += count;
    }
    let (low, high) = rows.split_at_mut(2 << log);
    isa.outline_aligned(
        #[inline(always)]
        || outer_layers::<I, V, true>(isa, low, high),
    );
    convert_inverse::<I, V>(isa, rows, element_bytes::<I, V>(), n);
}

/// The bytes of an element.
const fn element_bytes<I: IsaBytes, V: Bytes<I>>() -> usize {
    16 * V::WORDS
}

/// The conversion of the index bits from 4 on, but for [`far_divisions`], and their layers, in GF(2^8), or back; forward
/// there are `N` elements to a column, and `WIDE` values.
fn columns<I: IsaBytes, V: Bytes<I>, const INVERSE: bool, const N: usize, const WIDE: usize>(
    isa: I,
    rows: &mut [V::Row],
) {
    isa.outline_aligned(
        #[inline(always)]
        || {
            for plane in 0..2 {
                each_column::<I, V, INVERSE, N, WIDE, 1, 2, 0>(
                    isa,
                    rows,
                    plane,
                    #[inline(always)]
                    |[f]| layers_of_group::<I, V, INVERSE, WIDE>(isa, f, 0),
                );
            }
        },
    );
}

/// The layers of the two highest index bits, whose constants are 0, and 0 and v₁; forward, what is in `high`
/// counts as zero.
#[inline(always)]
fn outer_layers<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
    isa: I,
    low: &mut [V::Row],
    high: &mut [V::Row],
) {
    let quarter = low.len() / 2;
    let ((e0, e1), (e2, e3)) = (low.split_at_mut(quarter), high.split_at_mut(quarter));
    let v1 = &bytes(V1);
    for (((e0, e1), e2), e3) in e0.iter().zip(e1).zip(e2).zip(e3) {
        let (f0, mut f1) = (V::load(isa, e0), V::load(isa, e1));
        if INVERSE {
            f1 ^= f0;
            f1.store(e1);
            let (f2, f3) = ([V::load(isa, e2)], [V::load(isa, e3)]);
            let [[f2], [f3]] = butterfly::<I, V, u64, 1, true>(v1, f2, f3);
            (f0 ^ f2).store(e2);
            (f1 ^ f3).store(e3);
        } else {
            (f0 ^ f1).store(e1);
            let [[f2], [f3]] = butterfly::<I, V, u64, 1, false>(v1, [f0], [f1]);
            f2.store(e2);
            f3.store(e3);
        }
    }
}

/// The layers of `count` index bits from `bit` on, one or two.
fn some_layers<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
    isa: I,
    rows: &mut [V::Row],
    bit: usize,
    count: usize,
) {
    let size = 2 << (bit + count);
    let groups = rows.len() / size;
    isa.outline_aligned(
        #[inline(always)]
        || {
            for above in 0..groups {
                let parts = rows[size * above..][..size].as_chunks_mut().0;
                if count == 2 {
                    two_layers::<I, V, INVERSE>(isa, parts, above);
                } else {
                    one_layer::<I, V, INVERSE>(isa, parts, above);
                }
            }
        },
    );
}

/// The layer of the highest index bit.
#[inline(always)]
fn one_layer<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
    isa: I,
    parts: &mut [Element<V::Row>],
    above: usize,
) {
    let mut room = Constant::ZERO;
    let constant = Constant::span(above, &mut room);
    let (low, high) = parts.split_at_mut(parts.len() / 2);
    for (low, high) in low.iter_mut().zip(high) {
        let (f0, f1): (Element<V>, _) = (load(isa, low), load(isa, high));
        let [f0, f1] = butterfly::<I, V, Constant, 2, INVERSE>(constant, f0, f1);
        store(low, f0);
        store(high, f1);
    }
}

/// The layers of the two highest index bits.
#[inline(always)]
fn two_layers<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
    isa: I,
    parts: &mut [Element<V::Row>],
    above: usize,
) {
    let quarter = parts.len() / 4;
    let (low, high) = parts.split_at_mut(2 * quarter);
    let ((e0, e1), (e2, e3)) = (low.split_at_mut(quarter), high.split_at_mut(quarter));
    let mut rooms = [Constant::ZERO; 3];
    let [room, inner_rooms @ ..] = &mut rooms;
    let outer = Constant::span(above, room);
    let [first, second] = inner_rooms;
    let inner = [Constant::span(2 * above, first), Constant::span(2 * above + 1, second)];
    for (((e0, e1), e2), e3) in e0.iter_mut().zip(e1).zip(e2).zip(e3) {
        let (mut f0, mut f1): (Element<V>, Element<V>) = (load(isa, e0), load(isa, e1));
        let (mut f2, mut f3): (Element<V>, Element<V>) = (load(isa, e2), load(isa, e3));
        if !INVERSE {
            [f0, f2] = butterfly::<I, V, Constant, 2, false>(outer, f0, f2);
            [f1, f3] = butterfly::<I, V, Constant, 2, false>(outer, f1, f3);
        }
        [f0, f1] = butterfly::<I, V, Constant, 2, INVERSE>(inner[0], f0, f1);
        [f2, f3] = butterfly::<I, V, Constant, 2, INVERSE>(inner[1], f2, f3);
        if INVERSE {
            [f0, f2] = butterfly::<I, V, Constant, 2, true>(outer, f0, f2);
            [f1, f3] = butterfly::<I, V, Constant, 2, true>(outer, f1, f3);
        }
        store(e0, f0);
        store(e1, f1);
        store(e2, f2);
        store(e3, f3);
    }
}

/// Groups := the values of `N` elements, a group or half of one, at the points of one group or of two.
fn groups_of<I: IsaBytes, V: Bytes<I>, const N: usize>(
    isa: I,
    rows: &mut [V::Row],
    elements: Elements<'_, V::Row>,
) {
    isa.outline_aligned(
        #[inline(always)]
        || {
            let groups: &mut [[Element<V::Row>; GROUP]] = rows.as_chunks_mut().0.as_chunks_mut().0;
            group_of::<I, V, N>(isa, &mut groups[0], elements, None);
            if N == GROUP {
                group_of::<I, V, N>(isa, &mut groups[1], elements, Some(1));
            }
        },
    );
}

/// One of [`groups_of`]
#[inline(always)]
fn group_of<I: IsaBytes, V: Bytes<I>, const N: usize>(
    isa: I,
    group: &mut [Element<V::Row>; GROUP],
    (from, [stride, plane]): Elements<'_, V::Row>,
    above: Option<usize>,
) {
    for half in 0..2 {
        let mut f = [V::zero(isa); GROUP];
        for (i, f) in f[..N].iter_mut().enumerate() {
            *f = V::load(isa, &from[i * stride + half * plane]);
        }
        all_layers_of_group::<I, V, false, GROUP>(isa, &mut f, above);
        for (f, element) in f.iter().zip(&mut *group) {
            f.store(&mut element[half]);
        }
    }
}

/// The conversion and the layers of the four lowest index bits, with constants in GF(2^8).
fn groups<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(isa: I, rows: &mut [V::Row]) {
    isa.outline_aligned(
        #[inline(always)]
        || {
            let elements: &mut [Element<V::Row>] = rows.as_chunks_mut().0;
            let groups: &mut [[_; GROUP]] = elements.as_chunks_mut().0;
            for (above, group) in groups.iter_mut().enumerate() {
                for plane in 0..2 {
                    let mut f = [V::zero(isa); GROUP];
                    for (f, element) in f.iter_mut().zip(&*group) {
                        *f = V::load(isa, &element[plane]);
                    }
                    layers_of_group::<I, V, INVERSE, GROUP>(isa, &mut f, above);
                    for (f, element) in f.iter().zip(&mut *group) {
                        f.store(&mut element[plane]);
                    }
                }
            }
        },
    );
}

/// The conversion and the layers of the `N` elements with `above` for their upper index bits; where they are 0, so are the
/// constants of half of the pairs.
#[inline(always)]
fn layers_of_group<I: IsaBytes, V: Bytes<I>, const INVERSE: bool, const N: usize>(
    isa: I,
    f: &mut [V; N],
    above: usize,
) {
    if above == 0 {
        all_layers_of_group::<I, V, INVERSE, N>(isa, f, None);
    } else {
        all_layers_of_group::<I, V, INVERSE, N>(isa, f, Some(above));
    }
}

/// [`layers_of_group`], where without `above` the upper index bits are 0.
#[inline(always)]
fn all_layers_of_group<I: IsaBytes, V: Bytes<I>, const INVERSE: bool, const N: usize>(
    isa: I,
    f: &mut [V; N],
    above: Option<usize>,
) {
    if !INVERSE {
        convert_up_to_four::<I, V, false, N>(isa, f);
        layer_of_group::<I, V, 3, false, N>(f, above);
    }
    // There are registers for half a group.
    if let ([low, high], []) = f.as_chunks_mut() {
        let upper = 2 * above.unwrap_or_default() + 1;
        layers_of_half::<I, V, INVERSE, { GROUP / 2 }>(low, above.map(|_| upper - 1));
        layers_of_half::<I, V, INVERSE, { GROUP / 2 }>(high, Some(upper));
    } else {
        layers_of_half::<I, V, INVERSE, N>(f, above);
    }
    if INVERSE {
        layer_of_group::<I, V, 3, true, N>(f, above);
        convert_up_to_four::<I, V, true, N>(isa, f);
    }
}

/// The layers of index bits 2 to 0 of half a group or less; of a half `above` has the index bit 3, too.
#[inline(always)]
fn layers_of_half<I: IsaBytes, V: Bytes<I>, const INVERSE: bool, const N: usize>(
    f: &mut [V; N],
    above: Option<usize>,
) {
    if INVERSE {
        layer_of_group::<I, V, 0, true, N>(f, above);
        layer_of_group::<I, V, 1, true, N>(f, above);
        layer_of_group::<I, V, 2, true, N>(f, above);
    } else {
        layer_of_group::<I, V, 2, false, N>(f, above);
        layer_of_group::<I, V, 1, false, N>(f, above);
        layer_of_group::<I, V, 0, false, N>(f, above);
    }
}

/// The layer of index bit `BIT`, one of 0 to 3; none if there are no elements that differ in it.
#[inline(always)]
fn layer_of_group<
    I: IsaBytes,
    V: Bytes<I>,
    const BIT: usize,
    const INVERSE: bool,
    const N: usize,
>(
    f: &mut [V; N],
    above: Option<usize>,
) {
    if 1 << BIT >= N {
        return;
    }
    if !I::IN_REGISTERS {
        for number in 0..N / 2 {
            pair_of_group::<I, V, BIT, INVERSE, N>(f, above, number);
        }
        return;
    }
    // Written out: the compiler keeps the loop, and so the rows in memory.
    pair_of_group::<I, V, BIT, INVERSE, N>(f, above, 0);
    if N < 4 {
        return;
    }
    pair_of_group::<I, V, BIT, INVERSE, N>(f, above, 1);
    if N < 8 {
        return;
    }
    pair_of_group::<I, V, BIT, INVERSE, N>(f, above, 2);
    pair_of_group::<I, V, BIT, INVERSE, N>(f, above, 3);
    if N < 16 {
        return;
    }
    pair_of_group::<I, V, BIT, INVERSE, N>(f, above, 4);
    pair_of_group::<I, V, BIT, INVERSE, N>(f, above, 5);
    pair_of_group::<I, V, BIT, INVERSE, N>(f, above, 6);
    pair_of_group::<I, V, BIT, INVERSE, N>(f, above, 7);
}

/// What a [`layer_of_group`] does with the pair of that number, of half as many as elements.
#[inline(always)]
fn pair_of_group<
    I: IsaBytes,
    V: Bytes<I>,
    const BIT: usize,
    const INVERSE: bool,
    const N: usize,
>(
    f: &mut [V; N],
    above: Option<usize>,
    number: usize,
) {
    let i = insert_zero(number, BIT);
    let j = i | 1 << BIT;
    if above.is_none() && i < 1 << BIT {
        // The constant is 0.
        f[j] ^= f[i];
        return;
    }
    let mut room = u64::ZERO;
    let above = above.unwrap_or_default() * (N >> (BIT + 1));
    let constant = u64::span(above + (i >> (BIT + 1)), &mut room);
    let [[f0], [f1]] = butterfly::<I, V, u64, 1, INVERSE>(constant, [f[i]], [f[j]]);
    (f[i], f[j]) = (f0, f1);
}

#[cfg(test)]
mod tests {
    use super::super::field::tests::mul16;
    use super::*;
    use crate::isa::bytes::{BytesOperation, MulBytes, SpreadBytes};
    use crate::isa::{Isa, Vector};
    use alloc::vec::Vec;

    /// The places in a row that are looked at; the first and the last.
    const PLACES: usize = 2;

    /// The elements at those places.
    fn elements<I: IsaBytes>(rows: &[u64]) -> Vec<[u16; PLACES]> {
        let words = <I::B as Vector<I>>::WORDS;
        let halves = rows.chunks_exact(2 * words).map(|element| element.split_at(words));
        let places = |low: &[u64], high: &[u64]| {
            let first = u16::from_le_bytes([low[0] as u8, high[0] as u8]);
            let bytes = [low[words - 1], high[words - 1]].map(|w| (w >> 56) as u8);
            [first, u16::from_le_bytes(bytes)]
        };
        halves.map(|(low, high)| places(low, high)).collect()
    }

    /// The point of that number.
    fn point(i: usize) -> u16 {
        let mut room = Constant::ZERO;
        let [l, _, sum] = Constant::span(i / 2, &mut room).map(|word| word as u8);
        u16::from_le_bytes([l, l ^ sum]) ^ (i & 1) as u16
    }

    struct Values;

    impl Values {
        fn check<I: IsaBytes, F: Factor<P>, const P: usize>(isa: I, log: usize) {
            let words = 2 * <I::B as Vector<I>>::WORDS;
            let mut rows = crate::fft::tests::words(log as u64, words << log);
            rows.resize(words << (log + 1), 0);
            let coefficients = elements::<I>(&rows[..words << log]);
            let operand = rows.clone();
            // What was in the rows before does not count.
            rows.fill(!0);
            let from = (<I::B as Vector<I>>::rows(&operand[..words << log]).0, [2, 1]);
            forward::<I, I::B, P>(isa, <I::B as Vector<I>>::rows_mut(&mut rows).0, from, log);
            for (i, values) in elements::<I>(&rows).into_iter().enumerate() {
                let horner = |sum: [u16; PLACES], c: &[u16; PLACES]| {
                    [mul16(sum[0], point(i)) ^ c[0], mul16(sum[1], point(i)) ^ c[1]]
                };
                let expected = coefficients.iter().rev().fold([0; PLACES], horner);
                assert_eq!(values, expected, "point {i} of 2^{}, {P} planes", log + 1);
            }
            inverse::<I, I::B, P>(isa, <I::B as Vector<I>>::rows_mut(&mut rows).0, log);
            assert!(rows == operand, "inverse of 2^{}, {P} planes", log + 1);
        }

        fn run<I: IsaBytes>(isa: I) -> bool {
            for log in 3..=9 {
                if log <= SUBFIELD_SPAN_BITS {
                    Self::check::<I, u64, 1>(isa, log);
                }
                if 1 << log > GROUP {
                    Self::check::<I, Constant, 2>(isa, log);
                }
            }
            true
        }
    }

    impl BytesOperation for Values {
        fn run_products<I: IsaBytes<B: MulBytes<I>>>(self, isa: I) -> bool {
            Self::run(isa)
        }

        fn run_constants<I: IsaBytes<B: SpreadBytes<I>>>(self, isa: I) -> bool {
            Self::run(isa)
        }
    }

    #[test]
    fn transforms_at_a_point_are_values_by_horner() {
        assert!(crate::isa::Portable.with_bytes(Values));
        #[cfg(target_arch = "x86_64")]
        {
            crate::isa::Avx2::detect().map(|isa| isa.with_bytes(Values));
            crate::isa::Vpclmul::detect().map(|isa| isa.with_bytes(Values));
            crate::isa::Avx512::detect().map(|isa| isa.with_bytes(Values));
        }
    }
}
