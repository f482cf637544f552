//! The command from outside: what it prints, where it writes, how it fails.

#[cfg(target_os = "linux")]
mod accelerate;
mod algebra;
mod batch;
mod bench;
mod errors;
mod field;
mod formats;
mod hqc;
mod information;
mod output;
mod products;
mod random;
mod record;
mod reproduce;
mod ring;
mod sweep;
mod tune;
mod unequal;

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// The command with these arguments, whatever level the tests run on.
fn f2x(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_f2x"));
    command.args(arguments).env_remove("F2X_LEVEL");
    command
}

/// What the command does with `input` as standard input.
fn run_with(command: &mut Command, input: &[u8]) -> Output {
    let piped = || Stdio::piped();
    let mut child = command.stdin(piped()).stdout(piped()).stderr(piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        // A command that fails early leaves its input unread.
        scope.spawn(move || drop(stdin.write_all(input)));
        child.wait_with_output().unwrap()
    })
}

/// What a command prints that must succeed and say nothing on standard error.
fn stdout(command: &mut Command) -> String {
    let output = command.stdin(Stdio::null()).output().unwrap();
    assert_eq!(stderr(&output), "");
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

/// The text on standard error.
fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}
