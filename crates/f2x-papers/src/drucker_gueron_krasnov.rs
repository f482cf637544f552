//! N. Drucker, S. Gueron and V. Krasnov, *Fast multiplication of binary polynomials with the
//! forthcoming vectorized VPCLMULQDQ instruction*, ARITH 2018.
//!
//! Schoolbook kernels that sum even and odd columns apart (section IV): 4×4 quadwords in xmm and in
//! ymm registers, 8×8 in zmm; and recursive Karatsuba over them up to 2^16 bits (section V).
//!
//! aᵢbⱼ has weight i+j in words. With B in one vector of L lanes (b₂ⱼ, b₂ⱼ₊₁) and a pair (a₂ₖ, a₂ₖ₊₁)
//! of the other operand in every lane, one clmul gives L products of even weight 2(k+j+t), or L of
//! odd weight 2(k+j)+1: lane j belongs k+t (or k) lanes higher. So every row is rotated by as many
//! lanes as it lies too low and added under a mask, the lanes that wrapped around to the upper half
//! (Tables I to III). The odd sum is shifted by a word once.

use crate::Schedule;
use f2x::Level;
use f2x::isa::{Isa, Isa512, Vector};
use f2x::mul::{Block, Karatsuba};

/// The schoolbook product of a vector by a vector, as (low half, high half) (Figure 2).
#[inline(always)]
fn schoolbook<I: Isa, V: Vector<I>>(isa: I, a: V, b: V) -> (V, V) {
    let zero = V::zero(isa);
    let (mut even, mut odd) = ([zero; 2], [zero; 2]);
    // Written out: in a loop the compiler computes the permutations' indices at run time.
    add_rows(a, b, 0, &mut even, &mut odd);
    add_rows(a, b, 1, &mut even, &mut odd);
    if V::WORDS > 4 {
        add_rows(a, b, 2, &mut even, &mut odd);
        add_rows(a, b, 3, &mut even, &mut odd);
    }
    let last = V::WORDS - 1;
    let low = odd[0].permute2(
        zero,
        #[inline(always)]
        |i| if i == 0 { last + 1 } else { i - 1 },
    );
    let high = odd[0].permute2(
        odd[1],
        #[inline(always)]
        |i| i + last,
    );
    (even[0] ^ low, even[1] ^ high)
}

/// Adds the products by the pair `k` of `a` to the sums of even and odd columns.
#[inline(always)]
fn add_rows<I: Isa, V: Vector<I>>(a: V, b: V, k: usize, even: &mut [V; 2], odd: &mut [V; 2]) {
    let pair = a.permute(
        #[inline(always)]
        |i| 2 * k + i % 2,
    );
    add_rotated::<I, V>(even, pair.clmul::<0x00>(b), k);
    add_rotated::<I, V>(even, pair.clmul::<0x11>(b), k + 1);
    add_rotated::<I, V>(odd, pair.clmul::<0x10>(b), k);
    add_rotated::<I, V>(odd, pair.clmul::<0x01>(b), k);
}

/// Adds `row`, moved up by `lanes`, to the double vector `sum`.
#[inline(always)]
fn add_rotated<I: Isa, V: Vector<I>>(sum: &mut [V; 2], row: V, lanes: usize) {
    let (words, total) = (2 * lanes, V::WORDS);
    if words == 0 {
        sum[0] ^= row;
    } else if words == total {
        sum[1] ^= row;
    } else {
        let row = row.permute(
            #[inline(always)]
            |i| (i + total - words) % total,
        );
        let wrapped = (1 << words) - 1;
        sum[0] = sum[0].xor_where(row, !wrapped);
        sum[1] = sum[1].xor_where(row, wrapped);
    }
}

/// 4×4 quadwords in xmm registers, the paper's reference: sixteen clmul of one lane.
#[derive(Clone, Copy, Debug)]
pub struct Xmm4x4;

impl<I: Isa> Block<I> for Xmm4x4 {
    const WORDS: usize = 4;
    const SCRATCH: usize = 0;

    #[inline(always)]
    fn mul(isa: I, c: &mut [u64], a: &[u64], b: &[u64], _: &mut [u64]) {
        let (a, b, c) = (I::X::rows(a).0, I::X::rows(b).0, I::X::rows_mut(c).0);
        let zero = I::X::zero(isa);
        let (mut even, mut odd) = ([zero; 4], [zero; 4]);
        for k in 0..2 {
            let a = I::X::load(isa, &a[k]);
            for j in 0..2 {
                let b = I::X::load(isa, &b[j]);
                even[k + j] ^= a.clmul::<0x00>(b);
                even[k + j + 1] ^= a.clmul::<0x11>(b);
                odd[k + j] ^= a.clmul::<0x10>(b) ^ a.clmul::<0x01>(b);
            }
        }
        let mut below = zero;
        for j in 0..4 {
            let shifted = below.permute2(
                odd[j],
                #[inline(always)]
                |i| i + 1,
            );
            (even[j] ^ shifted).store(&mut c[j]);
            below = odd[j];
        }
    }
}

