//! The key encapsulation mechanism HQC, in the shape that NIST asked for.

use crate::memory::{read, write};
use crate::status::{
    self, F2X_ERROR_ARGUMENT, F2X_ERROR_ENCODING, F2X_ERROR_LENGTH, F2X_ERROR_LEVEL,
    F2X_ERROR_RANDOM,
};
use core::convert::Infallible;
use core::ffi::c_int;
use f2x::Level;
use f2x_hqc::{
    Ciphertext, DecapsulationKey, EncapsulationKey, Error, Hqc1, Hqc3, Hqc5, Parameters,
    SALT_BYTES, SEED_BYTES,
};
use rand_core::{TryCryptoRng, TryRng};
use zeroize::Zeroizing;

macro_rules! kem {
    ($($parameters:ident: $keypair:ident, $enc:ident, $dec:ident;)*) => {$(
        /// Makes a public and a secret key.
        ///
        /// # Safety
        ///
        /// Pointers are null or point to as many bytes as the header says.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $keypair(pk: *mut u8, sk: *mut u8) -> c_int {
            // SAFETY: as the caller says.
            done(unsafe { keypair::<$parameters>(pk, sk) })
        }

        /// Makes a shared key, and the ciphertext for the owner of a secret key.
        ///
        /// # Safety
        ///
        /// Pointers are null or point to as many bytes as the header says.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $enc(ct: *mut u8, ss: *mut u8, pk: *const u8) -> c_int {
            // SAFETY: as the caller says.
            done(unsafe { encapsulate::<$parameters>(ct, ss, pk) })
        }

        /// The shared key of a ciphertext.
        ///
        /// # Safety
        ///
        /// Pointers are null or point to as many bytes as the header says.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $dec(ss: *mut u8, ct: *const u8, sk: *const u8) -> c_int {
            // SAFETY: as the caller says.
            done(unsafe { decapsulate::<$parameters>(ss, ct, sk) })
        }
    )*};
}

kem! {
    Hqc1: f2x_hqc1_keypair, f2x_hqc1_enc, f2x_hqc1_dec;
    Hqc3: f2x_hqc3_keypair, f2x_hqc3_enc, f2x_hqc3_dec;
    Hqc5: f2x_hqc5_keypair, f2x_hqc5_enc, f2x_hqc5_dec;
}

/// What a function returns, when the stack is wiped on which it copied keys.
fn done(result: Result<(), c_int>) -> c_int {
    zeroize::zeroize_stack::<{ 64 << 10 }>();
    status::done(result)
}

/// # Safety
///
/// Pointers are null or point to the bytes of keys.
#[inline(never)]
unsafe fn keypair<P: Parameters>(pk: *mut u8, sk: *mut u8) -> Result<(), c_int> {
    check(&[pk, sk])?;
    let mut seed = Zeroizing::new([0; SEED_BYTES]);
    getrandom::fill(&mut *seed).map_err(|_| F2X_ERROR_RANDOM)?;
    let key = DecapsulationKey::<P>::from_seed(&seed);
    // SAFETY: as the caller says.
    unsafe { store(pk, key.encapsulation_key().as_bytes()) }?;
    // SAFETY: as the caller says.
    unsafe { store(sk, key.as_bytes()) }
}

/// # Safety
///
/// Pointers are null or point to the bytes of a ciphertext, a shared key and a public key.
#[inline(never)]
unsafe fn encapsulate<P: Parameters>(ct: *mut u8, ss: *mut u8, pk: *const u8) -> Result<(), c_int> {
    check(&[ct, ss, pk])?;
    // SAFETY: as the caller says.
    let key = unsafe { read(pk, P::ENCAPSULATION_KEY_BYTES) }?;
    let key = EncapsulationKey::<P>::try_from(key).map_err(of)?;
    let (ciphertext, shared) = key.encapsulate(&mut Drawn::new()?);
    // SAFETY: as the caller says.
    unsafe { store(ct, ciphertext.as_bytes()) }?;
    // SAFETY: as the caller says.
    unsafe { store(ss, shared.as_bytes()) }
}

/// # Safety
///
/// Pointers are null or point to the bytes of a shared key, a ciphertext and a secret key.
#[inline(never)]
unsafe fn decapsulate<P: Parameters>(
    ss: *mut u8,
    ct: *const u8,
    sk: *const u8,
) -> Result<(), c_int> {
    check(&[ss, ct, sk])?;
    // SAFETY: as the caller says.
    let key = unsafe { read(sk, P::DECAPSULATION_KEY_BYTES) }?;
    let key = DecapsulationKey::<P>::try_from(key).map_err(of)?;
    // SAFETY: as the caller says.
    let ciphertext = unsafe { read(ct, P::CIPHERTEXT_BYTES) }?;
    let ciphertext = Ciphertext::<P>::try_from(ciphertext).map_err(of)?;
    // SAFETY: as the caller says.
    unsafe { store(ss, key.decapsulate(&ciphertext).as_bytes()) }
}

/// No pointer may be null, and the level must be one that can be used.
fn check(pointers: &[*const u8]) -> Result<(), c_int> {
    Level::current().map_err(|_| F2X_ERROR_LEVEL)?;
    if pointers.iter().any(|pointer| pointer.is_null()) { Err(F2X_ERROR_ARGUMENT) } else { Ok(()) }
}

/// The status of an error in bytes.
fn of(error: Error) -> c_int {
    match error {
        Error::Padding => F2X_ERROR_ENCODING,
        _ => F2X_ERROR_LENGTH,
    }
}

/// # Safety
///
/// `start` is null or points to as many bytes as there are.
unsafe fn store(start: *mut u8, bytes: &[u8]) -> Result<(), c_int> {
    // SAFETY: as the caller says; nobody else uses them until they are written.
    unsafe { write(start, bytes.len()) }?.copy_from_slice(bytes);
    Ok(())
}

/// The system's random bytes for one encapsulation, drawn where that may still fail.
struct Drawn {
    bytes: Zeroizing<[u8; 32 + SALT_BYTES]>,
    used: usize,
}

impl Drawn {
    fn new() -> Result<Self, c_int> {
        let mut bytes = Zeroizing::new([0; 32 + SALT_BYTES]);
        getrandom::fill(&mut *bytes).map_err(|_| F2X_ERROR_RANDOM)?;
        Ok(Self { bytes, used: 0 })
    }
}

impl TryRng for Drawn {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        let mut bytes = [0; 4];
        self.try_fill_bytes(&mut bytes).map(|()| u32::from_le_bytes(bytes))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let mut bytes = [0; 8];
        self.try_fill_bytes(&mut bytes).map(|()| u64::from_le_bytes(bytes))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        let fresh = &self.bytes[self.used..][..bytes.len()];
        bytes.copy_from_slice(fresh);
        self.used += bytes.len();
        Ok(())
    }
}

impl TryCryptoRng for Drawn {}
