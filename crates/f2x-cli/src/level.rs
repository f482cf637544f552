//! The level that a command works on.

use anyhow::{Context, Result};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use f2x::{Level, LevelError};
use std::env;

/// The level that products use, or an error that tells what `F2X_LEVEL` is.
pub(crate) fn current() -> Result<Level> {
    Level::current().with_context(|| {
        let name = env::var_os("F2X_LEVEL").unwrap_or_default();
        format!("F2X_LEVEL={}", name.display())
    })
}

/// Whether `F2X_LEVEL` says anything.
pub(crate) fn is_forced() -> bool {
    env::var_os("F2X_LEVEL").is_some_and(|name| !name.is_empty())
}

/// The reader of `--level`, which lists the levels in the help.
pub(crate) fn parser() -> impl TypedValueParser<Value = Level> {
    PossibleValuesParser::new(Level::ALL.map(Level::name)).try_map(|name| name.parse::<Level>())
}

/// The level that `--level` names, one that the CPU has, or the one in use.
pub(crate) fn usable(level: Option<Level>) -> Result<Level> {
    match level {
        None => current(),
        Some(level) if level.is_available() => Ok(level),
        Some(level) => Err(LevelError::Missing(level)).context("--level"),
    }
}
