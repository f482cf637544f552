//! One product in the lanes of one vector: the outer step of Karatsuba side by side.
//!
//! A vector of four lanes holds lo, hi and their sum in three of them (the fourth does what the
//! third does), interleaved as in [`columns`](super::columns): lane 0 of x\[w\] is word w of both low
//! halves, lane 1 of both high halves, lane 2 of both sums. One run of [`Columns`] gives the three
//! products of Karatsuba at once, and what is left is to turn lanes into rows.
//!
//! Cost on 512-bit vectors: for 8 words 9 clmul, for 16 words 27; all else is exclusive-ors and
//! shuffles. No scratch. Operands may be shorter; missing words count as zero.

use super::Block;
use super::columns::{Columns, Join, One, join};
use super::transpose::{interleave, lanes};
use crate::isa::{Isa, Vector, load_window};

type Four = Join<Join<One>>;
type Eight = Join<Four>;

/// c := a · b for at most `N` ≤ 8 words each, from four words in each lane.
#[derive(Clone, Copy, Debug)]
pub struct Lanes8<const N: usize = 8>;

/// c := a · b for at most `N` ≤ 16 words each, from eight words in each lane.
#[derive(Clone, Copy, Debug)]
pub struct Lanes16<const N: usize = 16>;

/// Row k of the product to words 8k … of `c`, as far as they exist.
#[inline(always)]
fn store<I: Isa>(c: &mut [u64], k: usize, row: I::V) {
    let words = c.get_mut(8 * k..).unwrap_or(&mut []);
    let (rows, part) = I::V::rows_mut(words);
    match rows.first_mut() {
        Some(whole) => row.store(whole),
        // A masked store at the address of an empty slice, where no memory is, takes as long as a product.
        None if part.is_empty() => {}
        None => row.store_part(part),
    }
}

/// Rows (lo, hi, mid) of eight words each from four limbs whose lanes are lo, hi and mid.
#[inline(always)]
fn rows<I: Isa>(r: [I::V; 4]) -> [I::V; 3] {
    let (t0, t1) = (lanes::<I>(r[0], r[1], [0, 4, 1, 5]), lanes::<I>(r[2], r[3], [0, 4, 1, 5]));
    let (m0, m1) = (lanes::<I>(r[0], r[1], [2, 6, 2, 6]), lanes::<I>(r[2], r[3], [2, 6, 2, 6]));
    [
        lanes::<I>(t0, t1, [0, 1, 4, 5]),
        lanes::<I>(t0, t1, [2, 3, 6, 7]),
        lanes::<I>(m0, m1, [0, 1, 4, 5]),
    ]
}

impl<I: Isa, const N: usize> Block<I> for Lanes8<N> {
    const WORDS: usize = N;
    const SCRATCH: usize = 0;

    #[inline(always)]
    fn mul(isa: I, c: &mut [u64], a: &[u64], b: &[u64], _: &mut [u64]) {
        assert!(I::V::WORDS == 8, "the lanes are those of 512-bit vectors");
        // Lanes: words 0, 2 of lo and of hi; words 1, 3.
        let [even, odd] = interleave::<I>(load_window(isa, a, 0), load_window(isa, b, 0));
        let sum_even = even ^ lanes::<I>(even, even, [2, 3, 0, 1]);
        let sum_odd = odd ^ lanes::<I>(odd, odd, [2, 3, 0, 1]);
        let x = [
            lanes::<I>(even, sum_even, [0, 2, 4, 6]),
            lanes::<I>(odd, sum_odd, [0, 2, 4, 6]),
            lanes::<I>(even, sum_even, [1, 3, 5, 7]),
            lanes::<I>(odd, sum_odd, [1, 3, 5, 7]),
        ];
        let mut columns = [I::V::zero(isa); 16];
        Four::columns(isa, &mut columns, &x);
        let limbs = [
            join(isa, &columns, 0),
            join(isa, &columns, 1),
            join(isa, &columns, 2),
            join(isa, &columns, 3),
        ];
        let [lo, hi, mid] = rows::<I>(limbs);
        let middle = mid ^ lo ^ hi;
        let middle = lanes::<I>(middle, middle, [2, 3, 0, 1]);
        store::<I>(c, 0, lo.xor_where(middle, 0xf0));
        store::<I>(c, 1, hi.xor_where(middle, 0x0f));
    }
}

impl<I: Isa, const N: usize> Block<I> for Lanes16<N> {
    const WORDS: usize = N;
    const SCRATCH: usize = 0;

    #[inline(always)]
    fn mul(isa: I, c: &mut [u64], a: &[u64], b: &[u64], _: &mut [u64]) {
        assert!(I::V::WORDS == 8, "the lanes are those of 512-bit vectors");
        let [lo_even, lo_odd] = interleave::<I>(load_window(isa, a, 0), load_window(isa, b, 0));
        let [hi_even, hi_odd] = interleave::<I>(load_window(isa, a, 8), load_window(isa, b, 8));
        let mut x = [I::V::zero(isa); 8];
        for (parity, (lo, hi)) in [(lo_even, hi_even), (lo_odd, hi_odd)].into_iter().enumerate() {
            let sum = lo ^ hi;
            let (t0, t1) = (lanes::<I>(lo, hi, [0, 1, 4, 5]), lanes::<I>(lo, hi, [2, 3, 6, 7]));
            x[parity] = lanes::<I>(t0, sum, [0, 2, 4, 4]);
            x[2 + parity] = lanes::<I>(t0, sum, [1, 3, 5, 5]);
            x[4 + parity] = lanes::<I>(t1, sum, [0, 2, 6, 6]);
            x[6 + parity] = lanes::<I>(t1, sum, [1, 3, 7, 7]);
        }
        let mut columns = [I::V::zero(isa); 16];
        Eight::columns(isa, &mut columns, &x);
        let [lo0, hi0, mid0] = rows::<I>([
            join(isa, &columns, 0),
            join(isa, &columns, 1),
            join(isa, &columns, 2),
            join(isa, &columns, 3),
        ]);
        let [lo1, hi1, mid1] = rows::<I>([
            join(isa, &columns, 4),
            join(isa, &columns, 5),
            join(isa, &columns, 6),
            join(isa, &columns, 7),
        ]);
        let middle = lo1 ^ hi0;
        store::<I>(c, 0, lo0);
        store::<I>(c, 1, middle ^ lo0 ^ mid0);
        store::<I>(c, 2, middle ^ hi1 ^ mid1);
        store::<I>(c, 3, hi1);
    }
}
