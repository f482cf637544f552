//! Compositions without a carry-less multiplier, where products of words are all that counts.

use super::leaves::Leaf8;
use crate::mul::{Interleaved, Karatsuba, Karatsuba3, Karatsuba5};

type Fixed8 = Interleaved<Leaf8>;
type Fixed16 = Karatsuba<Fixed8>;
type Fixed24 = Karatsuba3<Fixed8>;
type Fixed32 = Karatsuba<Fixed16>;
type Fixed48 = Karatsuba3<Fixed16>;
type Fixed64 = Karatsuba<Fixed32>;
type Fixed80 = Karatsuba5<Fixed16>;
type Fixed96 = Karatsuba3<Fixed32>;
type Fixed128 = Karatsuba<Fixed64>;
type Fixed160 = Karatsuba5<Fixed32>;
type Fixed192 = Karatsuba3<Fixed64>;
type Fixed256 = Karatsuba<Fixed128>;
type Fixed320 = Karatsuba5<Fixed64>;

super::compositions! {
    16 => Fixed16,
    24 => Fixed24,
    32 => Fixed32,
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
