//! What other crates' traits make of elements.

use f2x::field::{Choice, Gf2_163, Gf2_571};
use rand_core::{TryCryptoRng, TryRng};
use std::convert::Infallible;
use subtle::{ConditionallySelectable, ConstantTimeEq};
use zeroize::Zeroize;

/// The bytes 1, 2, 3, …
struct Count(u8);

impl TryRng for Count {
    type Error = Infallible;
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.try_next_u64()? as u32)
    }
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let mut bytes = [0; 8];
        self.try_fill_bytes(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for byte in bytes {
            self.0 = self.0.wrapping_add(1);
            *byte = self.0;
        }
        Ok(())
    }
}

impl TryCryptoRng for Count {}

#[test]
fn random_elements_have_the_bits_of_the_source() {
    let a = Gf2_163::random_from(&mut Count(0));
    // Of the last word, 35 bits count.
    let last = 0x1817161514131211 & ((1 << 35) - 1);
    assert_eq!(a.to_words(), [0x0807060504030201, 0x100f0e0d0c0b0a09, last]);
    assert_ne!(Gf2_571::random_from(&mut Count(0)), Gf2_571::random_from(&mut Count(1)));
}

#[test]
fn comparison_and_selection_follow_the_choice() {
    let (a, b) = (Gf2_571::X, Gf2_571::X + Gf2_571::ONE);
    assert!(bool::from(a.ct_eq(&a)));
    assert!(!bool::from(a.ct_eq(&b)));
    for (bit, expected) in [(0, a), (1, b)] {
        assert_eq!(Gf2_571::conditional_select(&a, &b, subtle::Choice::from(bit)), expected);
        let choice = Choice::from(subtle::Choice::from(bit));
        assert_eq!(bool::from(choice), bit == 1);
        assert_eq!(bool::from(subtle::Choice::from(choice)), bit == 1);
    }
}

#[test]
fn wiped_elements_and_products_are_zero() {
    let mut a = Gf2_571::random_from(&mut Count(0));
    let mut c = a.product(a);
    a.zeroize();
    c.zeroize();
    assert_eq!(a, Gf2_571::ZERO);
    assert_eq!(c.to_words(), [[0; 9]; 2]);
}
