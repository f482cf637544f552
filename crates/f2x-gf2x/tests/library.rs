//! The library as C and C++ programs see it: what it exports, what it needs, and the programs in `c/`.

#![cfg(target_os = "linux")]

mod c;

use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

#[test]
fn only_the_symbols_of_gf2x_are_exported() {
    let Some(symbols) = c::exported(&c::built().join("libgf2x.so")) else { return };
    assert_eq!(
        symbols,
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
fn the_name_is_that_of_gf2x_and_only_the_c_library_is_needed() {
    c::check_dynamic_section(&c::built().join("libgf2x.so"), "libgf2x.so.3");
}

#[test]
fn programs_in_c_and_in_cpp() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = c::directory("programs");
    let library = c::built().join("libgf2x.so");
    // By the name that programs ask for.
    symlink(&library, target.join("libgf2x.so.3")).expect("the target directory can be written");
    for compiler in c::COMPILERS {
        for (program, calls) in [("contract", "10000"), ("hammer", "1000")] {
            let source = here.join(format!("tests/c/{program}.c"));
            let include = here.join("include");
            let compiled = c::compile(compiler, &source, &[&include], &library, &target);
            let Some(path) = compiled else { continue };
            for level in f2x::Level::ALL.into_iter().filter(|level| level.is_available()) {
                // All calls once.
                let is_first = compiler.0 == "gcc" && level == f2x::Level::best();
                let calls = if is_first { calls } else { "200" };
                let mut program = Command::new(&path);
                program.arg(calls).env("F2X_LEVEL", level.name()).env("LD_LIBRARY_PATH", &target);
                c::run(&mut program);
            }
        }
    }
}
