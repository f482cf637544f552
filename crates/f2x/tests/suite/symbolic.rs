//! Tokens of symbols with the plans and the vectors of each level, and with planted faults.
//!
//! The witness of the crate stands for one level. A schedule depends on the level, by the plan and
//! by the width of a pass, so each level is proved by a token of its own: the same symbols under
//! another name.

use f2x::Level;
use f2x::isa::{Isa, Isa512, Vector, Witness, witness::Symbols};
use std::cell::Cell;
use std::ops::{BitXor, BitXorAssign};

/// Symbols for [`Level::Portable`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;
/// Symbols for [`Level::Avx2`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2;
/// Symbols for [`Level::Vpclmul`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vpclmul;
/// Symbols for [`Level::Avx512`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512;

/// What is done with the token of a level.
pub(crate) trait Visit {
    fn level<I: Isa>(&mut self, isa: I);
}

/// Shows the token of every level to `visit`.
pub(crate) fn each_level(visit: &mut impl Visit) {
    visit.level(Portable);
    visit.level(Avx2);
    visit.level(Vpclmul);
    visit.level(Avx512);
}

macro_rules! token {
    ($token:ident, $words:literal) => {
        impl Isa for $token {
            const LEVEL: Level = Level::$token;
            // Less code to compile; the products are the same.
            const INLINE_WORDS: usize = 1;
            type X = Word<2>;
            type Y = Word<4>;
            type V = Word<$words>;

            fn detect() -> Option<Self> {
                Some(Self)
            }

            fn outline<R>(self, f: impl FnOnce() -> R) -> R {
                f()
            }
        }
    };
}

token!(Portable, 4);
token!(Avx2, 4);
token!(Vpclmul, 4);
token!(Avx512, 8);

impl Isa512 for Avx512 {
    type Z = Word<8>;
}

/// A fault to plant in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// An exclusive-or does nothing.
    DroppedXor,
    /// A product has its words the wrong way round.
    SwappedProduct,
}

thread_local! {
    /// The fault, and how many instructions that it would change come before it.
    static PLANTED: Cell<Option<(Fault, u64)>> = const { Cell::new(None) };
    /// The products of words that instructions have formed, whether of zeros or not.
    static PRODUCTS: Cell<u64> = const { Cell::new(0) };
}

/// How many products of words `f` forms, one for each lane of each instruction.
pub(crate) fn count_products<R>(f: impl FnOnce() -> R) -> (R, u64) {
    PRODUCTS.set(0);
    let result = f();
    (result, PRODUCTS.get())
}

/// Runs `f` with `fault` in the instruction number `at` that it changes the result of; tells whether
/// there is one.
pub(crate) fn with_fault<R>(fault: Fault, at: u64, f: impl FnOnce() -> R) -> (R, bool) {
    PLANTED.set(Some((fault, at)));
    let result = f();
    (result, PLANTED.take().is_none())
}

/// Runs `f` without the fault that is planted, and without counting its instructions.
pub(crate) fn without_fault(f: impl FnOnce()) {
    let planted = PLANTED.take();
    f();
    PLANTED.set(planted);
}

/// Whether `fault` strikes now. Only asked where it changes the result.
fn strikes(fault: Fault) -> bool {
    match PLANTED.get() {
        Some((planted, 0)) if planted == fault => {
            PLANTED.set(None);
            true
        }
        Some((planted, before)) if planted == fault => {
            PLANTED.set(Some((planted, before - 1)));
            false
        }
        _ => false,
    }
}

/// `N` symbols of the witness.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word<const N: usize>(Symbols<N>);

impl<const N: usize> Word<N> {
    fn handles(self) -> [u64; N] {
        let mut row = [0; N];
        self.0.store(&mut row);
        row
    }
}

impl<const N: usize> BitXor for Word<N> {
    type Output = Self;
    #[inline(never)]
    fn bitxor(self, other: Self) -> Self {
        let sum = Self(self.0 ^ other.0);
        if sum.handles() != self.handles() && strikes(Fault::DroppedXor) { self } else { sum }
    }
}

impl<const N: usize> BitXorAssign for Word<N> {
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl<I: Isa, const N: usize> Vector<I> for Word<N> {
    const WORDS: usize = N;
    type Row = [u64; N];

    fn zero(_: I) -> Self {
        Self(Symbols::zero(Witness))
    }

    fn load(_: I, row: &Self::Row) -> Self {
        Self(Symbols::load(Witness, row))
    }

    #[inline(never)]
    fn load_part(_: I, words: &[u64]) -> Self {
        Self(Symbols::load_part(Witness, words))
    }

    fn store(self, row: &mut Self::Row) {
        self.0.store(row);
    }

    fn store_part(self, words: &mut [u64]) {
        self.0.store_part(words);
    }

    fn rows(words: &[u64]) -> (&[Self::Row], &[u64]) {
        words.as_chunks()
    }

    fn rows_mut(words: &mut [u64]) -> (&mut [Self::Row], &mut [u64]) {
        words.as_chunks_mut()
    }

    #[inline(never)]
    fn clmul<const HALVES: i32>(self, other: Self) -> Self {
        let product = Self(self.0.clmul::<HALVES>(other.0));
        PRODUCTS.set(PRODUCTS.get() + N as u64 / 2);
        if product.handles() != [0; N] && strikes(Fault::SwappedProduct) {
            return Self(product.0.permute(|i| i ^ 1));
        }
        product
    }

    fn permute(self, source: impl Fn(usize) -> usize) -> Self {
        Self(self.0.permute(source))
    }

    fn permute2(self, other: Self, source: impl Fn(usize) -> usize) -> Self {
        Self(self.0.permute2(other.0, source))
    }

    fn xor_where(self, other: Self, mask: u8) -> Self {
        Self(self.0.xor_where(other.0, mask))
    }

    fn and(self, other: Self) -> Self {
        Self(self.0.and(other.0))
    }

    fn equal(self, other: Self) -> Self {
        Self(self.0.equal(other.0))
    }

    fn shl(self, bits: u32) -> Self {
        Self(self.0.shl(bits))
    }

    fn shr(self, bits: u32) -> Self {
        Self(self.0.shr(bits))
    }
}
