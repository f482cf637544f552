//! `f2x bench field`: its lines and its table.

use crate::{f2x, stdout};
use f2x::Level;
use serde_json::Value;

#[test]
fn json_lines_have_the_promised_fields() {
    let text = stdout(&mut f2x(&["bench", "field", "--bits=163,128", "--json", "--samples=3"]));
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for level in Level::ALL.into_iter().filter(|level| level.is_available()) {
        for (bits, field) in [(163, "x^163+x^7+x^6+x^3+1"), (128, "x^128+x^7+x^2+x+1")] {
            let lines: Vec<&Value> = lines
                .iter()
                .filter(|line| line["level"] == level.name() && line["bits"] == bits)
                .collect();
            let named = |name: &str| -> Vec<&str> {
                let named = lines.iter().filter(|line| line["name"] == name);
                named.map(|line| line["op"].as_str().unwrap()).collect()
            };
            assert_eq!(named("f2x"), ["mul", "products", "square", "inverse"]);
            let papers = if bits == 163 && level != Level::Portable { 1 } else { 0 };
            assert_eq!(named("su-fan/3-1").len(), papers, "{bits} on {level}");
            for line in lines {
                assert_eq!(line["field"], field);
                assert!(line["ns"].as_f64().unwrap() > 0.0, "{line}");
                let known = |of: &str| line[of].as_f64().is_some_and(|cycles| cycles > 0.0);
                assert_eq!(known("cycles"), cfg!(target_arch = "x86_64"), "{line}");
                let in_chains = cfg!(target_arch = "x86_64") && line["op"] != "products";
                assert_eq!(known("latency"), in_chains, "{line}");
            }
        }
    }
}

#[test]
fn the_table_has_a_row_for_each_operation() {
    let arguments = ["bench", "field", "--bits=128", "--samples=3", "--level=portable"];
    let table = stdout(&mut f2x(&arguments));
    let ops: Vec<&str> =
        table.lines().skip(2).map(|line| line.split('|').nth(3).unwrap().trim()).collect();
    assert_eq!(ops, ["mul", "products", "square", "inverse"]);
}
