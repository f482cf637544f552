//! `f2x hqc`: keys in files, and what is refused; the lines of `f2x bench hqc`.

use crate::{f2x, run_with, stderr, stdout};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

fn hqc(directory: &Path, arguments: &str) -> Command {
    let mut command = f2x(&["hqc"]);
    command.args(arguments.split(' ')).current_dir(directory);
    command
}

fn failure(command: &mut Command) -> String {
    let output = run_with(command, b"");
    assert_eq!(output.status.code(), Some(1));
    stderr(&output).to_string()
}

#[test]
fn both_sides_get_the_same_key() {
    for (parameters, sizes) in [
        ("hqc-1", [2321, 2241, 4433]),
        ("hqc-3", [4602, 4514, 8978]),
        ("hqc-5", [7333, 7237, 14421]),
    ] {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path();
        assert_eq!(stdout(&mut hqc(path, &format!("keygen {parameters} sk pk"))), "");
        let sent = stdout(&mut hqc(path, "encaps pk ct"));
        assert_eq!(stdout(&mut hqc(path, "decaps sk ct")), sent);
        assert_eq!(sent.len(), 65);
        let bytes = |name: &str| fs::read(path.join(name)).unwrap();
        assert_eq!(["sk", "pk", "ct"].map(|name| bytes(name).len()), sizes);
        assert_eq!(stdout(&mut hqc(path, "decaps sk ct --key ss")), "");
        let digits: String = bytes("ss").iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(digits, sent.trim());

        // A damaged ciphertext gives another key and no error.
        let mut damaged = bytes("ct");
        damaged[7] ^= 1;
        fs::write(path.join("damaged"), damaged).unwrap();
        assert_ne!(stdout(&mut hqc(path, "decaps sk damaged")), sent);
    }
}

#[cfg(unix)]
#[test]
fn secrets_are_their_owners() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let mode = |name: &str| fs::metadata(path.join(name)).unwrap().permissions().mode() & 0o777;
    stdout(&mut hqc(path, "keygen hqc-1 sk pk"));
    stdout(&mut hqc(path, "encaps pk ct --key ss"));
    assert_eq!([mode("sk"), mode("ss")], [0o600, 0o600]);
    // Nor does the mode of a file that is replaced count.
    fs::set_permissions(path.join("sk"), fs::Permissions::from_mode(0o666)).unwrap();
    stdout(&mut hqc(path, "keygen hqc-1 sk pk --force"));
    assert_eq!(mode("sk"), 0o600);
}

#[test]
fn nothing_is_replaced_without_force() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    stdout(&mut hqc(path, "keygen hqc-1 sk pk"));
    stdout(&mut hqc(path, "encaps pk ct --key ss"));
    let contents = || ["sk", "pk", "ct", "ss"].map(|name| fs::read(path.join(name)).unwrap());
    let before = contents();
    for (arguments, name) in [
        ("keygen hqc-1 sk new", "sk"),
        ("keygen hqc-3 new pk", "pk"),
        ("encaps pk ct", "ct"),
        ("encaps pk new --key ss", "ss"),
        ("decaps sk ct --key sk", "sk"),
    ] {
        let error = failure(&mut hqc(path, arguments));
        assert_eq!(error, format!("error: {name}: exists; --force replaces it\n"));
        assert!(!path.join("new").exists());
    }
    assert_eq!(contents(), before);
    assert_eq!(fs::read_dir(path).unwrap().count(), 4);
    stdout(&mut hqc(path, "keygen hqc-3 sk pk --force"));
    assert_ne!(contents(), before);
}

#[test]
fn files_of_other_lengths_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    stdout(&mut hqc(path, "keygen hqc-1 sk pk"));
    stdout(&mut hqc(path, "encaps pk ct"));
    let error = failure(&mut hqc(path, "encaps sk new"));
    assert!(error.contains("is no public key: those have 2241, 4514 and 7237 bytes, not 2321"));
    let error = failure(&mut hqc(path, "decaps pk ct"));
    assert!(error.contains("is no secret key"), "{error}");
    let error = failure(&mut hqc(path, "decaps sk pk"));
    assert!(error.contains("a ciphertext has 4433 bytes, not 2241"), "{error}");
    let mut padded = fs::read(path.join("pk")).unwrap();
    *padded.last_mut().unwrap() |= 0x80;
    fs::write(path.join("padded"), padded).unwrap();
    let error = failure(&mut hqc(path, "encaps padded new"));
    assert!(error.contains("an unused bit of the encapsulation key is set"), "{error}");
    assert!(failure(&mut hqc(path, "encaps missing new")).contains("the public key missing"));
    assert!(!path.join("new").exists());
}

#[test]
fn bench_lines_have_the_promised_fields() {
    let arguments = ["bench", "hqc", "--parameters=hqc-1", "--json", "--samples=3"];
    let text = stdout(&mut f2x(&arguments));
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let expected = ["f2x", "hqc-kem"].into_iter().flat_map(|name| {
        ["keygen", "encaps", "decaps"].map(|op| (name.to_string(), op.to_string()))
    });
    let text = |line: &Value, key: &str| line[key].as_str().unwrap().to_string();
    let found = lines.iter().map(|line| (text(line, "name"), text(line, "op")));
    assert!(found.eq(expected));
    for line in &lines {
        assert_eq!(line["parameter"], "hqc-1");
        assert!(line["ns"].as_f64().unwrap() > 0.0, "{line}");
        if let Some(shares) = line["shares"].as_object() {
            assert_eq!(line["name"], "f2x");
            let sum: f64 = shares.values().map(|share| share.as_f64().unwrap()).sum();
            assert!(0.3 < sum && sum <= 1.0, "{line}");
        }
    }
}
