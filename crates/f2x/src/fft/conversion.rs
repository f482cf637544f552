//! From powers of y to the basis of Lin, Chung and Han, and back; exclusive-ors only.
//!
//! X_i(y) = Π s_j(y) over the bits j of i, of degree i, is the basis in which the layers of the
//! transform are butterflies (Lin, Chung, Han, FOCS 2014). For 2^n coefficients let T = 2^t be the
//! largest power of two with t < n a power of two; then s_t = y^T + y. So the conversion writes the
//! polynomial in powers of y^T + y, and converts the powers, index bits t and above, and the
//! coefficients of each power, index bits below t, by themselves (Gao, Mateer, 2010; the order in which
//! both are done does not matter).
//!
//! Powers of y^T + y come out of a division at every power of two, from the largest: for 2D
//! coefficients lo + y^D hi and s = D/T, y^D + y^s = (y^T + y)^s, and the quotient and the remainder
//! are hi + (the highest s coefficients of hi), and lo + y^s · quotient, cut at D.
//!
//! Cost: an exclusive-or for every second coefficient and level; 28 levels for 2^15 coefficients.

use crate::isa::bytes::{Bytes, IsaBytes};

/// Converts 2^`n` coefficients of `bytes` bytes, all of them from index bit 8 on: what is left is the
/// conversion of the index bits below.
pub(super) fn upper<I: IsaBytes, V: Bytes<I>>(isa: I, rows: &mut [V::Row], bytes: usize, n: usize) {
    for m in (9..=n).rev() {
        level::<I, V, false>(isa, rows, bytes << (m - 1), bytes << (m - 9));
    }
    convert::<I, V>(isa, rows, bytes << 8, n - 8);
}

/// The inverse of [`upper`].
pub(super) fn upper_inverse<I: IsaBytes, V: Bytes<I>>(
    isa: I,
    rows: &mut [V::Row],
    bytes: usize,
    n: usize,
) {
    convert_inverse::<I, V>(isa, rows, bytes << 8, n - 8);
    for m in 9..=n {
        level::<I, V, true>(isa, rows, bytes << (m - 1), bytes << (m - 9));
    }
}

/// Converts `n` index bits, of coefficients of `bytes` bytes.
fn convert<I: IsaBytes, V: Bytes<I>>(isa: I, rows: &mut [V::Row], bytes: usize, n: usize) {
    if n < 2 {
        return;
    }
    if n == 4 {
        return sixteen_units::<I, V, false>(isa, rows, bytes);
    }
    let t = largest_power_below(n);
    for m in (t + 1..=n).rev() {
        level::<I, V, false>(isa, rows, bytes << (m - 1), bytes << (m - 1 - t));
    }
    convert::<I, V>(isa, rows, bytes << t, n - t);
    convert::<I, V>(isa, rows, bytes, t);
}

/// The inverse of [`convert`].
fn convert_inverse<I: IsaBytes, V: Bytes<I>>(isa: I, rows: &mut [V::Row], bytes: usize, n: usize) {
    if n < 2 {
        return;
    }
    if n == 4 {
        return sixteen_units::<I, V, true>(isa, rows, bytes);
    }
    let t = largest_power_below(n);
    convert_inverse::<I, V>(isa, rows, bytes, t);
    convert_inverse::<I, V>(isa, rows, bytes << t, n - t);
    for m in t + 1..=n {
        level::<I, V, true>(isa, rows, bytes << (m - 1), bytes << (m - 1 - t));
    }
}

/// Converts four index bits, of coefficients of `bytes` bytes, in registers.
fn sixteen_units<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
    isa: I,
    rows: &mut [V::Row],
    bytes: usize,
) {
    let unit = bytes / (8 * V::WORDS);
    isa.outline(
        #[inline(always)]
        || {
            for rows in rows.chunks_exact_mut(16 * unit) {
                for i in 0..unit {
                    let mut f = [V::zero(isa); 16];
                    for (f, row) in f.iter_mut().zip(rows[i..].iter().step_by(unit)) {
                        *f = V::load(isa, row);
                    }
                    if INVERSE {
                        convert_four_inverse(&mut f);
                    } else {
                        convert_four(&mut f);
                    }
                    for (f, row) in f.iter().zip(rows[i..].iter_mut().step_by(unit)) {
                        f.store(row);
                    }
                }
            }
        },
    );
}

/// The largest power of two below `n`, for `n` at least 2.
const fn largest_power_below(n: usize) -> usize {
    n.next_power_of_two() / 2
}

