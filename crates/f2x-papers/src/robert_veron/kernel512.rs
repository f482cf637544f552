//! The kernels of 512 bits (section 2.2): four words by four words in the lanes, and how the lanes
//! are put together.
//!
//! A vector has four lanes of two words. `lanes_karatsuba` and `lanes_schoolbook` multiply lane
//! by lane, 128 × 128 bits; they are the two forms of `mul128x4` in Table 2.

use crate::Schedule;
use f2x::isa::{Isa, Isa512, Vector};
use f2x::mul::Block;

/// Both forms of `mul128x4` by themselves, from memory to memory.
pub(super) fn mul128x4<I: Isa512>(isa: I) -> [Schedule; 2] {
    [
        lane_products(
            isa,
            "mul128x4, karatsuba",
            #[inline(always)]
            |a, b| lanes_karatsuba(a, b),
        ),
        lane_products(
            isa,
            "mul128x4, schoolbook",
            #[inline(always)]
            |a, b| lanes_schoolbook(a, b),
        ),
    ]
}

/// (low halves, high halves) of the products of lanes.
fn lane_products<I: Isa512>(
    isa: I,
    name: &str,
    multiply: impl Fn(I::Z, I::Z) -> (I::Z, I::Z) + Copy + Send + Sync + 'static,
) -> Schedule {
    Schedule {
        paper: "robert-veron",
        name: name.into(),
        place: "Table 2",
        words: 8,
        scratch_words: 0,
        mul: Box::new(move |c, a, b, _| {
            isa.outline(
                #[inline(always)]
                || {
                    let (low, high) = multiply(load(isa, a), load(isa, b));
                    store::<I>(c, low, high);
                },
            );
        }),
    }
}

/// Four products of 128 by 128 bits as (low halves, high halves): three clmul
/// (`mul128x4` of Drucker, Gueron and Kostic, Table 2).
#[inline(always)]
pub(super) fn lanes_karatsuba<I: Isa, Z: Vector<I>>(a: Z, b: Z) -> (Z, Z) {
    let (lo, hi) = (a.clmul::<0x00>(b), a.clmul::<0x11>(b));
    let mid = (a ^ swap_words(a)).clmul::<0x00>(b ^ swap_words(b));
    with_middle(lo, mid ^ lo ^ hi, hi)
}

/// Four products of 128 by 128 bits as (low halves, high halves): four clmul
/// (schoolbook `mul128x4`, Table 2).
#[inline(always)]
pub(super) fn lanes_schoolbook<I: Isa, Z: Vector<I>>(a: Z, b: Z) -> (Z, Z) {
    let mid = a.clmul::<0x01>(b) ^ a.clmul::<0x10>(b);
    with_middle(a.clmul::<0x00>(b), mid, a.clmul::<0x11>(b))
}

/// lo + mid·x^64 + hi·x^128 in each lane.
#[inline(always)]
fn with_middle<I: Isa, Z: Vector<I>>(lo: Z, mid: Z, hi: Z) -> (Z, Z) {
    let mid = swap_words(mid);
    (lo.xor_where(mid, 0b1010_1010), hi.xor_where(mid, 0b0101_0101))
}

#[inline(always)]
fn swap_words<I: Isa, Z: Vector<I>>(v: Z) -> Z {
    v.permute(
        #[inline(always)]
        |i| i ^ 1,
    )
}

/// The lanes of `v` in another order.
#[inline(always)]
pub(super) fn lanes<I: Isa, Z: Vector<I>>(v: Z, order: [usize; 4]) -> Z {
    v.permute(
        #[inline(always)]
        |i| 2 * order[i / 2] + i % 2,
    )
}

/// Lanes of `v` (0 to 3) and of `w` (4 to 7).
#[inline(always)]
pub(super) fn lanes2<I: Isa, Z: Vector<I>>(v: Z, w: Z, order: [usize; 4]) -> Z {
    v.permute2(
        w,
        #[inline(always)]
        |i| 2 * order[i / 2] + i % 2,
    )
}

