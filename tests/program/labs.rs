//! Every lab runs on this machine's device, and its JSON holds every field that others rely on.

use crate::common::{
    counted, folder, for_each, for_each_lab, has_device, json, lockstep, read, run_counted, stderr, stdout, typed,
    unwrapped,
};
use lockstep::lab::{Lab, Part};
use lockstep::labs;
use serde_json::Value;
use std::path::Path;

const FIELDS: [&str; 8] = ["schema", "lab", "seed", "device", "clock", "roofs", "problem", "variants"];

const VARIANT_FIELDS: &str = "name shader status reason check time throughput of_theoretical of_measured \
    speedup counters findings problem";

/// Runs `lab` at `size`, its sweeps at one point, and asserts that every variant is right.
fn all_right(lab: &str, size: &str, more: &[&str]) -> Value {
    let flags = ["run", lab, "--quick", "--size", size, "--points", "64", "--json", "-"];
    let output = lockstep(&[&flags, more].concat());
    assert_eq!(output.status.code(), Some(0), "{lab} at {size}: {}", stderr(&output));
    let report = json(&output);
    for variant in report["variants"].as_array().expect("an array") {
        let status = variant["status"].as_str().expect("a status");
        // A loaded machine may be too unsteady for a time; the output was verified all the same.
        assert!(["ok", "skipped", "inconclusive"].contains(&status), "{lab} at {size}: {variant:#}");
        if status != "skipped" {
            let elements = variant["check"]["elements"].as_u64().expect("a count");
            assert!(elements > 0, "{variant:#}");
        }
    }
    report
}

/// FLOPs beyond which a lab's slowest variants take seconds a run on a CPU device.
const MANY_FLOP: f64 = 1e9;

/// The first variant of each part, with commas between. A run also verifies and audits all its variants at its lab's small
/// sizes, 1 and 17 among them: these show what a run of size 1 is besides, its times, rates and table.
fn first_of_each_part(lab: &Lab) -> String {
    let first: Vec<&str> = lab.parts.iter().map(|part| part.ladder[0].name).collect();
    first.join(",")
}

/// What comes of a part's work at size 1 is the same on every device; of a device's short times one part tells.
#[test]
fn every_lab_is_right_at_size_1() {
    for_each(labs::ALL, |lab| {
        all_right(lab.name, "1", &["--device", "sim", "--variant", &first_of_each_part(lab)]);
    });
    if has_device() {
        for_each(labs::ALL, |lab| {
            all_right(lab.name, "1", &["--variant", lab.parts[0].ladder[0].name]);
        });
    }
}

#[test]
#[ignore = "half a minute: every part on a device, which .ci/long runs"]
fn every_part_of_every_lab_is_right_at_size_1_on_a_device() {
    if has_device() {
        for_each_lab(|lab| {
            all_right(lab.name, "1", &["--variant", &first_of_each_part(lab)]);
        });
    }
}

#[test]
#[ignore = "a minute: every variant of every lab, which .ci/long runs"]
fn every_lab_is_right_at_a_size_that_is_no_multiple_of_any_tile() {
    if has_device() {
        for_each_lab(|lab| {
            let flop = |part: &Part| (part.problem)(255).work.flop.0;
            if lab.parts.iter().all(|part| flop(part) < MANY_FLOP) {
                all_right(lab.name, "255", &[]);
            }
        });
    }
}

#[test]
fn the_json_holds_every_field_that_others_rely_on() {
    if !has_device() {
        return;
    }
    let report = all_right("coalescing", "64", &["--variant", "copy"]);
    for field in FIELDS {
        assert!(report.get(field).is_some(), "{field} in {report:#}");
    }
    assert_eq!(report["schema"], "lockstep/run/1");
    for field in ["name", "backend", "type", "driver", "subgroup_min", "subgroup_max"] {
        assert!(report["device"].get(field).is_some(), "device.{field}");
    }
    for field in ["label", "size", "flop", "byte"] {
        assert!(report["problem"].get(field).is_some(), "problem.{field}");
    }
    for roof in ["compute", "memory"] {
        let theoretical = &report["roofs"][roof]["theoretical"];
        assert!(theoretical["source"].is_string(), "roofs.{roof}.theoretical.source");
    }
    let variant = &report["variants"][0];
    for field in typed(VARIANT_FIELDS) {
        assert!(variant.get(field).is_some(), "variants[].{field} in {variant:#}");
    }
    for field in ["median_s", "low_s", "high_s", "min_s", "samples"] {
        assert!(variant["time"][field].is_number(), "time.{field} in {variant:#}");
    }
}

