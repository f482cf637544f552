//! What a CPU can do, as a zero-sized token.
//!
//! Every algorithm of this crate is written once, over [`Isa`]. A value of a token type is the
//! proof that the CPU has the features: the only safe way to one is [`Isa::detect`]. A vector is made from a token alone, so a vector
//! is such a proof too, and its operations are safe.
//!
//! A [`Vector`] has no way out to a scalar, and its only comparison gives a mask. Code that is generic over it cannot
//! branch on data or index by data: it is constant-time by type.
//!
//! Two rules keep the generated code flat:
//!
//! * Generic code and the closures in it are `#[inline(always)]`. An intrinsic can be inlined only
//!   into a function that has its features, and that function is the one behind
//!   [`Isa::outline`]; a forgotten attribute in between turns every intrinsic into a call.
//! * Write `a ^ b ^ c`: LLVM makes one `vpternlogq` of it where there is one.

use crate::Level;
use bytes::BytesOperation;
use core::ops::{BitXor, BitXorAssign};

/// Whether the CPU has all of some features.
#[cfg(target_arch = "x86_64")]
macro_rules! has {
    ($($feature:tt)+) => {{
        #[cfg(feature = "std")]
        let found = $(std::arch::is_x86_feature_detected!($feature))&&+;
        #[cfg(not(feature = "std"))]
        let found = $(cfg!(target_feature = $feature))&&+;
        found
    }};
}

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
pub mod bytes;
#[cfg(target_arch = "x86_64")]
mod bytes256;
mod bytes64;
pub mod clock;
pub(crate) mod dispatch;
#[cfg(target_arch = "x86_64")]
mod gfni;
mod portable;
pub(crate) mod scratch;
#[cfg(target_arch = "x86_64")]
mod vpclmul;
#[cfg(feature = "witness")]
pub mod witness;
#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(target_arch = "x86_64")]
pub use {avx2::Avx2, avx512::Avx512, vpclmul::Vpclmul};

pub use portable::Portable;
#[cfg(feature = "witness")]
pub use witness::Witness;

/// An instruction set, as a zero-sized token that proves its presence.
pub trait Isa: Copy + Send + Sync + 'static {
    /// The level that this token stands for.
    const LEVEL: Level;

    /// The words of the largest block that is expanded where it is used; a larger one becomes a
    /// function.
    ///
    /// With a carry-less multiplier nine kernels of eight words in one function overlap with each
    /// other and with what is between them: a call for every three of them costs a tenth more at
    /// 2048 bits. Without one, a product of words is so long that calls cost nothing.
    ///
    /// Unoptimised code keeps a place on the stack for everything that is expanded, megabytes of it
    /// for nine kernels, so there nearly every block is a function.
    const INLINE_WORDS: usize = if cfg!(debug_assertions) { 2 } else { 16 };

    /// Two words (128 bits).
    type X: Vector<Self>;
    /// Four words (256 bits).
    type Y: Vector<Self>;
    /// The widest vector; passes of exclusive-or use it.
    type V: Vector<Self>;

    /// The token, if this CPU has the features.
    ///
    /// Without the feature `std` nothing is asked at run time: the CPU has what the crate was
    /// compiled for.
    fn detect() -> Option<Self>;

    /// Runs `f` in a function of its own that has the features of this instruction set.
    ///
    /// This is the border between ordinary code and code whose intrinsics are inlined. Everything
    /// that `f` calls must be `#[inline(always)]`, down to the vector operations.
    fn outline<R>(self, f: impl FnOnce() -> R) -> R;

    /// Runs `operation`, if the instruction set has vectors of bytes; whether it was run.
    #[inline(always)]
    fn with_bytes(self, operation: impl BytesOperation) -> bool {
        let _ = operation;
        false
    }

    /// [`outline`](Isa::outline) for a short product: the slices come in registers, if `f` captures
    /// nothing but the token.
    #[inline(always)]
    fn outline_product(
        self,
        c: &mut [u64],
        a: &[u64],
        b: &[u64],
        f: impl FnOnce(&mut [u64], &[u64], &[u64]),
    ) {
        self.outline(
            #[inline(always)]
            move || f(c, a, b),
        );
    }
}

/// An instruction set with vectors of 512 bits.
pub trait Isa512: Isa {
    /// Eight words (512 bits).
    type Z: Vector<Self>;
}

/// A vector of 64-bit words, grouped in lanes of two words (128 bits).
///
/// Words count from the least significant one, word 0. Word indices given to [`permute`] and
/// [`permute2`] must not depend on data.
///
/// [`permute`]: Vector::permute
/// [`permute2`]: Vector::permute2
pub trait Vector<I: Isa>: Copy + BitXor<Output = Self> + BitXorAssign {
    /// The number of words, even.
    const WORDS: usize;
    /// `[u64; WORDS]`
    type Row: Copy + Send + Sync;

    /// All words zero.
    fn zero(isa: I) -> Self;

    /// The words of `row`.
    fn load(isa: I, row: &Self::Row) -> Self;

    /// The words of `words`, at most `WORDS` of them; the others are zero.
    fn load_part(isa: I, words: &[u64]) -> Self;

