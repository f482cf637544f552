//! Products of polynomials over GF(2): blocks, and the plan that chooses among them.
//!
//! A block is one identity that makes a product out of smaller ones. Each file holds one, as a
//! function over slices whose smaller product is a closure, and as a type for sizes that are known
//! at compile time: `Karatsuba<Karatsuba<Schoolbook<8>>>` multiplies 32 words by 32 words. The
//! [`plan`] walks the same functions for sizes known at run time.
//!
//! The three stages of a block are named as in the mathematics: *evaluate* the operands, *multiply*
//! the values, *interpolate* the product. Everything between products is an exclusive-or of whole
//! rows ([`rowwise`]).
//!
//! Scratch comes from the caller. No block allocates, and none reads what it finds there.

use crate::isa::Isa;

mod columns;
mod cut;
mod fixed;
#[cfg(feature = "alloc")]
mod half;
mod halves;
mod interleaved;
mod karatsuba;
mod karatsuba3;
mod karatsuba5;
mod karatsuba_lean;
mod lanes;
#[cfg(feature = "alloc")]
mod middle;
mod one_more;
#[cfg(feature = "alloc")]
mod phases;
#[cfg(feature = "alloc")]
pub(crate) mod pieces;
pub mod plan;
mod quarters;
mod rowwise;
mod schoolbook;
#[cfg(feature = "alloc")]
mod short;
mod staged;
mod thirds;
mod toom3;
mod transpose;
pub mod vertical;

pub use columns::{Columns, Formula, Interleaved, Join, Kernel, Kernels, One, Three};
pub use cut::{cut, padded};
pub use halves::Halves;
pub use interleaved::{Interleave, InterleavedBlock, StagedHalves, StagedQuarters};
pub use karatsuba::{Karatsuba, karatsuba};
pub use karatsuba_lean::karatsuba_lean;
pub use karatsuba3::{Karatsuba3, karatsuba3};
pub use karatsuba5::{Karatsuba5, karatsuba5};
pub use lanes::{Lanes8, Lanes16};
pub use one_more::OneMore;
pub use quarters::Quarters;
pub use rowwise::rowwise;
pub use schoolbook::Schoolbook;
pub use thirds::Thirds;
pub use toom3::{Toom3, toom3};

/// c := a · b for operands of a size that is known at compile time.
pub trait Block<I: Isa> {
    /// The words of each operand; the product has twice as many.
    const WORDS: usize;
    /// The words of scratch that `mul` needs.
    const SCRATCH: usize;

    /// c := a · b; a\[WORDS\], b\[WORDS\] in, c\[2 WORDS\] out, at least SCRATCH words of scratch.
    ///
    /// # Panics
    ///
    /// A slice is too short.
    fn mul(isa: I, c: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]);
}

/// c := a · b by the block `B`, in place or as a call, whichever suits its size.
#[inline(always)]
pub fn product<I: Isa, B: Block<I>>(
    isa: I,
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
    scratch: &mut [u64],
) {
    let (c, a, b) = (&mut c[..2 * B::WORDS], &a[..B::WORDS], &b[..B::WORDS]);
    let scratch = &mut scratch[..B::SCRATCH];
    if B::WORDS <= I::INLINE_WORDS {
        B::mul(isa, c, a, b, scratch);
    } else {
        isa.outline(
            #[inline(always)]
            move || {
                let (c, a, b) = (&mut c[..2 * B::WORDS], &a[..B::WORDS], &b[..B::WORDS]);
                B::mul(isa, c, a, b, &mut scratch[..B::SCRATCH]);
            },
        );
    }
}

/// `v` as `N` parts of `m` words.
#[inline(always)]
fn parts<const N: usize>(v: &[u64], m: usize) -> [&[u64]; N] {
    let mut parts: [&[u64]; N] = [&[]; N];
    for (part, words) in parts.iter_mut().zip(v[..N * m].chunks_exact(m)) {
        *part = words;
    }
    parts
}

/// `v` as `N` parts of `m` words.
#[inline(always)]
fn parts_mut<const N: usize>(v: &mut [u64], m: usize) -> [&mut [u64]; N] {
    const fn empty<'v>() -> &'v mut [u64] {
        &mut []
    }
    // Not `core::array::from_fn`, which is not inlined everywhere.
    let mut parts = [const { empty() }; N];
    for (part, words) in parts.iter_mut().zip(v[..N * m].chunks_exact_mut(m)) {
        *part = words;
    }
    parts
}

/// c := (aᵢ + aⱼ)·(bᵢ + bⱼ), the cross product of Karatsuba in many parts.
///
/// The parts have half as many words as `c`; `sums` has room for one of each operand.
#[inline(always)]
fn multiply_sums<I: Isa>(
    isa: I,
    c: &mut [u64],
    sums: &mut [u64],
    (a, b): (&[u64], &[u64]),
    (i, j): (usize, usize),
    mul: impl FnOnce(&mut [u64], &[u64], &[u64]),
) {
    let m = c.len() / 2;
    let [aij, bij] = parts_mut(sums, m);
    rowwise(
        isa,
        [&mut *aij, &mut *bij],
        [&a[i * m..][..m], &a[j * m..][..m], &b[i * m..][..m], &b[j * m..][..m]],
        #[inline(always)]
        |_, [ai, aj, bi, bj]| [ai ^ aj, bi ^ bj],
    );
    mul(c, aij, bij);
}
