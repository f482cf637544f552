//! Many inverses for the price of one: Montgomery's trick.
//!
//! With the products pᵢ = v₀·…·vᵢ₋₁ and t = 1/(v₀·…·vᵢ), 1/vᵢ = t·pᵢ, and t·vᵢ is the next t. A zero
//! is replaced by 1 on the way, by a selection, and has the inverse 0.
//!
//! Cost for n elements: 3n products and an inverse.

use super::encoding::same_length;
use super::modulus::Modulus;
use super::{Element, LengthError, on_level};
use crate::isa::Isa;

impl<F: Modulus, const W: usize> Element<F, W> {
    /// inverses\[i\] := 1/values\[i\], and 0 for 0.
    ///
    /// # Errors
    ///
    /// The slices have different lengths.
    #[inline]
    pub fn inverses(inverses: &mut [Self], values: &[Self]) -> Result<(), LengthError> {
        on_level!(
            isa,
            (inverses: &'v mut [Element<F, W>], values: &'v [Element<F, W>]) -> Result<(), LengthError>,
            Element::inverses_on(isa, inverses, values)
        )
    }

    /// inverses\[i\] := 1/values\[i\], and 0 for 0.
    ///
    /// # Errors
    ///
    /// The slices have different lengths.
    #[inline(always)]
    pub fn inverses_on<I: Isa>(
        isa: I,
        inverses: &mut [Self],
        values: &[Self],
    ) -> Result<(), LengthError> {
        same_length(inverses.len(), values.len())?;
        let mut product = Self::ONE;
        for (before, value) in inverses.iter_mut().zip(values) {
            *before = product;
            product = product.mul_on(isa, value.or_one());
        }
        let mut inverse = product.inverse_on(isa);
        for (before, value) in inverses.iter_mut().zip(values).rev() {
            let this = before.mul_on(isa, inverse);
            inverse = inverse.mul_on(isa, value.or_one());
            *before = Self::select(this, Self::ZERO, value.is_zero());
        }
        Ok(())
    }

    /// 1 for 0.
    #[inline(always)]
    fn or_one(self) -> Self {
        Self::select(self, Self::ONE, self.is_zero())
    }
}
