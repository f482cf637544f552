//! Every level against libgf2x, where it and a C compiler are installed.
//!
//! Not a test function, because those cannot say that they did nothing: this program prints either
//! how many products agree or why none was compared.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

#[path = "suite/words.rs"]
#[expect(dead_code, reason = "this program needs no definition and no sizes")]
mod words;

use words::{Random, levels, product_on};

/// How many pairs are compared.
const COMPARED: usize = 10_000;

fn main() {
    // `cargo test NAME` gives every test program the name of the tests to run.
    let filters = std::env::args().skip(1).filter(|arg| !arg.starts_with('-'));
    if !filters.into_iter().all(|name| "gf2x".contains(&name)) {
        return;
    }
    match compile() {
        Ok(oracle) => {
            compare(&oracle);
            println!("gf2x: {COMPARED} pairs agree on every level of this CPU");
        }
        Err(why) => println!("gf2x: skipped: {why}"),
    }
}

/// The program that multiplies by libgf2x, or what it lacks.
fn compile() -> Result<PathBuf, String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../check/gf2x_oracle.c");
    if !source.is_file() {
        return Err("check/gf2x_oracle.c is not here".into());
    }
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gf2x_oracle");
    let probe = Command::new("cc")
        .args(["-x", "c", "-", "-lgf2x", "-o"])
        .arg(&program)
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .and_then(|mut cc| {
            let mut source = cc.stdin.take().expect("a pipe");
            source.write_all(b"#include <gf2x.h>\nint main(void) { return 0; }\n")?;
            drop(source);
            cc.wait()
        });
    match probe {
        Err(_) => return Err("there is no C compiler `cc`".into()),
        Ok(status) if !status.success() => return Err("libgf2x is not installed".into()),
        Ok(_) => {}
    }
    // With the library there, a failure is a failure.
    let status = Command::new("cc")
        .args(["-O2", "-Wall", "-Wextra", "-Werror"])
        .arg(&source)
        .args(["-lgf2x", "-o"])
        .arg(&program)
        .status()
        .expect("cc ran before");
    assert!(status.success(), "check/gf2x_oracle.c does not compile");
    Ok(program)
}

/// A length of 1 to 2^10 words, every order of magnitude as likely as the others.
fn length(random: &mut Random) -> usize {
    let most = 1 << random.below(11);
    1 + random.below(most)
}

/// Compares products of random pairs of random lengths.
fn compare(oracle: &Path) {
    let mut random = Random::new(40);
    let pairs: Vec<_> = (0..COMPARED)
        .map(|_| {
            let (an, bn) = (length(&mut random), length(&mut random));
            (random.words(an), random.words(bn))
        })
        .collect();
    let mut child = Command::new(oracle)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program just compiled");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = child.stdout.take().expect("a pipe");
    thread::scope(|scope| {
        let pairs = &pairs;
        scope.spawn(move || {
            for (a, b) in pairs {
                let lengths = [a.len() as u64, b.len() as u64];
                let words = lengths.iter().chain(a).chain(b);
                let bytes: Vec<u8> = words.flat_map(|word| word.to_ne_bytes()).collect();
                input.write_all(&bytes).expect("the program reads");
            }
        });
        for (a, b) in pairs {
            let mut bytes = vec![0; 8 * (a.len() + b.len())];
            output.read_exact(&mut bytes).expect("the program writes each product");
            let words = bytes.as_chunks().0.iter().map(|word| u64::from_ne_bytes(*word));
            let expected: Vec<u64> = words.collect();
            for level in levels() {
                assert!(
                    product_on(level, a, b) == expected,
                    "{level}, libgf2x: {} by {} words",
                    a.len(),
                    b.len()
                );
            }
        }
    });
    assert!(child.wait().expect("the program ends").success());
}
