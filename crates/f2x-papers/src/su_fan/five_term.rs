//! The five-term formula with 13 products (M. Cenk and F. Özbudak, *Improved polynomial
//! multiplication formulas over F₂ using Chinese remainder theorem*, 2009).
//!
//! The product c = a·b has degree 8. It is known modulo x³ and, read from the other end, modulo
//! (x−∞)³; modulo x+1 and x²+x+1, that is modulo x³+1, it gives the three coefficients in the
//! middle. With a₀₁ = a₀+a₁ and so on, the products are
//!
//! * m₁ = a₀b₀, m₂ = a₁b₁, m₃ = a₂b₂, m₆ = a₀₁b₀₁, m₇ = a₀₂b₀₂, modulo x³;
//! * m₅ = a₄b₄, m₄ = a₃b₃, m₃, m₉ = a₃₄b₃₄, m₈ = a₂₄b₂₄, modulo (x−∞)³;
//! * m₁₃ = a₀₁₂₃₄b₀₁₂₃₄, modulo x+1;
//! * m₁₀ = a₀₂₃b₀₂₃, m₁₁ = a₁₂₄b₁₂₄, m₁₂ = a₀₁₃₄b₀₁₃₄, modulo x²+x+1, where
//!   a = a₀₂₃ + a₁₂₄x.
//!
//! Five and five, one of them shared, one and three: 13. These are the products that Su and Fan's
//! formula (6) ([`Modified5`](super::Modified5)) numbers m₁ … m₁₃; its structure leaves no other
//! choice of (sum of aᵢ)·(the same sum of bᵢ).
//!
//! Interpolation: m₁, m₆+m₁+m₂, m₇+m₁+m₂+m₃ are c₀, c₁, c₂, and the same from the other end.
//! Modulo x³+1 the coefficients are c₀+c₃+c₆, c₁+c₄+c₇ and c₂+c₅+c₈. Modulo x+1 their sum is m₁₃;
//! modulo x²+x+1 the first and third add up to m₁₀+m₁₁, the second and third to m₁₀+m₁₂. So they
//! are m₁₃+m₁₀+m₁₂, m₁₃+m₁₀+m₁₁ and m₁₃+m₁₁+m₁₂.
//!
//! 20 additions of products, where the coefficients written out one by one have 32.

use super::product_of_pair as m;
use f2x::isa::{Isa, Vector};
use f2x::mul::Columns;

/// Five words: the formula of Cenk and Özbudak, 13 products.
#[derive(Clone, Copy, Debug)]
pub struct FiveTerm;

impl Columns for FiveTerm {
    const N: usize = 5;
    const CLMULS: u64 = 13;

    #[inline(always)]
    fn columns<I: Isa, V: Vector<I>>(_: I, c: &mut [V], x: &[V]) {
        let [x0, x1, x2, x3, x4] = *x.first_chunk().expect("five words");
        let (x01, x02, x24, x34) = (x0 ^ x1, x0 ^ x2, x2 ^ x4, x3 ^ x4);
        let x0134 = x01 ^ x34;

        let [m1, m2, m3, m4, m5] = [m(x0), m(x1), m(x2), m(x3), m(x4)];
        let [m6, m7, m8, m9] = [m(x01), m(x02), m(x24), m(x34)];
        let [m10, m11, m12] = [m(x02 ^ x3), m(x24 ^ x1), m(x0134)];
        let m13 = m(x0134 ^ x2);

        let (low, high) = (m1 ^ m2, m4 ^ m5);
        let (c1, c7) = (low ^ m6, high ^ m9);
        let (c2, c6) = (low ^ m3 ^ m7, high ^ m3 ^ m8);
        let c3 = m13 ^ m10 ^ m12 ^ m1 ^ c6;
        let c4 = m13 ^ m10 ^ m11 ^ c1 ^ c7;
        let c5 = m13 ^ m11 ^ m12 ^ c2 ^ m5;
        c[..9].copy_from_slice(&[m1, c1, c2, c3, c4, c5, c6, c7, m5]);
    }
}
