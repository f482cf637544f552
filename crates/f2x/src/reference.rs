//! The product by its definition, one bit at a time: slow, variable-time, and plainly right.

/// c := a · b in GF(2)\[x\], any lengths; c has as many words as a and b together.
///
/// The executable specification: every other product of this crate is tested against it. It
/// branches on the bits of `a`.
///
/// # Panics
///
/// `c` has another length.
pub fn mul(c: &mut [u64], a: &[u64], b: &[u64]) {
    assert_eq!(c.len(), a.len() + b.len());
    c.fill(0);
    for i in 0..64 * a.len() {
        if a[i / 64] >> (i % 64) & 1 == 1 {
            // Add b·x^i: word j of b lands in words i/64 + j and the one above it.
            for (j, word) in b.iter().enumerate() {
                let shifted = u128::from(*word) << (i % 64);
                c[i / 64 + j] ^= shifted as u64;
                c[i / 64 + j + 1] ^= (shifted >> 64) as u64;
            }
        }
    }
}
