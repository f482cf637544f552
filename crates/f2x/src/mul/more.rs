//! A product of a few words more than another one has.
//!
//! With a = a′ + a″x^(64n) and b = b′ + b″x^(64n), a′ and b′ of n words:
//!
//! a·b = a′b′ + Σ (a″_t·b′ + b″_t·a′)·x^(64(n+t)) + a″b″·x^(128n).
//!
//! Row by row of a′ and b′ the products of the words at even places by word t lie on the rows of the result from word
//! n + t on; those of the words at odd places, one word higher. Two words t are a pass, by Karatsuba: the products of
//! lanes lie on the rows from n + t on, one word higher, and two.
//!
//! Cost: one product of n words, one of the r words that are more; for each pair of these and each row of a′ 6 clmul, four
//! shuffles and ten exclusive-ors, or for a single one 4, one and four.
//! Scratch: the larger one of the two products'.

use super::{Block, product};
use crate::Level;
use crate::isa::{Isa, Vector};
use core::marker::PhantomData;

/// c := a · b for one word more than the block `B` has, which has whole rows.
#[derive(Clone, Copy, Debug)]
pub struct OneMore<B>(PhantomData<B>);

impl<I: Isa, B: Block<I>> Block<I> for OneMore<B> {
    const WORDS: usize = B::WORDS + 1;
    const SCRATCH: usize = B::SCRATCH;

    #[inline(always)]
    fn mul(isa: I, c: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
        let n = B::WORDS;
        let (low, top) = c.split_at_mut(2 * n);
        product::<I, B>(isa, low, a, b, scratch);
        let tops = [broadcast::<I, I::V, 1>(isa, &a[n..]), broadcast::<I, I::V, 1>(isa, &b[n..])];
        let carried = add_products::<I, I::V, 1>(isa, &mut low[n..], [&a[..n], &b[..n]], tops);
        let [a_top, b_top] = tops;
        (a_top.clmul::<0x00>(b_top) ^ carried).store_part(&mut top[..2]);
    }
}

/// The products of two words by which [`more()`] multiplies `words` words by `rest` more of the other operand, for both
/// operands: for a pair of those three for each word, for a single one two.
pub(super) const fn crosswise_clmuls(words: usize, rest: usize) -> usize {
    words * (rest / 2 * 3 + rest % 2 * 2)
}

/// c := a · b for operands of the same length, `n` words or more, by `mul` on the first `n` words, whole rows of the
/// widest vector, and on those behind them. `c` has twice as many words, `scratch` as many as `mul` needs for either.
#[inline(always)]
pub fn more<I: Isa>(
    isa: I,
    n: usize,
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
    scratch: &mut [u64],
    mul: impl Fn(&mut [u64], &[u64], &[u64], &mut [u64]),
) {
    debug_assert!(n.is_multiple_of(I::V::WORDS), "{n} words are no whole rows");
    let ((a, a_top), (b, b_top)) = (a.split_at(n), b.split_at(n));
    let (low, top) = c.split_at_mut(2 * n);
    mul(low, a, b, scratch);
    mul(top, a_top, b_top, scratch);
    let open = &mut c[n..];
    if const { matches!(I::LEVEL, Level::Avx2) } {
        // There half a row at a time is multiplied in any case.
        add_all::<I, I::X>(isa, open, [a, b], [a_top, b_top]);
    } else {
        add_all::<I, I::V>(isa, open, [a, b], [a_top, b_top]);
    }
}

/// c += the products of two operands, crosswise, by each other's words that are more.
#[inline(always)]
fn add_all<I: Isa, V: Vector<I>>(
    isa: I,
    c: &mut [u64],
    operands: [&[u64]; 2],
    [a_top, b_top]: [&[u64]; 2],
) {
    let ((a_pairs, a_last), (b_pairs, b_last)) = (a_top.as_chunks::<2>(), b_top.as_chunks::<2>());
    let mut open = c;
    for (a, b) in a_pairs.iter().zip(b_pairs) {
        add::<I, V, 2>(isa, open, operands, [a, b]);
        open = &mut open[2..];
    }
    if !a_last.is_empty() {
        add::<I, V, 1>(isa, open, operands, [a_last, b_last]);
    }
}

/// [`add_all`] for `TOPS` words, one or two.
#[inline(always)]
fn add<I: Isa, V: Vector<I>, const TOPS: usize>(
    isa: I,
    c: &mut [u64],
    operands: [&[u64]; 2],
    [a_top, b_top]: [&[u64]; 2],
) {
    let n = operands[0].len();
    let tops = [broadcast::<I, V, TOPS>(isa, a_top), broadcast::<I, V, TOPS>(isa, b_top)];
    let carried = add_products::<I, V, TOPS>(isa, c, operands, tops);
    // Two words, of which the second may be zero: a single one would be added in a general register.
    let last = &mut c[n..n + 2];
    (V::load_part(isa, last) ^ carried).store_part(last);
}

/// The first `TOPS` words, one or two, in every lane.
#[inline(always)]
fn broadcast<I: Isa, V: Vector<I>, const TOPS: usize>(isa: I, words: &[u64]) -> V {
    V::load_part(isa, &words[..TOPS]).permute(
        #[inline(always)]
        |i| i % TOPS,
    )
}

/// The rows of c += those of a and b by the word of every lane of the other's top, or by its two words; what is to be added
/// behind these rows.
#[inline(always)]
fn add_products<I: Isa, V: Vector<I>, const TOPS: usize>(
    isa: I,
    c: &mut [u64],
    [a, b]: [&[u64]; 2],
    [a_top, b_top]: [V; 2],
) -> V {
    let (a_rows, b_rows, c_rows) = (V::rows(a).0, V::rows(b).0, V::rows_mut(c).0);
    let [a_sum, b_sum] = if TOPS == 2 { [sums(a_top), sums(b_top)] } else { [a_top, b_top] };
    let mut below = [V::zero(isa); 2];
    for ((a, b), c) in a_rows.iter().zip(b_rows).zip(c_rows) {
        let (a, b) = (V::load(isa, a), V::load(isa, b));
        let even = a.clmul::<0x00>(b_top) ^ b.clmul::<0x00>(a_top);
        let mut sum = V::load(isa, c) ^ even;
        let next = if TOPS == 2 {
            let after = a.clmul::<0x11>(b_top) ^ b.clmul::<0x11>(a_top);
            sum ^= last_and_first::<I, V, 2>(below[1], after);
            below[1] = after;
            sums(a).clmul::<0x00>(b_sum) ^ sums(b).clmul::<0x00>(a_sum) ^ (even ^ after)
        } else {
            a.clmul::<0x01>(b_top) ^ b.clmul::<0x01>(a_top)
        };
        (sum ^ last_and_first::<I, V, 1>(below[0], next)).store(c);
        below[0] = next;
    }
    let mut carried = last_and_first::<I, V, 1>(below[0], V::zero(isa));
    if TOPS == 2 {
        carried ^= last_and_first::<I, V, 2>(below[1], V::zero(isa));
    }
    carried
}

/// In both words of a lane their sum.
#[inline(always)]
fn sums<I: Isa, V: Vector<I>>(v: V) -> V {
    v ^ v.permute(
        #[inline(always)]
        |i| i ^ 1,
    )
}

/// The last `N` words of `below`, then the first words of `row`.
#[inline(always)]
fn last_and_first<I: Isa, V: Vector<I>, const N: usize>(below: V, row: V) -> V {
    below.permute2(
        row,
        #[inline(always)]
        |i| V::WORDS - N + i,
    )
}