/// The division, or what undoes it, in every two halves of `half` bytes, with a shift by `shift` bytes.
fn level<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
    isa: I,
    rows: &mut [V::Row],
    half: usize,
    shift: usize,
) {
    let row = 8 * V::WORDS;
    let half = half / row;
    isa.outline(
        #[inline(always)]
        || {
            for both in rows.chunks_exact_mut(2 * half) {
                let (low, high) = both.split_at_mut(half);
                match shift {
                    // Whose rows the compiler then keeps in registers.
                    1 if half == 4 => {
                        let (low, high) = (&mut low[..4], &mut high[..4]);
                        bytes::<I, V, INVERSE, 1>(isa, low, high);
                    }
                    2 if half == 8 => {
                        let (low, high) = (&mut low[..8], &mut high[..8]);
                        bytes::<I, V, INVERSE, 2>(isa, low, high);
                    }
                    1 => bytes::<I, V, INVERSE, 1>(isa, low, high),
                    2 => bytes::<I, V, INVERSE, 2>(isa, low, high),
                    4 => bytes::<I, V, INVERSE, 4>(isa, low, high),
                    8 => bytes::<I, V, INVERSE, 8>(isa, low, high),
                    16 => bytes::<I, V, INVERSE, 16>(isa, low, high),
                    32 if row > 32 => bytes::<I, V, INVERSE, 32>(isa, low, high),
                    _ => whole_rows::<I, V, INVERSE>(isa, low, high, shift / row),
                }
            }
        },
    );
}

/// A division whose shift is `SHIFT` bytes, less than a row.
#[inline(always)]
fn bytes<I: IsaBytes, V: Bytes<I>, const INVERSE: bool, const SHIFT: usize>(
    isa: I,
    low: &mut [V::Row],
    high: &mut [V::Row],
) {
    let Some(last) = high.last() else { return };
    let overflow = V::zero(isa).shift_in(V::load(isa, last), SHIFT);
    let mut first = V::load(isa, &high[0]);
    if !INVERSE {
        first ^= overflow;
        first.store(&mut high[0]);
    }
    let mut before = V::zero(isa);
    let mut next = first;
    for (low, high) in low.iter_mut().zip(&high[1..]) {
        (V::load(isa, low) ^ next.shift_in(before, SHIFT)).store(low);
        before = next;
        next = V::load(isa, high);
    }
    if let Some(low) = low.last_mut() {
        (V::load(isa, low) ^ next.shift_in(before, SHIFT)).store(low);
    }
    if INVERSE {
        (first ^ overflow).store(&mut high[0]);
    }
}

/// A division whose shift is `shift` rows.
#[inline(always)]
fn whole_rows<I: IsaBytes, V: Bytes<I>, const INVERSE: bool>(
    isa: I,
    low: &mut [V::Row],
    high: &mut [V::Row],
    shift: usize,
) {
    if !INVERSE {
        overflow_rows::<I, V>(isa, high, shift);
    }
    for (low, high) in low[shift..].iter_mut().zip(&*high) {
        (V::load(isa, low) ^ V::load(isa, high)).store(low);
    }
    if INVERSE {
        overflow_rows::<I, V>(isa, high, shift);
    }
}

/// Adds the last `shift` rows to the first.
#[inline(always)]
fn overflow_rows<I: IsaBytes, V: Bytes<I>>(isa: I, high: &mut [V::Row], shift: usize) {
    let (first, last) = high.split_at_mut(high.len() - shift);
    for (first, last) in first.iter_mut().zip(&*last) {
        (V::load(isa, first) ^ V::load(isa, last)).store(first);
    }
}

/// The conversion of four index bits.
#[inline(always)]
pub(super) fn convert_four<I: IsaBytes, V: Bytes<I>>(f: &mut [V; 16]) {
    for i in [8, 9, 2, 3, 4, 5, 6, 7] {
        f[i] ^= f[i + 6];
    }
    for i in [4, 1, 2, 3, 12, 9, 10, 11] {
        f[i] ^= f[i + 3];
    }
    for i in [8, 9, 10, 11, 4, 5, 6, 7] {
        f[i] ^= f[i + 4];
    }
    for i in [2, 1, 6, 5, 10, 9, 14, 13] {
        f[i] ^= f[i + 1];
    }
}

/// The inverse of [`convert_four`].
#[inline(always)]
pub(super) fn convert_four_inverse<I: IsaBytes, V: Bytes<I>>(f: &mut [V; 16]) {
    for i in [1, 2, 5, 6, 9, 10, 13, 14] {
        f[i] ^= f[i + 1];
    }
    for i in [4, 5, 6, 7, 8, 9, 10, 11] {
        f[i] ^= f[i + 4];
    }
    for i in [1, 2, 3, 4, 9, 10, 11, 12] {
        f[i] ^= f[i + 3];
    }
    for i in [2, 3, 4, 5, 6, 7, 8, 9] {
        f[i] ^= f[i + 6];
    }
}
