//! `lockstep choose`: a workload in, GPUs out.

use crate::common::{json, lockstep, stderr, stdout};

fn chosen(arguments: &[&str]) -> serde_json::Value {
    let mut words = vec!["choose", "--json", "-"];
    words.extend(arguments);
    json(&lockstep(&words))
}

#[test]
fn the_floor_is_the_longer_of_arithmetic_and_memory_by_the_roofs_that_are_shown() {
    let value = chosen(&["--flop", "1P", "--byte", "1T", "RTX 4090", "H100 SXM"]);
    let gpus = value["gpus"].as_array().expect("a list");
    for gpu in gpus {
        let rate = |roof: &str, unit: &str| gpu[roof][unit].as_f64().expect("it is known");
        let (compute, memory) = (1e15 / rate("compute", "flop_per_s"), 1e12 / rate("memory", "byte_per_s"));
        let time = gpu["time_s"].as_f64().expect("both roofs are known");
        assert!((time / compute.max(memory) - 1.0).abs() < 1e-9, "{gpu}");
        assert_eq!(gpu["limiter"], if compute > memory { "compute" } else { "memory" });
    }
    assert!(gpus[0]["time_s"].as_f64() <= gpus[1]["time_s"].as_f64());
}

#[test]
fn a_gpu_that_is_too_small_is_never_first_however_fast_it_is() {
    let value = chosen(&["--flop", "1P", "--byte", "1G", "--capacity", "40G", "RTX 5090", "RTX A6000"]);
    let gpus = value["gpus"].as_array().expect("a list");
    assert_eq!((&gpus[0]["fits"], &gpus[1]["fits"]), (&true.into(), &false.into()), "{value}");
    assert!(gpus[0]["time_s"].as_f64() > gpus[1]["time_s"].as_f64());
}

#[test]
fn a_name_of_several_parts_has_a_row_for_each() {
    let arguments =
        ["--flop", "2P", "--byte", "4T", "--capacity", "10G", "--price", "RTX 3060=1", "RTX 4090", "RTX 3060"];
    let value = chosen(&arguments);
    let of = |part: &str| {
        let gpus = value["gpus"].as_array().expect("a list").iter();
        let mut named = gpus.filter(|gpu| gpu["name"].as_str().is_some_and(|name| name.ends_with(part)));
        named.next().unwrap_or_else(|| panic!("{part}: {value}")).clone()
    };
    let (small, large) = (of("RTX 3060 (8 GB)"), of("RTX 3060 (12 GB)"));
    assert_eq!((&small["fits"], &large["fits"]), (&false.into(), &true.into()));
    assert!(small["time_s"].as_f64() >= large["time_s"].as_f64() && large["time_s"].is_number(), "{value}");
    assert!(large["cost"].is_number() && of("RTX 4090")["cost"].is_null(), "{value}");
}

#[test]
fn what_is_not_known_stays_unknown_and_comes_last() {
    let output = lockstep(&["choose", "--flop", "1P", "--byte", "1G", "A GPU of nobody's", "RTX 4090"]);
    assert_eq!(output.status.code(), Some(2));
    let text = stdout(&output);
    let rows: Vec<&str> =
        text.lines().filter(|line| line.starts_with("RTX 4090 ") || line.contains("nobody's ")).collect();
    assert!(rows[0].starts_with("RTX 4090") && rows[1].contains('?'), "{text}");
}

#[test]
fn a_price_makes_a_cost_and_a_price_of_another_gpu_is_refused() {
    let value = chosen(&["--flop", "1P", "--byte", "1G", "--price", "rtx-4090=3.6", "RTX 4090"]);
    let gpu = &value["gpus"][0];
    let (time, cost) = (gpu["time_s"].as_f64().expect("known"), gpu["cost"].as_f64().expect("priced"));
    assert!((cost - 0.001 * time).abs() < 1e-12, "{gpu}");
    let refused = lockstep(&["choose", "--flop", "1P", "--byte", "1G", "--price", "H100=2", "RTX 4090"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("--price H100=...: no GPU of that name"), "{}", stderr(&refused));
    for wrong in ["-1", "a lot", "1X"] {
        let refused = lockstep(&["choose", "--flop", wrong, "--byte", "1G", "RTX 4090"]);
        assert_eq!(refused.status.code(), Some(2), "{wrong}");
    }
}
