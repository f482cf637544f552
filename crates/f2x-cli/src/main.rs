//! The command `f2x`: products of polynomials over GF(2), their schedules and their cost.
//!
//! Exit codes: 0, done; 1, failed, with one line on standard error that says why; 2, wrong usage.

mod bench;
mod input;
mod level;
mod levels;
mod mul;
mod output;
mod plan;
mod tune;

use clap::{Parser, Subcommand};
use std::io::{self, Write};
use std::process::ExitCode;

/// Multiply polynomials over GF(2), in constant time, on every CPU.
///
/// The environment variable F2X_LEVEL forces a level, one of those that `f2x levels` lists; without
/// it the fastest one that the CPU has is used.
///
/// Exit codes: 0, done; 1, failed, with one line on standard error that says why; 2, wrong usage.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Mul(mul::Arguments),
    Levels(levels::Arguments),
    Plan(plan::Arguments),
    Bench(bench::Arguments),
    Tune(tune::Arguments),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Mul(arguments) => mul::run(&arguments),
        Command::Levels(arguments) => levels::run(&arguments),
        Command::Plan(arguments) => plan::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Tune(arguments) => tune::run(&arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // Who reads the output has seen enough of it.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Without a standard error there is nobody to tell.
            let _ = writeln!(io::stderr(), "error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<output::BrokenPipe>().is_some()
}
