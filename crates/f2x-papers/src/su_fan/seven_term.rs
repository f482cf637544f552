//! A seven-term formula with 22 products, by Chinese remainders as in Cenk and Özbudak 2009.
//!
//! The paper uses such a formula and does not print it. The product c = a·b has degree 12; it is
//! known from its remainders modulo (x−∞)², x², x+1, x²+x+1, x³+x+1 and x³+x²+1, whose degrees add
//! up to 13. Two coefficients cost 3 products, three cost 6, one costs 1: 3+3+1+3+6+6 = 22. Written
//! a₀₃₅₆ for a₀+a₃+a₅+a₆ and so on, a is
//!
//! * a₀₁₂₃₄₅₆ modulo x+1;
//! * a₀₂₃₅₆ + a₁₂₄₅x modulo x²+x+1;
//! * a₀₃₅₆ + a₁₃₄₅x + a₂₄₅₆x² modulo x³+x+1;
//! * a₀₃₄₅ + a₁₄₅₆x + a₂₃₄₆x² modulo x³+x²+1.
//!
//! Interpolation, from the inside out:
//!
//! 1. x⁷+1 = (x+1)(x³+x+1)(x³+x²+1). With s, u = u₀+u₁x+u₂x², v = v₀+v₁x+v₂x² the remainders of c,
//!    and the idempotents of x⁷+1, c modulo x⁷+1 is
//!    s(1+x+…+x⁶) + u(1+x+x²+x⁴) + v(1+x³+x⁵+x⁶). Every coefficient is d_k = s + (a sum of uᵢ) +
//!    (a sum of vᵢ), each of the seven nonzero sums once.
//! 2. c₀, c₁ and c₁₁, c₁₂ are the remainders modulo x² and (x−∞)². From d_k = c_k + c_{k+7} follow
//!    c₇ = d₀+c₀, c₈ = d₁+c₁, c₄ = d₄+c₁₁, c₅ = d₅+c₁₂ and c₆ = d₆.
//! 3. There remain c₂, c₃, c₉ = d₂+c₂ and c₁₀ = d₃+c₃. Modulo x²+x+1, where x³ = 1, c is e₀ + e₁x
//!    with e₀ the sum of the c_k with k ≡ 0 or 2 modulo 3, e₁ that of k ≡ 1 or 2. Of the unknown
//!    ones e₀ has c₂+c₉ = d₂ and c₃; e₁ has c₂ and c₁₀ = d₃+c₃. So
//!    c₃ = e₀ + c₀+c₁+c₁₁ + (d₁+d₂+d₅+d₆) and c₂ = e₁ + c₃ + c₀+c₁₂ + (d₀+d₁+d₃+d₄+d₅), where
//!    the sums of d_k are u₁+v₂ and s + (u₀+u₁) + (v₀+v₁+v₂).
//!
//! 57 additions of products. A greedy search for common sums, blind to these steps, gets to 50.

use super::product_of_pair as m;
use f2x::isa::{Isa, Vector};
use f2x::mul::Columns;

/// Seven words: Chinese remainders, 22 products.
#[derive(Clone, Copy, Debug)]
pub struct SevenTerm;

impl Columns for SevenTerm {
    const N: usize = 7;
    const CLMULS: u64 = 22;

    #[inline(always)]
    fn columns<I: Isa, V: Vector<I>>(_: I, c: &mut [V], x: &[V]) {
        let [x0, x1, x2, x3, x4, x5, x6] = *x.first_chunk().expect("seven words");
        let (x03, x14, x56) = (x0 ^ x3, x1 ^ x4, x5 ^ x6);
        let (x034, x123, x145) = (x03 ^ x4, x1 ^ x2 ^ x3, x14 ^ x5);
        let (x146, x256) = (x14 ^ x6, x2 ^ x56);
        let x02356 = x03 ^ x256;
        let (x0345, x1456, x0256) = (x034 ^ x5, x14 ^ x56, x0 ^ x256);

        let [c0, p1, p01] = [m(x0), m(x1), m(x0 ^ x1)];
        let [c12, p5, p56] = [m(x6), m(x5), m(x56)];
        let s = m(x02356 ^ x14);
        let [e, f, ef] = [m(x02356), m(x2 ^ x145), m(x03 ^ x146)];
        let [g, h, i] = [m(x03 ^ x56), m(x3 ^ x145), m(x4 ^ x256)];
        let [gh, gi, hi] = [m(x0 ^ x146), m(x2 ^ x034), m(x6 ^ x123)];
        let [j, k, l] = [m(x0345), m(x1456), m(x0345 ^ x0256)];
        let [jk, jl, kl] = [m(x0345 ^ x1456), m(x0256), m(x5 ^ x123)];

        let c1 = c0 ^ p1 ^ p01;
        let c11 = c12 ^ p5 ^ p56;
        let (e0, e1) = (e ^ f, e ^ ef);
        // The remainders u and v, and the other sums of their coefficients.
        let (u1, t) = (g ^ gh ^ hi, g ^ h);
        let (u0, u2) = (t ^ i ^ hi, t ^ gi);
        let (u01, u02, u12) = (u0 ^ u1, u0 ^ u2, u1 ^ u2);
        let u012 = u01 ^ u2;
        let (v0, v01, v02) = (j ^ k ^ kl, jk ^ l ^ kl, k ^ l ^ jl);
        let (v1, v2) = (v0 ^ v01, v0 ^ v02);
        let (v12, v012) = (v1 ^ v2, v01 ^ v2);

        let d = [
            s ^ u0 ^ v012,
            s ^ u01 ^ v12,
            s ^ u012 ^ v2,
            s ^ u12 ^ v0,
            s ^ u02 ^ v1,
            s ^ u1 ^ v02,
            s ^ u2 ^ v01,
        ];
        let c3 = e0 ^ u1 ^ v2 ^ c0 ^ c1 ^ c11;
        let c2 = e1 ^ c3 ^ s ^ u01 ^ v012 ^ c0 ^ c12;
        c[..4].copy_from_slice(&[c0, c1, c2, c3]);
        c[4..7].copy_from_slice(&[d[4] ^ c11, d[5] ^ c12, d[6]]);
        c[7..11].copy_from_slice(&[d[0] ^ c0, d[1] ^ c1, d[2] ^ c2, d[3] ^ c3]);
        c[11..13].copy_from_slice(&[c11, c12]);
    }
}
