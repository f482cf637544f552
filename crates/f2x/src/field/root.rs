//! Square roots.
//!
//! With a = e(x²) + x·o(x²), its even and odd coefficients, √a = e(x) + √x·o(x): the bits are taken
//! apart, and the odd ones are multiplied by a constant of the field.
//!
//! Cost: a product.

use super::modulus::{Modulus, root_of_x};
use super::multiply::{interleave, load, multiply, store};
use super::reduce::reduce;
use super::{Element, on_level};
use crate::isa::{Isa, Vector};

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
        let (mut even, mut odd) = ([I::X::zero(isa); 8], [I::X::zero(isa); 8]);
        let limbs = load::<I, W>(isa, &self.0);
        for i in 0..W.div_ceil(4) {
            even[i] = compress(isa, limbs[2 * i], limbs[2 * i + 1]);
            odd[i] = compress(isa, limbs[2 * i].shr(1), limbs[2 * i + 1].shr(1));
        }
        let columns = multiply::<I, W>(isa, &store::<I, W>(&odd), &Self::ROOT_OF_X.0);
        let mut root = reduce::<I, I::X, F, W>(isa, columns);
        for (limb, even) in root.iter_mut().zip(even) {
            *limb ^= even;
        }
        Self::new(store::<I, W>(&root))
    }
}

/// The even bits of two limbs, side by side in one.
#[inline(always)]
fn compress<I: Isa>(isa: I, low: I::X, high: I::X) -> I::X {
    let (low, high) = (compress_words(isa, low), compress_words(isa, high));
    let [even, odd] = interleave(low, high);
    even ^ odd.shl(32)
}

/// The even bits of every word, side by side in its lower half.
#[inline(always)]
fn compress_words<I: Isa>(isa: I, v: I::X) -> I::X {
    let mask = |word: u64| I::X::load_part(isa, &[word; 2]);
    let v = v.and(mask(0x5555_5555_5555_5555));
    let v = (v ^ v.shr(1)).and(mask(0x3333_3333_3333_3333));
    let v = (v ^ v.shr(2)).and(mask(0x0f0f_0f0f_0f0f_0f0f));
    let v = (v ^ v.shr(4)).and(mask(0x00ff_00ff_00ff_00ff));
    let v = (v ^ v.shr(8)).and(mask(0x0000_ffff_0000_ffff));
    (v ^ v.shr(16)).and(mask(0xffff_ffff))
}
