//! Every failure says which argument was wrong, how and where, and has its exit code.

use crate::random::Random;
use crate::{f2x, run_with, stderr, stdout};
use f2x::Level;
use std::fs;
use std::process::Command;

/// The one line that a failing command prints after `error: `.
fn error(command: &mut Command) -> String {
    let output = run_with(command, b"");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(output.stdout, b"");
    let text = stderr(&output).strip_prefix("error: ").unwrap().strip_suffix('\n').unwrap();
    assert!(!text.contains('\n') && !text.contains("panicked"), "{text}");
    text.to_string()
}

/// What is wrong with a file of this content.
fn error_in_file(content: &[u8]) -> String {
    let output = run_with(&mut f2x(&["mul", "1", "-"]), content);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(output.stdout, b"");
    stderr(&output).strip_prefix("error: B (standard input): ").unwrap().trim_end().to_string()
}

#[test]
fn bad_digits_are_located() {
    for (content, expected) in [
        ("12g4", "line 1, column 3: 'g' is not a hexadecimal digit"),
        ("0x12\n34\n5-\n", "line 3, column 2: '-' is not a hexadecimal digit"),
        ("12x4", "line 1, column 3: 'x' is not a hexadecimal digit"),
        ("10+x", "line 1, column 3: '+' is not a hexadecimal digit"),
        ("ab\r\n\r\n \0", "line 3, column 2: byte 0x00 is not a hexadecimal digit"),
        ("é", "line 1, column 1: byte 0xc3 is not a hexadecimal digit"),
        ("0x", "line 1, column 3: there are no hexadecimal digits; the zero polynomial is 0"),
        ("", "is empty; the zero polynomial is 0"),
        (" \n", "is empty; the zero polynomial is 0"),
    ] {
        assert_eq!(error_in_file(content.as_bytes()), expected, "{content:?}");
    }
}

#[test]
fn bad_digits_are_located_far_inside() {
    let mut lines = vec!["0123456789abcdef".repeat(5); 3000];
    lines[2345].replace_range(67..68, "?");
    let expected = "line 2346, column 68: '?' is not a hexadecimal digit";
    assert_eq!(error_in_file(lines.join("\n").as_bytes()), expected);
    let one_line = "f".repeat(1_000_000) + "#";
    let expected = "line 1, column 1000001: '#' is not a hexadecimal digit";
    assert_eq!(error_in_file(one_line.as_bytes()), expected);
}

#[test]
fn bad_expressions_are_located() {
    for (content, expected) in [
        ("x^", "line 1, column 3: expected an exponent, found the end"),
        ("x^-1", "line 1, column 3: expected an exponent, found '-'"),
        ("x+\n x^2 +", "line 2, column 7: expected a term (0, 1, x or x^N), found the end"),
        ("x+y", "line 1, column 3: expected a term (0, 1, x or x^N), found 'y'"),
        ("x+2", "line 1, column 3: expected a term (0, 1, x or x^N), found '2'"),
        ("x++1", "line 1, column 3: expected a term (0, 1, x or x^N), found '+'"),
        ("x1", "line 1, column 2: expected + or the end, found '1'"),
        ("x^2-x", "line 1, column 4: expected + or the end, found '-'"),
        ("1+10", "line 1, column 4: expected + or the end, found '0'"),
        ("x^4294967296", "line 1, column 12: the exponent is above 4294967295"),
        ("x^99999999999999999999999", "line 1, column 12: the exponent is above 4294967295"),
    ] {
        assert_eq!(error_in_file(content.as_bytes()), expected, "{content:?}");
    }
}

/// Texts of what operands are made of, in any order.
#[test]
fn nothing_panics() {
    let mut random = Random(5);
    let pieces =
        ["x", "^", "+", "0", "1", "0x", "9", "f", "_", " ", "\n", "g", "\u{e9}", "99999999"];
    for _ in 0..300 {
        let length = random.word() % 8;
        let piece = |_| pieces[(random.word() % pieces.len() as u64) as usize];
        let text: String = (0..length).map(piece).collect();
        let output = run_with(&mut f2x(&["mul", "-", "1", "--format=raw"]), text.as_bytes());
        let failed = output.status.code() == Some(1) && output.stdout.is_empty();
        assert!(failed || output.status.code() == Some(0), "{text:?}: {}", stderr(&output));
        assert_eq!(failed, stderr(&output).starts_with("error: A (standard input): "), "{text:?}");
    }
}

