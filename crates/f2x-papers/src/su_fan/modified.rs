//! The modified formulae (3) to (6): products that go to several places are summed first, shifted
//! by x against each other, and multiplied by the common factor once.
//!
//! The products of neighbouring places overlap by half, and the overlap is added once instead of
//! once for each place.

use super::{Formula, Part, Parts, Poly};
use f2x::isa::Isa;

/// Two parts: formula (3), 3 products and 7 additions of parts, one less than formula (1).
///
/// a·b = (m₁x + m₀)(x+1) + a₀₁b₀₁x, where mᵢ = aᵢbᵢ and a₀₁ = a₀+a₁.
#[derive(Clone, Copy, Debug)]
pub struct Modified2;

impl Formula for Modified2 {
    const PARTS: usize = 2;

    #[inline(always)]
    fn product<I: Isa, P: Part<I>>(x: Parts<'_, I, P>) -> Poly<I> {
        (x.m([1]).at(1) ^ x.m([0])).times([0, 1]) ^ x.m([0, 1]).at(1)
    }
}

/// Three parts: formula (4), 6 products and 20 additions of parts; the original has 24.
///
/// a·b = (m₂x² + m₁x + m₀)(x²+x+1) + a₀₁b₀₁x + a₀₂b₀₂x² + a₁₂b₁₂x³.
#[derive(Clone, Copy, Debug)]
pub struct Modified3;

impl Formula for Modified3 {
    const PARTS: usize = 3;

    #[inline(always)]
    fn product<I: Isa, P: Part<I>>(x: Parts<'_, I, P>) -> Poly<I> {
        let [m0, m1, m2] = [x.m([0]), x.m([1]), x.m([2])];
        (m2.at(2) ^ m1.at(1) ^ m0).times([0, 1, 2])
            ^ x.m([0, 1]).at(1)
            ^ x.m([0, 2]).at(2)
            ^ x.m([1, 2]).at(3)
    }
}

/// Four parts: formula (5), 9 products and 42 additions of parts; formula (2) has 56.
///
/// a·b = (m₃x³ + m₂x² + m₁x + m₀)(x+1)(x²+1) + m₈x³ + (m₅x² + m₄)(x³+x) + (m₇x + m₆)(x³+x²), the
/// products being those of [`FourTerm`](super::FourTerm).
#[derive(Clone, Copy, Debug)]
pub struct Modified4;

impl Formula for Modified4 {
    const PARTS: usize = 4;

    #[inline(always)]
    fn product<I: Isa, P: Part<I>>(x: Parts<'_, I, P>) -> Poly<I> {
        let [m0, m1, m2, m3] = [x.m([0]), x.m([1]), x.m([2]), x.m([3])];
        let [m4, m5, m6, m7] = [x.m([0, 1]), x.m([2, 3]), x.m([0, 2]), x.m([1, 3])];
        let m8 = x.m([0, 1, 2, 3]);
        (m3.at(3) ^ m2.at(2) ^ m1.at(1) ^ m0).times([0, 1]).times([0, 2])
            ^ m8.at(3)
            ^ (m5.at(2) ^ m4).times([1, 3])
            ^ (m7.at(1) ^ m6).times([2, 3])
    }
}

/// Five parts: formula (6), 13 products and 85 additions of parts; the original has 102.
///
/// a·b = (m₅x³ + m₁)(x+1)(x⁴+x²+1) + m₁₂(x³+x⁵) + (m₄x² + m₃x + m₂)(x+1)(x³+1)x +
/// (m₁₁x + m₁₀)(x³+x⁴) + (m₉x³ + m₈x² + m₇x + m₆)(x⁴+x) + m₁₃(x³+x⁴+x⁵), the products being those
/// of [`FiveTerm`](super::FiveTerm).
///
/// The last factor x of the third term is not in the copy of the paper that this was written from;
/// without it m₂ would be part of the constant term.
#[derive(Clone, Copy, Debug)]
pub struct Modified5;

impl Formula for Modified5 {
    const PARTS: usize = 5;

    #[inline(always)]
    fn product<I: Isa, P: Part<I>>(x: Parts<'_, I, P>) -> Poly<I> {
        let [m1, m2, m3, m4, m5] = [x.m([0]), x.m([1]), x.m([2]), x.m([3]), x.m([4])];
        let [m6, m7, m8, m9] = [x.m([0, 1]), x.m([0, 2]), x.m([2, 4]), x.m([3, 4])];
        let [m10, m11, m12] = [x.m([0, 2, 3]), x.m([2, 4, 1]), x.m([0, 1, 3, 4])];
        let m13 = x.m([0, 1, 3, 4, 2]);
        (m5.at(3) ^ m1).times([0, 1]).times([0, 2, 4])
            ^ m12.times([3, 5])
            ^ (m4.at(2) ^ m3.at(1) ^ m2).times([0, 1]).times([0, 3]).at(1)
            ^ (m11.at(1) ^ m10).times([3, 4])
            ^ (m9.at(3) ^ m8.at(2) ^ m7.at(1) ^ m6).times([1, 4])
            ^ m13.times([3, 4, 5])
    }
}
