//! The definition: every word of one operand by every word of the other.
//!
//! c = Σ aᵢ·bⱼ·x^(64(i+j)).
//!
//! The products of 128 bits are summed by column i+j. Even columns lie on the lanes of the result;
//! the odd ones are shifted by a word once, at the end:
//! lane j of the result is C(2j) + (high word of C(2j−1), low word of C(2j+1)).
//!
//! Cost: N² clmul; N² − N + 1 exclusive-ors of lanes, which are 2N(N − 1) of words that are not known
//! to be zero; N shuffles. No scratch.

use super::Block;
use super::columns::join;
use crate::isa::{Isa, Vector};

/// The product of `N` words by `N` words, `N` at most 16, from N² products of words.
#[derive(Clone, Copy, Debug)]
pub struct Schoolbook<const N: usize>;

impl<I: Isa, const N: usize> Block<I> for Schoolbook<N> {
    const WORDS: usize = N;
    const SCRATCH: usize = 0;

    #[inline(always)]
    fn mul(isa: I, c: &mut [u64], a: &[u64], b: &[u64], _: &mut [u64]) {
        let word = |v: &[u64], i: usize| I::X::load_part(isa, &v[i..i + 1]);
        let mut columns = [I::X::zero(isa); 32];
        for i in 0..N {
            let ai = word(a, i);
            for j in 0..N {
                columns[i + j] ^= ai.clmul::<0x00>(word(b, j));
            }
        }
        let limbs = I::X::rows_mut(c).0;
        for (k, limb) in limbs.iter_mut().enumerate().take(N) {
            join(isa, &columns, k).store(limb);
        }
    }
}
