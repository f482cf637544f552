//! Rows of words into the lanes of registers, and back: the border of the vertical products.
//!
//! Outside, an operand lies in rows, word after word. Inside, register w holds word w of four
//! operands, a pair (a_w | b_w) in each lane ([`vertical`](super::vertical)). Halves of two rows are
//! read into one vector, which takes no shuffle; so a register costs two shuffles on its way in and
//! one on its way out.

use super::copy_windows;
use super::vertical::Vertical;
use crate::isa::{Isa, Vector};

/// The words of a register: four lanes.
pub(super) const ROW: usize = 8;
/// Registers behind a vertical product that [`rows`] may read with it, because it reads four.
pub(super) const BEHIND: usize = 3;

/// The lanes of `v` (0 to 3) and of `w` (4 to 7) in the order given.
#[inline(always)]
pub(super) fn lanes<I: Isa>(v: I::V, w: I::V, order: [usize; 4]) -> I::V {
    v.permute2(
        w,
        #[inline(always)]
        |i| 2 * order[i / 2] + i % 2,
    )
}

/// (a_w | b_w) in each lane: the even words, then the odd words.
#[inline(always)]
pub(super) fn interleave<I: Isa>(a: I::V, b: I::V) -> [I::V; 2] {
    let even = a.permute2(
        b,
        #[inline(always)]
        |i| if i % 2 == 0 { i } else { I::V::WORDS - 1 + i },
    );
    let odd = a.permute2(
        b,
        #[inline(always)]
        |i| if i % 2 == 0 { i + 1 } else { I::V::WORDS + i },
    );
    [even, odd]
}

/// Calls `store` with every w and the register of word w of the four operand pairs, `n` ≥ 4 words
/// each. The last registers may come twice.
#[inline(always)]
pub(super) fn pack<I: Isa>(
    isa: I,
    n: usize,
    a: [&[u64]; 4],
    b: [&[u64]; 4],
    mut store: impl FnMut(usize, I::V),
) {
    assert!(I::V::WORDS == ROW, "four lanes");
    for group in 0..n.div_ceil(4) {
        let first = (4 * group).min(n - 4);
        let mut pairs = [[I::V::zero(isa); 2]; 2];
        for (h, pair) in pairs.iter_mut().enumerate() {
            let a = I::V::load_halves(isa, &a[2 * h][first..], &a[2 * h + 1][first..]);
            let b = I::V::load_halves(isa, &b[2 * h][first..], &b[2 * h + 1][first..]);
            *pair = interleave::<I>(a, b);
        }
        let [low, high] = pairs;
        store(first, lanes::<I>(low[0], high[0], [0, 2, 4, 6]));
        store(first + 1, lanes::<I>(low[1], high[1], [0, 2, 4, 6]));
        store(first + 2, lanes::<I>(low[0], high[0], [1, 3, 5, 7]));
        store(first + 3, lanes::<I>(low[1], high[1], [1, 3, 5, 7]));
    }
}

/// The lanes of a register of four words.
pub(super) const TWO_LANES: usize = 2;

/// Its words.
pub(super) const ROW_OF_TWO: usize = 2 * TWO_LANES;

/// registers := those of two lanes as by [`pack`], of `n` ≥ 2 words each.
#[inline(always)]
pub(super) fn pack_two<I: Isa>(
    isa: I,
    n: usize,
    a: [&[u64]; TWO_LANES],
    b: [&[u64]; TWO_LANES],
    registers: &mut [<I::V as Vector<I>>::Row],
) {
    assert!(I::V::WORDS == ROW_OF_TWO, "two lanes");
    for group in 0..n.div_ceil(2) {
        let first = (2 * group).min(n - 2);
        let [even, odd] = interleave::<I>(
            I::V::load_halves(isa, &a[0][first..], &a[1][first..]),
            I::V::load_halves(isa, &b[0][first..], &b[1][first..]),
        );
        even.store(&mut registers[first]);
        odd.store(&mut registers[first + 1]);
    }
}

/// Four words, limbs k and k + 1, of the product in a lane of two.
#[inline(always)]
pub(super) fn row_of_two<I: Isa>(isa: I, products: &[u64], k: usize, lane: usize) -> I::V {
    let limb = &products[2 * (TWO_LANES * k + lane)..];
    I::V::load_halves(isa, limb, &limb[2 * TWO_LANES..])
}

