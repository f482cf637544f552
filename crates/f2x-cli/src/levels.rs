//! `f2x levels`: what this CPU offers.

use crate::{level, output};
use anyhow::Result;
use comfy_table::{Table, presets};
use f2x::Level;

/// List the levels, what each needs, and which one is in use.
///
/// A level is a set of instructions that the multiplier is compiled for. The fastest available one
/// is in use unless the environment variable F2X_LEVEL names another.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {}

/// Prints the table of levels; an unusable `F2X_LEVEL` is an error after it.
pub(crate) fn run(_: &Arguments) -> Result<()> {
    let current = level::current();
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header(["level", "needs", "available", "in use"]);
    for level in Level::ALL {
        let used = match &current {
            Ok(current) if *current != level => "",
            Ok(_) if level::is_forced() => "yes (F2X_LEVEL)",
            Ok(_) => "yes (fastest)",
            Err(_) => "",
        };
        let available = if level.is_available() { "yes" } else { "no" };
        table.add_row([level.name(), level.needs(), available, used]);
    }
    output::print(&table)?;
    current.map(drop)
}
