//! `f2x bench ring`: its lines and its table.

use crate::{f2x, stdout};
use serde_json::Value;

const OPS: [&str; 7] = ["product", "mul", "square", "power", "inverse", "rotate", "pair"];

#[test]
fn json_lines_have_the_promised_fields() {
    let text = stdout(&mut f2x(&["bench", "ring", "--bits=12323,17669", "--json", "--samples=3"]));
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let expected = [12323, 17669].into_iter().flat_map(|bits| OPS.map(|op| (bits, op)));
    let found =
        |line: &Value| (line["bits"].as_u64().unwrap(), line["op"].as_str().unwrap().to_owned());
    assert!(lines.iter().map(found).eq(expected.map(|(bits, op)| (bits, op.to_owned()))), "{text}");
    for line in lines {
        assert_eq!(line["name"], "f2x");
        assert!(line["ns"].as_f64().unwrap() > 0.0, "{line}");
        let has_ratio = ["mul", "inverse", "pair"].contains(&line["op"].as_str().unwrap());
        assert_eq!(line["ratio"].as_f64().is_some_and(|ratio| ratio > 0.0), has_ratio, "{line}");
    }
}

#[test]
fn the_table_has_a_row_for_each_operation() {
    let arguments = ["bench", "ring", "--bits=12323", "--samples=3", "--level=portable"];
    let table = stdout(&mut f2x(&arguments));
    let ops: Vec<&str> =
        table.lines().skip(2).map(|line| line.split('|').nth(3).unwrap().trim()).collect();
    assert_eq!(ops, OPS);
}