#[test]
fn a_user_s_peak_is_used_and_named_as_such() {
    if !has_device() {
        return;
    }
    let output = lockstep(&typed("run coalescing --quick --size 64 --json - --variant copy --peak-bandwidth 100G"));
    let report = json(&output);
    let theoretical = &report["roofs"]["memory"]["theoretical"];
    assert_eq!((&theoretical["source"], &theoretical["byte_per_s"]), (&"user".into(), &100e9.into()));
    let share = report["variants"][0]["of_theoretical"].as_f64().expect("a share");
    let rate = report["variants"][0]["throughput"]["value"].as_f64().expect("a rate");
    assert!((share - rate / 100e9).abs() < 1e-12);
}

#[test]
fn every_lab_runs_on_the_simulator_and_says_that_its_times_are_estimated() {
    for_each(labs::ALL, |lab| is_estimated(lab, counted(lab)));
}

#[test]
#[ignore = "half a minute: all points of every sweep, which .ci/long runs"]
fn every_lab_runs_on_the_simulator_at_all_points_of_its_sweeps() {
    for_each(labs::ALL, |lab| is_estimated(lab, &run_counted(lab, &[])));
}

fn is_estimated(lab: &Lab, (report, table): &(Value, String)) {
    let lab = lab.name;
    assert_eq!(report["clock"]["source"], "estimate");
    assert_eq!(report["device"]["type"], "simulated");
    for variant in report["variants"].as_array().expect("an array") {
        let status = variant["status"].as_str().expect("a status");
        assert!(["ok", "skipped"].contains(&status), "{lab}: {variant:#}");
        assert_eq!(status == "ok", variant["counters"].is_object(), "{lab}: {variant:#}");
    }
    let headers: Vec<&str> = table.lines().filter(|line| line.starts_with("variant")).collect();
    assert!(!headers.is_empty(), "{table}");
    assert!(headers.iter().all(|line| line.contains("estimated") && !line.contains(" time")), "{table}");
}

#[test]
fn the_names_of_the_labs_are_printed_for_scripts() {
    let output = lockstep(&["labs", "--names"]);
    let names: Vec<&str> = labs::ALL.iter().map(|lab| lab.name).collect();
    let lines: Vec<String> = stdout(&output).lines().map(str::to_owned).collect();
    assert_eq!(lines, names);
}

