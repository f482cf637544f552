//! Compositions for carry-less products of 256 bits: two products side by side.

use super::leaves::{Leaf4, Leaf8, Leaf12};
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
