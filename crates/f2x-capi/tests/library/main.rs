//! libf2x as C and C++ programs see it: what it exports, what it needs, what it computes, how it is installed.

#![cfg(target_os = "linux")]

#[path = "../../../f2x-gf2x/tests/c/mod.rs"]
mod c;
mod hqc;
mod install;

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

/// The functions that the header declares: names before an opening parenthesis.
fn declared(header: &str) -> BTreeSet<String> {
    let code = header.split("/*").map(|text| text.split_once("*/").map_or(text, |(_, code)| code));
    let code: String = code.collect();
    let names = code.split('(').filter_map(|text| text.rsplit([' ', '*']).next());
    names.filter(|name| name.starts_with("f2x_")).map(str::to_owned).collect()
}

#[test]
fn what_the_header_declares_is_exported_and_nothing_else() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let header = fs::read_to_string(here.join("include/f2x.h")).expect("the header is there");
    let Some(symbols) = c::exported(&c::built().join("libf2x_capi.so")) else { return };
    assert_eq!(symbols, declared(&header).into_iter().collect::<Vec<_>>());
}

#[test]
fn every_function_has_its_place_in_a_page() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let header = fs::read_to_string(here.join("include/f2x.h")).expect("the header is there");
    let pages = ["status", "level", "product", "field", "ring", "hqc"];
    let page = |name| fs::read_to_string(here.join(format!("docs/{name}.md")));
    let text: String = pages.map(|name| page(name).expect("the page is there")).concat();
    for name in declared(&header) {
        // The pages name the functions of the first ring of a kind.
        let first = name.replace("hqc3", "hqc1").replace("hqc5", "hqc1");
        let first = first.replace("bike3", "bike1").replace("bike5", "bike1");
        assert!(text.contains(&format!("{first}(")), "{name} is in no page");
    }
}

#[test]
fn the_name_has_a_version_and_only_the_c_library_is_needed() {
    c::check_dynamic_section(&c::built().join("libf2x_capi.so"), "libf2x.so.0");
}

#[test]
fn programs_in_c_and_in_cpp() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = c::directory("programs");
    let library = c::built().join("libf2x_capi.so");
    symlink(&library, target.join("libf2x.so.0")).expect("the target directory can be written");
    let (include, checks) = (here.join("include"), here.join("../f2x-gf2x/tests/c"));
    for compiler in c::COMPILERS {
        for (source, output) in [
            ("tests/c/api.c", ""),
            ("examples/product.c", "x^1\nx^999936\nx^1000000\nx^1999935\n"),
            ("examples/field.c", "1\n"),
        ] {
            let source = here.join(source);
            let includes: [&Path; 2] = [&include, &checks];
            let Some(path) = c::compile(compiler, &source, &includes, &library, &target) else {
                continue;
            };
            let mut program = Command::new(path);
            let program = program.env("LD_LIBRARY_PATH", &target).env_remove("F2X_LEVEL");
            let printed = c::run(program).expect("it was just compiled").stdout;
            let printed = String::from_utf8_lossy(&printed);
            assert!(printed.ends_with(output), "{}: {printed}", source.display());
        }
    }
}
