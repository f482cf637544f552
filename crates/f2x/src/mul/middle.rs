//! The middle words of a product: those that every word of the shorter operand takes part in fully.
//!
//! For a of m words and b of n ≤ m, the words n, n+1, …, m−1 of a·b. Word k of a product is the low
//! word of column k and the high word of column k−1; columns n−1 … m−1 are the ones in which every
//! word of b meets a word of a. (The middle product of Hanrot, Quercia and Zimmermann, The middle
//! product algorithm I, 2004, whose coefficients have no high words: m = 2n − 1.)
//!
//! Division and products modulo x^N ∓ 1 need it: what is below is known, what is above is not asked.
//!
//! For m = 2n it is the high half of one product and the low half of another,
//! a₀b div yⁿ + a₁b mod yⁿ. A longer a is cut into parts of n words; of a shorter one, b is cut into
//! parts of m − n words, each of which has its own 2(m − n) words of a.
//!
//! Cost at 2n by n words: two short products of n words, which cost 1.2 to 2 products in full.
//!
//! Scratch: a short product, and what it needs.

use super::half::{High, Low};
use super::short::{self, add_short};
use crate::isa::Isa;

/// The words of scratch that [`add_middle`] needs for operands of `m` and `n` words, `m` at least `n`.
pub(super) fn scratch_words<I: Isa>(m: usize, n: usize) -> usize {
    let block = n.min(m - n);
    if block == 0 {
        return 0;
    }
    let rest = if n == block { (m - n) % n } else { n % block };
    let last = if n == block {
        scratch_words::<I>(n + rest, n)
    } else {
        scratch_words::<I>(rest + block, rest)
    };
    last.max(block + short::scratch_words::<I>(block, block, block))
}

/// c += the middle words of a·b, `a` as long as `b` and `c` together.
///
/// # Panics
///
/// `scratch` is too short.
pub(super) fn add_middle<I: Isa>(isa: I, c: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
    let (n, block) = (b.len(), b.len().min(c.len()));
    if block == 0 {
        return;
    }
    if n == block {
        let mut at = 0;
        while at + n <= c.len() {
            let part = &mut c[at..at + n];
            add_short::<I, High>(isa, part, &a[at..at + n], b, scratch);
            add_short::<I, Low>(isa, part, &a[at + n..at + 2 * n], b, scratch);
            at += n;
        }
        add_middle(isa, &mut c[at..], &a[at..], b, scratch);
    } else {
        let mut at = 0;
        while at < n {
            let words = block.min(n - at);
            let window = &a[n - at - words..n - at + block];
            add_middle(isa, c, window, &b[at..at + words], scratch);
            at += words;
        }
    }
}
