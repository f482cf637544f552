//! Products at the points for long strides: a transform of their own.
//!
//! For a stride of k = 8n bits, an operand at a point α is a polynomial Σ a_b(x) X^b in X = x^8, b < n, with
//! coefficients of length 8 over GF(2^16), and the product is wanted modulo X^n − α. Its length in X is at
//! most 2n, so 2n points β of X determine it: the span of v₀ … v_{m−1}, 2^m = 2n, where the layers have
//! the constants Σ pⱼ vⱼ₊₁ for the index bits p above them, at every layer. At β the operands are
//! polynomials of length 8 modulo x^8 − β: the products of [`pointwise`](super::pointwise). Then X^n = α folds
//! the upper half of the product to the lower.
//!
//! Cost for a point: 3 transforms of 2n elements, of log₂ n layers forward, and 2n products; Karatsuba takes
//! n^1.585.

use super::block::{butterfly, element_rows};
use super::conversion::{convert, convert_inverse};
use super::field::{Constant, Layers, SPAN_BITS, span};
use super::points::Points;
use super::pointwise::at_index;
use crate::isa::bytes::{Bytes, IsaBytes};

/// An element of GF(2^16) at every place: the lower halves and the upper halves.
type Element<R> = [R; 2];

/// The rows of scratch of [`products`] for 2^`log_bytes` bytes to a coefficient.
pub(super) const fn scratch_rows(log_bytes: usize) -> usize {
    (12 << log_bytes) + 1
}

/// The longest stride is 2^`LOG_BYTES` bytes: a constant for every second point.
pub(super) const LOG_BYTES: usize = SPAN_BITS;

