//! `F2X_LEVEL`, which a process reads once: this test program starts itself again under it.

use f2x::{Error, Level, LevelError};
use std::ffi::OsStr;
use std::process::{Command, Output};

/// What the child is asked to print; not a name of the crate.
const REPORT: &str = "F2X_TEST_REPORT";

/// Runs the test of the given name in a child whose `F2X_LEVEL` is `value`.
fn child(test: &str, value: Option<&OsStr>) -> Output {
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    // On one thread the name of the test would come before the first line.
    command.args(["--exact", test, "--nocapture", "--test-threads=2"]);
    command.env_remove("F2X_LEVEL").env(REPORT, "1");
    if let Some(value) = value {
        command.env("F2X_LEVEL", value);
    }
    let output = command.output().expect("this program starts again");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("running 1 test"), "{test} is no test: {text}");
    output
}

/// Not a test of its own: the other end of [`report_under`].
#[test]
fn report() {
    if std::env::var_os(REPORT).is_some() {
        println!("level: {:?}", Level::current());
        println!("again: {:?}", Level::current());
        let mut c = [0; 2];
        println!("mul: {:?} {c:?}", f2x::mul(&mut c, &[3], &[7]));
        println!("scratch: {:?}", f2x::mul_with_scratch(&mut [0; 2], &[3], &[7], &mut [0; 300]));
    }
}

/// Checks that a child under `value` finds `level`, and products or their error with it.
fn report_under(value: Option<&OsStr>, level: Result<Level, LevelError>) {
    let output = child("environment::report", value);
    let text = String::from_utf8(output.stdout).expect("the report is text");
    let mul = level.map(|_| ()).map_err(Error::Level);
    for line in
        [format!("level: {level:?}"), format!("again: {level:?}"), format!("scratch: {mul:?}")]
    {
        assert!(text.lines().any(|l| l == line), "{value:?}: no line `{line}` in\n{text}");
    }
    let line = match mul {
        Ok(()) => "mul: Ok(()) [9, 0]".to_string(),
        error => format!("mul: {error:?} [0, 0]"),
    };
    assert!(text.lines().any(|l| l == line), "{value:?}: no line `{line}` in\n{text}");
}

#[test]
fn each_level_by_name() {
    for level in Level::ALL {
        let expected =
            if level.is_available() { Ok(level) } else { Err(LevelError::Missing(level)) };
        report_under(Some(OsStr::new(level.name())), expected);
    }
}

#[test]
fn nothing_and_the_empty_name_mean_the_best() {
    report_under(None, Ok(Level::best()));
    report_under(Some(OsStr::new("")), Ok(Level::best()));
}

#[test]
fn other_names_are_unknown() {
    for name in ["sse9", "AVX2", "avx2 ", "avx-512", "0"] {
        report_under(Some(OsStr::new(name)), Err(LevelError::Unknown));
    }
}

#[cfg(unix)]
#[test]
fn a_name_that_is_not_text_is_unknown() {
    use std::os::unix::ffi::OsStrExt;
    report_under(Some(OsStr::from_bytes(&[0xff, b'x'])), Err(LevelError::Unknown));
}

/// The tests of the functions that take the level of the process, on every level.
#[test]
fn products_on_the_level_of_the_process() {
    for level in Level::ALL.into_iter().filter(|level| level.is_available()) {
        let value = Some(OsStr::new(level.name()));
        let output = child("memory::the_bound_of_the_scratch_is_enough", value);
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && text.contains("1 passed"), "{level}: {text}");
    }
}
