//! The library as C and C++ programs see it: what it exports, what it needs, and the programs in `c/`.
//!
//! Says what it skips where there is no compiler, or no program that reads libraries.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

/// The libraries that this test was built with lie beside it.
fn library() -> PathBuf {
    let test = env::current_exe().expect("the test knows where it is");
    test.parent().expect("a program lies in a directory").join("libgf2x.so")
}

/// What the command printed; none, with a line that says so, if there is no such program.
fn run(command: &mut Command) -> Option<Output> {
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

#[test]
fn only_the_symbols_of_gf2x_are_exported() {
    let mut nm = Command::new("nm");
    let Some(output) = run(nm.args(["-D", "--defined-only", "--format=posix"]).arg(library()))
    else {
        return;
    };
    let mut symbols = lines(&output);
    symbols.sort();
    let names: Vec<&str> =
        symbols.iter().map(|line| line.split(' ').next().unwrap_or_default()).collect();
    assert_eq!(
        names,
        [
            "gf2x_lib_version_code",
            "gf2x_mul",
            "gf2x_mul_pool_clear",
            "gf2x_mul_pool_init",
            "gf2x_mul_r",
            "gf2x_mul_toom",
            "gf2x_toom_gpl_status",
            "gf2x_toomspace",
        ]
    );
}

#[test]
#[cfg(target_os = "linux")]
fn the_name_is_that_of_gf2x_and_only_the_c_library_is_needed() {
    let Some(output) = run(Command::new("readelf").arg("-dW").arg(library())) else { return };
    let text = lines(&output);
    let named = |kind: &str| -> Vec<String> {
        let of_kind = text.iter().filter(|line| line.contains(&format!("({kind})")));
        of_kind.filter_map(|line| line.split(['[', ']']).nth(1)).map(str::to_owned).collect()
    };
    assert_eq!(named("SONAME"), ["libgf2x.so.3"]);
    for needed in named("NEEDED") {
        let is_c = needed.starts_with("libc.") || needed.starts_with("ld-linux");
        // The GNU linker, which compilers before 1.90 used, does not leave this one out.
        assert!(is_c || needed.starts_with("libgcc_s"), "{needed}");
    }
}

/// Compiles a program in `c/` and links it with the library.
fn compile(compiler: &str, options: &[&str], program: &str, target: &Path) -> Option<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = target.join(format!("{program}-{compiler}"));
    let mut command = Command::new(compiler);
    command.args(options).args(["-O2", "-Wall", "-Wextra", "-Werror", "-D_DEFAULT_SOURCE"]);
    command.arg(here.join(format!("tests/c/{program}.c")));
    // Libraries are searched for from left to right.
    command.args(["-x", "none"]).arg(library()).args(["-pthread", "-o"]).arg(&output);
    run(command.arg("-I").arg(here.join("include")))?;
    Some(output)
}

#[test]
#[cfg(target_os = "linux")]
fn programs_in_c_and_in_cpp() {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("c");
    fs::create_dir_all(&target).expect("the target directory can be written");
    // By the name that programs ask for.
    let named = target.join("libgf2x.so.3");
    let _ = fs::remove_file(&named);
    std::os::unix::fs::symlink(library(), named).expect("the target directory can be written");
    for (compiler, options) in
        [("gcc", ["-std=c99", "-x", "c"]), ("g++", ["-std=c++17", "-x", "c++"])]
    {
        for (program, calls) in [("contract", "10000"), ("hammer", "1000")] {
            let Some(path) = compile(compiler, &options, program, &target) else { continue };
            for level in f2x::Level::ALL.into_iter().filter(|level| level.is_available()) {
                let is_first = compiler == "gcc" && level == f2x::Level::best();
                let calls = if is_first { calls } else { "200" };
                let mut program = Command::new(&path);
                program.arg(calls).env("F2X_LEVEL", level.name()).env("LD_LIBRARY_PATH", &target);
                run(&mut program);
            }
        }
    }
}