    /// In word i the 57 bits of `words` from bit `positions[i]` on, then anything.
    ///
    /// Positions are as public as other indices. One that leaves less than 64 bits gives anything.
    ///
    /// # Panics
    ///
    /// There are no words, or less positions than the vector has words.
    #[inline(always)]
    fn bits_at(isa: I, words: &[u64], positions: &[u32]) -> Self {
        let mut row = [0; 8];
        for (word, &at) in row.iter_mut().zip(&positions[..Self::WORDS]) {
            let (first, bits) = ((at / 64) as usize, at % 64);
            let last = words.len() - 1;
            let pair = [words[first.min(last)], words[(first + 1).min(last)]];
            *word = pair[0] >> bits | pair[1] << 1 << (63 - bits);
        }
        Self::load_part(isa, &row[..Self::WORDS])
    }

    /// A half row from each of two places, the first half from `low`.
    #[inline(always)]
    fn load_halves(isa: I, low: &[u64], high: &[u64]) -> Self {
        let half = Self::WORDS / 2;
        Self::load_part(isa, &low[..half]).permute2(
            Self::load_part(isa, &high[..half]),
            #[inline(always)]
            |i| if i < half { i } else { half + i },
        )
    }

    /// A lane from each of several places, which have at least two words: lane i from `place(i)`.
    #[inline(always)]
    fn load_lanes<'v>(isa: I, place: impl Fn(usize) -> &'v [u64]) -> Self {
        let mut lanes = Self::load_part(isa, &place(0)[..2]);
        for lane in 1..Self::WORDS / 2 {
            lanes = lanes.permute2(
                Self::load_part(isa, &place(lane)[..2]),
                #[inline(always)]
                |i| if i / 2 == lane { Self::WORDS + i % 2 } else { i },
            );
        }
        lanes
    }

    /// Stores every word.
    fn store(self, row: &mut Self::Row);

    /// Stores as many words as `words` has, at most `WORDS`.
    fn store_part(self, words: &mut [u64]);

    /// Stores the upper half of the words.
    #[inline(always)]
    fn store_upper(self, words: &mut [u64]) {
        let half = Self::WORDS / 2;
        let upper = self.permute(
            #[inline(always)]
            |i| i ^ half,
        );
        upper.store_part(&mut words[..half]);
    }

    /// Stores the lanes, lane i to `places[place(i)]`, of at least two words.
    #[inline(always)]
    fn store_lanes<const N: usize>(self, places: &mut [[u64; N]], place: impl Fn(usize) -> usize) {
        for lane in 0..Self::WORDS / 2 {
            let words = self.permute(
                #[inline(always)]
                |i| (2 * lane + i) % Self::WORDS,
            );
            words.store_part(&mut places[place(lane)][..2]);
        }
    }

    /// `words` as whole rows and a rest shorter than a row.
    fn rows(words: &[u64]) -> (&[Self::Row], &[u64]);

    /// `words` as whole rows and a rest shorter than a row.
    fn rows_mut(words: &mut [u64]) -> (&mut [Self::Row], &mut [u64]);

    /// In each lane the product of one word of `self` and one of `other`: bit 0 of `HALVES` tells
    /// whether the upper word of `self` is taken, bit 4 the same for `other`.
    fn clmul<const HALVES: i32>(self, other: Self) -> Self;

    /// Word `i` of the result is word `source(i)` of `self`.
    #[inline(always)]
    fn permute(self, source: impl Fn(usize) -> usize) -> Self {
        self.permute2(self, source)
    }

    /// Word `i` of the result is word `source(i)` of `self` followed by `other`.
    fn permute2(self, other: Self, source: impl Fn(usize) -> usize) -> Self;

    /// `self`, with word `i` of `other` added where bit `i` of `mask` is set.
    fn xor_where(self, other: Self, mask: u8) -> Self;

    /// The bits that both have.
    fn and(self, other: Self) -> Self;

    /// All ones in the words that are equal, zero in the others; all words are below 2^63.
    fn equal(self, other: Self) -> Self;

    /// Every word times x^`bits`, without what leaves it; `bits` at most 63, a constant.
    fn shl(self, bits: u32) -> Self;

    /// Every word divided by x^`bits`, without remainder; `bits` at most 63, a constant.
    fn shr(self, bits: u32) -> Self;

    /// The squares of the words, two words for each, in order.
    #[inline(always)]
    fn square(self) -> [Self; 2] {
        // Lane i: word i beside word WORDS/2 + i.
        let v = self.permute(
            #[inline(always)]
            |i| i / 2 + i % 2 * (Self::WORDS / 2),
        );
        [v.clmul::<0x00>(v), v.clmul::<0x11>(v)]
    }
}

/// The words `start .. start + WORDS` of `words`, zero where they lie outside.
///
/// One load, except at the two ends of the slice.
#[inline(always)]
pub fn load_window<I: Isa, V: Vector<I>>(isa: I, words: &[u64], start: isize) -> V {
    if let Ok(at) = usize::try_from(start) {
        let rest = words.get(at..).unwrap_or(&[]);
        if rest.is_empty() {
            // A masked load at the address of an empty slice, where no memory is, takes hundreds of
            // cycles.
            return V::zero(isa);
        }
        return match V::rows(rest).0.first() {
            Some(row) => V::load(isa, row),
            None => V::load_part(isa, rest),
        };
    }
    let missing = start.unsigned_abs();
    let shown = V::WORDS.saturating_sub(missing).min(words.len());
    V::load_part(isa, &words[..shown])
        .permute2(V::zero(isa), |i| i.checked_sub(missing).unwrap_or(V::WORDS))
}
