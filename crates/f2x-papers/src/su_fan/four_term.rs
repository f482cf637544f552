//! The four-term formula (2): two-term Karatsuba twice, written out.
//!
//! m₀ … m₃ = aᵢbᵢ, and with a₀₁ = a₀+a₁ and so on,
//! m₄ = a₀₁b₀₁, m₅ = a₂₃b₂₃, m₆ = a₀₂b₀₂, m₇ = a₁₃b₁₃, m₈ = a₀₁₂₃b₀₁₂₃:
//!
//! a·b = m₃x⁶ + (m₂+m₃+m₅)x⁵ + (m₁+m₂+m₃+m₇)x⁴ + (m₀+m₁+ … +m₈)x³ + (m₀+m₁+m₂+m₆)x² +
//! (m₀+m₁+m₄)x + m₀.
//!
//! The coefficient of x³ contains those of x and x⁵, and these share m₀+m₁ and m₂+m₃ with their
//! neighbours: 12 additions of products instead of 18.

use super::product_of_pair as m;
use f2x::isa::{Isa, Vector};
use f2x::mul::Columns;

/// Four words: formula (2), 9 products.
#[derive(Clone, Copy, Debug)]
pub struct FourTerm;

impl Columns for FourTerm {
    const N: usize = 4;
    const CLMULS: u64 = 9;

    #[inline(always)]
    fn columns<I: Isa, V: Vector<I>>(_: I, c: &mut [V], x: &[V]) {
        let [x0, x1, x2, x3] = *x.first_chunk().expect("four words");
        let (x01, x23) = (x0 ^ x1, x2 ^ x3);

        let [m0, m1, m2, m3] = [m(x0), m(x1), m(x2), m(x3)];
        let [m4, m5, m6, m7] = [m(x01), m(x23), m(x0 ^ x2), m(x1 ^ x3)];
        let m8 = m(x01 ^ x23);

        let (m01, m23) = (m0 ^ m1, m2 ^ m3);
        let (c1, c5) = (m01 ^ m4, m23 ^ m5);
        let c3 = c1 ^ c5 ^ m6 ^ m7 ^ m8;
        c[..7].copy_from_slice(&[m0, c1, m01 ^ m2 ^ m6, c3, m1 ^ m23 ^ m7, c5, m3]);
    }
}
