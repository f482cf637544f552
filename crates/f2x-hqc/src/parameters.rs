//! The three parameter sets: their numbers, and types of the sizes that follow from them.

use crate::gf256::{Symbols, power, times};
use f2x::isa::Isa;
use f2x::ring::{self, Cyclic};

/// A parameter set of HQC: [`Hqc1`], [`Hqc3`] or [`Hqc5`].
pub trait Parameters:
    Constants + Copy + core::fmt::Debug + Default + Ord + Send + Sync + 'static
{
    /// The name, as in the specification.
    const NAME: &'static str;

    /// The bytes of an encapsulation key, the public one.
    const ENCAPSULATION_KEY_BYTES: usize = 32 + Self::ELEMENT_BYTES;

    /// The bytes of a decapsulation key, the secret one.
    const DECAPSULATION_KEY_BYTES: usize = Self::ENCAPSULATION_KEY_BYTES + 64 + Self::MESSAGE_BYTES;

    /// The bytes of a ciphertext.
    const CIPHERTEXT_BYTES: usize = Self::ELEMENT_BYTES + 8 * Self::CODE_WORDS + SALT_BYTES;

    /// The bytes of a message, which `hazmat` takes.
    const MESSAGE_BYTES: usize = Self::K;
}

/// The bytes of a shared key.
pub const SHARED_KEY_BYTES: usize = 32;

/// The bytes of the seed from which both keys follow.
pub const SEED_BYTES: usize = 32;

/// The bytes of the salt in a ciphertext.
pub const SALT_BYTES: usize = 16;

/// The most bytes of a message.
pub(crate) const MAX_K: usize = 32;

/// The most symbols of a codeword of the outer code, rounded up to whole groups of blocks.
pub(crate) const MAX_N1: usize = 96;

/// Bytes whose number depends on the parameters.
pub trait Array: Copy + Send + Sync + 'static {
    /// Zeros.
    const ZERO: Self;
    /// The bytes.
    fn items(&self) -> &[u8];
    /// The bytes.
    fn items_mut(&mut self) -> &mut [u8];
}

impl<const LENGTH: usize> Array for [u8; LENGTH] {
    const ZERO: Self = [0; LENGTH];
    #[inline(always)]
    fn items(&self) -> &[u8] {
        self
    }
    #[inline(always)]
    fn items_mut(&mut self) -> &mut [u8] {
        self
    }
}

/// An element of the ring of a parameter set.
pub trait Element: Clone {
    /// 0
    const ZERO: Self;
    /// The words.
    fn words(&self) -> &[u64];
    /// Changes the words; bits that are no coefficients are cleared afterwards.
    fn edit(&mut self, change: impl FnOnce(&mut [u64]));
    /// Multiplies each of `others` by `self`, and wipes what that needed.
    fn multiply_each<I: Isa, const C: usize>(&self, isa: I, others: [&mut Self; C]);
}

impl<const N: usize, const W: usize> Element for Cyclic<N, W> {
    const ZERO: Self = Cyclic::ZERO;
    #[inline(always)]
    fn words(&self) -> &[u64] {
        Cyclic::words(self)
    }
    #[inline(always)]
    fn edit(&mut self, change: impl FnOnce(&mut [u64])) {
        Cyclic::edit(
            self,
            #[inline(always)]
            |words| change(words),
        );
    }
    #[inline(always)]
    fn multiply_each<I: Isa, const C: usize>(&self, isa: I, others: [&mut Self; C]) {
        Cyclic::multiply_each(self, isa, others);
    }
}

/// What the scheme needs to know of a parameter set; names as in the specification.
pub trait Constants {
    /// The coefficients of a ring element.
    const N: usize;
    /// The symbols of a codeword of the outer code.
    const N1: usize;
    /// The copies of a codeword of the inner code.
    const COPIES: usize;
    /// The symbols of a message.
    const K: usize;
    /// The errors that the outer code corrects.
    const DELTA: usize;
    /// The weight of x and y.
    const WEIGHT: usize;
    /// The weight of r1, r2 and e.
    const ERROR_WEIGHT: usize;
    /// The blocks of SHAKE256 from which y and x are drawn together.
    const KEY_BLOCKS: usize;
    /// The blocks of SHAKE256 from which y is drawn alone.
    const Y_BLOCKS: usize;

    /// The bytes of a ring element.
    const ELEMENT_BYTES: usize = Self::N.div_ceil(8);
    /// The words of a codeword, one less than those of a ring element.
    const CODE_WORDS: usize = 2 * Self::COPIES * Self::N1;

    /// The syndromes α^ip, i = 1 … 2δ, of a one at each place p.
    const SYNDROMES: &'static [Symbols<8>];
    /// The parity symbols of a one at each place of the message.
    const PARITY: &'static [Symbols<8>];
    /// α^−p for the places p of the message in a codeword.
    const LOCATIONS: Symbols<4>;

    /// The ring.
    type Element: Element;
    /// The bytes of an encapsulation key.
    type EncapsulationKeyBytes: Array;
    /// The bytes of a decapsulation key.
    type DecapsulationKeyBytes: Array;
    /// The bytes of a ciphertext.
    type CiphertextBytes: Array;

