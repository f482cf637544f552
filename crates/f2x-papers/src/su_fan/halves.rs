//! Common subexpressions at halved granularity (Section 2.3): the halves of each product mₖ are
//! added by themselves, and sums of halves that occur in several places are formed once.

use super::{Formula, Part, Parts, Poly};
use f2x::isa::Isa;

/// Three parts: formula (7), 6 products and 20 additions of parts.
///
/// With mₖ = lₖ + hₖx, the sums that occur three times each are h₀+l₁ and h₁+l₂. The coefficients
/// of x² and x³ also contain l₀+h₀+l₁ and h₁+l₂+h₂ of their neighbours; with these taken out as
/// well, which the paper does not do, 18 additions are left.
#[derive(Clone, Copy, Debug)]
pub struct Halves3;

impl Formula for Halves3 {
    const PARTS: usize = 3;

    #[inline(always)]
    fn product<I: Isa, P: Part<I>>(x: Parts<'_, I, P>) -> Poly<I> {
        let [[l0, h0], [l1, h1], [l2, h2]] = [x.halves([0]), x.halves([1]), x.halves([2])];
        let [l3, h3] = x.halves([0, 1]);
        let [l4, h4] = x.halves([0, 2]);
        let [l5, h5] = x.halves([1, 2]);
        let (s1, s2) = (h0 ^ l1, h1 ^ l2);
        x.poly([l0, l0 ^ s1 ^ l3, l0 ^ s1 ^ s2 ^ l4 ^ h3, s1 ^ s2 ^ h2 ^ h4 ^ l5, s2 ^ h2 ^ h5, h2])
    }
}

/// Four parts: formula (2) at halved granularity, 9 products and 38 additions of parts.
///
/// The paper states the number and leaves the subexpressions to the reader.
#[derive(Clone, Copy, Debug)]
pub struct Halves4;

impl Formula for Halves4 {
    const PARTS: usize = 4;

    #[inline(always)]
    fn product<I: Isa, P: Part<I>>(x: Parts<'_, I, P>) -> Poly<I> {
        let [[l0, h0], [l1, h1]] = [x.halves([0]), x.halves([1])];
        let [[l2, h2], [l3, h3]] = [x.halves([2]), x.halves([3])];
        let [[l4, h4], [l5, h5]] = [x.halves([0, 1]), x.halves([2, 3])];
        let [[l6, h6], [l7, h7]] = [x.halves([0, 2]), x.halves([1, 3])];
        let [l8, h8] = x.halves([0, 1, 2, 3]);
        // m₃x³ + m₂x² + m₁x + m₀
        let [s0, s1, s2, s3, s4] = [l0, h0 ^ l1, h1 ^ l2, h2 ^ l3, h3];
        let (s01, s34, t) = (s0 ^ s1, s3 ^ s4, h6 ^ l7);
        let (s2_h4, s2_l5) = (s2 ^ h4, s2 ^ l5);
        let (c1, c6) = (s01 ^ l4, s34 ^ h5);
        x.poly([
            s0,
            c1,
            s01 ^ s2_h4 ^ l6,
            c1 ^ s3 ^ s2_l5 ^ l6 ^ t ^ l8,
            c6 ^ s1 ^ s2_h4 ^ h7 ^ t ^ h8,
            s34 ^ s2_l5 ^ h7,
            c6,
            s4,
        ])
    }
}
