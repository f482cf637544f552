//! The polynomials that fields are made with, and what follows from one at compile time.

use core::fmt::Debug;

/// An irreducible polynomial over GF(2), as a type: x^BITS plus the powers in [`LOWER`].
///
/// [`LOWER`]: Modulus::LOWER
pub trait Modulus: Copy + Debug + Send + Sync + 'static {
    /// The degree.
    const BITS: usize;
    /// The exponents below `BITS`, in rising order; the first one is 0.
    const LOWER: &'static [usize];
}

/// x^M + x^K + 1, M > K > 0.
#[derive(Clone, Copy, Debug)]
pub struct Trinomial<const M: usize, const K: usize>;

impl<const M: usize, const K: usize> Modulus for Trinomial<M, K> {
    const BITS: usize = M;
    const LOWER: &'static [usize] = &[0, K];
}

/// x^M + x^C + x^B + x^A + 1, M > C > B > A > 0.
#[derive(Clone, Copy, Debug)]
pub struct Pentanomial<const M: usize, const C: usize, const B: usize, const A: usize>;

impl<const M: usize, const C: usize, const B: usize, const A: usize> Modulus
    for Pentanomial<M, C, B, A>
{
    const BITS: usize = M;
    const LOWER: &'static [usize] = &[0, A, B, C];
}

/// The largest exponent below the degree.
pub(super) const fn top<F: Modulus>() -> usize {
    F::LOWER[F::LOWER.len() - 1]
}

/// The modulus without its first power, as far as it fits a word.
pub(super) const fn tail<F: Modulus>() -> u64 {
    let mut tail = 0;
    let mut i = 0;
    while i < F::LOWER.len() && F::LOWER[i] < 64 {
        tail |= 1 << F::LOWER[i];
        i += 1;
    }
    tail
}

/// The bits of the last of `W` words that an element can have.
pub(super) const fn last_mask<F: Modulus, const W: usize>() -> u64 {
    u64::MAX >> (64 * W - F::BITS)
}

/// What the arithmetic takes for granted, checked when it is compiled for a field.
///
/// # Panics
///
/// When compiled: the field is outside the bounds.
pub(super) const fn check<F: Modulus, const W: usize>() {
    assert!(W == F::BITS.div_ceil(64), "W is the number of words of BITS bits");
    assert!(W >= 2 && W <= 16, "fields have 65 to 1024 bits");
    assert!(F::LOWER.len() > 1 && F::LOWER[0] == 0, "the modulus ends in 1 and is no power + 1");
    let mut i = 1;
    while i < F::LOWER.len() {
        assert!(F::LOWER[i - 1] < F::LOWER[i], "the exponents rise");
        i += 1;
    }
    assert!(top::<F>() + 64 <= F::BITS, "the second power is at least 64 below the first");
}

/// The square root of x.
///
/// It is x^(2^(m−1)), found by m−1 squarings of words.
pub(super) const fn root_of_x<F: Modulus, const W: usize>() -> [u64; W] {
    let mut a = [0; W];
    a[0] = 2;
    let mut n = 1;
    while n < F::BITS {
        a = square::<F, W>(a);
        n += 1;
    }
    a
}

/// a² by its definition, for constants.
const fn square<F: Modulus, const W: usize>(a: [u64; W]) -> [u64; W] {
    let mut wide = [[0; W]; 2];
    let mut i = 0;
    while i < W {
        let mut half = 0;
        while half < 2 {
            let word = 2 * i + half;
            wide[word / W][word % W] = spread(a[i] >> (32 * half) & 0xffff_ffff);
            half += 1;
        }
        i += 1;
    }
    let mut word = 2 * W;
    while word > W - 1 {
        word -= 1;
        // The bits beyond the degree are folded down, from the top.
        let kept = if word == W - 1 { last_mask::<F, W>() } else { 0 };
        let over = wide[word / W][word % W] & !kept;
        wide[word / W][word % W] &= kept;
        let mut k = 0;
        while k < F::LOWER.len() {
            let at = (64 * word + F::LOWER[k]) as isize - F::BITS as isize;
            let (to, shift) = (at.div_euclid(64), at.rem_euclid(64));
            if to >= 0 {
                wide[to as usize / W][to as usize % W] ^= over << shift;
            }
            if shift > 0 {
                let to = (to + 1) as usize;
                wide[to / W][to % W] ^= over >> (64 - shift);
            }
            k += 1;
        }
    }
    wide[0]
}

/// The bits of a half word at every second place of a word.
const fn spread(mut v: u64) -> u64 {
    v = (v ^ v << 16) & 0x0000_ffff_0000_ffff;
    v = (v ^ v << 8) & 0x00ff_00ff_00ff_00ff;
    v = (v ^ v << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    v = (v ^ v << 2) & 0x3333_3333_3333_3333;
    (v ^ v << 1) & 0x5555_5555_5555_5555
}

/// The powers of x below the degree whose trace is 1.
///
/// The trace of x^i is the sum of the i-th powers of the roots of the modulus, which Newton's
/// identities give from its coefficients e_j of x^(m−j): p_i = i·e_i + Σ e_j·p_(i−j), 0 < j < i.
pub(super) const fn trace_mask<F: Modulus, const W: usize>() -> [u64; W] {
    let mut mask = [0; W];
    mask[0] = F::BITS as u64 & 1;
    let mut i = 1;
    while i < F::BITS {
        let mut sum = 0;
        let mut k = 0;
        while k < F::LOWER.len() {
            let j = F::BITS - F::LOWER[k];
            if j == i {
                sum ^= i as u64 & 1;
            } else if j < i {
                sum ^= mask[(i - j) / 64] >> ((i - j) % 64) & 1;
            }
            k += 1;
        }
        mask[i / 64] |= sum << (i % 64);
        i += 1;
    }
    mask
}