/// a := a · b in blocks that hold the bytes of coefficients, at distances of `stride` rows.
pub(super) fn products<I: IsaBytes, V: Bytes<I>, P: Points<I, V>>(
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
    for upper in 0..8 {
        let (start, plane) = element_rows(m, upper);
        for lower in 0..16 {
            let at = start + lower;
            isa.outline(
                #[inline(always)]
                || {
                    gather::<I, V>(isa, &mut a_rows[..2 * n], &a[at..], (stride, plane));
                    gather::<I, V>(isa, &mut b_rows[..2 * n], &b[at..], (stride, plane));
                },
            );
            forward::<I, V>(isa, a_rows, log_rows);
            forward::<I, V>(isa, b_rows, log_rows);
            P::products_at_span(isa, a_rows, b_rows, scratch);
            inverse::<I, V>(isa, a_rows, log_rows);
            isa.outline(
                #[inline(always)]
                || {
                    let alpha = layers.at_point(upper, lower);
                    let (low, high) = elements_of::<I, V>(a_rows).split_at(n);
                    for (i, (low, high)) in low.iter().zip(high).enumerate() {
                        let (low, high): (Element<V>, _) = (load(isa, low), load(isa, high));
                        let [l, h] = at_index(alpha, lower, high);
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
fn load<I: IsaBytes, V: Bytes<I>>(isa: I, [low, high]: &Element<V::Row>) -> Element<V> {
    [V::load(isa, low), V::load(isa, high)]
}

#[inline(always)]
fn store<I: IsaBytes, V: Bytes<I>>(rows: &mut Element<V::Row>, [low, high]: Element<V>) {
    low.store(&mut rows[0]);
    high.store(&mut rows[1]);
}

/// to := the elements of one index in all blocks
#[inline(always)]
fn gather<I: IsaBytes, V: Bytes<I>>(
    isa: I,
    to: &mut [V::Row],
    from: &[V::Row],
    (stride, plane): (usize, usize),
) {
    for (i, to) in to.as_chunks_mut().0.iter_mut().enumerate() {
        store(to, [V::load(isa, &from[i * stride]), V::load(isa, &from[i * stride + plane])]);
    }
}

/// The values of 2^`log` elements, in the lower half of `rows`, at twice as many points.
fn forward<I: IsaBytes, V: Bytes<I>>(isa: I, rows: &mut [V::Row], log: usize) {
    let (low, high) = rows.split_at_mut(2 << log);
    convert::<I, V>(isa, low, 16 * V::WORDS, log);
    // The layer of the highest index bit: its constant is 0, and so is the upper half.
    isa.outline(
        #[inline(always)]
        || {
            for (low, high) in low.iter().zip(high) {
                V::load(isa, low).store(high);
            }
        },
    );
    let mut bit = log;
    while bit > 0 {
        let count = if bit.is_multiple_of(2) { 2 } else { 1 };
        bit -= count;
        some_layers::<I, V, false>(isa, rows, bit, count);
    }
}

/// The inverse of [`forward`], with all elements.
fn inverse<I: IsaBytes, V: Bytes<I>>(isa: I, rows: &mut [V::Row], log: usize) {
    let mut bit = 0;
    while bit <= log {
        let count = if bit < log { 2 } else { 1 };
        some_layers::<I, V, true>(isa, rows, bit, count);
        bit += count;
    }
    convert_inverse::<I, V>(isa, rows, 16 * V::WORDS, log + 1);
}

/// The layers of `count` index bits from `bit` on, one or two.
fn some_layers<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
    isa: I,
    rows: &mut [V::Row],
    bit: usize,
    count: usize,
) {
    let size = 1 << (bit + count);
    let groups = rows.len() / (2 * size);
    isa.outline(
        #[inline(always)]
        || {
            let elements = rows.as_chunks_mut().0;
            for above in 0..groups {
                let elements = &mut elements[size * above..][..size];
                if count == 2 {
                    two_layers::<I, V, INVERSE>(isa, elements, above);
                } else {
                    one_layer::<I, V, INVERSE>(isa, elements, &span(above));
                }
            }
        },
    );
}

/// The layer of the highest index bit.
#[inline(always)]
fn one_layer<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
    isa: I,
    elements: &mut [Element<V::Row>],
    constant: &Constant,
) {
    let (low, high) = elements.split_at_mut(elements.len() / 2);
    for (low, high) in low.iter_mut().zip(high) {
        let (f0, f1) = (load(isa, low), load(isa, high));
        let [f0, f1] = butterfly::<I, V, INVERSE>(constant, f0, f1);
        store(low, f0);
        store(high, f1);
    }
}

/// The layers of the two highest index bits.
#[inline(always)]
fn two_layers<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
    isa: I,
    elements: &mut [Element<V::Row>],
    above: usize,
) {
    let quarter = elements.len() / 4;
    let (low, high) = elements.split_at_mut(2 * quarter);
    let ((e0, e1), (e2, e3)) = (low.split_at_mut(quarter), high.split_at_mut(quarter));
    let (outer, inner) = (&span(above), [&span(2 * above), &span(2 * above + 1)]);
    for (((e0, e1), e2), e3) in e0.iter_mut().zip(e1).zip(e2).zip(e3) {
        let (mut f0, mut f1): (Element<V>, Element<V>) = (load(isa, e0), load(isa, e1));
        let (mut f2, mut f3): (Element<V>, Element<V>) = (load(isa, e2), load(isa, e3));
        if !INVERSE {
            [f0, f2] = butterfly::<I, V, false>(outer, f0, f2);
            [f1, f3] = butterfly::<I, V, false>(outer, f1, f3);
        }
        [f0, f1] = butterfly::<I, V, INVERSE>(inner[0], f0, f1);
        [f2, f3] = butterfly::<I, V, INVERSE>(inner[1], f2, f3);
        if INVERSE {
            [f0, f2] = butterfly::<I, V, true>(outer, f0, f2);
            [f1, f3] = butterfly::<I, V, true>(outer, f1, f3);
        }
        store(e0, f0);
        store(e1, f1);
        store(e2, f2);
        store(e3, f3);
    }
}
