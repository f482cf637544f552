//! The products of the crate, as new words.

use alloc::vec;
use alloc::vec::Vec;

/// What is wrong if a product fails: the lengths are right.
const USABLE: &str = "F2X_LEVEL names a level that can be used";

/// a·b
pub(super) fn mul(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut c = vec![0; a.len() + b.len()];
    crate::mul(&mut c, a, b).expect(USABLE);
    c
}

/// a²
pub(super) fn square(a: &[u64]) -> Vec<u64> {
    let mut c = vec![0; 2 * a.len()];
    crate::square(&mut c, a).expect(USABLE);
    c
}

/// The `count` highest words of a·b; at most as many as the product has.
pub(super) fn mul_high(a: &[u64], b: &[u64], count: usize) -> Vec<u64> {
    let mut c = vec![0; count];
    crate::mul_high(&mut c, a, b).expect(USABLE);
    c
}

/// The `count` lowest words of a·b.
pub(super) fn mul_low(a: &[u64], b: &[u64], count: usize) -> Vec<u64> {
    let mut c = vec![0; count];
    let (a, b) = (&a[..a.len().min(count)], &b[..b.len().min(count)]);
    let inside = count.min(a.len() + b.len());
    crate::mul_low(&mut c[..inside], a, b).expect(USABLE);
    c
}
