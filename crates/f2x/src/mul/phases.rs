//! The low columns of a product: odd-even Karatsuba.
//!
//! With a(y) = e(y²) + y·o(y²) for each operand, the columns of a·b modulo yⁿ are
//!
//! * C(2k) = ee(k) + oo(k−1),
//! * C(2k+1) = ss(k) + ee(k) + oo(k),
//!
//! ee, oo and ss = (e + o)² being products of half as many words, each of them again needed to half
//! of its columns only. So the whole recursion computes nothing that it does not need, where
//! Karatsuba in low and high parts needs one product in full. (Hanrot and Zimmermann, A long note on
//! Mulders' short product, 2004, section 3.)
//!
//! Words are interleaved and columns stay unshifted as in [`columns`](super::columns); there the
//! recombination is one naming of registers and three exclusive-ors for each pair of columns.
//!
//! Cost for n = 4·2^t words: n^log₂3 clmul, as many as the whole product by Karatsuba; but 14
//! operations for 4 words and 53 for 8, where the whole product needs 21 and 77.

use crate::isa::{Isa, Vector};
use core::marker::PhantomData;

/// The lowest `N` columns of a product of `N` interleaved words.
pub(super) trait LowColumns {
    /// The words of each operand and the columns of the result, at most 32.
    const N: usize;

    /// c\[..N\] := the low columns of the product of the operands interleaved in x\[..N\].
    fn low<I: Isa, L: Vector<I>>(isa: I, c: &mut [L], x: &[L]);
}

/// Every product that is needed, by the definition; Karatsuba's where both squares are there anyway.
pub(super) struct Triangle<const N: usize>;

/// The odd-even step for `E::N` words at even places and `O::N` at odd ones, as many or one less.
pub(super) struct Phases<E, O = E>(PhantomData<(E, O)>);

impl<const N: usize> LowColumns for Triangle<N> {
    const N: usize = N;

    #[inline(always)]
    fn low<I: Isa, L: Vector<I>>(isa: I, c: &mut [L], x: &[L]) {
        let zero = L::zero(isa);
        c[..N].fill(zero);
        let squares = N.div_ceil(2);
        let mut square = [zero; 8];
        for i in 0..squares {
            square[i] = x[i].clmul::<0x10>(x[i]);
            c[2 * i] ^= square[i];
        }
        for i in 0..squares {
            for j in i + 1..N - i {
                if j < squares {
                    let sum = x[i] ^ x[j];
                    c[i + j] ^= sum.clmul::<0x10>(sum) ^ square[i] ^ square[j];
                } else {
                    c[i + j] ^= x[i].clmul::<0x10>(x[j]) ^ x[i].clmul::<0x01>(x[j]);
                }
            }
        }
    }
}

impl<E: LowColumns, O: LowColumns> LowColumns for Phases<E, O> {
    const N: usize = E::N + O::N;

    #[inline(always)]
    fn low<I: Isa, L: Vector<I>>(isa: I, c: &mut [L], x: &[L]) {
        let zero = L::zero(isa);
        let (mut even, mut odd, mut sum) = ([zero; 16], [zero; 16], [zero; 16]);
        for k in 0..E::N {
            even[k] = x[2 * k];
        }
        for k in 0..O::N {
            odd[k] = x[2 * k + 1];
            sum[k] = even[k] ^ odd[k];
        }
        let (mut ee, mut oo, mut ss) = ([zero; 16], [zero; 16], [zero; 16]);
        E::low(isa, &mut ee, &even);
        O::low(isa, &mut oo, &odd);
        O::low(isa, &mut ss, &sum);
        for k in 0..E::N {
            c[2 * k] = if k == 0 { ee[0] } else { ee[k] ^ oo[k - 1] };
        }
        for k in 0..O::N {
            c[2 * k + 1] = ss[k] ^ ee[k] ^ oo[k];
        }
    }
}

pub(super) type Low1 = Triangle<1>;
pub(super) type Low2 = Triangle<2>;
pub(super) type Low3 = Triangle<3>;
pub(super) type Low4 = Triangle<4>;
pub(super) type Low5 = Phases<Low3, Low2>;
pub(super) type Low6 = Phases<Low3>;
pub(super) type Low7 = Phases<Low4, Low3>;
pub(super) type Low8 = Phases<Low4>;
pub(super) type Low10 = Phases<Low5>;
pub(super) type Low12 = Phases<Low6>;
pub(super) type Low14 = Phases<Low7>;
pub(super) type Low16 = Phases<Low8>;
pub(super) type Low20 = Phases<Low10>;
pub(super) type Low24 = Phases<Low12>;
pub(super) type Low28 = Phases<Low14>;
pub(super) type Low32 = Phases<Low16>;
