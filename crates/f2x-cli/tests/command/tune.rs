//! `f2x tune`: the file that it writes, and the levels that it takes.

use crate::{f2x, stderr, stdout};
use f2x::Level;
use f2x::mul::plan::kernels;
use std::fs;
use std::process::Command;

/// The numbers of a text.
fn numbers(text: &str) -> Vec<u32> {
    let digits = |c: char| !c.is_ascii_digit();
    text.split(digits).filter(|word| !word.is_empty()).map(|word| word.parse().unwrap()).collect()
}

/// The numbers of a table of the file, for each level.
fn table(source: &str, name: &str) -> Vec<Vec<u32>> {
    let (_, rest) = source.split_once(name).unwrap();
    let table = rest.split_once(" = [\n").unwrap().1.split_once("\n];").unwrap().0;
    let rows: Vec<Vec<u32>> = table.split("],").map(numbers).collect();
    let rows: Vec<_> = rows.into_iter().filter(|row| !row.is_empty()).collect();
    assert_eq!(rows.len(), 4, "{name}");
    rows
}

/// Words and cycles of the kernels of each level, as the file says.
fn kernels_of(source: &str) -> Vec<Vec<(usize, u32)>> {
    let (leaves, compositions) = (table(source, "LEAVES"), table(source, "COMPOSITIONS"));
    let kernels = |(leaves, compositions): (&Vec<u32>, &Vec<u32>)| {
        assert_eq!(leaves.len(), 16);
        let leaves = leaves.iter().enumerate().map(|(i, cycles)| (i + 1, *cycles));
        let compositions = compositions.chunks(2).map(|pair| (pair[0] as usize, pair[1]));
        leaves.filter(|leaf| leaf.1 > 0).chain(compositions).collect()
    };
    leaves.iter().zip(&compositions).map(kernels).collect()
}

/// Words and cycles of the kernels of a level, as compiled.
fn recorded(level: Level) -> Vec<(usize, u32)> {
    let sizes = kernels::leaves(level).chain(kernels::compositions(level));
    sizes.map(|words| (words, kernels::recorded_cycles(level, words).unwrap())).collect()
}

#[test]
#[cfg_attr(not(target_arch = "x86_64"), ignore = "there are no core cycles")]
fn the_file_is_source_with_new_cycles_of_the_level_and_the_old_ones_of_others() {
    let directory = tempfile::tempdir().unwrap();
    let measured = Level::best();
    let level = format!("--level={measured}");
    let arguments = ["tune", "--rounds=1", "--output=cycles.rs", &level];
    let report = stdout(f2x(&arguments).current_dir(directory.path()));
    let source = fs::read_to_string(directory.path().join("cycles.rs")).unwrap();
    for (level, kernels) in Level::ALL.into_iter().zip(kernels_of(&source)) {
        if level == measured {
            let words = |kernels: &[(usize, u32)]| -> Vec<usize> {
                kernels.iter().map(|kernel| kernel.0).collect()
            };
            assert_eq!(words(&kernels), words(&recorded(level)));
            assert!(kernels.iter().all(|kernel| kernel.1 > 0));
        } else {
            assert_eq!(kernels, recorded(level), "{level}");
        }
    }
    for (level, transforms) in Level::ALL.into_iter().zip(table(&source, "TRANSFORMS")) {
        let recorded = |words| kernels::recorded_transform_cycles(level, words).unwrap();
        let recorded: Vec<u32> = kernels::transforms(level).map(recorded).collect();
        assert_eq!(transforms.len(), recorded.len(), "{level}");
        assert!(transforms.iter().all(|cycles| *cycles > 0), "{level}");
        let kept = level != measured || kernels::lacks_transforms(level);
        assert_eq!(transforms == recorded, kept, "{level}");
    }
    let command = format!("f2x {}", arguments.join(" "));
    assert!(source.contains(&format!("//! Written by `{command}`:")), "{source}");
    assert!(source.contains(&format!("//! * measured: {measured}\n")), "{source}");
    assert!(source.contains("//! * kept from an earlier run"), "{source}");
    // The same strings, broken elsewhere.
    let joined = source.replace("\\\n     ", "");
    assert!(joined.contains(&command), "{source}");
    for other in Level::ALL.into_iter().filter(|level| *level != measured) {
        assert!(joined.contains(kernels::provenance(other)), "{source}");
    }
    if kernels::lacks_transforms(measured) {
        // Of a record that was made so itself, only what it says of its transforms.
        let marker = "; transforms of an earlier run: ";
        let earlier = kernels::provenance(measured).rsplit(marker).next().unwrap();
        assert!(joined.contains(&format!("{marker}{earlier}")), "{source}");
    }
    assert!(report.contains("predicted / measured"), "{report}");

    let formatted = Command::new("rustfmt")
        .args(["--check", "--edition=2024", "--config-path", "../../rustfmt.toml"])
        .arg(directory.path().join("cycles.rs"))
        .output();
    // It is a part of the toolchain that may be left out.
    if let Ok(formatted) = formatted.as_ref().inspect_err(|error| println!("rustfmt: {error}")) {
        let text = String::from_utf8_lossy(&formatted.stdout);
        assert!(formatted.status.success(), "{text}{}", stderr(formatted));
    }
}

#[test]
fn bad_levels_and_places_are_errors_before_anything_is_measured() {
    let output = f2x(&["tune", "--level=sse9"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("invalid value 'sse9' for '--level <LEVEL>'"));
    assert!(stderr(&output).contains("portable, avx2, vpclmul, avx512"));
    for level in Level::ALL.into_iter().filter(|level| !level.is_available()) {
        let output = f2x(&["tune", "--level", level.name()]).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let missing = f2x::LevelError::Missing(level);
        assert_eq!(stderr(&output), format!("error: --level: {missing}\n"));
    }
    let output = f2x(&["tune", "--output=no/such/file.rs"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let expected = "error: --output no/such/file.rs: there is no directory no/such\n";
    assert_eq!(stderr(&output), expected);
}
