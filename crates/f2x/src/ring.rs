//! The rings GF(2)\[X\]/(X^N − 1), in constant time: those of HQC, BIKE and LEDAkem.
//!
//! An element of [`Cyclic<N, W>`] is a polynomial of degree below N in W words. N is odd; multiplying
//! by X rotates the N coefficients by one place.
//!
//! ```
//! use f2x::ring::Hqc1;
//!
//! let mut seed = 1_u64;
//! let mut random = || Hqc1::random(|bytes| for byte in bytes {
//!     seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
//!     *byte = (seed >> 56) as u8;
//! });
//! let (a, b) = (random(), random());
//! assert_eq!(&a * &b, &b * &a);
//! // Rotating a factor rotates the product.
//! assert_eq!(&a.rotate(1000) * &b, (&a * &b).rotate(1000));
//! // Coefficient i of a is coefficient 8i mod N of its eighth power.
//! assert_eq!(a.square_repeatedly(3), a.square().square().square());
//! ```
//!
//! A ring is a type, so any odd N makes one:
//!
//! ```
//! use f2x::ring::Cyclic;
//!
//! /// The ring of BIKE's first round, level 1.
//! type Old = Cyclic<10163, { 10163_usize.div_ceil(64) }>;
//! let (inverse, exists) = Old::ONE.inverse();
//! assert!(bool::from(exists) && inverse == Old::ONE);
//! ```
//!
//! # Scratch
//!
//! Nothing is allocated. Methods without a token take what they need from the stack, up to 256 KiB for
//! [`LedaKem`] and 32 KiB for [`Hqc1`]. Those whose names end in `_on` take a token and a [`Scratch`]
//! from the caller, who can use it many times and wipe it. With the feature `zeroize`, elements and
//! scratch implement its traits, and `Cyclic::multiply_each` wipes its scratch itself.
//!
//! # Constant time
//!
//! Time and memory accesses do not depend on elements, nor on the amount of [`Cyclic::rotate`]. The
//! exponent of [`Cyclic::square_repeatedly`] is public. Comparisons give a
//! [`Choice`](crate::field::Choice); `==` and [`Cyclic::from_le_bytes`] tell the caller one bit.

mod element;
mod encoding;
mod inverse;
mod operators;
mod permutation;
mod power;
mod prepared;
mod product;
mod reversal;
mod rotation;
mod scratch;
mod transposition;
#[cfg(feature = "zeroize")]
mod wiped;

pub use element::Cyclic;
pub use encoding::EncodingError;
pub use power::Power;
pub use prepared::Prepared;
pub use scratch::Scratch;

/// The ring of HQC-1.
pub type Hqc1 = Cyclic<17669, 277>;

/// The ring of HQC-3.
pub type Hqc3 = Cyclic<35851, 561>;

/// The ring of HQC-5.
pub type Hqc5 = Cyclic<57637, 901>;

/// The ring of BIKE, level 1.
pub type Bike1 = Cyclic<12323, 193>;

/// The ring of BIKE, level 3.
pub type Bike3 = Cyclic<24659, 386>;

/// The ring of BIKE, level 5.
pub type Bike5 = Cyclic<40973, 641>;

/// The ring of BIKE's first round, level 5.
pub type Bike5FirstRound = Cyclic<32749, 512>;

/// The largest ring of LEDAkem.
pub type LedaKem = Cyclic<99053, 1548>;

/// Runs an expression with a token of the level in use and the scratch of a ring on the stack.
macro_rules! on_level {
    ($isa:ident, $scratch:ident, ($($name:ident: $type:ty),+) -> $output:ty, $body:expr) => {{
        struct Run<'v, const N: usize, const W: usize>($($type),+);
        impl<'v, const N: usize, const W: usize> crate::Operation for Run<'v, N, W> {
            type Output = $output;
            #[inline(always)]
            fn run<I: crate::isa::Isa>(self, $isa: I) -> $output {
                let Run($($name),+) = self;
                Cyclic::<N, W>::with_scratch(
                    #[inline(always)]
                    |$scratch| $body,
                )
            }
        }
        crate::isa::dispatch::dispatch_usable(Run($($name),+))
    }};
}
use on_level;
