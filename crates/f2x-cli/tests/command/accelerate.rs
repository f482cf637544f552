//! `f2x accelerate`: programs that use libgf2x, and programs that do not.

use crate::{f2x, stderr};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// A command that finds libraries as if no test were running.
fn plain(mut command: Command) -> Command {
    for variable in ["LD_LIBRARY_PATH", "LD_PRELOAD", "F2X_GF2X_LIBRARY"] {
        command.env_remove(variable);
    }
    command
}

fn run(arguments: &[&str]) -> Output {
    plain(f2x(&[&["accelerate"], arguments].concat())).output().unwrap()
}

#[test]
fn a_program_without_products_keeps_its_output_and_its_exit_code() {
    let output = run(&["--", "sh", "-c", "echo it; echo ran >&2; exit 7"]);
    assert_eq!(output.status.code(), Some(7));
    assert_eq!(output.stdout, b"it\n");
    let (own, told) = stderr(&output).split_once('\n').unwrap();
    assert_eq!(own, "ran");
    assert!(told.starts_with("f2x accelerate: sh did not use the products of f2x"), "{told}");
    assert_eq!(told.lines().count(), 1);
    assert_eq!(stderr(&run(&["--quiet", "--", "true"])), "");
}

#[test]
fn signals_and_missing_programs_are_told_as_shells_do() {
    assert_eq!(run(&["--", "sh", "-c", "kill -TERM $$"]).status.code(), Some(128 + 15));
    let output = run(&["--", "no-such-program-in-any-path"]);
    assert_eq!(output.status.code(), Some(127));
    assert!(stderr(&output).contains("cannot run no-such-program-in-any-path"));
    assert_eq!(run(&["--", "/"]).status.code(), Some(126));
    assert_eq!(run(&[]).status.code(), Some(2));
}

#[test]
fn a_library_that_is_not_there_is_an_error() {
    let output = run(&["--library", "/no/such/library", "--", "true"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).starts_with("error: --library /no/such/library"));
    let mut named = f2x(&["accelerate", "--", "true"]);
    let output = named.env("F2X_GF2X_LIBRARY", "/no/such/library").output().unwrap();
    assert!(stderr(&output).contains("F2X_GF2X_LIBRARY"));
}

/// A libgf2x whose products are 5, and a program that prints one by it.
const LIBRARY: &str = "int gf2x_mul(unsigned long *c, const unsigned long *a, unsigned long an,
    const unsigned long *b, unsigned long bn)
{ (void)a, (void)an, (void)b, (void)bn; c[0] = 5; c[1] = 0; return 0; }";
const PROGRAM: &str = "#include <stdio.h>
int gf2x_mul(unsigned long *, const unsigned long *, unsigned long, const unsigned long *, unsigned long);
int main(void)
{ unsigned long a = 3, c[2]; gf2x_mul(c, &a, 1, &a, 1); c[0] ^= 0x10; gf2x_mul(c, c, 1, &a, 1);
  printf(\"%lu\\n\", c[0]); return 3; }";

/// Compiles `source` to `name`; false if there is no compiler.
fn compile(directory: &Path, source: &str, name: &str, options: &[&str]) -> bool {
    fs::write(directory.join("source.c"), source).unwrap();
    let mut gcc = Command::new("gcc");
    gcc.current_dir(directory).args(["source.c", "-o", name]).args(options);
    match gcc.status() {
        Ok(status) => {
            assert!(status.success());
            true
        }
        Err(error) => {
            println!("skipped: gcc: {error}");
            false
        }
    }
}

#[test]
fn a_program_that_uses_libgf2x_has_the_products_of_f2x() {
    let directory = TempDir::new().unwrap();
    let place = directory.path();
    let path = |name: &str| place.join(name).into_os_string().into_string().unwrap();
    if !compile(place, LIBRARY, "libgf2x.so.3", &["-shared", "-fPIC", "-Wl,-soname,libgf2x.so.3"]) {
        return;
    }
    let rpath = format!("-Wl,-rpath,{}", place.display());
    assert!(compile(place, PROGRAM, "program", &["libgf2x.so.3", &rpath]));
    let alone = plain(Command::new(path("program"))).output().unwrap();
    assert_eq!(alone.stdout, b"5\n");
    // (3·3 + 16)·3 = (5 + 16)·3 = 63
    for by in ["both", "preload", "path"] {
        let output = run(&["--by", by, "--", &path("program")]);
        assert_eq!((&output.stdout[..], output.status.code()), (&b"63\n"[..], Some(3)), "{by}");
        assert!(stderr(&output).contains("used the products of f2x, level "), "{by}");
        assert!(stderr(&output).contains("export LD_PRELOAD="), "{by}");
        assert_eq!(stderr(&output).lines().count(), 1, "{by}");
    }
    // Its own copy under another name: only LD_PRELOAD helps.
    fs::rename(path("libgf2x.so.3"), path("libgf2x-copy.so")).unwrap();
    assert!(compile(place, LIBRARY, "libgf2x-copy.so", &["-shared", "-fPIC"]));
    assert!(compile(place, PROGRAM, "vendored", &["libgf2x-copy.so", &rpath]));
    assert_eq!(run(&["--", &path("vendored")]).stdout, b"63\n");
    let output = run(&["--by", "path", "--", &path("vendored")]);
    assert_eq!(output.stdout, b"5\n");
    assert!(stderr(&output).contains("the loader did not take the library"));
    // A copy inside the program.
    fs::write(place.join("library.c"), LIBRARY).unwrap();
    assert!(compile(place, PROGRAM, "closed", &["library.c"]));
    let output = run(&["--", &path("closed")]);
    assert_eq!(output.stdout, b"5\n");
    assert!(stderr(&output).contains("it had the library"));
}