/// 4×4 quadwords in ymm registers (Figure 2): eight clmul of two lanes.
#[derive(Clone, Copy, Debug)]
pub struct Ymm4x4;

impl<I: Isa> Block<I> for Ymm4x4 {
    const WORDS: usize = 4;
    const SCRATCH: usize = 0;

    #[inline(always)]
    fn mul(isa: I, c: &mut [u64], a: &[u64], b: &[u64], _: &mut [u64]) {
        let a = I::Y::load(isa, &I::Y::rows(a).0[0]);
        let b = I::Y::load(isa, &I::Y::rows(b).0[0]);
        let (low, high) = schoolbook(isa, a, b);
        let c = I::Y::rows_mut(c).0;
        low.store(&mut c[0]);
        high.store(&mut c[1]);
    }
}

/// 8×8 quadwords in zmm registers (Tables I and II): sixteen clmul of four lanes.
#[derive(Clone, Copy, Debug)]
pub struct Zmm8x8;

impl<I: Isa512> Block<I> for Zmm8x8 {
    const WORDS: usize = 8;
    const SCRATCH: usize = 0;

    #[inline(always)]
    fn mul(isa: I, c: &mut [u64], a: &[u64], b: &[u64], _: &mut [u64]) {
        let a = I::Z::load(isa, &I::Z::rows(a).0[0]);
        let b = I::Z::load(isa, &I::Z::rows(b).0[0]);
        let (low, high) = schoolbook(isa, a, b);
        let c = I::Z::rows_mut(c).0;
        low.store(&mut c[0]);
        high.store(&mut c[1]);
    }
}

/// The schedules that run on `level`.
pub(crate) fn schedules(level: Level) -> Vec<Schedule> {
    match level {
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => f2x::isa::Avx2::detect().map(xmm).unwrap_or_default(),
        #[cfg(target_arch = "x86_64")]
        Level::Vpclmul => f2x::isa::Vpclmul::detect().map(ymm).unwrap_or_default(),
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => f2x::isa::Avx512::detect().map(zmm).unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// The kernel of each level by itself.
pub(crate) fn kernels(level: Level) -> Vec<Schedule> {
    #[cfg(target_arch = "x86_64")]
    fn kernel<I: Isa, B: Block<I>>(isa: I, name: &str) -> Vec<Schedule> {
        vec![Schedule::new::<I, B>(isa, "drucker-gueron-krasnov", name, "section IV")]
    }
    let kernel = match level {
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => f2x::isa::Avx2::detect().map(|isa| kernel::<_, Xmm4x4>(isa, "xmm 4x4")),
        #[cfg(target_arch = "x86_64")]
        Level::Vpclmul => {
            f2x::isa::Vpclmul::detect().map(|isa| kernel::<_, Ymm4x4>(isa, "ymm 4x4"))
        }
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => f2x::isa::Avx512::detect().map(|isa| kernel::<_, Zmm8x8>(isa, "zmm 8x8")),
        _ => None,
    };
    kernel.unwrap_or_default()
}

/// Karatsuba over the kernel in xmm registers.
pub fn xmm<I: Isa>(isa: I) -> Vec<Schedule> {
    let mut list = Vec::new();
    karatsuba_over::<I, Karatsuba<Xmm4x4>>(isa, "karatsuba(xmm 4x4)", &mut list);
    list
}

/// Karatsuba over the kernels in xmm and ymm registers.
pub fn ymm<I: Isa>(isa: I) -> Vec<Schedule> {
    let mut list = xmm(isa);
    karatsuba_over::<I, Karatsuba<Ymm4x4>>(isa, "karatsuba(ymm 4x4)", &mut list);
    list
}

/// Karatsuba over all three kernels.
pub fn zmm<I: Isa512>(isa: I) -> Vec<Schedule> {
    let mut list = ymm(isa);
    karatsuba_over::<I, Zmm8x8>(isa, "karatsuba(zmm 8x8)", &mut list);
    list
}

/// Recursive Karatsuba over the kernel `K` of 512 bits, 512 to 65536 bits.
fn karatsuba_over<I: Isa, K: Block<I>>(isa: I, name: &str, list: &mut Vec<Schedule>) {
    use crate::robert_veron::{
        KaratRec2, KaratRec4, KaratRec8, KaratRec16, KaratRec32, KaratRec64, KaratRec128,
    };
    fn new<I: Isa, B: Block<I>>(isa: I, name: &str) -> Schedule {
        Schedule::new::<I, B>(isa, "drucker-gueron-krasnov", name, "section V, Figures 3 to 5")
    }
    list.extend([
        new::<I, K>(isa, name),
        new::<I, KaratRec2<K>>(isa, name),
        new::<I, KaratRec4<K>>(isa, name),
        new::<I, KaratRec8<K>>(isa, name),
        new::<I, KaratRec16<K>>(isa, name),
        new::<I, KaratRec32<K>>(isa, name),
        new::<I, KaratRec64<K>>(isa, name),
        new::<I, KaratRec128<K>>(isa, name),
    ]);
}
