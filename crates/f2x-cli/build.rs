//! Tells the command which compiler made it.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=RUSTC");
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("--version").output().ok();
    let version = version.and_then(|output| String::from_utf8(output.stdout).ok());
    println!("cargo::rustc-env=F2X_COMPILER={}", version.as_deref().unwrap_or("unknown").trim());
}
