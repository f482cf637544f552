//! Results arrive whole or not at all.

use crate::{f2x, run_with, stderr, stdout};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// The names in a directory.
fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// The failure of a command, which must have exit code 1.
fn failure(command: &mut Command) -> String {
    let output = run_with(command, b"");
    assert_eq!(output.status.code(), Some(1));
    stderr(&output).to_string()
}

#[test]
fn a_product_goes_to_a_file() {
    let directory = tempfile::tempdir().unwrap();
    let command = |output: &str| {
        let mut command = f2x(&["mul", "0x3", "0x7", "-o", output]);
        command.current_dir(&directory);
        command
    };
    assert_eq!(stdout(&mut command("c.hex")), "");
    let path = directory.path().join("c.hex");
    assert_eq!(fs::read(&path).unwrap(), b"0x9\n");
    fs::write(&path, "old and longer").unwrap();
    assert_eq!(stdout(&mut command(path.to_str().unwrap())), "");
    assert_eq!(fs::read(&path).unwrap(), b"0x9\n");
    assert_eq!(names(directory.path()), ["c.hex"]);
}

#[test]
fn a_failure_leaves_no_file_and_keeps_an_old_one() {
    let directory = tempfile::tempdir().unwrap();
    for b in ["0xgg", "missing"] {
        failure(f2x(&["mul", "1", b, "-o", "c.hex"]).current_dir(&directory));
        assert!(names(directory.path()).is_empty());
    }
    fs::write(directory.path().join("c.hex"), "old").unwrap();
    failure(f2x(&["mul", "1", "0xgg", "-o", "c.hex"]).current_dir(&directory));
    assert_eq!(fs::read(directory.path().join("c.hex")).unwrap(), b"old");
    assert_eq!(names(directory.path()), ["c.hex"]);
}

/// An interrupt while a product is written, which takes half a second or more. Where tests are run in the background
/// interrupts may be ignored, by what they start, too: `env` undoes that.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_leaves_no_file_and_keeps_an_old_one() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("a.hex"), "7".repeat(1 << 22)).unwrap();
    fs::write(directory.path().join("c.txt"), "old").unwrap();
    let mut command = Command::new("env");
    command.args(["--default-signal=INT", env!("CARGO_BIN_EXE_f2x"), "mul", "a.hex", "1"]);
    command.args(["--format=expr", "-o", "c.txt"]).env_remove("F2X_LEVEL");
    let mut child = command.current_dir(&directory).stderr(Stdio::null()).spawn().unwrap();
    let is_written = |name: &String| {
        let path = directory.path().join(name);
        name.starts_with(".f2x-") && fs::metadata(path).is_ok_and(|file| file.len() > 0)
    };
    while !names(directory.path()).iter().any(is_written) {
        assert!(child.try_wait().unwrap().is_none(), "ended before the interrupt");
        std::thread::sleep(Duration::from_millis(1));
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let mut names = names(directory.path());
    names.sort();
    assert_eq!(names, ["a.hex", "c.txt"]);
    assert_eq!(fs::read(directory.path().join("c.txt")).unwrap(), b"old");
}

/// Writing fails in the middle, as on a full disk.
#[cfg(target_os = "linux")]
#[test]
fn half_a_product_does_not_replace_an_old_file() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("c.hex"), "old").unwrap();
    for output in ["c.hex", "new.hex"] {
        let mut command = limited("ulimit -f 8", &["mul", "x^4000000", "1", "-o", output]);
        let text = failure(command.current_dir(&directory));
        assert!(text.starts_with(&format!("error: -o {output}: cannot be written: ")), "{text}");
        assert!(text.contains("File too large (os error 27)"), "{text}");
    }
    assert_eq!(fs::read(directory.path().join("c.hex")).unwrap(), b"old");
    assert_eq!(names(directory.path()), ["c.hex"]);
}

/// The command under a limit, whose signal is not to end it.
#[cfg(target_os = "linux")]
fn limited(limit: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new("sh");
    let script = format!("trap '' XFSZ && {limit} && exec \"$0\" \"$@\"");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_f2x")]).args(arguments);
    command.env_remove("F2X_LEVEL");
    command
}

