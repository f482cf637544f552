//! Products at the points by products of words: Kronecker's substitution.
//!
//! Where bytes are multiplied by constants alone, a row has the coefficients of 32 powers of x, at one point,
//! and a coefficient lo + hi·v₈ over k = 32 r bits is r rows for lower halves and r for upper halves. With 16
//! bits to a power of x, polynomials over GF(2^8) are numbers of words, whose products have in every 16
//! bits a coefficient of the product, not reduced. Karatsuba's three products, of lower halves, of upper halves
//! and of their sums, are so three products of 8 r words. Reduced, they are folded modulo x^k − α.
//!
//! Cost for k = 32 and a point: three products of 8 words, and about 150 operations on vectors of bytes.

use super::block::element_rows;
use super::field::{Factor, Layers, V7, bytes, mul8};
use super::points::Points;
use super::pointwise::at_index;
use crate::isa::Isa;
use crate::isa::bytes::{IsaBytes, SpreadBytes};
use crate::mul::plan::multiply;

/// By products of words.
pub(super) struct ByWords;

/// z^8, which is what the upper byte of a coefficient is a multiple of.
const UPPER: u8 = 0x1b;

/// An element of GF(2^16) at 32 powers of x.
type Element<V> = [V; 2];

/// Operands of 8 r words for the lower halves, the upper halves and their sums, and their products.
struct Products<'s> {
    words: usize,
    a: &'s mut [u64],
    b: &'s mut [u64],
    products: &'s mut [u64],
    scratch: &'s mut [u64],
}

impl<'s> Products<'s> {
    fn new(words: usize, scratch: &'s mut [u64]) -> Self {
        let (a, scratch) = scratch.split_at_mut(3 * words);
        let (b, scratch) = scratch.split_at_mut(3 * words);
        let (products, scratch) = scratch.split_at_mut(6 * words);
        Products { words, a, b, products, scratch }
    }

    /// Sets row `i` of the operands.
    #[inline(always)]
    fn set<I: IsaBytes, V: SpreadBytes<I>>(
        &mut self,
        isa: I,
        i: usize,
        a: Element<V>,
        b: Element<V>,
    ) {
        spread(isa, self.a, self.words, i, a);
        spread(isa, self.b, self.words, i, b);
    }

    /// Row `i` of the product modulo x^k less the constant, to which `index` adds its lowest bit.
    #[inline(always)]
    fn folded<I: IsaBytes, V: SpreadBytes<I>, F: Factor<P>, const P: usize>(
        &self,
        isa: I,
        i: usize,
        constant: &F,
        index: usize,
    ) -> Element<V> {
        let above = self.row(isa, self.words / (2 * V::WORDS) + i);
        let ([low, high], [l, h]) = (self.row::<I, V>(isa, i), at_index(constant, index, above));
        [low ^ l, high ^ h]
    }

    /// Multiplies.
    fn multiply<I: Isa>(&mut self, isa: I) {
        let operands = self.a.chunks_exact(self.words).zip(self.b.chunks_exact(self.words));
        for ((a, b), c) in operands.zip(self.products.chunks_exact_mut(2 * self.words)) {
            multiply(isa, c, a, b, self.scratch);
        }
    }

    /// Row `i` of the product.
    #[inline(always)]
    fn row<I: IsaBytes, V: SpreadBytes<I>>(&self, isa: I, i: usize) -> Element<V> {
        let rows = V::rows(self.products).0;
        let at = |plane: usize| {
            let at = (2 * self.words / V::WORDS) * plane + 2 * i;
            [V::load(isa, &rows[at]), V::load(isa, &rows[at + 1])]
        };
        let (low, high, sums) = (at(0), at(1), at(2));
        let [even, odd] = low[0].separate_bytes(low[1]);
        let [high_even, high_odd] = high[0].separate_bytes(high[1]);
        let [middle_even, middle_odd] = (sums[0] ^ low[0]).separate_bytes(sums[1] ^ low[1]);
        [
            even ^ odd.times(bytes(UPPER))
                ^ high_even.times(bytes(V7))
                ^ high_odd.times(bytes(mul8(UPPER, V7))),
            middle_even ^ middle_odd.times(bytes(UPPER)),
        ]
    }
}

/// Row `i` of an operand, in 16 bits for each byte.
#[inline(always)]
fn spread<I: IsaBytes, V: SpreadBytes<I>>(
    isa: I,
    operand: &mut [u64],
    words: usize,
    i: usize,
    [low, high]: Element<V>,
) {
    let rows = V::rows_mut(operand).0;
    for (plane, v) in [low, high, low ^ high].into_iter().enumerate() {
        let at = words / V::WORDS * plane + 2 * i;
        let [first, second] = v.spread_bytes(isa);
        first.store(&mut rows[at]);
        second.store(&mut rows[at + 1]);
    }
}

/// The element whose halves are rows `at` and `at + plane`.
#[inline(always)]
fn load<I: IsaBytes, V: SpreadBytes<I>>(
    isa: I,
    rows: &[V::Row],
    at: usize,
    plane: usize,
) -> Element<V> {
    [V::load(isa, &rows[at]), V::load(isa, &rows[at + plane])]
}

impl<I: IsaBytes, V: SpreadBytes<I>> Points<I, V> for ByWords {
    fn products(
        isa: I,
        m: usize,
        (a, b): (&mut [V::Row], &[V::Row]),
        (stride, log_rows): (usize, usize),
        layers: &Layers,
        scratch: &mut [u64],
    ) {
        let count = 1 << log_rows;
        let mut products = Products::new(2 * V::WORDS * count, scratch);
        for upper in 0..8 {
            let (start, plane) = element_rows(m, upper);
            for lower in 0..16 {
                let first = start + lower;
                isa.outline(
                    #[inline(always)]
                    || {
                        for i in 0..count {
                            let at = first + i * stride;
                            products.set::<I, V>(
                                isa,
                                i,
                                load(isa, a, at, plane),
                                load(isa, b, at, plane),
                            );
                        }
                    },
                );
                products.multiply(isa);
                isa.outline(
                    #[inline(always)]
                    || {
                        for i in 0..count {
                            let at = first + i * stride;
                            let alpha = layers.at_point(upper, lower);
                            let [low, high]: Element<V> = products.folded(isa, i, alpha, lower);
                            low.store(&mut a[at]);
                            high.store(&mut a[at + plane]);
                        }
                    },
                );
            }
        }
    }

    fn products_at_span<F: Factor<P>, const P: usize>(
        isa: I,
        a: &mut [V::Row],
        b: &[V::Row],
        scratch: &mut [u64],
    ) {
        let mut products = Products::new(2 * V::WORDS, scratch);
        for i in 0..a.len() / 2 {
            isa.outline(
                #[inline(always)]
                || products.set::<I, V>(isa, 0, load(isa, a, 2 * i, 1), load(isa, b, 2 * i, 1)),
            );
            products.multiply(isa);
            isa.outline(
                #[inline(always)]
                || {
                    let mut room = F::ZERO;
                    let constant = F::span(i / 2, &mut room);
                    let [low, high]: Element<V> = products.folded(isa, 0, constant, i);
                    low.store(&mut a[2 * i]);
                    high.store(&mut a[2 * i + 1]);
                },
            );
        }
    }
}
