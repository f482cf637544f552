//! `f2x trinomial`: the search for irreducible trinomials.

use super::LineFormat;
use crate::{INTERRUPTED, level, output};
use anyhow::{Result, bail};
use f2x::Poly;
use f2x::poly::Trinomials;
use indicatif::{ProgressBar, ProgressStyle};

/// Search for irreducible trinomials x^DEGREE + x^K + 1 with K up to DEGREE/2.
///
/// Each one is printed when it is found; the search ends at the first one unless --all is given. On
/// a terminal a bar shows the K that is being tested. Interrupted (Ctrl-C), the search says from which
/// K it goes on with --from, and ends with the exit code 130.
///
/// If x^N + x^K + 1 is irreducible, so is x^N + x^(N-K) + 1, which is not printed. Without any
/// trinomial the exit code is 1.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  f2x trinomial 9689                    x^9689+x^84+1
  f2x trinomial 1279 --all              K = 216 and 418
  f2x trinomial 44497 --from 8000       go on where a search was stopped")]
pub(crate) struct Arguments {
    /// The degree
    #[arg(value_parser = clap::value_parser!(u32).range(2..))]
    degree: u32,
    /// The first K
    #[arg(long, value_name = "K", default_value_t = 1)]
    from: u32,
    /// Go on after the first one
    #[arg(long)]
    all: bool,
    /// How to write a trinomial
    #[arg(long, value_enum, default_value_t = LineFormat::Expr)]
    format: LineFormat,
}

/// Tests one after the other and prints what is found.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    level::current()?;
    let (degree, from) = (arguments.degree as usize, arguments.from as usize);
    let style = ProgressStyle::with_template("K = {pos} {wide_bar} {percent} %, {eta} left")?;
    let progress = ProgressBar::new(degree as u64 / 2).with_style(style);
    progress.set_position(from as u64);
    progress.reset_eta();
    stop_where_interrupted(progress.clone(), arguments.degree)?;
    let mut found = false;
    for (k, irreducible) in Trinomials::starting_at(degree, from) {
        if irreducible {
            found = true;
            let trinomial = Poly::from_exponents([degree, k, 0]);
            progress.suspend(|| output::print(&arguments.format.show(&trinomial)))?;
            if !arguments.all {
                break;
            }
        }
        progress.set_position(k as u64 + 1);
    }
    progress.finish_and_clear();
    if !found {
        bail!("no trinomial x^{degree}+x^K+1 with K from {from} to {} is irreducible", degree / 2);
    }
    Ok(())
}

/// On an interrupt ends the process, at the K that the bar shows. What was found has been printed.
fn stop_where_interrupted(progress: ProgressBar, degree: u32) -> Result<()> {
    ctrlc::set_handler(move || {
        // No line is cut in two.
        let _whole_lines = std::io::stdout().lock();
        let k = progress.position();
        progress.finish_and_clear();
        eprintln!("f2x: interrupted; `f2x trinomial {degree} --from {k}` goes on");
        std::process::exit(INTERRUPTED);
    })?;
    Ok(())
}
