//! Reduction modulo x^m + x^k + … + 1, in registers, on columns.
//!
//! A limb (two words) of weight x^(64j), 64j ≥ m, is the same as itself times x^(64j−m)·(x^k + … + 1):
//! it is *folded* to lower columns, the highest limb first. What is folded is not shifted by words:
//! it is added to the column where it belongs, even or odd, and the odd columns of the product and of
//! the folds are shifted together, when a limb is complete. At last the limb that bit m lies in is
//! folded in part.
//!
//! Two ways to fold, chosen when a field is compiled:
//!
//! * *by products*: one clmul multiplies a word by all powers at once, where they fit a word after
//!   the shift: k + (−m mod 64) < 64. Two clmul a limb, whatever the number of powers;
//! * *by shifts*: for each power a limb is shifted left, to its column, and right, to the next one.
//!   Two shifts and two exclusive-ors for each power. For moduli with a far second power, which
//!   are mostly trinomials, and where a clmul is slow.
//!
//! So Gf2_163, Gf2_283, Gf2_571 and Gf2_128 are reduced by products, Gf2_233 and Gf2_409 by shifts.

use super::modulus::{Modulus, check, last_mask, tail, top};
use super::multiply::{ORIGIN, Row, between, limb};
use crate::Level;
use crate::isa::{Isa, Vector};

/// The limbs of an element, lowest first, from the columns of a product of elements of `W` words.
#[inline(always)]
pub(super) fn reduce<I: Isa, L: Vector<I>, F: Modulus, const W: usize>(
    isa: I,
    mut columns: Row<L>,
) -> [L; 8] {
    const { check::<F, W>() };
    let fits = const { top::<F>() + 64 * W - F::BITS < 64 };
    // Without a carry-less multiplier a product costs as much as some fifty shifts.
    if fits && const { !matches!(I::LEVEL, Level::Portable) } {
        by_products::<I, L, F, W>(isa, &mut columns)
    } else {
        by_shifts::<I, L, F, W>(isa, &mut columns)
    }
}

/// `row` in every lane.
#[inline(always)]
fn lanes<I: Isa, L: Vector<I>>(isa: I, row: [u64; 2]) -> L {
    let [a, b] = row;
    L::load_part(isa, &[a, b, a, b, a, b, a, b][..L::WORDS])
}

#[inline(always)]
fn by_products<I: Isa, L: Vector<I>, F: Modulus, const W: usize>(isa: I, c: &mut Row<L>) -> [L; 8] {
    let unused = 64 * W - F::BITS;
    // In the low word for words from W on; in the high word for the bits above the degree.
    let powers: L = lanes(isa, const { [tail::<F>() << (64 * W - F::BITS), tail::<F>()] });
    for below in 1..W / 2 + 1 {
        let k = W - below;
        let mut words = limb(c, k);
        let high = words.clmul::<0x01>(powers);
        c[ORIGIN + 2 * k + 1 - W] ^= high;
        if W == 2 {
            words ^= between(high, L::zero(isa));
        }
        c[ORIGIN + 2 * k - W] ^= words.clmul::<0x00>(powers);
    }
    // The limb with the last word of an element; for odd W word W lies in it, too.
    let q = (W - 1) / 2;
    let mut last = limb(c, q);
    let mut low = c[ORIGIN];
    if W % 2 == 1 {
        low ^= last.clmul::<0x01>(powers);
    }
    if unused > 0 {
        let over = last.shr((64 - unused) as u32);
        let folded =
            if W % 2 == 1 { over.clmul::<0x10>(powers) } else { over.clmul::<0x11>(powers) };
        let mask = const { last_mask::<F, W>() };
        last = last.and(lanes(isa, if W % 2 == 1 { [mask, 0] } else { [u64::MAX, mask] }));
        if q == 0 {
            last ^= folded;
        } else {
            low ^= folded;
        }
    }
    c[ORIGIN] = low;
    limbs(isa, c, q, last)
}

#[inline(always)]
fn by_shifts<I: Isa, L: Vector<I>, F: Modulus, const W: usize>(isa: I, c: &mut Row<L>) -> [L; 8] {
    // A fold reaches up to bit 128 of the limb less the distance of the first two powers; if that
    // is in the limb itself, its two words are folded one after the other.
    let at_once = const { top::<F>() + 128 <= F::BITS };
    let (q, r) = (F::BITS / 128, F::BITS % 128);
    let (upper, lower): (L, L) = (lanes(isa, [0, u64::MAX]), lanes(isa, [u64::MAX, 0]));
    for below in 1..W + 1 - F::BITS.div_ceil(128) {
        let k = W - below;
        if at_once {
            fold::<I, L, F>(c, limb(c, k), k);
        } else {
            fold::<I, L, F>(c, limb(c, k).and(upper), k);
            fold::<I, L, F>(c, limb(c, k).and(lower), k);
        }
    }
    if r == 0 {
        let last = limb(c, q - 1);
        return limbs(isa, c, q - 1, last);
    }
    let bits = u128::MAX >> (128 - r);
    let kept: L = lanes(isa, [bits as u64, (bits >> 64) as u64]);
    let over: L = lanes(isa, [!bits as u64, (!bits >> 64) as u64]);
    let mut last = limb(c, q);
    if at_once {
        fold::<I, L, F>(c, last.and(over), q);
    } else {
        fold::<I, L, F>(c, last.and(over).and(upper), q);
        if r < 64 {
            fold::<I, L, F>(c, limb(c, q).and(over).and(lower), q);
        }
        last = limb(c, q);
    }
    limbs(isa, c, q, last.and(kept))
}

/// Adds limb k, `words`, times x^(−m)·(the lower powers of the modulus). What has a negative exponent
/// is zero.
#[inline(always)]
fn fold<I: Isa, L: Vector<I>, F: Modulus>(c: &mut Row<L>, words: L, k: usize) {
    for i in 0..F::LOWER.len() {
        let at = (64 * ORIGIN + 128 * k + F::LOWER[i]) as isize - F::BITS as isize;
        let (column, shift) = (at.div_euclid(64), at.rem_euclid(64) as u32);
        if column >= 0 {
            c[column as usize] ^= words.shl(shift);
        }
        if column >= -1 && shift > 0 {
            c[(column + 1) as usize] ^= words.shr(64 - shift);
        }
    }
}

/// Limbs 0 … q − 1 from columns, and limb q.
#[inline(always)]
fn limbs<I: Isa, L: Vector<I>>(isa: I, c: &Row<L>, q: usize, last: L) -> [L; 8] {
    let mut limbs = [L::zero(isa); 8];
    for (k, words) in limbs[..q].iter_mut().enumerate() {
        *words = limb(c, k);
    }
    limbs[q] = last;
    limbs
}
