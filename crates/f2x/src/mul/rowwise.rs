//! The same exclusive-or at every position of several slices.

use crate::isa::{Isa, Vector};

/// `output[..][i] := f(output[..][i], input[..][i])` at every word `i`.
///
/// All slices have the same length, of any number of words. `f` sees whole vectors, so it can
/// neither branch on the words nor tell their positions.
///
/// Cost: one load per slice and one store per output, for each row.
///
/// # Panics
///
/// The lengths differ.
#[inline(always)]
pub fn rowwise<I: Isa, const OUT: usize, const IN: usize>(
    isa: I,
    output: [&mut [u64]; OUT],
    input: [&[u64]; IN],
    f: impl Fn([I::V; OUT], [I::V; IN]) -> [I::V; OUT],
) {
    let words = output[0].len();
    for slice in &output {
        assert_eq!(slice.len(), words, "output of another length");
    }
    for slice in &input {
        assert_eq!(slice.len(), words, "input of another length");
    }
    let zero = I::V::zero(isa);
    let (mut old, mut values) = ([zero; OUT], [zero; IN]);
    for row in 0..words / I::V::WORDS {
        for k in 0..OUT {
            old[k] = I::V::load(isa, &I::V::rows(output[k]).0[row]);
        }
        for k in 0..IN {
            values[k] = I::V::load(isa, &I::V::rows(input[k]).0[row]);
        }
        let new = f(old, values);
        for k in 0..OUT {
            new[k].store(&mut I::V::rows_mut(output[k]).0[row]);
        }
    }
    if !words.is_multiple_of(I::V::WORDS) {
        for k in 0..OUT {
            old[k] = I::V::load_part(isa, I::V::rows(output[k]).1);
        }
        for k in 0..IN {
            values[k] = I::V::load_part(isa, I::V::rows(input[k]).1);
        }
        let new = f(old, values);
        for k in 0..OUT {
            new[k].store_part(I::V::rows_mut(output[k]).1);
        }
    }
}
