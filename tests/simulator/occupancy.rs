//! The curves of the lab `occupancy` turn where Little's law says: at a machine's bandwidth times its latency.

use std::sync::OnceLock;

use crate::common::{json, lockstep};
use serde_json::Value;

const CURVES: [&str; 5] = ["one-load", "loads-2", "loads-4", "loads-8", "vec4"];

/// An eighth of what the turns of a default run have.
const SIZE: &str = "2097152";

fn flight(changes: &str) -> Value {
    let device = format!("sim:ampere-8.6{changes}");
    let mut arguments = vec!["run", "occupancy", "--device", &device, "--size", SIZE, "--quiet", "--json", "-"];
    arguments.extend(CURVES.iter().flat_map(|name| ["--variant", name]));
    json(&lockstep(&arguments))
}

/// The default machine's, which two tests look at.
fn usual() -> &'static Value {
    static USUAL: OnceLock<Value> = OnceLock::new();
    USUAL.get_or_init(|| flight(""))
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

fn curve<'a>(report: &'a Value, name: &str) -> &'a Value {
    let curves = report["sweeps"][0]["curves"].as_array().expect("curves");
    curves.iter().find(|curve| curve["name"] == name).expect("a curve")
}

/// The bytes in flight at which a curve turns.
fn knee(report: &Value, name: &str) -> f64 {
    let knees = curve(report, name)["knees"].as_array().expect("knees");
    assert_eq!(knees.len(), 1, "{name}: {knees:?}");
    number(&knees[0]["at"])
}

#[track_caller]
fn turns_at(report: &Value, name: &str, bytes: f64) {
    let found = knee(report, name);
    assert!((found / bytes - 1.0).abs() < 0.25, "{name}: a knee at {found} in place of {bytes}");
}

#[test]
fn every_curve_turns_at_bandwidth_times_latency_and_half_the_latency_halves_it() {
    let (whole, half) = (usual(), &flight(",dram.latency_clocks=285"));
    for name in CURVES {
        turns_at(whole, name, 336e9 * 570.0 / 1.425e9);
        turns_at(half, name, 336e9 * 285.0 / 1.425e9);
        assert!((0.4..=0.6).contains(&(knee(half, name) / knee(whole, name))), "{name}");
    }
}

#[test]
fn as_many_bytes_are_in_flight_with_an_eighth_of_the_invocations() {
    let report = usual();
    let invocations = |name: &str, at: usize| {
        let points = curve(report, name)["points"].as_array().expect("points");
        let variants = report["variants"].as_array().expect("variants");
        let variant = variants.iter().find(|variant| variant["name"] == name).expect("a variant");
        number(&points[points.len() - 1 - at]["counters"]["workgroups"]) * number(&variant["invocations"])
    };
    for at in 0..3 {
        assert_eq!(invocations("one-load", at), 8.0 * invocations("loads-8", at));
        assert_eq!(invocations("one-load", at), 4.0 * invocations("vec4", at));
    }
}

#[test]
fn a_machine_that_it_has_not_seen_is_read_off() {
    let slow = flight(",unit.clock_hz=2e9,dram.byte_per_s=100e9,dram.copy_byte_per_s=94e9,dram.latency_clocks=1000");
    CURVES.iter().for_each(|name| turns_at(&slow, name, 100e9 * 500e-9));
    let reported = slow["shows"].to_string();
    assert!(reported.contains("bytes count, not invocations"), "{reported}");
}

#[test]
fn where_a_device_cannot_hold_enough_invocations_one_load_is_said_to_end_early() {
    let fast = flight(",dram.byte_per_s=600e9,dram.copy_byte_per_s=564e9");
    CURVES[1..].iter().for_each(|name| turns_at(&fast, name, 600e9 * 400e-9));
    let reported = fast["shows"].to_string();
    assert!(reported.contains("and not more"), "{reported}");
}

#[test]
fn points_that_do_not_fit_the_device_are_named_with_the_reason() {
    let run = |points: &str| {
        let asked =
            ["run", "occupancy", "--device", "sim", "--size", "4096", "--variant", "one-load", "--points", points];
        json(&lockstep(&[&asked[..], &["--quiet", "--json", "-"]].concat()))
    };
    let some = run("4096,4294967280");
    let notes = some["sweeps"][0]["notes"].to_string();
    assert!(notes.contains("left out at 4294967280") && notes.contains("sums"), "{notes}");
    assert_eq!(curve(&some, "one-load")["points"].as_array().map(Vec::len), Some(1));
    let none = run("4294967280");
    assert!(none["notes"].to_string().contains("left out at 4294967280"), "{}", none["notes"]);
}
