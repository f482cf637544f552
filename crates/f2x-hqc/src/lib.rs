//! HQC, the code-based key encapsulation mechanism, in constant time on every CPU.
//!
//! HQC-1, HQC-3 and HQC-5 as in the specification of 2025-08-22 with the update of its samplers of
//! 2026-02-10 (reference commit 161cd4f).
//!
//! ```
//! # use core::convert::Infallible;
//! # struct Rng(u64);
//! # impl rand_core::TryRng for Rng {
//! #     type Error = Infallible;
//! #     fn try_next_u32(&mut self) -> Result<u32, Infallible> { Ok(self.try_next_u64()? as u32) }
//! #     fn try_next_u64(&mut self) -> Result<u64, Infallible> {
//! #         self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
//! #         Ok(self.0)
//! #     }
//! #     fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
//! #         for byte in bytes { *byte = (self.try_next_u64()? >> 56) as u8; }
//! #         Ok(())
//! #     }
//! # }
//! # impl rand_core::TryCryptoRng for Rng {}
//! # let mut rng = Rng(1);
//! use f2x_hqc::{DecapsulationKey, EncapsulationKey, Hqc1};
//!
//! let secret = DecapsulationKey::<Hqc1>::generate(&mut rng);
//! let public = secret.encapsulation_key().as_bytes();
//!
//! // Whoever gets the public key …
//! let public = EncapsulationKey::<Hqc1>::try_from(public)?;
//! let (ciphertext, key) = public.encapsulate(&mut rng);
//! // … shares a key with its owner.
//! assert_eq!(secret.decapsulate(&ciphertext), key);
//! # Ok::<(), f2x_hqc::Error>(())
//! ```
//!
//! Products are those of [`f2x`], on the fastest level that the CPU has; the environment variable
//! `F2X_LEVEL` can name another one. Nothing is allocated: operations take up to 90 KiB of the stack for
//! HQC-1, 150 KiB for HQC-3 and 200 KiB for HQC-5.
//!
//! # Constant time
//!
//! Time and memory accesses depend on the sizes, and on how many candidates the sampling of a key rejects,
//! which says nothing about the key. They do not depend on keys, messages, randomness, ciphertexts, or on
//! whether decapsulation accepts. When an operation ends, the stack that it used is wiped.
#![no_std]

mod ct;
mod error;
mod gf256;
mod hash;
#[cfg(feature = "hazmat")]
pub mod hazmat;
mod kem;
mod ones;
mod parameters;
mod pke;
mod reed_muller;
mod reed_solomon;
mod sample;
mod shares;
mod taint;
#[cfg(test)]
mod tests;
#[cfg(feature = "kem")]
mod traits;
mod types;

pub use error::Error;
pub use parameters::{Hqc1, Hqc3, Hqc5, Parameters, SALT_BYTES, SEED_BYTES, SHARED_KEY_BYTES};
pub use types::{Ciphertext, DecapsulationKey, EncapsulationKey, SharedKey};
