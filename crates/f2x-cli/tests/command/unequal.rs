//! `f2x bench unequal`: its report and its records.

use crate::{f2x, stdout};
use serde_json::Value;

const PAIRS: [(u64, u64); 10] =
    [(2, 1), (3, 1), (3, 2), (4, 1), (4, 2), (4, 3), (6, 1), (6, 2), (6, 3), (6, 4)];

#[test]
fn every_pair_is_compared_with_balanced_products() {
    let arguments = ["bench", "unequal", "--max-words=6", "--samples=3", "--json"];
    let text = stdout(&mut f2x(&arguments));
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let number = |line: &Value, field: &str| line[field].as_f64().unwrap();
    let pairs: Vec<(u64, u64)> = lines
        .iter()
        .map(|line| (line["a_words"].as_u64().unwrap(), line["b_words"].as_u64().unwrap()))
        .collect();
    assert_eq!(pairs, PAIRS);
    for line in &lines {
        let unit = if line["cycles"].is_null() { "ns_p25" } else { "cycles_p25" };
        let ratio = number(line, unit) / number(line, "balanced");
        assert!((number(line, "ratio") - ratio).abs() < 1e-3, "{line}");
    }
    // The padded product of 6 × 6 words bounds what all pairs with 6 words are compared with.
    let six = lines.iter().filter(|line| line["a_words"] == 6);
    let most = six.clone().map(|line| number(line, "balanced")).fold(0.0, f64::max);
    for line in six.filter(|line| line["balanced_by"] == "padded") {
        assert_eq!(number(line, "balanced"), most);
    }
}

#[test]
fn the_grid_has_a_ratio_for_each_pair() {
    let report = stdout(&mut f2x(&["bench", "unequal", "--max-words=6", "--samples=3"]));
    let grid: Vec<Vec<&str>> = report
        .lines()
        .take_while(|line| line.starts_with('|'))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    assert_eq!(grid[0], ["a \\ b", "1", "2", "3", "4"]);
    for (row, a, ratios) in [(2, "2", 1), (3, "3", 2), (4, "4", 3), (5, "6", 4)] {
        assert_eq!(grid[row][0], a);
        let filled = grid[row][1..].iter().filter(|cell| cell.parse::<f64>().is_ok()).count();
        assert_eq!(filled, ratios, "{report}");
    }
    assert!(report.contains(" of 10 pairs cost more than 1.15 times"), "{report}");
}
