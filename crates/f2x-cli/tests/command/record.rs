//! Records of runs in files: the layout of bench/schema.json.

use crate::{f2x, stdout};
use serde_json::Value;
use std::fs;

/// The record that a command writes, which the schema allows; standard output has the report.
fn record(arguments: &[&str]) -> Value {
    let directory = tempfile::tempdir().unwrap();
    let mut command = f2x(arguments);
    command.args(["--samples=3", "--json", "run.json"]).current_dir(&directory);
    assert!(stdout(&mut command).starts_with('|'));
    let text = fs::read_to_string(directory.path().join("run.json")).unwrap();
    let record: Value = serde_json::from_str(&text).unwrap();
    // Beside the head, a line for each record.
    let records = record["records"].as_array().unwrap();
    let lines = text.lines().filter(|line| line.starts_with("    {\"op\":")).count();
    assert_eq!(lines, records.len());
    assert!(is_valid(&record), "{text}");
    record
}

/// Whether bench/schema.json allows a value.
fn is_valid(value: &Value) -> bool {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench/schema.json");
    let schema: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    allows(&schema, &schema, value)
}

/// Whether a part of a schema allows a value, for the keywords that our schema has.
fn allows(root: &Value, schema: &Value, value: &Value) -> bool {
    let allows = |schema: &Value, value: &Value| allows(root, schema, value);
    let has_type = |name: &Value| match name.as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_u64(),
        "null" => value.is_null(),
        name => panic!("type {name}"),
    };
    let properties = schema.get("properties").and_then(Value::as_object);
    let holds = |(keyword, rule): (&String, &Value)| match keyword.as_str() {
        "$schema" | "$defs" | "title" | "description" => true,
        "$ref" => {
            allows(root.pointer(rule.as_str().unwrap().trim_start_matches('#')).unwrap(), value)
        }
        "type" => rule.as_array().map_or_else(|| has_type(rule), |any| any.iter().any(has_type)),
        "format" => {
            rule == "date-time" && value.as_str().unwrap().parse::<jiff::Timestamp>().is_ok()
        }
        "const" => value == rule,
        "enum" => rule.as_array().unwrap().contains(value),
        "minimum" => value.as_f64().is_none_or(|number| number >= rule.as_f64().unwrap()),
        "items" => value.as_array().unwrap().iter().all(|item| allows(rule, item)),
        "required" => {
            rule.as_array().unwrap().iter().all(|name| value.get(name.as_str().unwrap()).is_some())
        }
        "properties" => rule
            .as_object()
            .unwrap()
            .iter()
            .all(|(name, rule)| value.get(name).is_none_or(|value| allows(rule, value))),
        "additionalProperties" => value.as_object().unwrap().iter().all(|(name, value)| {
            let named = properties.is_some_and(|properties| properties.contains_key(name));
            named || rule.is_object() && allows(rule, value)
        }),
        "anyOf" => rule.as_array().unwrap().iter().any(|rule| allows(rule, value)),
        keyword => panic!("keyword {keyword}"),
    };
    // The type first: the other rules look inside.
    schema.get("type").is_none_or(|rule| holds((&"type".to_string(), rule)))
        && schema.as_object().unwrap().iter().all(holds)
}

#[test]
fn every_benchmark_writes_records_of_one_schema() {
    let field = &["mul", "products", "square", "inverse"][..];
    let ring = &["product", "mul", "square", "power", "inverse", "rotate", "pair"];
    for (arguments, operations, count) in [
        (&["bench", "--bits=64,200"][..], &["mul"][..], 2),
        (&["bench", "sweep", "--max-words=3"], &["sweep"], 3),
        (&["bench", "unequal", "--max-words=4"], &["unequal"], 6),
        (&["bench", "batch", "--bits=512", "--level=portable"], &["batch"], 1),
        (&["bench", "poly", "--degrees=100", "--operations=gcd"], &["gcd"], 1),
        (&["bench", "field", "--bits=163", "--level=portable"], field, 4),
        (&["bench", "ring", "--level=portable"], ring, 56),
        (&["bench", "hqc", "--level=portable"], &["keygen", "encaps", "decaps"], 18),
    ] {
        let record = record(arguments);
        let command = format!("f2x {} --samples=3 --json run.json", arguments.join(" "));
        assert_eq!(record["command"], command);
        assert!(record["compiler"].as_str().unwrap().starts_with("rustc "));
        assert_eq!(record["version"], env!("CARGO_PKG_VERSION"));
        let records = record["records"].as_array().unwrap();
        assert_eq!(records.len(), count);
        let of_them = |record: &Value| operations.contains(&record["op"].as_str().unwrap());
        assert!(records.iter().all(of_them), "{records:?}");
    }
}

/// The schema is not so wide that it allows anything.
#[test]
fn the_schema_refuses_what_is_no_record() {
    let good = record(&["bench", "sweep", "--max-words=1"]);
    for (pointer, wrong) in [
        ("/format", Value::from("f2x-bench/0")),
        ("/date", Value::from("yesterday")),
        ("/records/0/op", Value::from("mul")),
        ("/records/0/words", Value::from(0)),
        ("/records/0/ratio", Value::Null),
        ("/records/0/cycles", Value::from("fast")),
        ("/cpu/features", Value::from("all")),
    ] {
        let mut record = good.clone();
        *record.pointer_mut(pointer).unwrap() = wrong;
        assert!(!is_valid(&record), "{pointer}");
    }
    let mut record = good;
    record["records"][0]["colour"] = Value::from("red");
    assert!(!is_valid(&record));
}
