//! What commands print with `--json` is what `schema/lockstep-1.json` says.

use std::fs;

use serde_json::Value;

use crate::common::json_schema::wrong;
use crate::common::{folder, json, lockstep, lockstep_in, stderr, typed};

fn schema() -> Value {
    let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/schema/lockstep-1.json"));
    serde_json::from_str(&text.expect("it is there")).expect("it is JSON")
}

const KERNEL: &str = "
@group(0) @binding(0) var<storage, read_write> sum: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) { sum[0] += i; }";

#[test]
fn every_output_of_every_command_is_what_the_schema_says() {
    let folder = folder("schema");
    let at = folder.display();
    fs::write(folder.join("k.wgsl"), KERNEL).expect("it can be written");
    let pipeline = "[buffers]\na = 'zero:4'\n[[pass]]\nkernel = 'k.wgsl'\ndispatch = '1'\nbind = { '0.0' = 'a' }\n[expect]\na = 'a.bin'\n[save]\na = 'a.npy'\n";
    fs::write(folder.join("steps.toml"), pipeline).expect("it can be written");
    fs::write(folder.join("a.bin"), [0; 4]).expect("it can be written");
    let schema = schema();
    for line in [
        "tune shaders/coalescing/tiled.wgsl --vary ROWS=4,8,64 --size 64 --device sim".to_owned(),
        format!("exec {at}/k.wgsl --device sim --buffer 0.0=zero:4 --expect 0.0={at}/a.bin --save 0.0={at}/o.bin"),
        format!("exec {at}/k.wgsl --device sim --against sim:rdna3 --buffer 0.0=zero:4"),
        format!("exec {at}/steps.toml --device sim --against sim:rdna3"),
        format!("diff {at}/k.wgsl {at}/k.wgsl --device sim --buffer 0.0=zero:4 --dispatch 64 --sample 4"),
        format!("explain {at}/k.wgsl --buffer 0.0=zero:4"),
        format!("explain {at}/k.wgsl --compiled --buffer 0.0=zero:4"),
        format!("diff {at}/k.wgsl {at}/k.wgsl --compiled --device sim --buffer 0.0=zero:4"),
        format!("diff {at}/k.wgsl {at}/k.wgsl --device sim --buffer 0.0=zero:4"),
        "devices --quick".to_owned(),
        "doctor --device sim".to_owned(),
        "devices --lookup RTX5090".to_owned(),
        "devices --lookup nonsense".to_owned(),
        "devices --compare RTX5090 nonsense --intensity 4".to_owned(),
        "choose --flop 2e15 --byte 4e12 --capacity 14G --price H100=2.5 RTX5090 H100 nonsense".to_owned(),
        "run coalescing --device sim --quick --variant copy --size 4096".to_owned(),
        "run roofline --device sim --quick --variant vec4 --size 4096".to_owned(),
        "try coalescing --device sim".to_owned(),
    ] {
        let words: Vec<&str> = line.split_whitespace().chain(["--json", "-"]).collect();
        let output = lockstep(&words);
        assert!(!output.stdout.is_empty(), "{line}: {}", stderr(&output));
        assert_eq!(wrong(&schema, &schema, &json(&output), "$"), None, "{line}");
    }
}

#[test]
fn a_run_beside_its_baseline_is_what_the_schema_says() {
    let folder = folder("schema-baseline");
    let run = typed("run coalescing --device sim --quick --variant copy --size 4096 --no-log --json -");
    for more in ["--save-baseline b", "--baseline b", "--baseline b --recorded"] {
        let output = lockstep_in(&folder, &[&run, typed(more).as_slice()].concat(), "");
        let found = json(&output);
        assert_eq!(found["comparison"].is_object(), more.starts_with("--baseline"), "{more}");
        assert_eq!(wrong(&schema(), &schema(), &found, "$"), None, "{more}");
    }
}

#[test]
fn what_is_not_as_the_schema_says_is_seen() {
    let schema = schema();
    let kernel = &schema["$defs"]["finding"];
    let finding = |text: &str| wrong(&schema, kernel, &serde_json::from_str(text).expect("it is JSON"), "$");
    assert_eq!(finding(r#"{"kind": "race", "message": "m", "line": 3, "severity": "error"}"#), None);
    for text in [
        r#"{"kind": "race", "message": "m", "line": 3}"#,
        r#"{"kind": 7, "message": "m", "line": 3, "severity": "error"}"#,
        r#"{"kind": "race", "message": "m", "line": 3.5, "severity": "error"}"#,
        r#"{"kind": "race", "message": "m", "line": 3, "severity": "bad"}"#,
    ] {
        assert!(finding(text).is_some(), "{text}");
    }
}
