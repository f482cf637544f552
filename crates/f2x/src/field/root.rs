//! Square roots.
//!
//! With a = e(x²) + x·o(x²), its even and odd coefficients, √a = e(x) + √x·o(x): the bits are taken
//! apart, and the odd ones are multiplied by a constant of the field.
//!
//! Cost: a product.

use super::modulus::{Modulus, root_of_x};
use super::{Element, on_level};
use crate::isa::Isa;

impl<F: Modulus, const W: usize> Element<F, W> {
    /// The square root of x.
    const ROOT_OF_X: Self = Self::new(root_of_x::<F, W>());

    /// The element whose square is `self`; every element has one.
    #[inline]
    pub fn sqrt(self) -> Self {
        let a = self;
        on_level!(isa, (a: Element<F, W>) -> Element<F, W>, a.sqrt_on(isa))
    }

    /// The element whose square is `self`; every element has one.
    #[inline(always)]
    pub fn sqrt_on<I: Isa>(self, isa: I) -> Self {
        let (mut even, mut odd) = ([0; W], [0; W]);
        for (i, word) in self.0.into_iter().enumerate() {
            even[i / 2] |= compress(word) << (32 * (i % 2));
            odd[i / 2] |= compress(word >> 1) << (32 * (i % 2));
        }
        Self::new(even) + Self::new(odd).mul_on(isa, Self::ROOT_OF_X)
    }
}

/// The even bits of a word, side by side.
#[inline(always)]
fn compress(word: u64) -> u64 {
    let v = word & 0x5555_5555_5555_5555;
    let v = (v ^ v >> 1) & 0x3333_3333_3333_3333;
    let v = (v ^ v >> 2) & 0x0f0f_0f0f_0f0f_0f0f;
    let v = (v ^ v >> 4) & 0x00ff_00ff_00ff_00ff;
    let v = (v ^ v >> 8) & 0x0000_ffff_0000_ffff;
    (v ^ v >> 16) & 0xffff_ffff
}
