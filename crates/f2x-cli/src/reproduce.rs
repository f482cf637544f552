//! `f2x reproduce`: the tables and figures of three papers, beside this machine's.

mod charts;
mod complexity;
mod drawing;
mod gf2x;
mod hqc;
mod instructions;
mod kinds;
mod page;
mod papers;
mod procedure;
mod products;
mod reduction;
mod results;
mod session;
mod subject;
mod summary;
mod text;

use crate::level;
use crate::output::{self, Destination};
use anyhow::{Context, Result, bail};
use f2x::Level;
use instructions::Counting;
use papers::Papers;
use session::Session;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Measure the tables of three papers on this machine.
///
/// Each table is printed as the paper has it: its figure with the CPU that it is from, this machine's
/// figure for the same algorithm, and that of f2x at the same size. Schedules of the papers are those of
/// the crate f2x-papers, made of the same blocks as f2x.
///
/// Products of Robert and Véron are measured as their Appendix E says: 1000 runs that warm up, 50 random
/// data sets, the least of 1000 runs for each of them, and the average of these minima. Those of the
/// other two papers are the least of 10 averages of 100 runs, as Drucker, Gueron and Krasnov have it.
/// Cycles are core cycles, as of `f2x bench`. Long products have fewer runs, and the report says so.
///
/// An interrupt (Ctrl-C) ends the measurements; what is done is printed and written.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  f2x reproduce all --html report
  f2x reproduce robert-veron --table 4 --level avx512
  f2x reproduce drucker --json drucker.json")]
pub(crate) struct Arguments {
    /// The paper
    #[arg(value_enum, default_value = "all")]
    paper: Paper,
    /// One table only, by its number: 4, IV, Figure 1
    #[arg(long, value_name = "N")]
    table: Option<String>,
    /// Measure on this level only, one that this CPU has [default: those that the tables have]
    #[arg(long, value_parser = level::parser())]
    level: Option<Level>,
    /// Write the report as a page with plots to DIR/index.html, whole or not at all; DIR is made if there
    /// is none
    #[arg(long, value_name = "DIR")]
    html: Option<PathBuf>,
    /// Write the main plot to FILE
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a record of the run to FILE, whole or not at all
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Measure products of operands of up to so many bits only
    #[arg(long, value_name = "BITS")]
    max_bits: Option<u64>,
    /// Random data sets
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
    sets: u32,
    /// Runs for each data set
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// How instructions are counted [default: hardware where it can be read, else steps]
    #[arg(long, value_enum)]
    count: Option<Counting>,
    /// Be the process whose instructions are counted
    #[arg(long, hide = true)]
    stepped: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Paper {
    /// J.-M. Robert and P. Véron, 2021
    RobertVeron,
    /// N. Drucker, S. Gueron and V. Krasnov, 2018
    Drucker,
    /// C. Su and H. Fan, 2012
    SuFan,
    All,
}

impl Paper {
    fn has(self, id: &str) -> bool {
        match self {
            Self::All => true,
            Self::RobertVeron => id == "robert-veron",
            Self::Drucker => id == "drucker-gueron-krasnov",
            Self::SuFan => id == "su-fan",
        }
    }
}

/// Whether the run was interrupted.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Measures table by table and reports.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    if arguments.stepped {
        return instructions::serve();
    }
    if let Some(level) = arguments.level {
        level::usable(Some(level))?;
    }
    let papers = Papers::load().context("the papers' figures")?;
    let number = |table: &papers::Table| {
        let wanted = |wanted: &String| is_number(&table.number, wanted);
        arguments.table.as_ref().is_none_or(wanted)
    };
    let mut tables: Vec<&papers::Table> = papers.tables.iter().collect();
    tables.retain(|table| arguments.paper.has(&table.paper) && number(table));
    if tables.is_empty() {
        let number = arguments.table.as_deref().unwrap_or_default();
        bail!("--table {number}: no such table");
    }
    let destination = |option, path: Option<&Path>| {
        path.map(|path| Destination::new(option, Some(path))).transpose()
    };
    let json = destination("--json", arguments.json.as_deref())?;
    let svg = destination("--svg", arguments.svg.as_deref())?;
    let html = arguments.html.as_deref().map(directory).transpose()?;
    let html = destination("--html", html.as_deref())?;

    ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::Relaxed))?;
    let mut session = Session::start(arguments)?;
    let steps = tables.iter().map(|table| session::steps(table)).sum();
    let progress = crate::bench::progress(steps)?;
    let mut results = Vec::new();
    for table in tables {
        progress.set_message(format!("{} {}", table.paper, table.number));
        let result = session.table(table, &papers, &results, &progress);
        progress.suspend(|| output::print(&text::table(&result)))?;
        results.push(result);
    }
    progress.finish_and_clear();
    let run = session.finish(results);
    output::print(&text::closing(&run))?;
    if let Some(json) = json {
        let text = serde_json::to_string_pretty(&run)?;
        json.write(|out| writeln!(out, "{text}"))?;
    }
    if let Some(html) = html {
        let charts = charts::all(&run.tables).context("the plots")?;
        let page = page::page(&run, &papers, &charts)?;
        html.write(|out| out.write_all(page.as_bytes()))?;
    }
    if let Some(svg) = svg {
        let p = &run.provenance;
        let day = p.date.split('T').next().unwrap_or_default();
        let note = format!("f2x {}, {}; {}, {day}", p.version, p.compiler, p.cpu.model);
        let Some(plot) = charts::main(&run.tables, &note).context("the plot")? else {
            bail!("--svg: nothing was measured that could be plotted");
        };
        svg.write(|out| out.write_all(plot.as_bytes()))?;
    }
    Ok(())
}

/// The page in a directory, which is made if there is none.
fn directory(path: &Path) -> Result<PathBuf> {
    std::fs::create_dir_all(path).with_context(|| format!("--html {}", path.display()))?;
    Ok(path.join("index.html"))
}

/// Whether a table's number is the wanted one: `figure-5`, `Figure 5` and `figure 5` are the same, and
/// `3` is one of `Figures 3 and 4` where there is no table 3.
fn is_number(number: &str, wanted: &str) -> bool {
    let plain =
        |text: &str| text.to_lowercase().replace(['-', ' '], "").replace("figures", "figure");
    let (number, wanted) = (plain(number), plain(wanted));
    let both = number
        .split_once("and")
        .map(|(first, second)| [first.to_string(), format!("figure{second}")]);
    number == wanted || both.is_some_and(|both| both.contains(&wanted))
}
