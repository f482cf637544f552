//! Euclid's algorithm, 62 degrees at a time, in quadratic time.
//!
//! The steps that the highest 2k + 1 coefficients of a pair decide are those of the pair itself as
//! long as the quotients have k degrees together (Lehmer 1938; for polynomials Moenck 1973, Aho,
//! Hopcroft and Ullman 1974, section 8.9). So 31 degrees of steps are found on the highest words of
//! a and b alone, as a matrix of four polynomials below x^32; it is applied to the highest two
//! words of each; 31 more degrees are found; and the product of both matrices, four words, is
//! applied to the whole pair in one pass.
//!
//! On single words both polynomials are kept with their leading coefficient at the top, α and β. Of
//! the sum α + β, shifted up until its leading coefficient is at the top again, one step replaces
//! the polynomial of the higher degree. The next step adds that to the other one: which of the two
//! then has the higher degree matters only for the step after it, so the chain from sum to sum is
//! an exclusive-or, a count of zeros and a shift. Both cofactors of a polynomial share a word.
//!
//! Cost: some 2·n/62 such pieces for degrees n, each of about 62 short chains and two
//! clmul for every word of the pair, and as many for those of the cofactors.

use super::euclid::{Pair, quotient_step};
use super::words;
use crate::isa::{Isa, Vector};
use crate::{Level, Operation};
use core::hint::select_unpredictable;

/// Runs Euclid's algorithm on the first pair until b has degree below `stop`, and takes the same
/// steps on the others.
///
/// a has at least the degree of b. Afterwards b is the first remainder of degree below `stop`.
pub(super) fn reduce(pairs: &mut [Pair], stop: usize) {
    Level::dispatch_current(Reduce { pairs, stop })
        .expect("F2X_LEVEL names a level that can be used");
}

struct Reduce<'p> {
    pairs: &'p mut [Pair],
    stop: usize,
}

impl Operation for Reduce<'_> {
    type Output = ();

    fn run<I: Isa>(self, isa: I) {
        let Reduce { pairs, stop } = self;
        isa.outline(
            #[inline(always)]
            || loop {
                let (a_bits, b_bits) = pairs[0].bits();
                if b_bits <= stop {
                    break;
                }
                let shift = a_bits as isize - 128;
                let steps = steps(
                    isa,
                    top(&pairs[0].a, shift),
                    top(&pairs[0].b, shift),
                    stop as isize - shift,
                );
                let Some(steps) = steps else {
                    quotient_step(pairs);
                    continue;
                };
                for pair in pairs.iter_mut() {
                    apply(isa, &steps, pair);
                }
            },
        );
    }
}

/// The coefficients of x^shift to x^(shift+127).
fn top(words: &[u64], shift: isize) -> u128 {
    let mut window = [0; 2];
    words::copy_window(&mut window, words, shift);
    u128::from(window[1]) << 64 | u128::from(window[0])
}

/// Steps of Euclid's algorithm: the cofactors of both operands in a, and those in b.
#[derive(Clone, Copy)]
struct Steps {
    a: [u64; 2],
    b: [u64; 2],
}

/// Up to 62 degrees of steps; none if the first quotient has a higher degree than 31, or the second
/// polynomial a degree below `stop`. The highest bit of `a` is set.
#[inline(always)]
fn steps<I: Isa>(isa: I, a: u128, b: u128, stop: isize) -> Option<Steps> {
    let first = steps_of_words((a >> 64) as u64, (b >> 64) as u64, stop - 64)?;
    let (a, b) = (combine(isa, first.a, [a, b]), combine(isa, first.b, [a, b]));
    let zeros = a.leading_zeros();
    let (a, b) = ((a << zeros >> 64) as u64, (b << zeros >> 64) as u64);
    let Some(second) = steps_of_words(a, b, stop - 64 + zeros as isize) else {
        return Some(first);
    };
    Some(Steps { a: row(isa, second.a, &first), b: row(isa, second.b, &first) })
}

/// A row of the product of two matrices.
#[inline(always)]
fn row<I: Isa>(isa: I, factors: [u64; 2], steps: &Steps) -> [u64; 2] {
    let of_a = clmul(isa, factors[0], steps.a[0])[0] ^ clmul(isa, factors[1], steps.b[0])[0];
    let of_b = clmul(isa, factors[0], steps.a[1])[0] ^ clmul(isa, factors[1], steps.b[1])[0];
    [of_a, of_b]
}

