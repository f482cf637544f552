//! `f2x bench`: its lines and its table.

use crate::{f2x, stdout};
use f2x::Level;
use serde_json::Value;
use std::process::Command;

#[test]
fn json_lines_have_the_promised_fields() {
    let arguments =
        ["bench", "mul", "--bits", "64,163,1024", "--against=papers", "--json", "--samples=5"];
    let text = stdout(&mut f2x(&arguments));
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for line in &lines {
        assert_eq!(line["op"], "mul");
        assert_eq!(line["level"], Level::best().name());
        let own_words = line["own_bits"].as_u64().unwrap().div_ceil(64);
        let words = line["bits"].as_u64().unwrap().div_ceil(64);
        assert!(words <= own_words && 10 * own_words <= 11 * words, "{line}");
        let (p10, p90) = (line["ns_p10"].as_f64().unwrap(), line["ns_p90"].as_f64().unwrap());
        let ns = line["ns"].as_f64().unwrap();
        assert!(0.0 < p10 && p10 <= ns && ns <= p90, "{line}");
        assert!((1..=5).contains(&line["samples"].as_u64().unwrap()));
        if cfg!(target_arch = "x86_64") {
            assert!(line["cycles"].as_f64().is_some_and(|cycles| cycles > 0.0), "{line}");
        } else {
            assert!(line["cycles"].is_null(), "{line}");
        }
    }
    let ours: Vec<&Value> = lines.iter().filter(|line| line["name"] == "f2x").collect();
    let bits: Vec<u64> = ours.iter().map(|line| line["bits"].as_u64().unwrap()).collect();
    assert_eq!(bits, [64, 163, 1024]);
}

#[test]
fn every_level_is_measured() {
    for level in Level::ALL.into_iter().filter(|level| level.is_available()) {
        let arguments = ["bench", "--bits=512", "--samples=3", "--json", "--level", level.name()];
        let line: Value = serde_json::from_str(&stdout(&mut f2x(&arguments))).unwrap();
        assert_eq!(line["level"], level.name());
    }
    let arguments = ["bench", "--bits=512", "--samples=3", "--json"];
    let text = stdout(f2x(&arguments).env("F2X_LEVEL", "portable"));
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap()["level"], "portable");
}

/// Behind that on one thread, of the same level; not a short one.
#[test]
fn products_on_two_threads_are_measured_beside_those_on_one() {
    let common = ["bench", "--bits=300,600000", "--parallel", "--samples=3", "--json"];
    let lines = |command: &mut Command| -> Vec<(u64, String, String)> {
        let text = |line: &Value, name: &str| line[name].as_str().unwrap().to_string();
        let record = |line: &str| {
            let line: Value = serde_json::from_str(line).unwrap();
            (line["bits"].as_u64().unwrap(), text(&line, "name"), text(&line, "level"))
        };
        stdout(command).lines().map(record).collect()
    };
    for level in Level::ALL.into_iter().filter(|level| level.is_available()) {
        let of_level = |(bits, name): (u64, &str)| (bits, name.into(), level.name().into());
        let expected = [(300, "f2x"), (600_000, "f2x"), (600_000, "f2x on 2 threads")];
        let expected = expected.map(of_level);
        let named = [&common[..], &["--level", level.name()]].concat();
        assert_eq!(lines(&mut f2x(&named)), expected);
        assert_eq!(lines(f2x(&common).env("F2X_LEVEL", level.name())), expected);
    }
}

#[test]
fn the_table_has_a_row_for_each_size() {
    let table = stdout(&mut f2x(&["bench", "--bits", "64..256", "--samples", "3"]));
    let bits: Vec<&str> =
        table.lines().skip(2).map(|line| line.split('|').nth(1).unwrap().trim()).collect();
    assert_eq!(bits, ["64", "128", "256"]);
}

#[test]
fn polynomials_have_their_lines() {
    let arguments = ["bench", "poly", "--degrees=100", "--samples=3", "--json"];
    let text = stdout(&mut f2x(&arguments));
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let operations = ["divrem", "gcd", "xgcd", "mulmod", "powmod", "irreducible", "factor"];
    assert_eq!(lines.len(), operations.len());
    for (line, operation) in lines.iter().zip(operations) {
        assert_eq!(line["op"], operation);
        assert_eq!(line["name"], "f2x");
        assert!(line["bits"].as_u64() >= Some(100), "{line}");
        assert!(line["ns"].as_f64() > Some(0.0), "{line}");
    }
}

/// A program for `--against` that prints `text`, in a directory of its own.
#[cfg(unix)]
fn program(text: &str) -> tempfile::TempDir {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("other");
    std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    directory
}

/// `f2x bench poly` against the program in this directory.
#[cfg(unix)]
fn against(directory: &tempfile::TempDir) -> std::process::Command {
    let mut command =
        f2x(&["bench", "poly", "--degrees=100", "--samples=3", "--operations=gcd", "--json"]);
    command.arg("--against=./other").current_dir(directory.path());
    command
}

#[cfg(unix)]
#[test]
fn another_program_takes_turns() {
    let directory = program(
        r#"echo '{"op":"'$2'","name":"Other 1","bits":'$1',"cycles":null,"cycles_p10":null,
            "cycles_p25":null,"cycles_p90":null,"ns":7.5,"ns_p10":7.1,"ns_p25":7.2,"ns_p90":8.0,
            "samples":3,"batch":2}'"#,
    );
    let text = stdout(&mut against(&directory));
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let [ours, other] = &lines[..] else { panic!("{text}") };
    assert_eq!(ours["name"], "f2x");
    assert_eq!(other["name"], "Other 1");
    assert_eq!(
        (&other["op"], &other["bits"], &other["ns"]),
        (&"gcd".into(), &100.into(), &7.5.into())
    );
    assert!(other["level"].is_null() && other["cycles"].is_null());
}

#[cfg(unix)]
#[test]
fn another_program_that_fails_is_named() {
    for (text, said) in [
        ("echo no memory >&2; exit 3", "no memory"),
        ("echo 12", "printed no single record"),
        ("true", "printed no single record"),
    ] {
        let output = against(&program(text)).output().unwrap();
        let error = crate::stderr(&output);
        assert!(!output.status.success());
        assert!(error.contains("./other 100 gcd") && error.contains(said), "{error}");
    }
    let output = against(&tempfile::tempdir().unwrap()).output().unwrap();
    assert!(crate::stderr(&output).contains("cannot run ./other"), "{}", crate::stderr(&output));
}
