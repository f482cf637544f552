//! The command `f2x`: arithmetic with polynomials over GF(2), schedules of products, and their cost.
//!
//! Exit codes: 0, done; 1, failed, with one line on standard error that says why; 2, wrong usage; 130,
//! interrupted (`reproduce` writes what is done, and 0).

#[cfg(unix)]
mod accelerate;
mod algebra;
mod bench;
mod hqc;
mod input;
mod level;
mod levels;
mod mul;
mod output;
mod plan;
mod reproduce;
mod tune;
mod verify;

use algebra::{divrem, factor, gcd, invmod, irreducible, powmod, sqr, trinomial, xgcd};
use clap::{Parser, Subcommand};
use std::io::{self, Write};
use std::process::ExitCode;

/// Arithmetic with polynomials over GF(2), on every CPU.
///
/// Products take constant time; quotients, divisors and factors do not.
///
/// The environment variable F2X_LEVEL forces a level, one of those that `f2x levels` lists; without
/// it the fastest one that the CPU has is used.
///
/// Exit codes: 0, done; 1, failed, with one line on standard error that says why; 2, wrong usage; 130,
/// interrupted (`f2x reproduce` writes what is done, and 0); those of `f2x accelerate` are the program's.
#[derive(Debug, Parser)]
#[command(name = "f2x", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Mul(mul::Arguments),
    Sqr(sqr::Arguments),
    Divrem(divrem::Arguments),
    Gcd(gcd::Arguments),
    Xgcd(xgcd::Arguments),
    Powmod(powmod::Arguments),
    Invmod(invmod::Arguments),
    Factor(factor::Arguments),
    Irreducible(irreducible::Arguments),
    Trinomial(trinomial::Arguments),
    Hqc(hqc::Arguments),
    Levels(levels::Arguments),
    Plan(plan::Arguments),
    Bench(bench::Arguments),
    Reproduce(reproduce::Arguments),
    Tune(tune::Arguments),
    #[cfg(unix)]
    Accelerate(accelerate::Arguments),
}

/// The exit code after an interrupt, 128 and the number of the signal.
const INTERRUPTED: i32 = 130;

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Mul(arguments) => mul::run(&arguments),
        Command::Sqr(arguments) => sqr::run(&arguments),
        Command::Divrem(arguments) => divrem::run(&arguments),
        Command::Gcd(arguments) => gcd::run(&arguments),
        Command::Xgcd(arguments) => xgcd::run(&arguments),
        Command::Powmod(arguments) => powmod::run(&arguments),
        Command::Invmod(arguments) => invmod::run(&arguments),
        Command::Factor(arguments) => factor::run(&arguments),
        Command::Irreducible(arguments) => irreducible::run(&arguments),
        Command::Trinomial(arguments) => trinomial::run(&arguments),
        Command::Hqc(arguments) => hqc::run(&arguments),
        Command::Levels(arguments) => levels::run(&arguments),
        Command::Plan(arguments) => plan::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Reproduce(arguments) => reproduce::run(&arguments),
        Command::Tune(arguments) => tune::run(&arguments),
        #[cfg(unix)]
        Command::Accelerate(arguments) => match accelerate::run(&arguments) {
            Ok(code) => return code,
            Err(error) => Err(error),
        },
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