/// Up to 31 degrees of steps on single words, as [`steps`].
#[inline(always)]
fn steps_of_words(a: u64, b: u64, stop: isize) -> Option<Steps> {
    let stop = stop.clamp(32, 64) as i32;
    let mut larger = Aligned { word: a, degree: 63, cofactors: 1 };
    let zeros = b.leading_zeros();
    let mut smaller =
        Aligned { word: b.wrapping_shl(zeros), degree: 63 - zeros as i32, cofactors: 1 << 32 };
    if smaller.degree < stop {
        return None;
    }
    loop {
        let sum = larger.word ^ smaller.word;
        let zeros = sum.leading_zeros();
        let sum = Aligned {
            word: sum.wrapping_shl(zeros),
            degree: larger.degree - zeros as i32,
            cofactors: larger.cofactors
                ^ smaller.cofactors.wrapping_shl((larger.degree - smaller.degree) as u32),
        };
        if sum.degree < stop {
            let (a, b) = (smaller.cofactors, sum.cofactors);
            return Some(Steps { a: [a & 0xffff_ffff, a >> 32], b: [b & 0xffff_ffff, b >> 32] });
        }
        let below = sum.degree < smaller.degree;
        larger = select(below, smaller, sum);
        smaller = select(below, sum, smaller);
    }
}

/// A polynomial of one word with its leading coefficient at the top, its degree, and its cofactors,
/// one in each half.
#[derive(Clone, Copy)]
struct Aligned {
    word: u64,
    degree: i32,
    cofactors: u64,
}

/// `yes` or `no`, without a branch: it would be predicted wrongly every other time.
#[inline(always)]
fn select(condition: bool, yes: Aligned, no: Aligned) -> Aligned {
    Aligned {
        word: select_unpredictable(condition, yes.word, no.word),
        degree: select_unpredictable(condition, yes.degree, no.degree),
        cofactors: select_unpredictable(condition, yes.cofactors, no.cofactors),
    }
}

/// row·values, the lowest two words.
#[inline(always)]
fn combine<I: Isa>(isa: I, row: [u64; 2], values: [u128; 2]) -> u128 {
    let mut sum = 0;
    for (factor, value) in row.into_iter().zip(values) {
        let low = clmul(isa, factor, value as u64);
        let high = clmul(isa, factor, (value >> 64) as u64);
        sum ^= u128::from(low[1] ^ high[0]) << 64 | u128::from(low[0]);
    }
    sum
}

/// The product of two words.
#[inline(always)]
pub(super) fn clmul<I: Isa>(isa: I, a: u64, b: u64) -> [u64; 2] {
    let product = I::X::load_part(isa, &[a]).clmul::<0>(I::X::load_part(isa, &[b]));
    let mut words = [0; 2];
    product.store_part(&mut words);
    words
}

/// Applies the steps to a pair, in one pass.
#[inline(always)]
fn apply<I: Isa>(isa: I, steps: &Steps, pair: &mut Pair) {
    let bits = pair.bits();
    // The products need a word more; where a and b are reduced, it stays zero.
    let count = bits.0.max(bits.1).div_ceil(64) + 1;
    pair.a.resize(count, 0);
    pair.b.resize(count, 0);
    let row = I::V::WORDS;
    // In each lane: the factor for a, the factor for b.
    let mut factors = [[0; 8]; 2];
    for (lane, word) in (0..8).enumerate() {
        factors[0][word] = if lane % 2 == 0 { steps.a[0] } else { steps.b[0] };
        factors[1][word] = if lane % 2 == 0 { steps.a[1] } else { steps.b[1] };
    }
    let of_a = I::V::load_part(isa, &factors[0][..row]);
    let of_b = I::V::load_part(isa, &factors[1][..row]);
    // The products of odd words reach into the next row.
    let mut above = [I::V::zero(isa); 2];
    let mut at = 0;
    while at < count {
        let end = count.min(at + row);
        let a = I::V::load_part(isa, &pair.a[at..end]);
        let b = I::V::load_part(isa, &pair.b[at..end]);
        let even = [
            of_a.clmul::<0x00>(a) ^ of_b.clmul::<0x00>(b),
            of_a.clmul::<0x01>(a) ^ of_b.clmul::<0x01>(b),
        ];
        let odd = [
            of_a.clmul::<0x10>(a) ^ of_b.clmul::<0x10>(b),
            of_a.clmul::<0x11>(a) ^ of_b.clmul::<0x11>(b),
        ];
        let shifted = [
            above[0].permute2(
                odd[0],
                #[inline(always)]
                |i| row - 1 + i,
            ),
            above[1].permute2(
                odd[1],
                #[inline(always)]
                |i| row - 1 + i,
            ),
        ];
        (even[0] ^ shifted[0]).store_part(&mut pair.a[at..end]);
        (even[1] ^ shifted[1]).store_part(&mut pair.b[at..end]);
        above = odd;
        at = end;
    }
}
