//! Another program that measures the same tasks.

use super::record::Cost;
use anyhow::{Context, Result, bail};
use serde::Deserialize;
use std::path::Path;
use std::process::Command;

/// What the other program prints: one object.
#[derive(Deserialize)]
pub(super) struct Line {
    op: String,
    /// The name and version of what was measured.
    pub(super) name: String,
    /// The degree of the operands.
    pub(super) bits: u64,
    #[serde(flatten)]
    pub(super) cost: Cost,
}

/// Has `program` measure an operation on operands of a degree.
pub(super) fn measure(program: &Path, op: &str, degree: u32) -> Result<Line> {
    let name = program.display();
    let output = Command::new(program)
        .args([&degree.to_string(), op])
        .output()
        .with_context(|| format!("--against: cannot run {name}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        bail!("--against: {name} {degree} {op} failed ({}): {}", output.status, said.trim());
    }
    let line: Line = serde_json::from_slice(&output.stdout)
        .with_context(|| format!("--against: {name} {degree} {op} printed no single record"))?;
    if line.op != op {
        bail!("--against: {name} measured {} where {op} was asked for", line.op);
    }
    Ok(line)
}
