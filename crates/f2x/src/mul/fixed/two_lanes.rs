//! Compositions for carry-less products of 256 bits: two products side by side.

use super::FirstFactors;
use super::leaves::{Leaf4, Leaf8, Leaf12};
use crate::isa::Isa;
use crate::isa::scratch::aligned;
use crate::mul::one_two::OneTwo;
use crate::mul::plan::max;
use crate::mul::side_by_side::{products, scratch_words};
use crate::mul::transpose::{ROW_OF_TWO, vertical};
use crate::mul::vertical::{Four, Leaf, Three, Two, Vertical};
use crate::mul::{Halves, Interleaved, Karatsuba};

type Two8 = Leaf<Leaf8>;
type Two16 = Two<Two8>;
type Two32 = Four<Two8>;

type Fixed16 = Halves<Two8, Interleaved<Leaf8>>;
type Fixed24 = Halves<Three<Leaf<Leaf4>>, Interleaved<Leaf12>>;
type Fixed32 = Halves<Two16, Fixed16>;
type Fixed48 = Halves<Three<Two8>, Fixed24>;
type Fixed64 = Halves<Two32, Fixed32>;
type Fixed96 = Halves<Two<Three<Two8>>, Fixed48>;
type Fixed128 = Halves<Four<Two16>, Fixed64>;
type Fixed192 = Halves<Four<Three<Two8>>, Fixed96>;
type Fixed256 = Karatsuba<Fixed128>;

type OneTwo64 = OneTwo<Four<Two16>>;

/// The products of the first four factors or, where these have more than `most_units`, of two.
pub(super) const fn first_factors(words: usize, most_units: usize) -> Option<FirstFactors> {
    let one_one = scratch_words::<Two32>(ROW_OF_TWO);
    let (units, scratch) = match words {
        32 if most_units >= 8 => (8, max(one_one, OneTwo64::SCRATCH)),
        32 => (2, one_one),
        _ => return None,
    };
    Some(FirstFactors { units, scratch })
}

/// Two products of `words` words side by side and, of four factors, [`OneTwo`] for operands of twice as many.
pub(super) fn multiply_first_factors<I: Isa>(
    isa: I,
    words: usize,
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
    scratch: &mut [u64],
) {
    let (one_one, one_two) = c.split_at_mut(4 * words);
    let (a01, a23) = a.split_at(2 * words);
    let (b01, b23) = b.split_at(2 * words);
    match (words, a.len() / words) {
        (32, 2) => multiply_one_one::<I, Two32>(isa, one_one, a01, b01, scratch),
        (32, 8) => {
            multiply_one_one::<I, Two32>(isa, one_one, a01, b01, scratch);
            OneTwo64::run(isa, one_two, a23, b23, scratch);
        }
        (_, units) => unreachable!("no such products for {units} units of {words} words"),
    }
}

/// Two products of `V::WORDS` words, side by side.
fn multiply_one_one<I: Isa, V: Vertical>(
    isa: I,
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
    scratch: &mut [u64],
) {
    isa.outline(
        #[inline(always)]
        move || {
            let scratch = aligned(scratch, scratch_words::<V>(ROW_OF_TWO));
            products::<I, V>(isa, c, a, b, V::WORDS, scratch, vertical::<I, V>);
        },
    );
}

super::compositions! {
    16 => Fixed16,
    24 => Fixed24,
    32 => Fixed32,
    48 => Fixed48,
    64 => Fixed64,
    96 => Fixed96,
    128 => Fixed128,
    192 => Fixed192,
    256 => Fixed256,
}
