//! `f2x bench sweep`: its report and its files.

use crate::{f2x, run_with, stderr, stdout};
use f2x::Level;
use f2x::mul::plan::{Plan, Step};
use std::fs;
use std::path::Path;

/// A sweep of a few words, as quick as possible, in a directory.
fn sweep(directory: &Path, arguments: &[&str]) -> String {
    let quick = ["bench", "sweep", "--samples=3"];
    stdout(f2x(&[&quick, arguments].concat()).current_dir(directory))
}

/// Fields of the lines of a CSV file below its header, and the comments above.
fn csv(text: &str) -> (Vec<&str>, Vec<Vec<&str>>) {
    let (comments, lines): (Vec<_>, Vec<_>) = text.lines().partition(|line| line.starts_with('#'));
    assert_eq!(lines[0], "level,words,bits,cycles,ratio,step,ns");
    (comments, lines[1..].iter().map(|line| line.split(',').collect()).collect())
}

#[test]
fn csv_has_every_size_of_every_level() {
    let directory = tempfile::tempdir().unwrap();
    let levels: Vec<&str> =
        Level::ALL.into_iter().filter(|level| level.is_available()).map(Level::name).collect();
    let named = levels.join(",");
    // A level that is named twice is measured once.
    let level = format!("--level={named},{}", levels[0]);
    let report = sweep(directory.path(), &["--max-words=7", "--csv=s.csv", &level]);
    let text = fs::read_to_string(directory.path().join("s.csv")).unwrap();
    let (comments, rows) = csv(&text);
    assert!(comments[0].contains("f2x bench sweep --samples=3 --max-words=7 --csv=s.csv --level="));
    assert!(comments[1].contains("rustc ") && comments[1].contains("T"), "{comments:?}");
    let mut sizes = levels.iter().flat_map(|level| (1..=7).map(move |words| (*level, words)));
    for row in &rows {
        let [level, words, bits, cycles, ratio, step, ns] = row[..] else { panic!("{row:?}") };
        let words: usize = words.parse().unwrap();
        assert_eq!(sizes.next(), Some((level, words)));
        assert_eq!(bits.parse(), Ok(64 * words));
        assert!(ns.parse::<f64>().unwrap() > 0.0);
        assert_eq!(step, "", "none of so few words is a transform");
        assert!(cycles.is_empty() != cfg!(target_arch = "x86_64"));
        // To the cheapest size at or above, as the file itself tells.
        let cost =
            |row: &[&str]| -> f64 { row[if cycles.is_empty() { 6 } else { 3 }].parse().unwrap() };
        let above = rows
            .iter()
            .filter(|other| other[0] == level && other[1].parse::<usize>().unwrap() >= words);
        let least = above.map(|other| cost(other)).fold(f64::INFINITY, f64::min);
        assert!((ratio.parse::<f64>().unwrap() - cost(row) / least).abs() < 1e-3, "{row:?}");
    }
    assert_eq!(sizes.next(), None);
    for level in levels {
        assert!(report.contains(&format!("\n{level}: ")), "{report}");
    }
    assert!(report.contains(" of 7 sizes cost more than 1.05 times"), "{report}");
}

#[test]
fn the_plot_is_a_page_of_its_own_with_a_curve_for_each_panel() {
    let directory = tempfile::tempdir().unwrap();
    sweep(directory.path(), &["--max-words=5", "--svg=s.svg", "--level=portable"]);
    let svg = fs::read_to_string(directory.path().join("s.svg")).unwrap();
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"));
    for text in ["core cycles", "bits of each operand", "portable", "rustc", "Cost of one product"]
    {
        let on_x86_64 = text != "core cycles" || cfg!(target_arch = "x86_64");
        assert_eq!(svg.contains(text), on_x86_64, "{text}");
    }
    // The first thing drawn is the background, as large as the page.
    let background = svg.lines().nth(1).unwrap();
    for part in ["<rect", "x=\"0\"", "y=\"0\"", "width=\"960\"", "height=\"760\"", "#FCFCFB"] {
        assert!(background.contains(part), "{background}");
    }
    // Five points a panel.
    let curve = |line: &&str| line.starts_with("<polyline") && line.contains("#2563EB");
    let points = |line: &str| {
        line.split_once("points=\"")
            .unwrap()
            .1
            .split_once('"')
            .unwrap()
            .0
            .split_whitespace()
            .count()
    };
    let curves: Vec<usize> = svg.lines().filter(curve).map(points).collect();
    assert_eq!(curves.iter().filter(|points| **points == 5).count(), 2, "{curves:?}");
}

