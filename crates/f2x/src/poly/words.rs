//! Slices of words: lengths, shifts and sums.

use alloc::vec;
use alloc::vec::Vec;

/// The bits up to the highest one that is set.
pub(super) fn bits(words: &[u64]) -> usize {
    let Some(top) = words.iter().rposition(|word| *word != 0) else {
        return 0;
    };
    64 * (top + 1) - words[top].leading_zeros() as usize
}

/// `words` without zeros at the upper end.
pub(super) fn trimmed(words: &[u64]) -> &[u64] {
    &words[..bits(words).div_ceil(64)]
}

/// Drops zeros at the upper end.
pub(super) fn trim(words: &mut Vec<u64>) {
    words.truncate(bits(words).div_ceil(64));
}

/// target += source, a shorter one.
pub(super) fn add(target: &mut [u64], source: &[u64]) {
    for (target, source) in target.iter_mut().zip(source) {
        *target ^= source;
    }
}

/// The sum of two polynomials of any lengths.
pub(super) fn sum(a: Vec<u64>, b: Vec<u64>) -> Vec<u64> {
    let (mut long, short) = if a.len() >= b.len() { (a, b) } else { (b, a) };
    add(&mut long, &short);
    long
}

/// target += source·x^shift, as far as it lies inside `target`.
pub(super) fn add_shifted(target: &mut [u64], source: &[u64], shift: usize) {
    let (skip, bits) = (shift / 64, shift % 64);
    let Some(target) = target.get_mut(skip..) else { return };
    if bits == 0 {
        return add(target, source);
    }
    let mut below = 0;
    let (inside, rest) = (source.len().min(target.len()), target.len() > source.len());
    for (target, word) in target.iter_mut().zip(&source[..inside]) {
        *target ^= word << bits | below;
        below = word >> (64 - bits);
    }
    if rest {
        target[inside] ^= below;
    }
}

/// The coefficients from `start` on, `count` words of them; zeros outside of `words`.
pub(super) fn window(words: &[u64], start: isize, count: usize) -> Vec<u64> {
    let mut window = vec![0; count];
    copy_window(&mut window, words, start);
    window
}

/// [`window`] into a slice.
pub(super) fn copy_window(window: &mut [u64], words: &[u64], start: isize) {
    let Ok(start) = usize::try_from(start) else {
        window.fill(0);
        return add_shifted(window, words, start.unsigned_abs());
    };
    let (skip, bits) = (start / 64, start % 64);
    let words = words.get(skip..).unwrap_or(&[]);
    let inside = words.len().min(window.len());
    let (shown, rest) = window.split_at_mut(inside);
    rest.fill(0);
    shown.copy_from_slice(&words[..inside]);
    if bits == 0 || inside == 0 {
        return;
    }
    let above = words.get(inside).copied().unwrap_or(0);
    for (word, pair) in shown.iter_mut().zip(words.windows(2)) {
        *word = pair[0] >> bits | pair[1] << (64 - bits);
    }
    shown[inside - 1] = words[inside - 1] >> bits | above << (64 - bits);
}

/// Clears the coefficients from x^bits on.
pub(super) fn keep_bits(words: &mut [u64], bits: usize) {
    if let Some(rest) = words.get_mut(bits / 64..)
        && let Some((first, rest)) = rest.split_first_mut()
    {
        *first &= (1 << (bits % 64)) - 1;
        rest.fill(0);
    }
}