    /// Wipes the stack below the caller, as far as an operation used it but for products, which wipe
    /// theirs.
    fn wipe_stack();
}

macro_rules! parameters {
    (
        $(#[$attribute:meta])*
        $name:ident, $text:literal, $ring:ty,
        n: $n:literal, n1: $n1:literal, copies: $copies:literal,
        k: $k:literal, delta: $delta:literal, weight: $weight:literal,
        error_weight: $error_weight:literal, blocks: $blocks:literal, $y_blocks:literal, stack: $stack:literal
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
        pub struct $name;

        impl Parameters for $name {
            const NAME: &'static str = $text;
        }

        impl Constants for $name {
            const N: usize = $n;
            const N1: usize = $n1;
            const COPIES: usize = $copies;
            const K: usize = $k;
            const DELTA: usize = $delta;
            const WEIGHT: usize = $weight;
            const ERROR_WEIGHT: usize = $error_weight;
            const KEY_BLOCKS: usize = $blocks;
            const Y_BLOCKS: usize = $y_blocks;
            const SYNDROMES: &'static [Symbols<8>] = &syndromes::<$n1, $delta>();
            const PARITY: &'static [Symbols<8>] = &parity::<$k, $delta>();
            const LOCATIONS: Symbols<4> = locations::<$k, $delta>();

            type Element = $ring;
            type EncapsulationKeyBytes = [u8; <$name>::ENCAPSULATION_KEY_BYTES];
            type DecapsulationKeyBytes = [u8; <$name>::DECAPSULATION_KEY_BYTES];
            type CiphertextBytes = [u8; <$name>::CIPHERTEXT_BYTES];

            fn wipe_stack() {
                zeroize::zeroize_stack::<{ $stack << 10 }>();
            }
        }
    };
}

parameters! {
    /// HQC-1: security category 1, as AES-128.
    Hqc1, "HQC-1", ring::Hqc1,
    n: 17669, n1: 46, copies: 3, k: 16, delta: 15, weight: 66, error_weight: 75,
    blocks: 4, 2, stack: 28
}
parameters! {
    /// HQC-3: security category 3, as AES-192.
    Hqc3, "HQC-3", ring::Hqc3,
    n: 35851, n1: 56, copies: 5, k: 24, delta: 16, weight: 100, error_weight: 114,
    blocks: 6, 3, stack: 44
}
parameters! {
    /// HQC-5: security category 5, as AES-256.
    Hqc5, "HQC-5", ring::Hqc5,
    n: 57637, n1: 90, copies: 5, k: 32, delta: 29, weight: 131, error_weight: 149,
    blocks: 7, 4, stack: 60
}

/// Symbols from bytes.
const fn packed<const L: usize>(bytes: &[u8]) -> Symbols<L> {
    let (mut words, mut i) = ([0; L], 0);
    while i < bytes.len() {
        words[i / 8] |= (bytes[i] as u64) << (8 * (i % 8));
        i += 1;
    }
    Symbols(words)
}

const fn syndromes<const N1: usize, const DELTA: usize>() -> [Symbols<8>; N1] {
    let mut rows = [Symbols::ZERO; N1];
    let mut place = 0;
    while place < N1 {
        let (mut bytes, mut i) = ([0; 64], 0);
        let (step, mut value) = (power(place), 1);
        while i < 2 * DELTA {
            value = times(value, step);
            bytes[i] = value;
            i += 1;
        }
        rows[place] = packed(&bytes);
        place += 1;
    }
    rows
}

/// x^(2δ+i) mod g for i = 0 … K − 1; g = Π (x − α^i), i = 1 … 2δ.
const fn parity<const K: usize, const DELTA: usize>() -> [Symbols<8>; K] {
    let (mut g, mut degree) = ([0; 64], 0);
    g[0] = 1;
    while degree < 2 * DELTA {
        degree += 1;
        let (root, mut i) = (power(degree), degree);
        while i > 0 {
            g[i] = g[i - 1] ^ times(g[i], root);
            i -= 1;
        }
        g[0] = times(g[0], root);
    }
    // x^(2δ) mod g is the rest of g; the next one is x times the one before, reduced.
    let (mut rows, mut rest, mut i) = ([Symbols::ZERO; K], g, 0);
    rest[2 * DELTA] = 0;
    while i < K {
        rows[i] = packed(&rest);
        let (top, mut j) = (rest[2 * DELTA - 1], 2 * DELTA);
        while j > 0 {
            j -= 1;
            rest[j] = times(top, g[j]) ^ if j > 0 { rest[j - 1] } else { 0 };
        }
        i += 1;
    }
    rows
}

const fn locations<const K: usize, const DELTA: usize>() -> Symbols<4> {
    let (mut bytes, mut i) = ([0; 32], 0);
    while i < K {
        bytes[i] = power(255 - (2 * DELTA + i));
        i += 1;
    }
    packed(&bytes)
}
