//! Many independent products of one size, side by side in the lanes of vectors.
//!
//! One product alone leaves lanes empty or pays shuffles for Karatsuba in the lanes
//! ([`lanes`](super::lanes), [`quarters`](super::quarters)). Of independent products every lane takes
//! one ([`side_by_side`](super::side_by_side)).
//!
//! Cost of a product of n words in one of L lanes: 1/L of a vertical product of n words and of 3n
//! shuffles. It pays as long as the vertical product is in the first cache, up to 32 words;
//! longer products follow one after the other, and so does what is left of a batch that the lanes do
//! not divide.

use super::fixed::{any_leaf, leaves as words};
use super::plan;
use super::side_by_side::{products, scratch_words};
use super::transpose::ROW;
use super::vertical::{Four, Leaf, Three, Two, Vertical};
use crate::Level;
use crate::isa::scratch::on_stack;
use crate::isa::{Isa, Vector};

/// Whether products of so many words are put into lanes.
const fn fits_lanes(level: Level, words: usize) -> bool {
    // Carry-less products of several lanes are one instruction.
    matches!(level, Level::Vpclmul | Level::Avx512) && matches!(words, 1..=16 | 20 | 24 | 32)
}

/// The scratch of the longest products in lanes, in four of them.
const SCRATCH: usize = scratch_words::<Four<Leaf<words::Leaf8>>>(ROW);

/// c := the products of `pairs` operands of `words` words each, one after the other: pair k are the
/// words k·`words` … of `a` and of `b`, product k the words 2k·`words` … of `c`.
///
/// For use outside [`Isa::outline`]. Longer products whose scratch exceeds 8 KiB allocate it.
///
/// # Panics
///
/// A slice has another length.
#[inline]
pub fn batch<I: Isa>(isa: I, (pairs, words): (usize, usize), c: &mut [u64], a: &[u64], b: &[u64]) {
    let length = pairs * words;
    assert!(a.len() == length && b.len() == length && c.len() == 2 * length, "lengths");
    if length == 0 {
        return;
    }
    let lanes = <I::V as Vector<I>>::WORDS / 2;
    let mut done = 0;
    if fits_lanes(I::LEVEL, words) && pairs >= lanes {
        done = pairs - pairs % lanes;
        in_lanes(isa, done / lanes, words, c, a, b);
    }
    for k in done..pairs {
        let (a, b) = (&a[k * words..][..words], &b[k * words..][..words]);
        let c = &mut c[2 * k * words..][..2 * words];
        if plan::is_leaf::<I>(words) {
            any_leaf(isa, c, a, b);
        } else {
            plan::multiply_longer(isa, c, a, b);
        }
    }
}

/// `count` times as many products as lanes.
fn in_lanes<I: Isa>(isa: I, count: usize, n: usize, c: &mut [u64], a: &[u64], b: &[u64]) {
    match n {
        1 => groups::<I, Leaf<words::Leaf1>, 1>(isa, count, c, a, b),
        2 => groups::<I, Leaf<words::Leaf2>, 2>(isa, count, c, a, b),
        3 => groups::<I, Leaf<words::Leaf3>, 3>(isa, count, c, a, b),
        4 => groups::<I, Leaf<words::Leaf4>, 4>(isa, count, c, a, b),
        5 => groups::<I, Leaf<words::Leaf5>, 5>(isa, count, c, a, b),
        6 => groups::<I, Leaf<words::Leaf6>, 6>(isa, count, c, a, b),
        7 => groups::<I, Leaf<words::Leaf7>, 7>(isa, count, c, a, b),
        8 => groups::<I, Leaf<words::Leaf8>, 8>(isa, count, c, a, b),
        9 => groups::<I, Leaf<words::Leaf10>, 9>(isa, count, c, a, b),
        10 => groups::<I, Leaf<words::Leaf10>, 10>(isa, count, c, a, b),
        11 => groups::<I, Leaf<words::Leaf12>, 11>(isa, count, c, a, b),
        12 => groups::<I, Leaf<words::Leaf12>, 12>(isa, count, c, a, b),
        13 => groups::<I, Two<Leaf<words::Leaf8>>, 13>(isa, count, c, a, b),
        14 => groups::<I, Two<Leaf<words::Leaf8>>, 14>(isa, count, c, a, b),
        15 => groups::<I, Two<Leaf<words::Leaf8>>, 15>(isa, count, c, a, b),
        16 => groups::<I, Two<Leaf<words::Leaf8>>, 16>(isa, count, c, a, b),
        20 => groups::<I, Two<Leaf<words::Leaf10>>, 20>(isa, count, c, a, b),
        24 => groups::<I, Three<Leaf<words::Leaf8>>, 24>(isa, count, c, a, b),
        32 => groups::<I, Four<Leaf<words::Leaf8>>, 32>(isa, count, c, a, b),
        _ => unreachable!("no lanes for {n} words"),
    }
}

/// `count` times as many products as lanes, of `N` ≤ `V::WORDS` words.
// The words are a parameter of the function, not of the closure: behind `outline` what a closure
// captures is no constant.
#[inline(always)]
fn groups<I: Isa, V: Vertical, const N: usize>(
    isa: I,
    count: usize,
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
) {
    const { assert!(N <= V::WORDS && scratch_words::<V>(ROW) <= SCRATCH) };
    isa.outline(
        #[inline(always)]
        move || {
            on_stack::<SCRATCH, _>(
                #[inline(always)]
                |scratch| {
                    let group = I::V::WORDS / 2 * N;
                    for g in 0..count {
                        let (a, b) = (&a[g * group..][..group], &b[g * group..][..group]);
                        let c = &mut c[2 * g * group..][..2 * group];
                        products::<I, V>(
                            isa,
                            c,
                            a,
                            b,
                            N,
                            scratch,
                            #[inline(always)]
                            |isa, x, scratch| {
                                let (x, scratch) = (I::V::rows_mut(x).0, I::V::rows_mut(scratch).0);
                                V::mul::<I, I::V>(isa, x, scratch);
                            },
                        );
                    }
                },
            );
        },
    );
}
