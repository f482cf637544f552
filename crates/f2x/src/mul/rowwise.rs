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
    let output = output.map(
        #[inline(always)]
        |o| {
            assert_eq!(o.len(), words, "output of another length");
            I::V::rows_mut(o)
        },
    );
    let input = input.map(
        #[inline(always)]
        |i| {
            assert_eq!(i.len(), words, "input of another length");
            I::V::rows(i)
        },
    );
    for row in 0..words / I::V::WORDS {
        let old = core::array::from_fn(
            #[inline(always)]
            |k| I::V::load(isa, &output[k].0[row]),
        );
        let values = core::array::from_fn(
            #[inline(always)]
            |k| I::V::load(isa, &input[k].0[row]),
        );
        let new = f(old, values);
        for k in 0..OUT {
            new[k].store(&mut output[k].0[row]);
        }
    }
    if words % I::V::WORDS != 0 {
        let old = core::array::from_fn(
            #[inline(always)]
            |k| I::V::load_part(isa, output[k].1),
        );
        let values = core::array::from_fn(
            #[inline(always)]
            |k| I::V::load_part(isa, input[k].1),
        );
        let new = f(old, values);
        for k in 0..OUT {
            new[k].store_part(output[k].1);
        }
    }
}
