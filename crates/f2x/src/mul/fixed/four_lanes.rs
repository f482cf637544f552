//! Compositions for vectors of 512 bits: four products side by side.

use super::FirstFactors;
use super::leaves::{Leaf8, Leaf10, Leaf12};
use crate::isa::{Isa, Portable};
use crate::mul::one_one_two::OneOneTwo;
use crate::mul::vertical::{Four, Leaf, Three, Two};
use crate::mul::{Karatsuba, Lanes8, Lanes16, OneMore, Quarters, Thirds};

type Four8 = Leaf<Leaf8>;
type Four16 = Two<Four8>;
type Four20 = Two<Leaf<Leaf10>>;
type Four24 = Three<Four8>;
type Four32 = Four<Four8>;

type Fixed24 = Thirds<Four8, Lanes8>;
type Fixed32 = Quarters<Four8, Lanes8>;
type Fixed40 = Quarters<Leaf<Leaf10>, Lanes16<10>>;
type Fixed48 = Thirds<Four16, Lanes16>;
type Fixed64 = Quarters<Four16, Lanes16>;
type Fixed80 = Quarters<Four20, Karatsuba<Lanes16<10>>>;
type Fixed96 = Quarters<Four24, Fixed24>;
type Fixed128 = Quarters<Four32, Fixed32>;
type Fixed160 = Quarters<Four<Leaf<Leaf10>>, Fixed40>;
type Fixed192 = Quarters<Four<Leaf<Leaf12>>, Fixed48>;
type Fixed256 = Quarters<Four<Four16>, Fixed64>;
type Fixed320 = Quarters<Four<Four20>, Fixed80>;

type OneOneTwo32 = OneOneTwo<Four32, Fixed32>;
type OneOneTwo64 = OneOneTwo<Four<Four16>, Fixed64>;
type OneOneTwo128 = OneOneTwo<Four<Four32>, Fixed128>;

/// The products of the first three factors.
pub(super) const fn first_factors(words: usize) -> Option<FirstFactors> {
    let scratch = match words {
        32 => OneOneTwo32::scratch_words::<Portable>(),
        64 => OneOneTwo64::scratch_words::<Portable>(),
        128 => OneOneTwo128::scratch_words::<Portable>(),
        _ => return None,
    };
    Some(FirstFactors { units: 4, scratch })
}

/// [`OneOneTwo`] for operands of `words`, `words` and twice as many words.
pub(super) fn multiply_first_factors<I: Isa>(
    isa: I,
    words: usize,
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
    scratch: &mut [u64],
) {
    match words {
        32 => OneOneTwo32::run(isa, c, a, b, scratch),
        64 => OneOneTwo64::run(isa, c, a, b, scratch),
        128 => OneOneTwo128::run(isa, c, a, b, scratch),
        _ => unreachable!("no such products of {words} words"),
    }
}

super::compositions! {
    17 => OneMore<Lanes16>,
    24 => Fixed24,
    32 => Fixed32,
    33 => OneMore<Fixed32>,
    40 => Fixed40,
    48 => Fixed48,
    64 => Fixed64,
    80 => Fixed80,
    96 => Fixed96,
    128 => Fixed128,
    160 => Fixed160,
    192 => Fixed192,
    256 => Fixed256,
    320 => Fixed320,
}
