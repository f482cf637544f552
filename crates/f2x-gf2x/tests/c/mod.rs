//! Libraries as C and C++ programs see them: what they export, what they need, programs that use them.
//!
//! Says what it skips where there is no compiler, or no program that reads libraries.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

/// The directory of the libraries that the tests were built with.
pub(crate) fn built() -> PathBuf {
    let test = env::current_exe().expect("the test knows where it is");
    test.parent().expect("a program lies in a directory").to_owned()
}

/// An empty directory for a test.
pub(crate) fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("the target directory can be written");
    path
}

/// What the command printed; none, with a line that says so, if there is no such program.
pub(crate) fn run(command: &mut Command) -> Option<Output> {
    let name = command.get_program().to_string_lossy().into_owned();
    match command.output() {
        Ok(output) => {
            let text = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{command:?}: {}\n{text}", output.status);
            Some(output)
        }
        Err(error) => {
            println!("skipped: {name}: {error}");
            None
        }
    }
}

fn lines(output: &Output) -> Vec<String> {
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

/// The symbols that a library exports.
pub(crate) fn exported(library: &Path) -> Option<Vec<String>> {
    let mut nm = Command::new("nm");
    let output = run(nm.args(["-D", "--defined-only", "--format=posix"]).arg(library))?;
    let name = |line: &String| line.split(' ').next().unwrap_or_default().to_owned();
    let mut symbols: Vec<String> = lines(&output).iter().map(name).collect();
    symbols.sort();
    Some(symbols)
}

/// A library has this name for the loader, needs only the C library, and is no larger than four megabytes
/// without what it exports to nobody.
pub(crate) fn check_dynamic_section(library: &Path, soname: &str) {
    let Some(output) = run(Command::new("readelf").arg("-dW").arg(library)) else { return };
    let text = lines(&output);
    let named = |kind: &str| -> Vec<String> {
        let of_kind = text.iter().filter(|line| line.contains(&format!("({kind})")));
        of_kind.filter_map(|line| line.split(['[', ']']).nth(1)).map(str::to_owned).collect()
    };
    assert_eq!(named("SONAME"), [soname]);
    for needed in named("NEEDED") {
        let is_c = needed.starts_with("libc.") || needed.starts_with("ld-linux");
        // The GNU linker, which compilers before 1.90 used, does not leave this one out.
        assert!(is_c || needed.starts_with("libgcc_s"), "{needed}");
    }
    let stripped = directory("stripped").join(soname);
    if run(Command::new("strip").arg(library).arg("-o").arg(&stripped)).is_some() {
        let bytes = fs::metadata(&stripped).expect("strip wrote it").len();
        assert!(bytes < 4 << 20, "{soname} has {bytes} bytes");
    }
}

/// The compilers, with what makes them strict.
pub(crate) const COMPILERS: [(&str, [&str; 3]); 2] =
    [("gcc", ["-std=c99", "-x", "c"]), ("g++", ["-std=c++17", "-x", "c++"])];

/// Compiles a program with these options, and links it with a library.
pub(crate) fn compile(
    (compiler, options): (&str, [&str; 3]),
    source: &Path,
    includes: &[&Path],
    library: &Path,
    target: &Path,
) -> Option<PathBuf> {
    let name = source.file_stem().expect("a source has a name").to_string_lossy();
    let output = target.join(format!("{name}-{compiler}"));
    let mut command = Command::new(compiler);
    command.args(options).args(["-O2", "-Wall", "-Wextra", "-Werror", "-D_DEFAULT_SOURCE"]);
    for include in includes {
        command.arg("-I").arg(include);
    }
    // Libraries are searched for from left to right.
    command.arg(source).args(["-x", "none"]).arg(library).args(["-pthread", "-o"]).arg(&output);
    run(&mut command)?;
    Some(output)
}
