//! The lab `offload` on a machine's tables of its link and its host: what they say is read off again, and moves what follows from it.

use crate::common::{json, lockstep};
use lockstep::lab::Line;
use serde_json::Value;

/// The curves of these variants on the default machine with other figures.
fn curves(changes: &str, variants: &[&str]) -> (Value, Value) {
    let device = format!("sim:ampere-8.6,{changes}");
    let mut arguments = vec!["run", "offload", "--device", &device, "--json", "-"];
    variants.iter().for_each(|name| arguments.extend(["--variant", name]));
    let report = json(&lockstep(&arguments));
    let all = report["sweeps"].as_array().expect("sweeps").iter().flat_map(|sweep| sweep["curves"].as_array());
    let all: Vec<Value> = all.flatten().cloned().collect();
    (Value::from(all), report["shows"].clone())
}

/// A line through what each point of a variant's curve gives.
fn line(curves: &Value, name: &str, point: impl Fn(&Value) -> Option<(f64, f64)>) -> Line {
    let mut all = curves.as_array().expect("curves").iter();
    let curve = all.find(|curve| curve["name"] == name).unwrap_or_else(|| panic!("no curve of {name}"));
    let points: Vec<(f64, f64)> = curve["points"].as_array().expect("points").iter().filter_map(point).collect();
    Line::fit(&points).unwrap_or_else(|| panic!("no line through {points:?}"))
}

fn is(found: f64, said: f64, share: f64) {
    assert!((found / said - 1.0).abs() < share, "{found:e} and not {said:e}");
}

#[test]
fn a_link_that_nobody_has_tried_is_read_off_and_the_crossing_is_where_its_parts_put_it() {
    let (slow, reported) = curves("link.byte_per_s=6e9,link.latency_s=1e-4", &["host", "cold", "warm"]);
    let upload = |point: &Value| {
        let step = point["steps"].as_array()?.iter().find(|step| step["kind"] == "upload")?;
        Some((step["byte"].as_f64()?, step["seconds"].as_f64()?))
    };
    let found = line(&slow, "cold", upload);
    // The host reads and writes what it sends, in two channels of DDR4-3200, and submits it.
    is(found.slope, 1.0 / 6e9 + 2.0 / 51.2e9, 0.02);
    is(found.start, 1e-4 + 29e-6, 0.02);
    assert!(found.residual < 0.1, "{found:?}");
    let reported = reported.to_string();
    assert!(reported.contains("within one point of where the curves cross"), "{reported}");
}

#[test]
fn the_cost_of_a_dispatch_is_that_of_the_hosts_table_and_a_shared_pass_is_never_dearer() {
    let (all, _) = curves("host.submit_s=9e-5", &["submit-each", "one-pass"]);
    let time = |point: &Value| Some((point["at"].as_f64()?, point["median_s"].as_f64()?));
    let (each, one) = (line(&all, "submit-each", time), line(&all, "one-pass", time));
    is(each.slope, 9e-5 + 0.6e-6 + 0.34e-6, 0.05);
    assert!(each.residual < 0.1 && one.slope < each.slope, "{each:?} {one:?}");
}
