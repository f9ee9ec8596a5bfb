//! Every lab runs on this machine's device, and its JSON holds every field that others rely on.

mod common;

use common::{has_device, json, lockstep, stderr};
use serde_json::Value;

const FIELDS: [&str; 8] = [
    "schema", "lab", "seed", "device", "clock", "roofs", "problem", "variants",
];

const VARIANT_FIELDS: [&str; 13] = [
    "name",
    "shader",
    "status",
    "reason",
    "check",
    "time",
    "throughput",
    "of_theoretical",
    "of_measured",
    "speedup",
    "counters",
    "findings",
    "problem",
];

/// Runs `lab` at `size` and asserts that every variant is right.
fn all_right(lab: &str, size: &str) -> Value {
    let output = lockstep(&["run", lab, "--quick", "--size", size, "--json", "-"]);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{lab} at {size}: {}",
        stderr(&output)
    );
    let report = json(&output);
    for variant in report["variants"].as_array().expect("an array") {
        let status = variant["status"].as_str().expect("a status");
        // A loaded machine may be too unsteady for a time; the output was verified all the same.
        assert!(
            ["ok", "skipped", "inconclusive"].contains(&status),
            "{lab} at {size}: {variant:#}"
        );
        if status != "skipped" {
            let elements = variant["check"]["elements"].as_u64().expect("a count");
            assert!(elements > 0, "{variant:#}");
        }
    }
    report
}

fn works_at_every_size(lab: &str) {
    if !has_device() {
        return;
    }
    for size in ["1", "17", "255", "1000"] {
        all_right(lab, size);
    }
}

#[test]
fn lab_coalescing_is_right_at_tiny_and_odd_sizes() {
    works_at_every_size("coalescing");
}

#[test]
fn lab_tiling_is_right_at_tiny_and_odd_sizes() {
    works_at_every_size("tiling");
}

#[test]
fn lab_divergence_is_right_at_tiny_and_odd_sizes() {
    works_at_every_size("divergence");
}

#[test]
fn lab_fusion_is_right_at_tiny_and_odd_sizes() {
    works_at_every_size("fusion");
}

#[test]
fn the_json_holds_every_field_that_others_rely_on() {
    if !has_device() {
        return;
    }
    let report = all_right("coalescing", "64");
    for field in FIELDS {
        assert!(report.get(field).is_some(), "{field} in {report:#}");
    }
    assert_eq!(report["schema"], "lockstep/run/1");
    for field in [
        "name",
        "backend",
        "type",
        "driver",
        "subgroup_min",
        "subgroup_max",
    ] {
        assert!(report["device"].get(field).is_some(), "device.{field}");
    }
    for field in ["label", "size", "flop", "byte"] {
        assert!(report["problem"].get(field).is_some(), "problem.{field}");
    }
    for roof in ["compute", "memory"] {
        let theoretical = &report["roofs"][roof]["theoretical"];
        assert!(
            theoretical["source"].is_string(),
            "roofs.{roof}.theoretical.source"
        );
    }
    let variant = &report["variants"][0];
    for field in VARIANT_FIELDS {
        assert!(
            variant.get(field).is_some(),
            "variants[].{field} in {variant:#}"
        );
    }
    for field in ["median_s", "low_s", "high_s", "min_s", "samples"] {
        assert!(
            variant["time"][field].is_number(),
            "time.{field} in {variant:#}"
        );
    }
}

#[test]
fn a_user_s_peak_is_used_and_named_as_such() {
    if !has_device() {
        return;
    }
    let output = lockstep(&[
        "run",
        "coalescing",
        "--quick",
        "--size",
        "64",
        "--json",
        "-",
        "--variant",
        "copy",
        "--peak-bandwidth",
        "100G",
    ]);
    let report = json(&output);
    let theoretical = &report["roofs"]["memory"]["theoretical"];
    assert_eq!(
        (&theoretical["source"], &theoretical["byte_per_s"]),
        (&"user".into(), &100e9.into())
    );
    let share = report["variants"][0]["of_theoretical"]
        .as_f64()
        .expect("a share");
    let rate = report["variants"][0]["throughput"]["value"]
        .as_f64()
        .expect("a rate");
    assert!((share - rate / 100e9).abs() < 1e-12);
}
