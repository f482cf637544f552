//! Binary fields GF(2^m), in constant time.
//!
//! An [`Element`] is a polynomial over GF(2) of degree below m, in words; a [`Product`] is one of
//! degree below 2m − 1, not yet reduced. They are different types, so a missing reduction does not
//! compile, and a sum of products needs one reduction only:
//!
//! ```
//! use f2x::field::{Element, Gf2_163, Product};
//!
//! let [a, b, c, d] = [3, 5, 7, 11].map(|bits| Gf2_163::try_from([bits, 0, 0]).unwrap());
//! let sum: Product<_, 3> = a.product(b) + c.product(d);
//! assert_eq!(sum.reduce(), a * b + c * d);
//! ```
//!
//! A field is a type: the modulus and the number of words, of which any irreducible trinomial or
//! pentanomial of degree 65 to 1024 makes one (whose second power is at least 64 below the first).
//! GF(2^354) of the signature scheme GeMSS:
//!
//! ```
//! use f2x::field::{Element, Trinomial};
//!
//! /// GF(2)[x]/(x^354 + x^99 + 1)
//! type Gf2_354 = Element<Trinomial<354, 99>, 6>;
//!
//! let mut state = 1_u64;
//! let mut random = || Gf2_354::random(|bytes| for byte in bytes {
//!     state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
//!     *byte = (state >> 56) as u8;
//! });
//! let (a, b) = (random(), random());
//! assert_eq!(a * b * b.inverse(), a);
//! assert_eq!((a + b).square(), a.square() + b.square());
//! ```
//!
//! Whether the modulus is irreducible is not checked; if it is not, this is a ring and
//! [`inverse`](Element::inverse) is not one.
//!
//! # Many operations
//!
//! A method without a token looks the level up and calls a function. A loop over many elements does
//! so once, and uses the methods whose names end in `_on`, which are expanded in place:
//!
//! ```
//! use f2x::field::Gf2_233;
//! use f2x::isa::Isa;
//! use f2x::{Level, Operation};
//!
//! /// Σ aᵢ·bᵢ
//! struct Dot<'v>(&'v [Gf2_233], &'v [Gf2_233]);
//!
//! impl Operation for Dot<'_> {
//!     type Output = Gf2_233;
//!     fn run<I: Isa>(self, isa: I) -> Gf2_233 {
//!         isa.outline(#[inline(always)] || {
//!             let mut sum = Gf2_233::ZERO.product_on(isa, Gf2_233::ZERO);
//!             for (a, b) in self.0.iter().zip(self.1) {
//!                 sum += a.product_on(isa, *b);
//!             }
//!             sum.reduce_on(isa)
//!         })
//!     }
//! }
//! let (a, b) = ([Gf2_233::ONE; 3], [Gf2_233::X; 3]);
//! assert_eq!(Level::dispatch_current(Dot(&a, &b))?, Gf2_233::X);
//! # Ok::<(), f2x::LevelError>(())
//! ```
//!
//! Where `F2X_LEVEL` names a level that cannot be used, methods and operators without a token, which
//! cannot fail, use [`Level::best`](crate::Level::best).
//!
//! [`Element::products`] multiplies many pairs, and side by side where vectors have several lanes:
//! that takes half the time of such a loop.
//!
//! # Constant time
//!
//! Time and memory accesses do not depend on elements, zero included. Comparisons give a
//! [`Choice`]; `==` and [`from_be_bytes`](Element::from_be_bytes) tell the caller one bit.

mod choice;
mod element;
mod encoding;
mod interop;
mod inverse;
mod modulus;
mod montgomery;
mod multiply;
mod operators;
mod product;
mod quadratic;
mod reduce;
mod root;
mod side_by_side;

pub use choice::Choice;
pub use element::Element;
pub use encoding::{EncodingError, LengthError};
pub use modulus::{Modulus, Pentanomial, Trinomial};
pub use product::Product;

/// GF(2)\[x\]/(x^128 + x^7 + x^2 + x + 1), with the polynomial of GCM.
///
/// GCM (NIST SP 800-38D) writes the same field in reflected bits: its first bit, the most significant
/// bit of byte 0, is the coefficient of x^0. Here x^0 is the least significant bit of the last byte
/// of [`to_be_bytes`](Element::to_be_bytes). So the element of a block of GCM has the block's bytes
/// once the order of all 128 bits is reversed:
///
/// ```
/// use f2x::field::Gf2_128;
///
/// let from_gcm = |block: u128| Gf2_128::from_be_bytes(&block.reverse_bits().to_be_bytes());
/// // Test case 2 of the GCM specification: H, the first block, and their product.
/// let h = from_gcm(0x66e94bd4ef8a2c3b884cfa59ca342b2e)?;
/// let block = from_gcm(0x0388dace60b6a392f328c2b971b2fe78)?;
/// assert_eq!(h * block, from_gcm(0x5e2ec746917062882c85b0685353deb7)?);
/// # Ok::<(), f2x::field::EncodingError>(())
/// ```
pub type Gf2_128 = Element<Pentanomial<128, 7, 2, 1>, 2>;

/// GF(2)\[x\]/(x^163 + x^7 + x^6 + x^3 + 1), of the curves B-163 and K-163.
pub type Gf2_163 = Element<Pentanomial<163, 7, 6, 3>, 3>;

/// GF(2)\[x\]/(x^233 + x^74 + 1), of the curves B-233 and K-233.
pub type Gf2_233 = Element<Trinomial<233, 74>, 4>;

/// GF(2)\[x\]/(x^283 + x^12 + x^7 + x^5 + 1), of the curves B-283 and K-283.
pub type Gf2_283 = Element<Pentanomial<283, 12, 7, 5>, 5>;

/// GF(2)\[x\]/(x^409 + x^87 + 1), of the curves B-409 and K-409.
pub type Gf2_409 = Element<Trinomial<409, 87>, 7>;

/// GF(2)\[x\]/(x^571 + x^10 + x^5 + x^2 + 1), of the curves B-571 and K-571.
pub type Gf2_571 = Element<Pentanomial<571, 10, 5, 2>, 9>;

/// Runs an expression on the level in use, in a function that has its features.
macro_rules! on_level {
    ($isa:ident, ($($name:ident: $type:ty),+) -> $output:ty, $body:expr) => {{
        struct Run<'v, F: Modulus, const W: usize>($($type,)+ core::marker::PhantomData<&'v F>);
        impl<'v, F: Modulus, const W: usize> crate::Operation for Run<'v, F, W> {
            type Output = $output;
            #[inline(always)]
            fn run<I: Isa>(self, $isa: I) -> $output {
                let Run($($name,)+ _) = self;
                $isa.outline(
                    #[inline(always)]
                    move || $body,
                )
            }
        }
        crate::isa::dispatch::dispatch_usable(Run($($name,)+ core::marker::PhantomData))
    }};
}
use on_level;
