//! The handbook lists every counter of the JSON, and so does the JSON's schema.

use std::fs;

use lockstep::sim::{Counter, Counters};
use serde_json::json;

use crate::common::assert_same_lines;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/labs/handbook/how-counters-are-counted.md");

/// The end of what stands before the handbook's table.
const BEFORE: &str = "A counter that is not known is `null`.\n\n";

const COLUMNS: &str = "| counter | unit | what | how it is counted |\n| --- | --- | --- | --- |\n";

const SCHEMA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/schema/lockstep-1.json");

/// Holds what stands in `file` between `before` and `after` against `rows`, or writes it anew.
fn is_listed(file: &str, before: &str, rows: &str, after: &str) {
    let text = fs::read_to_string(file).expect("a file");
    let (head, rest) = text.split_once(before).unwrap_or_else(|| panic!("{file} has no {before}"));
    let (listed, tail) = rest.split_once(after).expect("its end");
    if std::env::var_os("LOCKSTEP_BLESS").is_some() {
        fs::write(file, [head, before, rows, after, tail].concat()).expect("written");
        return;
    }
    let bless = format!("LOCKSTEP_BLESS=1 cargo test --test program counters writes what {file} lists anew");
    assert_same_lines(listed, rows, &bless);
}

#[test]
fn the_handbook_has_every_counter_with_its_unit_and_its_description() {
    let row = |counter: &Counter| {
        format!("| `{}` | {} | {} | {} |", counter.name, counter.unit, counter.words, counter.description.trim())
    };
    let rows: Vec<String> = Counters::TABLE.iter().map(row).collect();
    is_listed(PAGE, BEFORE, &format!("{COLUMNS}{}", rows.join("\n")), "\n\n");
}

/// A counter's type in JSON: what can be read as one of it.
fn json_type(counter: &Counter) -> &'static str {
    let reads = |value: serde_json::Value| serde_json::from_value::<Counters>(json!({ counter.name: value })).is_ok();
    match (reads(json!(0.5)), reads(json!(1))) {
        (true, _) => "number",
        (false, true) => "integer",
        (false, false) => "string",
    }
}

#[test]
fn the_schema_has_every_counter_with_its_type() {
    let row = |counter: &Counter| {
        format!("        \"{}\": {{\"type\": [\"null\", \"{}\"]}}", counter.name, json_type(counter))
    };
    let of = |wanted: &dyn Fn(&&Counter) -> bool| -> Vec<String> {
        Counters::TABLE.iter().filter(wanted).map(row).collect()
    };
    let begin =
        |name: &str, kind: &str| format!("    \"{name}\": {{\n      \"type\": {kind},\n      \"properties\": {{\n");
    let end = "\n      },\n";
    is_listed(SCHEMA, &begin("counters", "[\"null\", \"object\"]"), &of(&|_| true).join(",\n"), end);
    let line = "        \"line\": {\"type\": \"integer\"}".to_owned();
    let rows = [vec![line], of(&|counter| counter.by_line)].concat().join(",\n");
    is_listed(SCHEMA, &begin("line_counters", "\"object\""), &rows, end);
}