#[test]
fn arguments_are_named() {
    for (argument, expected) in [
        ("0xfg", "A (0xfg): line 1, column 4: 'g' is not a hexadecimal digit"),
        (
            "0x",
            "A (0x): line 1, column 3: there are no hexadecimal digits; the zero polynomial is 0",
        ),
        ("x^2++1", "A (x^2++1): line 1, column 5: expected a term (0, 1, x or x^N), found '+'"),
        ("/", "A (/): is a directory"),
        (
            "x^2+y",
            "A (x^2+y): there is no such file, and it is neither 0x… nor an expression such as \
             x^163+x^7+1",
        ),
    ] {
        assert_eq!(error(&mut f2x(&["mul", argument, "1"])), expected);
        let as_b = expected.replacen('A', "B", 1);
        assert_eq!(error(&mut f2x(&["mul", "1", argument])), as_b);
    }
    assert!(error(&mut f2x(&["mul", "", "1"])).starts_with("A (): "));
    let long = format!("0x{}g", "1".repeat(100));
    let dots = format!("A (0x{}…): line 1, column 103: ", "1".repeat(58));
    assert!(error(&mut f2x(&["mul", &long, "1"])).starts_with(&dots));
}

#[cfg(unix)]
#[test]
fn a_name_that_is_not_unicode_is_the_name_of_a_file() {
    use std::os::unix::ffi::OsStrExt;
    let name = std::ffi::OsStr::from_bytes(b"x\xff");
    assert!(
        error(f2x(&["mul", "1"]).arg(name)).starts_with("B (x\u{fffd}): there is no such file")
    );
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join(name), "abc").unwrap();
    let mut command = f2x(&["mul", "1"]);
    assert_eq!(stdout(command.arg(directory.path().join(name))), "0xabc\n");
}

#[test]
fn wrong_usage_has_exit_code_2() {
    for arguments in [
        &[][..],
        &["mul"],
        &["mul", "1"],
        &["mul", "1", "1", "1"],
        &["mul", "1", "1", "--format", "octal"],
        &["mul", "1", "1", "-o", ""],
        &["mul", "-", "-"],
        &["plan", "1"],
        &["plan", "-1", "1"],
        &["plan", "1", "4294967297"],
        &["plan", "18446744073709551616", "1"],
        &["plan", "1", "1", "--level", "sse9"],
        &["bench", "--bits", "0"],
        &["bench", "--bits", "64..32"],
        &["bench", "--bits", "huge"],
        &["bench", "--samples", "0"],
        &["bench", "--bits", "64", "sweep"],
        &["bench", "sweep", "--bits", "64"],
        &["bench", "sweep", "--max-words", "0"],
        &["bench", "sweep", "--max-words", "131073"],
        &["bench", "sweep", "--level", "avx2,sse9"],
        &["bench", "sweep", "--samples", "0"],
        &["bench", "unequal", "--max-words", "1"],
        &["divide"],
    ] {
        let output = run_with(&mut f2x(arguments), b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains("--help"), "{arguments:?}: {}", stderr(&output));
    }
    let output = run_with(&mut f2x(&["mul", "-", "-"]), b"");
    assert!(stderr(&output).contains("only one of A and B can be standard input"));
    let output = run_with(&mut f2x(&["plan", "1", "1", "--level", "sse9"]), b"");
    assert!(stderr(&output).contains("[possible values: portable, avx2"));
}

#[test]
fn an_unknown_level_is_an_error_that_lists_the_levels() {
    for arguments in [&["mul", "1", "1"][..], &["plan", "9", "9"], &["bench", "--bits", "64"]] {
        let text = error(f2x(arguments).env("F2X_LEVEL", "sse9"));
        assert!(text.starts_with("F2X_LEVEL=sse9: unknown level"), "{text}");
        assert!(Level::ALL.iter().all(|level| text.contains(level.name())), "{text}");
    }
    // The list of levels is what one looks at then.
    let output = f2x(&["levels"]).env("F2X_LEVEL", "sse9").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(str::from_utf8(&output.stdout).unwrap().contains("| portable |"));
    assert!(stderr(&output).starts_with("error: F2X_LEVEL=sse9: unknown level"));
}

#[test]
fn a_level_that_the_cpu_lacks_is_an_error_that_names_it() {
    for level in Level::ALL.into_iter().filter(|level| !level.is_available()) {
        let text = error(f2x(&["mul", "1", "1"]).env("F2X_LEVEL", level.name()));
        assert_eq!(text, format!("F2X_LEVEL={level}: {}", f2x::LevelError::Missing(level)));
        for bench in [&["bench", "--bits", "64"][..], &["bench", "sweep"], &["bench", "unequal"]] {
            let text = error(f2x(bench).args(["--level", level.name()]));
            assert_eq!(text, format!("--level: {}", f2x::LevelError::Missing(level)));
        }
    }
}
