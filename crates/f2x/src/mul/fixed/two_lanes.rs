//! Compositions for carry-less products of 256 bits: two products side by side.

use super::FirstFactors;
use super::leaves::{Leaf4, Leaf8, Leaf12};
use crate::isa::Isa;
use crate::mul::one_one::OneOne;
use crate::mul::one_two::OneTwo;
use crate::mul::plan::max;
use crate::mul::vertical::{Four, Leaf, Three, Two};
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

type OneOne32 = OneOne<Two32>;
type OneTwo64 = OneTwo<Four<Two16>>;

/// The products of the first four factors or, where these have more than `most_units`, of two.
pub(super) const fn first_factors(words: usize, most_units: usize) -> Option<FirstFactors> {
    let (units, scratch) = match words {
        32 if most_units >= 8 => (8, max(OneOne32::SCRATCH, OneTwo64::SCRATCH)),
        32 => (2, OneOne32::SCRATCH),
        _ => return None,
    };
    Some(FirstFactors { units, scratch })
}

/// [`OneOne`] for operands of 32 words and, of four factors, [`OneTwo`] for those of the next two.
pub(super) fn multiply_first_factors<I: Isa>(
    isa: I,
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
    scratch: &mut [u64],
) {
    OneOne32::run(isa, c, a, b, scratch);
    if a.len() > 64 {
        OneTwo64::run(isa, &mut c[128..], &a[64..], &b[64..], scratch);
    }
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
