//! Parts of a product, as operations with the scratch that they need.

use super::half::{High, Low};
use super::{middle, short};
use crate::isa::Isa;

/// Some of the words of a product.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Piece {
    /// The lowest ones.
    Low,
    /// The highest ones.
    High,
    /// [`middle`]; `a` is the longer operand.
    Middle,
}

/// Whether it is one run of a kernel, without scratch.
#[inline]
pub(crate) fn is_kernel<I: Isa>(piece: Piece, c: usize, a: usize, b: usize) -> bool {
    match piece {
        Piece::Low | Piece::High => short::is_kernel::<I>(c, a, b),
        Piece::Middle => false,
    }
}

/// The words of scratch that [`multiply_piece`] needs.
pub(crate) fn scratch_words<I: Isa>(piece: Piece, c: usize, a: usize, b: usize) -> usize {
    match piece {
        Piece::Low | Piece::High => short::scratch_words::<I>(c, a, b),
        Piece::Middle => middle::scratch_words::<I>(a, b),
    }
}

/// c := as many words of a·b as `c` has.
///
/// # Panics
///
/// `scratch` is too short.
pub(crate) fn multiply_piece<I: Isa>(
    isa: I,
    piece: Piece,
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
    scratch: &mut [u64],
) {
    match piece {
        Piece::Low => short::short::<I, Low>(isa, c, a, b, scratch),
        Piece::High => short::short::<I, High>(isa, c, a, b, scratch),
        Piece::Middle => {
            c.fill(0);
            middle::add_middle(isa, c, a, b, scratch);
        }
    }
}
