//! Dangerous: operations whose randomness and level the caller chooses, for known answers and comparisons.
//!
//! Whoever encapsulates with a message or a salt that is not fresh and uniformly random gives away the
//! shared key, or more.

use crate::{Ciphertext, DecapsulationKey, EncapsulationKey, Parameters, SharedKey};
use crate::{SALT_BYTES, SEED_BYTES};
use f2x::{Level, LevelError};

pub use crate::shares::Part;

fn available(level: Level) -> Result<Level, LevelError> {
    if level.is_available() { Ok(level) } else { Err(LevelError::Missing(level)) }
}

/// [`DecapsulationKey::from_seed`] on a level.
///
/// # Errors
///
/// The CPU lacks the level.
pub fn generate<P: Parameters>(
    level: Level,
    seed: &[u8; SEED_BYTES],
) -> Result<DecapsulationKey<P>, LevelError> {
    Ok(DecapsulationKey::from_seed_at(available(level)?, seed))
}

/// [`EncapsulationKey::encapsulate`] on a level, with the message and the salt given.
///
/// # Errors
///
/// The CPU lacks the level.
///
/// # Panics
///
/// The message has another length than [`MESSAGE_BYTES`](Parameters::MESSAGE_BYTES).
pub fn encapsulate<P: Parameters>(
    level: Level,
    key: &EncapsulationKey<P>,
    message: &[u8],
    salt: &[u8; SALT_BYTES],
) -> Result<(Ciphertext<P>, SharedKey), LevelError> {
    assert_eq!(message.len(), P::MESSAGE_BYTES, "a message of another length");
    Ok(key.encapsulate_at(available(level)?, message, salt))
}

/// [`DecapsulationKey::decapsulate`] on a level.
///
/// # Errors
///
/// The CPU lacks the level.
pub fn decapsulate<P: Parameters>(
    level: Level,
    key: &DecapsulationKey<P>,
    ciphertext: &Ciphertext<P>,
) -> Result<SharedKey, LevelError> {
    Ok(key.decapsulate_at(available(level)?, ciphertext))
}

/// The shares of the parts, in the order of [`Part::ALL`], of the time that `operation` takes; nothing
/// where there is no time-stamp counter.
///
/// Nothing else may use this crate meanwhile.
pub fn shares(operation: impl FnOnce()) -> Option<[f64; 4]> {
    crate::shares::shares(operation)
}

/// Gives a checker of secrecy the say over the one value that is computed from secrets and made known:
/// whether a candidate was the last one that a vector of a key needed. The first call counts.
#[cfg(feature = "std")]
pub fn declassify_with(declassify: fn(&mut u64)) {
    // A second checker has no say.
    let _ = crate::taint::checker::DECLASSIFY.set(declassify);
}