#[test]
fn the_simulator_gives_the_same_bytes_on_any_number_of_threads() {
    // One of each part: what several dispatches hand on, rows, subgroups, tiles.
    let line = "run fusion --device sim --size 100 --json - \
                --variant chain-unfused,gelu-fused,norm-kept,softmax-subgroup,epilogue-fused";
    let run = |threads: &str| {
        let output = lockstep(&[&typed(line)[..], &["--threads", threads]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        output.stdout
    };
    let four = run("4");
    assert!(run("1") == four && run("4") == four);
}

#[test]
fn what_repeats_in_the_whole_report_is_told_once() {
    let output = lockstep(&["run", "offload", "--device", "sim", "--size", "4096", "--detail"]);
    let text = stdout(&output);
    let said = unwrapped(&text);
    for words in [
        "`pass-each`, `one-pass` and `indirect` have the figures of `submit-each`.",
        "`staging` and `belt` take the steps of `write-buffer`, in the same times.",
    ] {
        assert!(said.contains(words), "{words} in\n{text}");
    }
    let rows = |name: &str| text.lines().filter(|line| line.starts_with(&format!("{name} "))).count();
    // The times and the bars; of counters, only where a kernel runs.
    assert_eq!((rows("indirect"), rows("belt"), rows("submit-each")), (2, 2, 5), "{text}");
    assert!(!text.contains("\n\n\n"), "{text}");
}

#[test]
fn what_the_first_screen_leaves_out_stands_in_the_whole_report() {
    let printed = |lab: &str, more: &[&str]| {
        let output = lockstep(&[&["run", lab, "--device", "sim"], more].concat());
        assert!(output.status.success(), "{}", stderr(&output));
        unwrapped(&stdout(&output))
    };
    // Of each run: what only the whole report says, and what both say.
    let stride_8: [&[&str]; 2] = [
        &[
            "elements that they wrote were checked, and at the smaller sizes all elements",
            "faults of workgroups that did not run are not found",
            "(▁ to █: how much of a sector is asked for",
            "`stride-8`: DRAM bandwidth limits it.",
        ],
        &["and times and counters are estimated from them.", "`stride-8`, line 37: 32 lanes store"],
    ];
    let matrices: [&[&str]; 2] =
        [&["cooperative matrices (8x8, f32)"], &["skipped matrix-8x8: the device has no cooperative matrices"]];
    for (lab, flags, [only_whole, both]) in [
        ("coalescing", "--variant stride-8", stride_8),
        ("tiling", "--size 32 --variant matrix-8x8", matrices),
        ("roofline", "--size 1024 --points 1,64 --variant vec4", [&["not what a kernel happens to do"], &[]]),
    ] {
        let flags = typed(flags);
        let (first, whole) = (printed(lab, &flags), printed(lab, &[&flags[..], &["--detail"]].concat()));
        for words in only_whole {
            assert!(!first.contains(words), "{lab}: {words} in\n{first}");
            assert!(whole.contains(words), "{lab}: {words} in\n{whole}");
        }
        for words in both {
            assert!(first.contains(words), "{lab}: {words} in\n{first}");
            assert!(whole.contains(words.trim_end_matches('.')), "{lab}: {words} in\n{whole}");
        }
    }
    let first = printed("roofline", &typed("--size 1024 --points 1,64"));
    assert!(first.split_whitespace().collect::<Vec<_>>().join(" ").contains("The plot is of `intensity`."), "{first}");
}

#[test]
fn matrix_rungs_take_the_width_of_subgroups_and_the_side_of_matrices_from_the_device() {
    let rungs = "matrix-units,matrix-vec4,matrix-direct,matrix-4x4,matrix-padded,matrix-stages";
    for (machine, note) in [("rdna3", "with WIDTH = 64"), ("apple-m2", "with SIDE = 8"), ("ada-8.9", "")] {
        let device = format!("sim:{machine}");
        let run = lockstep(&["run", "tiling", "--device", &device, "--size", "65", "--variant", rungs, "--detail"]);
        let text = stdout(&run);
        assert!(run.status.success() && !text.contains("skipped"), "{text}{}", stderr(&run));
        assert_eq!(text.contains(" as this device's subgroups and matrices are"), !note.is_empty(), "{text}");
        let alone = lockstep(&["explain", "shaders/tiling/matrix-stages.wgsl", "--device", &device]);
        let said = format!("{text}{}{}", stdout(&alone), stderr(&alone));
        assert!(alone.status.success() && said.matches(note).count() >= 2, "{said}");
    }
}

/// Variants are verified side by side where there are several threads: kernels that hand each other results, and one without a barrier.
#[test]
fn the_json_of_a_lab_on_the_simulator_is_the_same_on_any_number_of_threads() {
    let folder = folder("side-by-side");
    let source = read(Path::new("shaders/reduction/sequential.wgsl")).replace("workgroupBarrier();", "");
    std::fs::create_dir_all(folder.join("reduction")).expect("it can be made");
    std::fs::write(folder.join("reduction/sequential.wgsl"), source).expect("it is written");
    let of = |threads: &str| {
        let shaders = folder.to_str().expect("UTF-8");
        let line = "run reduction --device sim --size 5000 --points 10,90 --json - \
                    --variant grid-stride,sequential,three-pass,look-back,global,replicated";
        lockstep(&[&typed(line)[..], &["--shaders", shaders, "--threads", threads]].concat())
    };
    let (one, four) = (of("1"), of("4"));
    assert_eq!(one.status.code(), Some(1), "{}", stderr(&one));
    assert_eq!(stdout(&one), stdout(&four));
    assert!(stdout(&one).contains("race"), "{}", stdout(&one));
    assert_eq!(json(&one)["variants"].as_array().map(Vec::len), Some(6));
}
