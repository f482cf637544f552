//! The kernels of 256 bits: Karatsuba with AVX2, and two forms with 512-bit vectors (Appendix B).

use super::kernel512::{lanes, lanes_karatsuba, lanes2};
use f2x::isa::{Isa, Isa512, Vector};
use f2x::mul::{Block, Karatsuba};

/// The base of the paper's AVX2 schedules: Karatsuba on 128 and on 64 bits with PCLMULQDQ, nine
/// clmul (Table 13, last column).
#[derive(Clone, Copy, Debug)]
pub struct KaratBase256;

/// [`KaratBase256`] under one step of Karatsuba, the 512-bit size on which the other schedules stand.
pub type KaratBase512 = Karatsuba<KaratBase256>;

impl<I: Isa> Block<I> for KaratBase256 {
    const WORDS: usize = 4;
    const SCRATCH: usize = 0;

    #[inline(always)]
    fn mul(isa: I, c: &mut [u64], a: &[u64], b: &[u64], _: &mut [u64]) {
        let (a, b) = (I::X::rows(a).0, I::X::rows(b).0);
        let (a0, a1) = (I::X::load(isa, &a[0]), I::X::load(isa, &a[1]));
        let (b0, b1) = (I::X::load(isa, &b[0]), I::X::load(isa, &b[1]));
        let (l0, l1) = mul128::<I>(isa, a0, b0);
        let (h0, h1) = mul128::<I>(isa, a1, b1);
        let (m0, m1) = mul128::<I>(isa, a0 ^ a1, b0 ^ b1);
        let inner = l1 ^ h0;
        let c = I::X::rows_mut(c).0;
        l0.store(&mut c[0]);
        (inner ^ l0 ^ m0).store(&mut c[1]);
        (inner ^ h1 ^ m1).store(&mut c[2]);
        h1.store(&mut c[3]);
    }
}

/// 128 × 128 bits by Karatsuba, three clmul.
#[inline(always)]
fn mul128<I: Isa>(isa: I, a: I::X, b: I::X) -> (I::X, I::X) {
    let (lo, hi) = (a.clmul::<0x00>(b), a.clmul::<0x11>(b));
    let mid = sum_words::<I>(a).clmul::<0x00>(sum_words::<I>(b)) ^ lo ^ hi;
    let zero = I::X::zero(isa);
    (
        lo ^ zero.permute2(
            mid,
            #[inline(always)]
            |i| [0, 2][i],
        ),
        hi ^ mid.permute2(
            zero,
            #[inline(always)]
            |i| [1, 2][i],
        ),
    )
}

/// The sum of both words, in each of them.
#[inline(always)]
fn sum_words<I: Isa>(v: I::X) -> I::X {
    v ^ v.permute(
        #[inline(always)]
        |i| i ^ 1,
    )
}

/// SB-256 (Appendix B.1): sixteen products of words in four clmul of four lanes.
#[derive(Clone, Copy, Debug)]
pub struct Sb256;

impl<I: Isa512> Block<I> for Sb256 {
    const WORDS: usize = 4;
    const SCRATCH: usize = 0;

    #[inline(always)]
    fn mul(isa: I, c: &mut [u64], a: &[u64], b: &[u64], _: &mut [u64]) {
        let zero = I::Z::zero(isa);
        // Lanes (A0, A1, A0, A1) by (B0, B1, B1, B0).
        let a = lanes(I::Z::load_part(isa, a), [0, 1, 0, 1]);
        let b = lanes(I::Z::load_part(isa, b), [0, 1, 1, 0]);
        let r0 = a.clmul::<0x00>(b);
        let r1 = a.clmul::<0x10>(b);
        let r2 = a.clmul::<0x01>(b);
        let r3 = a.clmul::<0x11>(b);
        // Even columns: (a0b0, a1b1 + …, …, a3b3).
        let even = lanes2(r0, r3, [0, 4, 1, 5]);
        // Odd columns: (a0b1 + a1b0, a1b2 + a2b1 + a0b3 + a3b0, a2b3 + a3b2), shifted by a word.
        let odd = lanes(r1, [0, 3, 1, 2]) ^ lanes(r2, [0, 2, 1, 3]);
        let low = odd.permute2(
            zero,
            #[inline(always)]
            |i| [8, 0, 1, 2, 3, 4, 5, 8][i],
        );
        let high = odd.permute2(
            zero,
            #[inline(always)]
            |i| [8, 8, 8, 6, 7, 8, 8, 8][i],
        );
        // The products a0b2 and a2b0 belong to lane 1, a1b3 and a3b1 to lane 2.
        let cross = lanes2(r0, r3, [0, 2, 6, 0]) ^ lanes2(r0, r3, [0, 3, 7, 0]);
        let sum = (even ^ low ^ high).xor_where(cross, 0x3c);
        sum.store(&mut I::Z::rows_mut(c).0[0]);
    }
}

/// Karat-256 (Appendix B and Table 13): Karatsuba on 128 and 64 bits, the three products of 128 bits
/// side by side in the lanes; three clmul.
#[derive(Clone, Copy, Debug)]
pub struct Karat256;

impl<I: Isa512> Block<I> for Karat256 {
    const WORDS: usize = 4;
    const SCRATCH: usize = 0;

    #[inline(always)]
    fn mul(isa: I, c: &mut [u64], a: &[u64], b: &[u64], _: &mut [u64]) {
        let (l, h) = lanes_karatsuba(low_high_sum::<I>(isa, a), low_high_sum::<I>(isa, b));
        // Lanes 0, 1, 2 hold lo, hi, mid; the limbs are l0, h0 + l1 + …, in the order
        // lo.l, hi.l + (lo.l + lo.h + mid.l), lo.h + (hi.l + hi.h + mid.h), hi.h.
        let inner = lanes(l ^ h, [0, 0, 1, 1]) ^ lanes2(l, h, [2, 2, 6, 6]);
        let sum = lanes2(l, h, [0, 1, 4, 5]).xor_where(inner, 0x3c);
        sum.store(&mut I::Z::rows_mut(c).0[0]);
    }
}

/// Lanes (A0, A1, A0 + A1, A1).
#[inline(always)]
fn low_high_sum<I: Isa512>(isa: I, words: &[u64]) -> I::Z {
    let v = I::Z::load_part(isa, words);
    lanes(v, [0, 1, 0, 1]).xor_where(lanes(v, [0, 1, 1, 1]), 0x30)
}