#[inline(always)]
fn load<I: Isa512>(isa: I, words: &[u64]) -> I::Z {
    I::Z::load(isa, &I::Z::rows(words).0[0])
}

#[inline(always)]
fn store<I: Isa512>(c: &mut [u64], low: I::Z, high: I::Z) {
    let rows = I::Z::rows_mut(c).0;
    low.store(&mut rows[0]);
    high.store(&mut rows[1]);
}

/// Karatsuba over two halves of 256 bits, each product of halves being schoolbook in lanes of 128
/// bits that `mul128x4` fills. This is what `karat_mult_1_512` and its variant share.
#[inline(always)]
fn karat_mult_1_512<I: Isa512>(
    isa: I,
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
    mul128x4: impl Fn(I::Z, I::Z) -> (I::Z, I::Z),
) {
    let (a, b) = (load(isa, a), load(isa, b));
    // Lanes (A0, A0, A1, A1) by (B0, B1, B0, B1): the four products of a half by a half.
    let (al, ah) = (lanes(a, [0, 0, 1, 1]), lanes(a, [2, 2, 3, 3]));
    let (bl, bh) = (lanes(b, [0, 1, 0, 1]), lanes(b, [2, 3, 2, 3]));
    let cl = half_product(mul128x4(al, bl));
    let ch = half_product(mul128x4(ah, bh));
    let cm = half_product(mul128x4(al ^ ah, bl ^ bh)) ^ cl ^ ch;
    let cm = lanes(cm, [2, 3, 0, 1]);
    store::<I>(c, cl.xor_where(cm, 0xf0), ch.xor_where(cm, 0x0f));
}

/// 256 × 256 bits from the products of its halves, lanes (00, 01, 10, 11).
#[inline(always)]
fn half_product<I: Isa, Z: Vector<I>>((l, h): (Z, Z)) -> Z {
    // Limbs: l00, h00 + l01 + l10, h01 + h10 + l11, h11.
    let ends = lanes2(l, h, [0, 1, 6, 7]);
    let middle = lanes(l, [0, 2, 3, 1]) ^ lanes(h, [2, 0, 1, 3]);
    ends.xor_where(middle, 0x3c)
}

/// `karat_mult_1_512` (section 2.2.4): Karatsuba on 256 bits, schoolbook on 128, Karatsuba on 64.
/// Nine clmul of four lanes, all 36 products used.
#[derive(Clone, Copy, Debug)]
pub struct KaratMult1x512;

impl<I: Isa512> Block<I> for KaratMult1x512 {
    const WORDS: usize = 8;
    const SCRATCH: usize = 0;

    #[inline(always)]
    fn mul(isa: I, c: &mut [u64], a: &[u64], b: &[u64], _: &mut [u64]) {
        karat_mult_1_512(
            isa,
            c,
            a,
            b,
            #[inline(always)]
            |a, b| lanes_karatsuba(a, b),
        );
    }
}

/// `karat_mult_1_512_SB` (section 2.2.5 and Appendix C): Karatsuba on 256 bits, schoolbook on 128
/// and 64. Twelve clmul of four lanes. The paper's best kernel.
#[derive(Clone, Copy, Debug)]
pub struct KaratMult1x512Sb;

impl<I: Isa512> Block<I> for KaratMult1x512Sb {
    const WORDS: usize = 8;
    const SCRATCH: usize = 0;

    #[inline(always)]
    fn mul(isa: I, c: &mut [u64], a: &[u64], b: &[u64], _: &mut [u64]) {
        karat_mult_1_512(
            isa,
            c,
            a,
            b,
            #[inline(always)]
            |a, b| lanes_schoolbook(a, b),
        );
    }
}

/// `mul512` of Drucker, Gueron and Kostic (section 2.2.3; ePrint 2020/298, Appendix B): Karatsuba
/// on 256, 128 and 64 bits. Nine clmul of four lanes, 27 of 36 products used.
#[derive(Clone, Copy, Debug)]
pub struct Mul512;

