//! Reciprocals by Newton's iteration.
//!
//! Divided by its leading term, a polynomial is 1 + B with B = b₁/x + b₂/x² + …, and its reciprocal
//! is 1 + W with W of the same form. Such fractions are kept as words whose highest bit is the
//! coefficient of 1/x. If F is the reciprocal of 1 + B up to x^-n, F = (1 + E)/(1 + B), then
//!
//! F²·(1 + B) = (1 + E²)/(1 + B)
//!
//! is it up to x^-2n: over GF(2) a step of Newton's iteration (Sieveking 1972, Kung 1974) is a
//! square, which is linear, and one product of which the upper half matters:
//! 1 + W' = (1 + W²)(1 + B) = 1 + W² + B + W²·B.
//!
//! There are no carries, so the highest words of a product depend on the highest words of its
//! factors alone, and truncated fractions give truncated products exactly. Cost: 2 short products of
//! the final length.

use super::lehmer::clmul;
use super::{product, words};
use crate::isa::Isa;
use crate::{Level, Operation};
use alloc::vec;
use alloc::vec::Vec;

/// The fraction W of x^degree/divisor = 1 + W, `count` words of it.
pub(super) fn reciprocal(divisor: &[u64], degree: usize, count: usize) -> Vec<u64> {
    newton(&words::window(divisor, degree as isize - 64 * count as isize, count))
}

/// The fraction W of 1/(1 + B) = 1 + W for the fraction B.
pub(super) fn newton(b: &[u64]) -> Vec<u64> {
    let n = b.len();
    match *b {
        [] => return Vec::new(),
        [word] => return vec![one_word(word)],
        _ => {}
    }
    let half = n.div_ceil(2);
    let square = product::square(&newton(&b[n - half..]));
    let square = &square[2 * half - n..];
    let mut w = product::mul_high(square, b, n);
    words::add(&mut w, square);
    words::add(&mut w, b);
    w
}

/// [`newton`] for one word: 1, 3, 7, 15, 31, 63, 64 coefficients are right.
pub(super) fn one_word(b: u64) -> u64 {
    struct OneWord(u64);
    impl Operation for OneWord {
        type Output = u64;
        fn run<I: Isa>(self, isa: I) -> u64 {
            let b = self.0;
            isa.outline(
                #[inline(always)]
                move || {
                    let mut w = b;
                    for _ in 0..6 {
                        let square = clmul(isa, w, w)[1];
                        w = square ^ b ^ clmul(isa, square, b)[1];
                    }
                    w
                },
            )
        }
    }
    Level::dispatch_current(OneWord(b)).expect("F2X_LEVEL names a level that can be used")
}
