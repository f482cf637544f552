//! Products of lengths that no block has: padded to a longer one, or cut into shorter ones.

use super::plan::max;
use super::{copy_product, copy_rows, rowwise};
use crate::isa::Isa;

/// The words of scratch that [`padded`] needs for itself.
pub(super) const fn padded_scratch_words(words: usize) -> usize {
    4 * words
}

/// c := a · b for at most `words` words each, by `mul` on exactly `words` words.
///
/// Operands that are shorter are copied and filled with zeros.
#[inline(always)]
pub fn padded<I: Isa>(
    isa: I,
    words: usize,
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
    scratch: &mut [u64],
    mul: impl Fn(&mut [u64], &[u64], &[u64], &mut [u64]),
) {
    if a.len() == words && b.len() == words {
        return mul(c, a, b, scratch);
    }
    let (pad, scratch) = scratch.split_at_mut(padded_scratch_words(words));
    let (operands, product) = pad.split_at_mut(2 * words);
    let (long_a, long_b) = operands.split_at_mut(words);
    for (long, short) in [(&mut *long_a, a), (&mut *long_b, b)] {
        copy_rows(isa, long, short);
    }
    mul(product, long_a, long_b, scratch);
    copy_product(isa, c, product);
}

/// The words of scratch that [`cut`] needs for operands of `an` and `bn` words, where `mul` needs `first` for a piece and
/// `rest` for the words behind all pieces.
pub(super) const fn cut_scratch_words(
    piece: usize,
    (an, bn): (usize, usize),
    (first, rest): (usize, usize),
) -> usize {
    let behind = an - piece;
    let later = if behind < piece { bn + behind + rest } else { bn + piece + max(first, rest) };
    max(first, later)
}

/// c := a · b for operands of different lengths, a the longer one: a is cut into pieces of `piece`
/// words, from the low end; `mul` multiplies each of them, and the rest, by b.
///
/// `piece` is at least the length of b. Each product is added to `c` where it belongs.
#[inline(always)]
pub fn cut<I: Isa>(
    isa: I,
    piece: usize,
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
    scratch: &mut [u64],
    mul: impl Fn(&mut [u64], &[u64], &[u64], &mut [u64]),
) {
    let (first, rest) = a.split_at(piece);
    let (done, mut open) = c.split_at_mut(piece + b.len());
    mul(done, first, b, scratch);
    let mut done = done;
    for next in rest.chunks(piece) {
        let (product, scratch) = scratch.split_at_mut(next.len() + b.len());
        mul(product, next, b, scratch);
        // The product overlaps what is done in as many words as b has.
        let overlap = done.len() - b.len();
        let (low, high) = product.split_at(b.len());
        let added = &mut done[overlap..];
        rowwise(
            isa,
            [added],
            [low],
            #[inline(always)]
            |[sum], [low]| [sum ^ low],
        );
        let (new, later) = core::mem::take(&mut open).split_at_mut(high.len());
        new.copy_from_slice(high);
        (done, open) = (new, later);
    }
}