/// Every size to 1024 words, then 1037, 1049, 1062 and 1075, and the one that was asked for.
#[cfg(target_arch = "x86_64")]
#[test]
fn steps_are_from_transforms_to_transforms() {
    let level = if Level::Avx512.is_available() { Level::Avx512 } else { Level::Portable };
    let directory = tempfile::tempdir().unwrap();
    let quick = ["bench", "sweep", "--samples=1", "--max-words=1080", "--csv=s.csv", "--level"];
    let arguments = [&quick[..], &[level.name()]].concat();
    let report = stdout(f2x(&arguments).current_dir(directory.path()));
    let text = fs::read_to_string(directory.path().join("s.csv")).unwrap();
    let (_, rows) = csv(&text);
    let words = |row: &[&str]| row[1].parse::<usize>().unwrap();
    let cycles = |words: usize| -> f64 {
        rows.iter().find(|row| row[1] == words.to_string()).unwrap()[3].parse().unwrap()
    };
    let sizes: Vec<usize> = rows.iter().map(|row| words(row)).collect();
    assert_eq!(sizes[1020..], [1021, 1022, 1023, 1024, 1037, 1049, 1062, 1075, 1080]);
    let steps: Vec<(usize, f64)> =
        rows.iter().filter_map(|row| Some((words(row), row[5].parse().ok()?))).collect();
    let is_transform = |words: usize| {
        matches!(Plan::of_this_cpu(level, words, words).step(), Step::Transform { .. })
    };
    // A twentieth more than 1024 is 1075.2, for which 1075 is measured.
    let longer = |words: usize| match words {
        1024 => Some(1075),
        _ => sizes.iter().copied().find(|longer| 20 * longer >= 21 * words),
    };
    let with_step =
        |words: &usize| is_transform(*words) && longer(*words).is_some_and(is_transform);
    let expected: Vec<usize> = sizes.iter().copied().filter(with_step).collect();
    assert_eq!(steps.iter().map(|step| step.0).collect::<Vec<_>>(), expected);
    assert!(expected.len() > 20 && expected.ends_with(&[1023, 1024]), "{expected:?}");
    for (words, step) in &steps {
        let expected = cycles(longer(*words).unwrap()) / cycles(*words);
        assert!((step - expected).abs() < 1e-3, "{words}: {step}");
    }
    let above = steps.iter().filter(|step| step.1 > 1.12).count();
    let worst = steps.iter().map(|step| step.1).fold(0.0, f64::max);
    let told = format!(": {above} of {} steps from a transform", steps.len());
    assert!(report.contains(&told), "{report}");
    assert!(report.contains(&format!("above 1.12; worst {worst:.3} from")), "{report}");
}

#[cfg(unix)]
#[test]
fn two_files_are_two_files() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    fs::write(path.join("old"), "old").unwrap();
    std::os::unix::fs::symlink("old", path.join("link")).unwrap();
    for (first, second, file) in [
        ("--svg", "--csv", ["new", "./new"]),
        ("--svg", "--json", ["old", "link"]),
        ("--csv", "--json", ["../new", "../new"]),
    ] {
        let inner = path.join("inner");
        fs::create_dir_all(&inner).unwrap();
        let directory = if file[0].starts_with("..") { &inner } else { path };
        let arguments =
            ["bench", "sweep", "--max-words=1", "--samples=1", first, file[0], second, file[1]];
        let output = run_with(f2x(&arguments).current_dir(directory), b"");
        assert_eq!(output.status.code(), Some(1));
        let expected = format!("error: {first} and {second} name the same file\n");
        assert_eq!(stderr(&output), expected);
    }
    assert_eq!(fs::read_to_string(path.join("old")).unwrap(), "old");
    assert!(!path.join("new").exists());
}

/// Who has seen enough of the output gets the files nevertheless.
#[cfg(target_os = "linux")]
#[test]
fn files_are_written_whatever_becomes_of_the_report() {
    for json in [&["--json"][..], &["--json", "r.json"]] {
        let directory = tempfile::tempdir().unwrap();
        let arguments = ["bench", "sweep", "--max-words=1", "--samples=1"];
        let files = ["--csv", "s.csv", "--svg", "s.svg"];
        let mut command = f2x(&[&arguments[..], &files, json].concat());
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = command.current_dir(&directory).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).starts_with("error: cannot write to standard output"));
        let count = fs::read_dir(&directory).unwrap().count();
        assert_eq!(count, 2 + json.len() - 1, "{json:?}");
    }
}

#[test]
fn one_size_can_be_swept() {
    let directory = tempfile::tempdir().unwrap();
    let report = sweep(directory.path(), &["--max-words=1", "--svg=s.svg", "--csv=s.csv"]);
    assert!(report.contains(": 0 of 1 sizes "), "{report}");
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 2);
}

#[test]
fn files_that_cannot_be_are_refused_before_anything_is_measured() {
    let directory = tempfile::tempdir().unwrap();
    for option in ["--svg", "--csv", "--json"] {
        // The largest sweep would take hours.
        let arguments =
            ["bench", "sweep", "--max-words=131072", "--samples=9999", option, "no/file"];
        let output = run_with(f2x(&arguments).current_dir(&directory), b"");
        assert_eq!(output.status.code(), Some(1));
        let expected = format!("error: {option} no/file: there is no directory no\n");
        assert_eq!(stderr(&output), expected);
        let arguments = ["bench", "sweep", "--max-words=131072", "--samples=9999", option, "new/"];
        let output = run_with(f2x(&arguments).current_dir(&directory), b"");
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(stderr(&output), format!("error: {option} new/: is not the name of a file\n"));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_an_error() {
    for option in ["--svg", "--csv", "--json"] {
        let arguments = ["bench", "sweep", "--max-words=1", "--samples=1", option, "/dev/full"];
        let output = run_with(&mut f2x(&arguments), b"");
        assert_eq!(output.status.code(), Some(1));
        let text = stderr(&output);
        assert!(
            text.starts_with(&format!("error: {option} /dev/full: cannot be written")),
            "{text}"
        );
        assert!(String::from_utf8_lossy(&output.stdout).contains(" of 1 sizes "), "no report");
    }
}
