//! `f2x accelerate`: runs a program with the products of f2x in the place of those of libgf2x.

use anyhow::{Context, Result, bail, ensure};
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::symlink;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus};
use tempfile::TempDir;

/// The name by which programs ask for the library.
const NAME: &str = "libgf2x.so.3";

/// Run a program with the products of f2x in the place of those of libgf2x.
///
/// For NTL and what is built on it (Sage, Singular, Macaulay2, …), and other programs that use libgf2x as a
/// shared library. Nothing is changed on the machine: the loader is told by LD_PRELOAD and
/// LD_LIBRARY_PATH. When the program has ended, a line on standard error says whether it used the
/// library, and how to have it always.
///
/// The library is libgf2x.so.3 or libgf2x.so in the first of these places that has it: --library; the
/// environment variable F2X_GF2X_LIBRARY; beside this program; ../lib/f2x-gf2x from there.
///
/// Exit codes: the program's; 128 and the signal's number, if one ended it; 127 if there is no such
/// program, 126 if it cannot be run.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The library to put in front
    #[arg(long, value_name = "FILE")]
    library: Option<PathBuf>,
    /// How the loader is told
    #[arg(long, value_enum, default_value_t)]
    by: By,
    /// Say nothing on standard error
    #[arg(long, short)]
    quiet: bool,
    /// The program and its arguments, after --
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<OsString>,
}

/// How the loader is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum By {
    /// Both ways: whichever works for the program
    #[default]
    Both,
    /// By LD_PRELOAD, which works for copies of libgf2x with another name too
    Preload,
    /// By LD_LIBRARY_PATH, which concerns programs that ask for libgf2x.so.3 only
    Path,
}

/// What a program did with the library, by the lines that the library wrote.
#[derive(Debug, PartialEq, Eq)]
enum Use {
    /// It made products, on the level that is named.
    Used(String),
    /// It was loaded.
    Loaded,
    /// It was not.
    No,
}

/// Runs the program and tells about it.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    ensure!(cfg!(target_os = "linux"), "the library can be put in front of programs on Linux only");
    let library = library(arguments.library.as_deref())?;
    let shelf = Shelf::new(&library)?;
    let Some((program, rest)) = arguments.command.split_first() else {
        bail!("there is no program to run");
    };
    let mut command = Command::new(program);
    command.args(rest).env("F2X_ACCELERATE_REPORT", &shelf.report);
    if arguments.by != By::Path {
        command.env("LD_PRELOAD", in_front("LD_PRELOAD", &shelf.library));
    }
    if arguments.by != By::Preload {
        command.env("LD_LIBRARY_PATH", in_front("LD_LIBRARY_PATH", &shelf.directory));
    }
    // Ctrl-C is for the program, which decides what to do with it.
    ctrlc::set_handler(|| {}).context("cannot leave signals to the program")?;
    let status = match command.status() {
        Ok(status) => status,
        Err(error) => {
            say(&format!("cannot run {}: {error}", program.display()));
            let is_missing = error.kind() == io::ErrorKind::NotFound;
            return Ok(ExitCode::from(if is_missing { 127 } else { 126 }));
        }
    };
    if !arguments.quiet {
        let report = fs::read_to_string(&shelf.report).unwrap_or_default();
        say(&about(&program.to_string_lossy(), &Use::of(&report), &shelf.lasting));
    }
    Ok(code(status))
}

/// What a shell would make of how a program ended.
fn code(status: ExitStatus) -> ExitCode {
    let code = status.code().or_else(|| status.signal().map(|signal| 128 + signal));
    ExitCode::from(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(u8::MAX))
}

fn say(text: &str) {
    // Without a standard error there is nobody to tell.
    let _ = writeln!(io::stderr(), "f2x accelerate: {text}");
}

impl Use {
    fn of(report: &str) -> Use {
        let mut used = Use::No;
        for line in report.lines() {
            match line.split(' ').collect::<Vec<_>>()[..] {
                ["used", _, level] => return Use::Used(level.to_owned()),
                ["loaded", ..] => used = Use::Loaded,
                _ => {}
            }
        }
        used
    }
}

