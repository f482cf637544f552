//! `f2x bench sweep`: its report and its files.

use crate::{f2x, run_with, stderr, stdout};
use f2x::Level;
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
    assert_eq!(lines[0], "level,words,bits,cycles,ratio,ns");
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
        let [level, words, bits, cycles, ratio, ns] = row[..] else { panic!("{row:?}") };
        let words: usize = words.parse().unwrap();
        assert_eq!(sizes.next(), Some((level, words)));
        assert_eq!(bits.parse(), Ok(64 * words));
        assert!(ns.parse::<f64>().unwrap() > 0.0);
        assert!(cycles.is_empty() != cfg!(target_arch = "x86_64"));
        // To the cheapest size at or above, as the file itself tells.
        let cost =
            |row: &[&str]| -> f64 { row[if cycles.is_empty() { 5 } else { 3 }].parse().unwrap() };
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
        // The largest sweep would take an hour.
        let arguments = ["bench", "sweep", "--max-words=4096", "--samples=9999", option, "no/file"];
        let output = run_with(f2x(&arguments).current_dir(&directory), b"");
        assert_eq!(output.status.code(), Some(1));
        let expected = format!("error: {option} no/file: there is no directory no\n");
        assert_eq!(stderr(&output), expected);
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
    }
}