/// Not only the memory that is touched, but all that is mapped, is at most the operands', the product's and
/// 2.2 times the product's as scratch; and the program itself, with 4 MiB for its libraries and its stack.
#[cfg(target_os = "linux")]
#[test]
#[cfg_attr(debug_assertions, ignore = "without optimization the program itself is too large")]
fn memory_is_at_most_4_2_times_the_product() {
    let directory = tempfile::tempdir().unwrap();
    let digits = 1 << 23;
    for name in ["a", "b"] {
        fs::write(directory.path().join(name), "7".repeat(digits)).unwrap();
    }
    let program = fs::metadata(env!("CARGO_BIN_EXE_f2x")).unwrap().len() as usize;
    let kibibytes = 4096 + (program + 42 * digits / 10) / 1024;
    let limit = format!("ulimit -v {kibibytes}");
    stdout(limited(&limit, &["mul", "a", "b", "-o", "c"]).current_dir(&directory));
    // Twice the digits and a line with 0x, but for a leading zero or two.
    let written = fs::metadata(directory.path().join("c")).unwrap().len();
    assert!((written - 3).abs_diff(2 * digits as u64) <= 2);
}

#[cfg(target_os = "linux")]
#[test]
#[cfg_attr(debug_assertions, ignore = "without optimization the program itself is too large")]
fn too_little_memory_is_an_error() {
    let mut command = limited("ulimit -v 100000", &["mul", "x^4294967295", "1"]);
    let expected = "error: A (x^4294967295): there is not enough memory for 67108864 words\n";
    assert_eq!(failure(&mut command), expected);
    // Room for the operands and the product, but not for the scratch.
    let mut command = limited("ulimit -v 280000", &["mul", "x^536870911", "x^536870911"]);
    assert!(
        failure(&mut command)
            .starts_with("error: there is not enough memory for the scratch of the product, ")
    );
}

#[test]
fn places_where_no_file_can_be_are_refused_before_anything_is_read() {
    let directory = tempfile::tempdir().unwrap();
    fs::create_dir(directory.path().join("d")).unwrap();
    fs::write(directory.path().join("f"), "").unwrap();
    for (output, expected) in [
        ("d", "error: -o d: is a directory\n"),
        ("d/", "error: -o d/: is a directory\n"),
        ("no/c.hex", "error: -o no/c.hex: there is no directory no\n"),
        ("no/..", "error: -o no/..: is not the name of a file\n"),
    ] {
        let mut command = f2x(&["mul", "missing", "1", "-o", output]);
        assert_eq!(failure(command.current_dir(&directory)), expected);
    }
    let mut command = f2x(&["mul", "missing", "1", "-o", "f/c.hex"]);
    assert!(failure(command.current_dir(&directory)).starts_with("error: -o f/c.hex: "));
    assert_eq!(names(directory.path()).len(), 2);
}

#[cfg(unix)]
#[test]
fn permissions_and_links_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    let mode = |name: &str| fs::metadata(at(name)).unwrap().permissions().mode() & 0o777;
    let write = |name: &str| {
        stdout(f2x(&["mul", "0x3", "0x7", "-o", name]).current_dir(&directory));
    };

    fs::write(at("ordinary"), "").unwrap();
    write("new");
    assert_eq!(mode("new"), mode("ordinary"));

    fs::set_permissions(at("new"), PermissionsExt::from_mode(0o640)).unwrap();
    symlink("new", at("link")).unwrap();
    write("link");
    assert_eq!(mode("new"), 0o640);
    assert!(fs::symlink_metadata(at("link")).unwrap().is_symlink());
    assert_eq!(fs::read(at("new")).unwrap(), b"0x9\n");
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_is_written_into() {
    let exists = || fs::metadata("/dev/null").unwrap().file_type();
    let before = exists();
    stdout(&mut f2x(&["mul", "0x3", "0x7", "-o", "/dev/null"]));
    assert_eq!(exists(), before);
    let expected =
        "error: -o /dev/full: cannot be written: No space left on device (os error 28)\n";
    assert_eq!(failure(&mut f2x(&["mul", "0x3", "0x7", "-o", "/dev/full"])), expected);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output_is_an_error() {
    let full = || Stdio::from(fs::OpenOptions::new().write(true).open("/dev/full").unwrap());
    for arguments in [&["mul", "0x3", "0x7"][..], &["levels"], &["plan", "9", "9"]] {
        let output = f2x(arguments).stdout(full()).stderr(Stdio::piped()).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let expected =
            "error: cannot write to standard output: No space left on device (os error 28)\n";
        assert_eq!(stderr(&output), expected);
    }
}

/// A product far larger than what a pipe holds, into a pipe that nobody reads.
#[test]
fn a_broken_pipe_is_a_quiet_end() {
    for arguments in [&["mul", "x^4000000", "1"][..], &["levels"]] {
        let mut child =
            f2x(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""));
    }
}

#[test]
fn nothing_is_coloured_in_a_pipe() {
    for arguments in [&["--help"][..], &["levels"], &["mul", "1"], &["bench", "--bits", "64"]] {
        let output = run_with(&mut f2x(arguments), b"");
        assert!(!output.stdout.contains(&0x1b) && !output.stderr.contains(&0x1b), "{arguments:?}");
    }
}
