use std::fs;
use std::path::PathBuf;

use serde_json::json;

use super::*;
use crate::harness::SourceReport;

/// A report of one variant: its time in seconds, with an interval of 5 %, and its sectors.
pub fn report(time: f64, samples: u32, sectors: u64) -> Report {
    let problem = json!({"label": "p", "size": 64, "flop": 1.0, "byte": 8.0, "working_set": 8.0});
    let counters = serde_json::to_value(crate::sim::Counters { global_sectors: sectors, ..Default::default() });
    let none = json!({"flop_per_s": null, "detail": ""});
    let no_memory = json!({"byte_per_s": null, "detail": ""});
    serde_json::from_value(json!({
        "schema": "lockstep/run/1", "lab": "coalescing", "question": "?", "seed": 1,
        "device": {"name": "d", "backend": "vulkan", "type": "cpu", "driver": "1", "subgroup_min": 8, "subgroup_max": 8},
        "clock": {"source": "wall", "resolution_s": null, "detail": "", "sampling": "", "checks": "off", "processes": 4},
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

#[test]
fn a_baseline_is_the_plain_report_and_comes_back_as_it_was() {
    let (store, _) = store("kept");
    let path = store.save("reference-1.0", &[report(1.0, 9, 7)]).expect("saved");
    let json: serde_json::Value = serde_json::from_slice(&fs::read(&path).expect("read")).expect("JSON");
    assert_eq!(json["schema"], "lockstep/run/1");
    let back = store.load("reference-1.0").expect("loaded");
    let times = |report: &Report| report.variants[0].time;
    assert_eq!((back.len(), times(&back[0].report)), (1, times(&report(1.0, 9, 7))));
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
        assert!(error.contains("not a report"), "{text}: {error}");
    }
}

#[test]
fn the_kernels_that_ran_are_kept_with_their_grids_and_plain_reports_have_none() {
    let (store, folder) = store("kernels");
    let mut ran = report(1.0, 9, 7);
    let text = "// as it ran".to_owned();
    ran.sources = vec![SourceReport { variant: "copy".to_owned(), text: text.clone(), ..SourceReport::default() }];
    store.save("kept", &[ran]).expect("saved");
    let kept = store.load("kept").expect("loaded").remove(0);
    let passes = &kept.kernels["copy"];
    assert_eq!((passes.len(), &passes[0].text, passes[0].shader.as_str()), (1, &text, "copy.wgsl"));
    assert!(!passes[0].grid.is_empty() && kept.version == env!("CARGO_PKG_VERSION"));
    let plain = serde_json::to_string(&report(1.0, 9, 7)).expect("JSON");
    fs::write(folder.join(".lockstep/baselines/plain.json"), plain).expect("written");
    assert!(store.load("plain").expect("loaded")[0].kernels.is_empty());
}