impl<I: Isa512> Block<I> for Mul512 {
    const WORDS: usize = 8;
    const SCRATCH: usize = 0;

    #[inline(always)]
    fn mul(isa: I, c: &mut [u64], a: &[u64], b: &[u64], _: &mut [u64]) {
        let (a, b) = (load(isa, a), load(isa, b));
        let (pl, ph) = lanes_karatsuba(a, b);
        // Sums of lanes (0+1, 0+2, 2+3, 1+3), then of all four.
        let (sa, sb) = (pair_sums(a), pair_sums(b));
        let (sl, sh) = lanes_karatsuba(sa, sb);
        let (ta, tb) = (sa ^ rotate(sa, 2), sb ^ rotate(sb, 2));
        let (tl, th) = lanes_karatsuba(ta, tb);

        // A product of two lanes by two, from p0, p1 and s = (sum)·(sum), has the limbs
        // p0l, p1l + (p0l + p0h + sl), p0h + (p1l + p1h + sh), p1h.
        let inner = pl ^ ph ^ lanes2(sl, sh, [0, 4, 2, 6]);
        let low = lanes2(pl, ph, [0, 1, 4, 5]).xor_where(rotate(inner, 3), 0x3c);
        let high = lanes2(pl, ph, [2, 3, 6, 7]).xor_where(rotate(inner, 1), 0x3c);

        let cross = lanes2(sl, sh, [1, 5, 3, 7]);
        let inner = cross ^ rotate(cross, 2) ^ lanes2(tl, th, [0, 4, 2, 6]);
        let mid = cross.xor_where(rotate(inner, 3), 0x3c) ^ low ^ high;
        let mid = lanes(mid, [2, 3, 0, 1]);
        store::<I>(c, low.xor_where(mid, 0xf0), high.xor_where(mid, 0x0f));
    }
}

/// Lanes (0+1, 0+2, 2+3, 1+3).
#[inline(always)]
fn pair_sums<I: Isa, Z: Vector<I>>(v: Z) -> Z {
    lanes(v, [1, 0, 2, 3]) ^ lanes(v, [0, 2, 3, 1])
}

/// Lane i of the result is lane i + n.
#[inline(always)]
fn rotate<I: Isa, Z: Vector<I>>(v: Z, n: usize) -> Z {
    v.permute(
        #[inline(always)]
        |i| (i + 2 * n) % 8,
    )
}

/// `SB512` (section 2.2.6): schoolbook throughout. Sixteen clmul of four lanes.
///
/// One lane of `a` against all lanes of `b` at a time; what has the same weight is added before it
/// is rotated into place.
#[derive(Clone, Copy, Debug)]
pub struct Sb512;

impl<I: Isa512> Block<I> for Sb512 {
    const WORDS: usize = 8;
    const SCRATCH: usize = 0;

    #[inline(always)]
    fn mul(isa: I, c: &mut [u64], a: &[u64], b: &[u64], _: &mut [u64]) {
        let (a, b) = (load(isa, a), load(isa, b));
        // Lane j of row i has weight i + j in its low half and i + j + 1 in its high half.
        let (l0, h0) = lanes_schoolbook(lanes(a, [0; 4]), b);
        let (l1, h1) = lanes_schoolbook(lanes(a, [1; 4]), b);
        let (l2, h2) = lanes_schoolbook(lanes(a, [2; 4]), b);
        let (l3, h3) = lanes_schoolbook(lanes(a, [3; 4]), b);
        let (r1, r2, r3) = (rotate(l1 ^ h0, 3), rotate(l2 ^ h1, 2), rotate(l3 ^ h2, 1));
        let low = l0.xor_where(r1, 0xfc).xor_where(r2, 0xf0).xor_where(r3, 0xc0);
        let high = h3.xor_where(r1, 0x03).xor_where(r2, 0x0f).xor_where(r3, 0x3f);
        store::<I>(c, low, high);
    }
}
