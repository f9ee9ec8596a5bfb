use std::fs;
use std::path::PathBuf;

use serde_json::json;

use super::*;
use crate::harness::{Checks, Report};

/// A report of one variant: its time in seconds, with an interval of 5 %, and its sectors.
fn report(time: f64, samples: u32, sectors: u64) -> Report {
    let problem = json!({"label": "p", "size": 64, "flop": 1.0, "byte": 8.0, "working_set": 8.0});
    let counters = serde_json::to_value(crate::sim::Counters { global_sectors: sectors, ..Default::default() });
    let none = json!({"flop_per_s": null, "detail": ""});
    let no_memory = json!({"byte_per_s": null, "detail": ""});
    serde_json::from_value(json!({
        "schema": "lockstep/run/1", "lab": "coalescing", "question": "?", "seed": 1,
        "device": {"name": "d", "backend": "vulkan", "type": "cpu", "driver": "1", "subgroup_min": 8, "subgroup_max": 8},
        "clock": {"source": "wall", "resolution_s": null, "detail": "", "sampling": "", "checks": "off"},
        "roofs": {"compute": {"precision": "f32", "theoretical": none, "measured": null},
                  "memory": {"theoretical": no_memory, "measured": null}, "notes": []},
        "problem": problem.clone(),
        "variants": [{
            "name": "copy", "part": "copy", "shader": ["copy.wgsl"], "problem": problem, "status": "ok",
            "reason": null, "check": null,
            "time": {"median_s": time, "low_s": time * 0.95, "high_s": time * 1.05, "min_s": time, "samples": samples, "unrest": 0.0},
            "throughput": null, "of_theoretical": null, "of_measured": null, "speedup": 1.0, "differs": null,
            "from_cache": false, "small": null, "counters": counters.expect("counters are JSON"), "findings": []
        }],
        "shows": [], "notes": []
    }))
    .expect("it is a report")
}

fn store(name: &str) -> (Baselines, PathBuf) {
    let folder = std::env::temp_dir().join(format!("lockstep-baseline-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder can be made");
    (Baselines::under(&folder), folder)
}

fn standing(before: &Report, now: &Report) -> Standing {
    compare("b", before, now).expect("comparable").variants[0].standing
}

#[test]
fn a_run_is_faster_or_slower_only_where_the_intervals_are_apart() {
    let before = report(1.0, 9, 1);
    assert_eq!(standing(&before, &report(1.05, 9, 1)), Standing::NoDifference);
    assert_eq!(standing(&before, &report(1.2, 9, 1)), Standing::Slower);
    assert_eq!(standing(&before, &report(0.8, 9, 1)), Standing::Faster);
    let slower = compare("b", &before, &report(1.2, 9, 1)).expect("comparable");
    assert!(slower.regressed());
}

#[test]
fn counters_are_compared_exactly() {
    let moved = compare("b", &report(1.0, 9, 100), &report(1.0, 9, 101)).expect("comparable");
    let rows = &moved.variants[0].counters;
    assert_eq!((rows.len(), rows[0].name.as_str()), (1, "global_sectors"));
    assert!(!moved.regressed());
    let same = compare("b", &report(1.0, 9, 100), &report(1.0, 9, 100)).expect("comparable");
    assert_eq!(same.variants[0].counters, []);
}

#[test]
fn a_variant_that_was_right_and_is_not_has_regressed() {
    let before = report(1.0, 9, 1);
    let mut now = report(1.0, 9, 1);
    now.variants[0].status = Status::Wrong;
    now.variants[0].time = None;
    assert_eq!(standing(&before, &now), Standing::Broken);
    assert!(compare("b", &before, &now).expect("comparable").regressed());
    now.variants[0].status = Status::Skipped;
    assert_eq!(standing(&before, &now), Standing::NotRun);
    let mut unsteady = report(2.0, 9, 1);
    unsteady.variants[0].status = Status::Inconclusive;
    assert_eq!(standing(&before, &unsteady), Standing::Inconclusive);
}

#[test]
fn what_is_not_of_the_same_thing_is_refused_with_what_to_do() {
    let before = report(1.0, 9, 1);
    let refused = |change: fn(&mut Report)| {
        let mut now = report(1.0, 9, 1);
        change(&mut now);
        compare("b", &before, &now).expect_err("refused").to_string()
    };
    assert!(refused(|now| now.device.name = "other".to_owned()).contains("--device"));
    assert!(refused(|now| now.problem.size = 32).contains("--size 64"));
    assert!(refused(|now| now.variants[0].name = "other".to_owned()).contains("no variant in common"));
    assert!(refused(|now| now.clock.source = crate::measure::Clock::Estimate).contains("run again"));
    let early = |lab, seed, checks, size| {
        comparable("b", std::slice::from_ref(&before), lab, seed, checks, size)
            .map(|_| ())
            .map_err(|error| error.to_string())
    };
    assert_eq!(early("coalescing", 1, Checks::Off, Some(64)), Ok(()));
    assert!(early("tiling", 1, Checks::Off, None).is_err_and(|text| text.contains("lab coalescing")));
    assert!(early("coalescing", 2, Checks::Off, None).is_err_and(|text| text.contains("--seed 1")));
    assert!(early("coalescing", 1, Checks::On, None).is_err_and(|text| text.contains("--checks off")));
    assert!(early("coalescing", 1, Checks::Off, Some(8)).is_err_and(|text| text.contains("--size 64")));
}

#[test]
fn a_baseline_is_the_plain_report_and_comes_back_as_it_was() {
    let (store, _) = store("kept");
    let path = store.save("reference-1.0", &[report(1.0, 9, 7)]).expect("saved");
    let json: serde_json::Value = serde_json::from_slice(&fs::read(&path).expect("read")).expect("JSON");
    assert_eq!(json["schema"], "lockstep/run/1");
    let back = store.load("reference-1.0").expect("loaded");
    assert_eq!(back.len(), 1);
    assert_eq!(standing(&back[0], &report(1.0, 9, 7)), Standing::NoDifference);
    store.save("two", &[report(1.0, 9, 7), report(2.0, 9, 7)]).expect("saved");
    assert_eq!(store.load("two").expect("loaded").len(), 2);
}

#[test]
fn names_that_leave_the_folder_and_files_that_are_no_report_are_refused() {
    let (store, folder) = store("refused");
    for name in ["", "..", "../x", "a/b", "-x", ".hidden", "a b", &"x".repeat(65)] {
        assert!(matches!(store.save(name, &[report(1.0, 9, 1)]), Err(BaselineError::Name(_))), "{name}");
    }
    let missing = store.load("none").expect_err("missing").to_string();
    assert!(missing.contains("--save-baseline"), "{missing}");
    store.save("one", &[report(1.0, 9, 1)]).expect("saved");
    let missing = store.load("none").expect_err("missing").to_string();
    assert!(missing.contains("there are: one"), "{missing}");
    let file = folder.join(".lockstep/baselines/broken.json");
    for text in ["", "{", "[]", "{\"schema\": \"other\"}", "42"] {
        fs::write(&file, text).expect("written");
        let error = store.load("broken").expect_err(text).to_string();
        assert!(error.contains("no report"), "{text}: {error}");
    }
}
