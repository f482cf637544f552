//! `f2x bench batch`: its lines and its table.

use crate::{f2x, stdout};
use f2x::Level;
use serde_json::Value;

#[test]
fn every_size_has_the_cost_of_one_product() {
    for level in Level::ALL.into_iter().filter(|level| level.is_available()) {
        let arguments = ["bench", "batch", "--bits=64,163,512", "--pairs=5", "--samples=3"];
        let text = stdout(f2x(&arguments).args(["--json", "--level", level.name()]));
        let lines: Vec<Value> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let bits: Vec<u64> = lines.iter().map(|line| line["bits"].as_u64().unwrap()).collect();
        assert_eq!(bits, [64, 163, 512]);
        for line in &lines {
            assert_eq!(line["op"], "batch");
            assert_eq!(line["level"], level.name());
            assert_eq!(line["pairs"], 5);
            assert!(line["ns"].as_f64().is_some_and(|ns| ns > 0.0), "{line}");
            assert!(line["ratio"].as_f64().is_some_and(|ratio| ratio > 0.0), "{line}");
        }
    }
}

#[test]
fn the_table_has_a_row_for_each_size() {
    let table = stdout(&mut f2x(&["bench", "batch", "--bits=64..256", "--samples=3"]));
    let bits: Vec<&str> =
        table.lines().skip(2).map(|line| line.split('|').nth(1).unwrap().trim()).collect();
    assert_eq!(bits, ["64", "128", "256"]);
}