/// Words `at` … `at + 4` of the lower half of the product of n words in a lane of two, and of the upper half.
#[inline(always)]
pub(super) fn lane_of_two<I: Isa>(
    isa: I,
    products: &[u64],
    n: usize,
    at: usize,
    lane: usize,
) -> (I::V, I::V) {
    (row_of_two(isa, products, at / 2, lane), row_of_two(isa, products, n / 2 + at / 2, lane))
}

/// Rows of eight words from limbs k to k + 3 of the products in the lanes, one row for each lane.
#[inline(always)]
pub(super) fn rows<I: Isa>(isa: I, products: &[u64], k: usize) -> [I::V; 4] {
    let limbs = &products[ROW * k..][..4 * ROW];
    let mut rows = [I::V::zero(isa); 4];
    for half in 0..2 {
        let limbs = &limbs[4 * half..];
        let u = I::V::load_halves(isa, limbs, &limbs[ROW..]);
        let v = I::V::load_halves(isa, &limbs[2 * ROW..], &limbs[3 * ROW..]);
        rows[2 * half] = lanes::<I>(u, v, [0, 2, 4, 6]);
        rows[2 * half + 1] = lanes::<I>(u, v, [1, 3, 5, 7]);
    }
    rows
}

/// The rows from limb k on of the lower halves of the products of n words, and of the upper halves.
#[inline(always)]
pub(super) fn row_halves<I: Isa>(
    isa: I,
    products: &[u64],
    n: usize,
    k: usize,
) -> [(I::V, I::V); 4] {
    let (low, high) = (rows(isa, products, k), rows(isa, products, n / 2 + k));
    [(low[0], high[0]), (low[1], high[1]), (low[2], high[2]), (low[3], high[3])]
}

/// Words `at` … `at + width` of the lower half of a product of n words, and of its upper half.
#[inline(always)]
pub(super) fn contiguous_halves<I: Isa>(
    isa: I,
    product: &[u64],
    n: usize,
    (at, width): (usize, usize),
) -> (I::V, I::V) {
    let (low, high) = (&product[at..][..width], &product[n + at..][..width]);
    (I::V::load_part(isa, low), I::V::load_part(isa, high))
}

/// x := the vertical product of its registers; expanded here where it is short, a call where it is long.
#[inline(always)]
pub(super) fn vertical<I: Isa, V: Vertical>(isa: I, x: &mut [u64], scratch: &mut [u64]) {
    let n = V::WORDS;
    let (x, scratch) = (I::V::rows_mut(x).0, I::V::rows_mut(scratch).0);
    if n <= I::INLINE_WORDS / 2 {
        return V::mul::<I, I::V>(isa, &mut x[..n], scratch);
    }
    isa.outline(
        #[inline(always)]
        move || V::mul::<I, I::V>(isa, &mut x[..n], &mut scratch[..V::SCRATCH]),
    );
}

/// `N` parts of n words of `v`, which may lack less than n words: then the last part is a copy of
/// what is there, filled up with zeros in `last`, which has n words.
#[inline(always)]
pub(super) fn filled_parts<'v, I: Isa, const N: usize>(
    isa: I,
    v: &'v [u64],
    last: &'v mut [u64],
) -> [&'v [u64]; N] {
    let n = last.len();
    let (whole, rest) = v.split_at((N - 1) * n);
    let mut parts: [&[u64]; N] = [&[]; N];
    for (part, words) in parts.iter_mut().zip(whole.chunks_exact(n)) {
        *part = words;
    }
    parts[N - 1] = if rest.len() == n {
        rest
    } else {
        copy_windows(isa, last, rest);
        last
    };
    parts
}

/// Stores words `at` … `at + width` of `N` pieces of n words each: the last two pieces to `end`, the
/// others to `head`.
#[inline(always)]
pub(super) fn store_pieces<I: Isa, const N: usize>(
    words: [I::V; N],
    (head, end): (&mut [u64], &mut [u64]),
    n: usize,
    (at, width): (usize, usize),
) {
    for (k, words) in words.into_iter().enumerate() {
        let piece = if k < N - 2 { &mut head[k * n..] } else { &mut end[(k + 2 - N) * n..] };
        let piece = &mut piece[at..at + width];
        match I::V::rows_mut(piece).0.first_mut() {
            Some(row) => words.store(row),
            None => words.store_part(piece),
        }
    }
}

/// Calls `f` with the first word and the number of words of every row of n words.
#[inline(always)]
pub(super) fn each_row<const ROW: usize>(n: usize, mut f: impl FnMut(usize, usize)) {
    for row in 0..n / ROW {
        f(ROW * row, ROW);
    }
    if !n.is_multiple_of(ROW) {
        f(n - n % ROW, n % ROW);
    }
}
