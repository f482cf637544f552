//! The traits of other crates: random elements by `rand_core`, comparison and selection in constant
//! time by `subtle`, wiping by `zeroize`, each behind the feature of that name.

#[cfg(any(feature = "rand_core", feature = "subtle", feature = "zeroize"))]
use super::{Element, modulus::Modulus};

#[cfg(feature = "rand_core")]
impl<F: Modulus, const W: usize> Element<F, W> {
    /// Uniformly random.
    pub fn random_from(rng: &mut (impl rand_core::CryptoRng + ?Sized)) -> Self {
        Self::random(|bytes| rng.fill_bytes(bytes))
    }
}

#[cfg(feature = "subtle")]
impl From<super::Choice> for subtle::Choice {
    #[inline]
    fn from(choice: super::Choice) -> Self {
        Self::from((choice.mask() & 1) as u8)
    }
}

#[cfg(feature = "subtle")]
impl From<subtle::Choice> for super::Choice {
    #[inline]
    fn from(choice: subtle::Choice) -> Self {
        Self::from_bit(u64::from(choice.unwrap_u8()))
    }
}

#[cfg(feature = "subtle")]
impl<F: Modulus, const W: usize> subtle::ConstantTimeEq for Element<F, W> {
    #[inline]
    fn ct_eq(&self, other: &Self) -> subtle::Choice {
        self.equals(*other).into()
    }
}

#[cfg(feature = "subtle")]
impl<F: Modulus, const W: usize> subtle::ConditionallySelectable for Element<F, W> {
    #[inline]
    fn conditional_select(a: &Self, b: &Self, choice: subtle::Choice) -> Self {
        Self::select(*a, *b, choice.into())
    }
}

#[cfg(feature = "zeroize")]
impl<F: Modulus, const W: usize> zeroize::Zeroize for Element<F, W> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

#[cfg(feature = "zeroize")]
impl<F: Modulus, const W: usize> zeroize::Zeroize for super::Product<F, W> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}