/// What to say of a program that ended.
fn about(program: &str, used: &Use, lasting: &str) -> String {
    match used {
        Use::Used(level) => {
            format!("{program} used the products of f2x, level {level}; to keep it so: {lasting}")
        }
        Use::Loaded => format!(
            "{program} did not use the products of f2x: it had the library, but called none of libgf2x's \
             functions by its name (it made no product, or has its own copy built in)"
        ),
        Use::No => format!(
            "{program} did not use the products of f2x: the loader did not take the library (a program \
             that is linked statically, asks for no libgf2x.so.3, or has special rights)"
        ),
    }
}

/// The file of the library.
fn library(option: Option<&Path>) -> Result<PathBuf> {
    let named =
        |path: &Path, by: &str| absolute(path).with_context(|| format!("{by} {}", path.display()));
    if let Some(path) = option {
        return named(path, "--library");
    }
    if let Some(path) = env::var_os("F2X_GF2X_LIBRARY").filter(|path| !path.is_empty()) {
        return named(Path::new(&path), "F2X_GF2X_LIBRARY:");
    }
    let program = env::current_exe().context("cannot tell where this program is")?;
    let beside = program.parent().unwrap_or(Path::new("/"));
    let directories = [beside.to_owned(), beside.join("../lib/f2x-gf2x"), beside.join("deps")];
    let files = directories.iter().flat_map(|place| [place.join(NAME), place.join("libgf2x.so")]);
    files.into_iter().find_map(|file| absolute(&file).ok()).with_context(|| {
        let beside = beside.display();
        format!(
            "no {NAME} in {beside} nor in {beside}/../lib/f2x-gf2x: build it \
             (cargo build --release --package f2x-gf2x) or name it (--library FILE)"
        )
    })
}

/// The path of a file that exists from the root, by the file's own name, which tells the version least.
fn absolute(path: &Path) -> io::Result<PathBuf> {
    let file = fs::canonicalize(path)?;
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let directory = fs::canonicalize(directory.unwrap_or(Path::new(".")))?;
    Ok(path.file_name().map_or(file, |name| directory.join(name)))
}

/// What the loader and the library are told, in a directory that goes when the program has ended.
struct Shelf {
    /// The library by a name that the loader's lists can have.
    library: PathBuf,
    /// A directory that has the library by the name that programs ask for, and nothing else to load.
    directory: PathBuf,
    /// The file that the library writes to.
    report: PathBuf,
    /// What makes all programs of a shell use the library.
    lasting: String,
    _temporary: TempDir,
}

impl Shelf {
    fn new(library: &Path) -> Result<Shelf> {
        let temporary =
            TempDir::with_prefix("f2x-accelerate-").context("cannot make a directory")?;
        let directory = temporary.path().to_owned();
        let link = directory.join(NAME);
        symlink(library, &link).with_context(|| format!("cannot make {}", link.display()))?;
        let report = directory.join("report");
        fs::write(&report, "").with_context(|| format!("cannot write {}", report.display()))?;
        let lasting = if is_listable(library.as_os_str()) {
            format!("export LD_PRELOAD={}", library.display())
        } else {
            format!(
                "copy {} to a path without spaces and colons, and name it in LD_PRELOAD",
                library.display()
            )
        };
        Ok(Shelf { library: link, directory, report, lasting, _temporary: temporary })
    }
}

/// Whether the loader can have the path in its lists, which spaces and colons divide.
fn is_listable(path: &OsStr) -> bool {
    !path.as_encoded_bytes().iter().any(|byte| b" :;\n\t'\"".contains(byte))
}

/// The value of the loader's variable with `path` in front of what is there.
fn in_front(variable: &str, path: &Path) -> OsString {
    let mut list = path.as_os_str().to_owned();
    if let Some(rest) = env::var_os(variable).filter(|rest| !rest.is_empty()) {
        list.push(":");
        list.push(rest);
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_product_in_any_process_is_use() {
        assert_eq!(Use::of(""), Use::No);
        assert_eq!(Use::of("loaded 7 0.1.0\nloaded 8 0.1.0\n"), Use::Loaded);
        let report = "loaded 7 0.1.0\nused 7 avx2\nloaded 8 0.1.0\n";
        assert_eq!(Use::of(report), Use::Used("avx2".into()));
    }

    #[test]
    fn lists_of_the_loader_are_divided_by_spaces_and_colons() {
        assert!(is_listable(OsStr::new("/opt/f2x/lib/libgf2x.so.3")));
        assert!(!is_listable(OsStr::new("/opt/my libraries/libgf2x.so.3")));
        assert!(!is_listable(OsStr::new("/opt/a:b/libgf2x.so.3")));
    }
}
