//! Goals held against made-up runs: wrong, faulty, fast and slow, on the simulator and on GPUs that are not here.

use serde_json::{Value, json};

use super::*;
use crate::kernel::{Kernel, Overrides};
use crate::lab::{Exercise, Failure, Hint, Sign, WrongValues};
use crate::labs;
use crate::marking::evidence::Evidence;
use crate::marking::hint_signs::ShownAttempt;

/// A variant's report with these fields in place of a right kernel's.
fn variant(changed: Value) -> VariantReport {
    let mut report = json!({
        "name": "exercise", "part": "p", "shader": ["exercise.wgsl"],
        "problem": {"label": "", "size": 256, "flop": 6400.0, "byte": 3200.0, "working_set": 3200.0},
        "compiled": true, "private_bytes": 64, "status": "ok", "reason": null,
        "check": {"elements": 10, "max_error": 0.0, "tolerance": 0.0, "basis": "", "audited": null, "sizes": [1, 256]},
        "time": null, "throughput": null, "of_theoretical": null, "of_measured": null,
        "speedup": null, "differs": null, "from_cache": false, "small": null,
        "counters": counters(), "findings": [],
    });
    let fields = changed.as_object().expect("an object").clone();
    report.as_object_mut().expect("an object").extend(fields);
    serde_json::from_value(report).expect("a variant's report")
}

fn counters() -> Value {
    json!({
        "machine": "ampere-8.6", "subgroup_width": 32, "subgroup_instructions": 400, "active_lanes": 6400,
        "lane_efficiency": 0.5, "branches": 4, "divergent_branches": 1, "flop": 12800,
        "global_requests": 10, "global_sectors": 200, "global_sectors_ideal": 50, "global_sectors_left": 100, "global_bytes": 3200,
        "dram_bytes": 6400, "shared_requests": 10, "shared_wavefronts": 30, "shared_wavefronts_ideal": 10,
        "atomic_requests": 0, "atomic_serializations": 0, "atomic_wavefronts": 0, "barriers": 0, "occupancy": null,
        "occupancy_limit": null, "sampled_workgroups": 1, "workgroups": 1,
    })
}

fn finding(kind: &str) -> Value {
    json!([{"kind": kind, "message": "somewhere", "line": 7, "severity": "error"}])
}

/// Times of the baseline and of an attempt (with `status`) on a device of this kind: low and high, in seconds.
fn timed(kind: &str, base: [f64; 2], attempt: [f64; 2], status: &str) -> Speed {
    let time = |[low, high]: [f64; 2]| json!({"median_s": (low + high) / 2.0, "low_s": low, "high_s": high, "min_s": low, "samples": 30, "unrest": 0.01});
    let variants = [
        variant(json!({"name": "start", "time": time(base)})),
        variant(json!({"time": time(attempt), "status": status, "reason": "told so"})),
    ];
    let report = json!({
        "schema": "lockstep/run/1", "lab": "coalescing", "question": "", "seed": 1,
        "device": {"name": "Some GPU", "backend": "vulkan", "type": kind, "driver": "", "subgroup_min": 32, "subgroup_max": 32},
        "clock": {"source": "gpu-timestamps", "resolution_s": null, "detail": "", "sampling": "", "checks": "off"},
        "roofs": {
            "compute": {"precision": "f32", "theoretical": {"flop_per_s": null, "detail": ""}, "measured": null},
            "memory": {"theoretical": {"byte_per_s": null, "detail": ""}, "measured": null},
            "last_level_cache": null, "clock_hz": null, "notes": [],
        },
        "problem": {"label": "", "size": 256, "flop": 0.0, "byte": 1.0, "working_set": 1.0},
        "variants": variants, "shows": [], "notes": [],
    });
    Speed::Timed(serde_json::from_value(report).expect("a report"))
}

fn outcome(wanted: Test, tried: &VariantReport, speed: &Speed) -> GoalStatus {
    let goal = Goal { id: "g", title: "a goal", test: wanted };
    test(&goal, &[], tried, speed).outcome
}

fn simulated(wanted: Test, tried: &VariantReport) -> GoalStatus {
    outcome(wanted, tried, &Speed::NotAsked("no GPU".to_owned()))
}

const COALESCED: Test = Test::AtMost(Figure::SectorsOverIdeal, 1.1);

#[test]
fn a_right_kernel_is_judged_by_its_figures() {
    let tried = variant(json!({}));
    assert_eq!(simulated(Test::Compiles, &tried), GoalStatus::Met);
    assert_eq!(simulated(Test::Correct, &tried), GoalStatus::Met);
    assert_eq!(simulated(Test::FreeOfFaults, &tried), GoalStatus::Met);
    assert_eq!(simulated(COALESCED, &tried), GoalStatus::Unmet);
    let bounded = Test::AtMost(Figure::SectorsOverIdeal, 4.0);
    assert_eq!(simulated(bounded, &tried), GoalStatus::Met);
    let lanes = Test::AtLeast(Figure::LaneEfficiency, 0.5);
    assert_eq!(simulated(lanes, &tried), GoalStatus::Met);
    assert_eq!(simulated(Test::Faster(2.0), &tried), GoalStatus::NotAsked);
}

#[test]
fn every_figure_is_what_its_description_says() {
    let tried = variant(json!({}));
    let found = |which| figure(which, &tried).expect("it is modelled");
    assert_eq!(found(Figure::SectorsOverIdeal), 4.0);
    assert_eq!(found(Figure::SectorsOverFewest), 100.0 * 32.0 / 3200.0);
    assert_eq!(found(Figure::SectorsAsWritten), 200.0 * 32.0 / 3200.0);
    assert_eq!(found(Figure::WavefrontsOverIdeal), 3.0);
    // 6400 FLOPs are 3200 multiply-adds, 100 of a subgroup.
    assert_eq!(found(Figure::WavefrontsPerMultiplyAdd), 0.3);
    assert_eq!(found(Figure::DivergentBranches), 0.25);
    assert_eq!(found(Figure::DramOverFewest), 2.0);
    assert_eq!(found(Figure::RequestedOverFewest), 1.0);
    assert_eq!(found(Figure::BytesPerRequest), 320.0);
    // 128 bytes over 320 a request, since each byte is requested once.
    assert_eq!(found(Figure::RequestsPerLine), 0.4);
    assert_eq!(found(Figure::FlopOverNeeded), 2.0);
    assert_eq!(found(Figure::LanesPerFlop), 2.0);
    assert_eq!(found(Figure::PrivateBytes), 64.0);
}

#[test]
fn turns_and_barriers_are_counted_a_workgroup_and_an_element() {
    let mut counted = counters();
    // Barriers are counted once a subgroup: two of a workgroup of 8 subgroups.
    for (counter, value) in [("atomic_serializations", 64), ("barriers", 64), ("workgroups", 4)] {
        counted[counter] = json!(value);
    }
    let of = |invocations: Value| variant(json!({ "counters": counted, "invocations": invocations }));
    let tried = of(json!(256));
    let found = |which| figure(which, &tried);
    assert_eq!(found(Figure::TurnsPerWorkgroup), Some(16.0));
    assert_eq!(found(Figure::TurnsPerElement), Some(0.25));
    assert_eq!(found(Figure::ElementsPerInvocation), Some(0.25));
    assert_eq!(found(Figure::WorkgroupsPerElement), Some(1.0 / 64.0));
    assert_eq!(found(Figure::BarriersPerWorkgroup), Some(2.0));
    assert_eq!(figure(Figure::BarriersPerWorkgroup, &of(Value::Null)), None);
    let outputs = |invocations| figure(Figure::OutputsPerInvocation, &of(invocations)).expect("it is known");
    assert_eq!(outputs(json!(32)), 8.0 * outputs(json!(256)));
}

/// What of a figure counts within `cap`, with these counters in place of the usual ones.
fn counts(cap: Cap, changed: &[(&str, f64)], invocations: u32) -> f64 {
    let mut counted = counters();
    for (name, value) in changed {
        counted[*name] = if *name == "lane_efficiency" { json!(value) } else { json!(*value as u64) };
    }
    let tried = variant(json!({ "counters": counted, "invocations": invocations }));
    held(cap.of, &[cap], &tried).expect("it is modelled").counts
}

/// The problem moves 3200 bytes: 100 sectors of 32, or 25 lines of 128.
#[test]
fn work_that_nobody_needs_makes_no_figure_better_and_what_is_needed_costs_none() {
    let lanes = Cap::on(Figure::LaneEfficiency, Figure::LanesPerByte, 3.0);
    // 300 instructions of 32 lanes are 3 lanes a byte, and a tenth of them idle.
    let of = |instructions: f64, idle: f64| {
        counts(lanes, &[("subgroup_instructions", instructions), ("lane_efficiency", 1.0 - idle)], 256)
    };
    assert!((of(300.0, 0.1) - 0.9).abs() < 1e-12);
    assert!((of(3000.0, 0.01) - 0.9).abs() < 1e-12, "diluted with nine times as many that do nothing");
    assert_eq!(of(3000.0, 0.0), 1.0, "a laborious kernel without an idle lane is told nothing");
    let coalesced = Cap::on(Figure::SectorsOverIdeal, Figure::SectorsAsWritten, 1.3);
    let of = |sectors: f64, ideal: f64, bytes: f64| {
        let changed = [("global_sectors", sectors), ("global_sectors_ideal", ideal), ("global_bytes", bytes)];
        counts(coalesced, &changed, 256)
    };
    assert_eq!(of(800.0, 100.0, 3200.0), 8.0);
    assert_eq!(of(200.0, 200.0, 6400.0), 1.0, "everything loaded twice is coalesced, and twice the traffic");
    assert_eq!(of(800.0, 800.0, 3200.0), 8.0, "one lane a request");
    assert!(of(2900.0, 2700.0, 86_400.0) > 1.5, "diluted with coalesced loads");
    let share = Cap::share(Cap::ELEMENTS);
    let tried =
        |invocations| held(share.of, &[share], &VariantReport { invocations: Some(invocations), ..outputs(65_536) });
    assert_eq!(tried(512).map(|held| held.counts), Some(0.5));
    let alone = tried(128).expect("it is modelled");
    assert_eq!(
        alone.counts,
        0.5 / 4.0,
        "one workgroup of 128 for all: three quarters of the lanes were never launched"
    );
    assert!(
        alone
            .why
            .is_some_and(|why| why.starts_with("this takes 512 elements of the outputs an invocation. Lanes that"))
    );
}

/// A right kernel, of one workgroup, of a problem with so many outputs.
fn outputs(count: u64) -> VariantReport {
    let mut tried = variant(json!({}));
    tried.problem.outputs = count;
    tried
}

#[test]
fn a_result_that_is_not_computed_from_the_inputs_meets_no_figure() {
    let mut counted = counters();
    for (name, value) in [("global_sectors", 3), ("global_sectors_ideal", 3), ("global_sectors_left", 3)] {
        counted[name] = json!(value);
    }
    let tried = variant(json!({ "counters": counted }));
    let goal = Goal { id: "g", title: "a goal", test: COALESCED };
    let report = test(&goal, &[], &tried, &Speed::NotAsked(String::new()));
    assert_eq!((report.outcome, report.measured), (GoalStatus::Unmet, None));
    assert!(report.detail.contains("it moves 0.03 x the bytes of the inputs and outputs"), "{}", report.detail);
}

#[test]
fn a_figure_that_is_not_modelled_is_inconclusive_and_not_met() {
    let mut counted = counters();
    counted["dram_bytes"] = Value::Null;
    let tried = variant(json!({ "counters": counted }));
    let dram = Test::AtMost(Figure::DramOverFewest, 100.0);
    assert_eq!(simulated(dram, &tried), GoalStatus::Inconclusive);
}

#[test]
fn atomic_operations_on_workgroup_memory_hide_no_bank_conflict() {
    let mut counted = counters();
    counted["shared_wavefronts"] = json!(10);
    counted["atomic_requests"] = json!(10);
    let tried = variant(json!({ "counters": counted }));
    let found = figure(Figure::WavefrontsOverIdeal, &tried);
    assert_eq!(found, Some((10.0 + 10.0 * 32.0) / 20.0));
}

#[test]
fn the_counters_of_a_wrong_kernel_meet_no_goal() {
    let wrong = variant(json!({"status": "wrong", "reason": "3 of 10 elements are wrong"}));
    assert_eq!(simulated(Test::Compiles, &wrong), GoalStatus::Met);
    assert_eq!(simulated(Test::Correct, &wrong), GoalStatus::Unmet);
    assert_eq!(simulated(Test::FreeOfFaults, &wrong), GoalStatus::Open);
    let generous = Test::AtMost(Figure::SectorsOverIdeal, 100.0);
    assert_eq!(simulated(generous, &wrong), GoalStatus::Open);
    assert_eq!(simulated(Test::Faster(1.0), &wrong), GoalStatus::Open);
}

#[test]
fn a_race_with_a_right_output_leaves_open_whether_it_is_right() {
    let lucky = variant(json!({"status": "wrong", "reason": "a race", "findings": finding("race")}));
    assert_eq!(simulated(Test::Correct, &lucky), GoalStatus::Open);
    assert_eq!(simulated(Test::FreeOfFaults, &lucky), GoalStatus::Unmet);
    assert_eq!(simulated(COALESCED, &lucky), GoalStatus::Open);
}

#[test]
fn an_endless_kernel_compiles_and_is_not_right() {
    for (endless, failure) in [
        (json!({"status": "failed", "reason": "...", "findings": finding("step-limit")}), None),
        (json!({"status": "failed", "reason": "...", "check": null, "counters": null}), Some(Failure::Timeout)),
    ] {
        let tried = VariantReport { failure, ..variant(endless) };
        assert_eq!(simulated(Test::Compiles, &tried), GoalStatus::Met);
        assert_eq!(simulated(Test::Correct, &tried), GoalStatus::Unmet);
        assert_eq!(simulated(Test::FreeOfFaults, &tried), GoalStatus::Open);
        assert!(shows(&tried, Sign::Endless) && !shows(&tried, Sign::Refused));
    }
}

#[test]
fn wrong_values_are_told_by_what_they_are_not_by_the_message() {
    let tried = variant(json!({"status": "wrong", "reason": "[3] got NaN, and others were never written"}));
    assert!(!shows(&tried, Sign::GotNan) && !shows(&tried, Sign::NeverWritten));
    let values = WrongValues { nan: true, ..WrongValues::default() };
    let tried = VariantReport { failure: Some(Failure::Output(values)), ..tried };
    assert!(shows(&tried, Sign::GotNan) && !shows(&tried, Sign::NeverWritten));
}

#[test]
fn what_does_not_compile_leaves_all_else_open() {
    let tried = variant(json!({
        "status": "failed", "compiled": false, "reason": "k.wgsl:3:1: Expected ;", "check": null, "counters": null,
    }));
    let tried = VariantReport { failure: Some(Failure::Compiler), ..tried };
    assert_eq!(simulated(Test::Compiles, &tried), GoalStatus::Unmet);
    assert_eq!(simulated(Test::Correct, &tried), GoalStatus::Open);
    assert!(shows(&tried, Sign::Refused) && shows(&tried, Sign::Compiler("expected")));
    assert!(!shows(&tried, Sign::RefusedFor(Failure::Bindings)) && !shows(&tried, Sign::Endless));
    let other = VariantReport { failure: Some(Failure::Bindings), ..tried };
    assert!(shows(&other, Sign::RefusedFor(Failure::Bindings)) && !shows(&other, Sign::Compiler("expected")));
}

#[test]
fn what_a_compiler_says_is_answered_by_the_hint_about_it() {
    let globals =
        "@group(0) @binding(0) var<storage, read_write> x: array<f32>;\nvar<workgroup> tile: array<f32, 4>;\n";
    let main =
        |size: &str, more: &str, body: &str| format!("@compute @workgroup_size({size}) fn main({more}) {{ {body} }}");
    let with = |function: &str, call: &str| format!("{function}\n{}", main("64", "", call));
    for (id, code) in [
        ("reserved", main("64", "", "let target = 1.0; x[0] = target;")),
        ("undeclared", main("64", "", "x[0] = simd_sum(x[1]);")),
        ("no-elect", main("64", "", "if subgroupElect() { x[0] = 1.0; }")),
        (
            "pointer-parameter",
            with("fn f(p: ptr<workgroup, array<f32, 4>>) -> f32 { return (*p)[0]; }", "x[0] = f(&tile);"),
        ),
        ("pointer-parameter", with("fn f(p: ptr<storage, array<f32>, read_write>) { (*p)[0] = 1.0; }", "f(&x);")),
        (
            "no-return",
            with("fn f(n: u32) -> u32 { var i = 0u; loop { if i > n { return i; } i++; } }", "x[f(2u)] = 1.0;"),
        ),
        (
            "no-return",
            with("fn f(n: u32) -> u32 { for (var i = 0u; ; i++) { if i > n { return i; } } }", "x[f(2u)] = 1.0;"),
        ),
        ("subgroups-in-rows", main("8, 8", "@builtin(subgroup_id) s: u32", "x[s] = 1.0;")),
        ("immutable", main("64", "", "let a = 1.0; a = 2.0; x[0] = a;")),
    ] {
        let refused = Kernel::parse("k.wgsl", &format!("{globals}{code}"), None, &Overrides::new());
        let reason = refused.err().unwrap_or_else(|| panic!("it is refused: {code}")).to_string();
        let tried = variant(json!({
            "status": "failed", "compiled": false, "reason": reason, "check": null, "counters": null,
        }));
        let tried = VariantReport { failure: Some(Failure::Compiler), ..tried };
        let hint = Hint::COMPILER.iter().find(|hint| shows(&tried, hint.sign));
        assert_eq!(hint.map(|hint| hint.id), Some(id), "{reason}");
    }
}

#[test]
fn speed_is_judged_by_the_unfavourable_end_of_the_interval() {
    let tried = variant(json!({}));
    let on = |base, attempt| {
        let speed = timed("discrete", base, attempt, "ok");
        outcome(Test::Faster(2.0), &tried, &speed)
    };
    assert_eq!(on([4.0, 4.2], [1.0, 1.5]), GoalStatus::Met);
    assert_eq!(on([4.0, 4.2], [1.9, 2.1]), GoalStatus::Inconclusive);
    assert_eq!(on([4.0, 4.2], [3.0, 3.1]), GoalStatus::Unmet);
}

#[test]
fn a_cpu_device_says_nothing_about_speed() {
    let tried = variant(json!({}));
    let speed = timed("cpu", [4.0, 4.2], [1.0, 1.1], "ok");
    assert_eq!(outcome(Test::Faster(2.0), &tried, &speed), GoalStatus::NotAsked);
}

#[test]
fn what_is_wrong_on_the_gpu_is_not_right_though_the_simulator_found_nothing() {
    let tried = variant(json!({}));
    let speed = timed("discrete", [4.0, 4.2], [1.0, 1.1], "wrong");
    assert_eq!(outcome(Test::Correct, &tried, &speed), GoalStatus::Unmet);
    assert_eq!(outcome(Test::Faster(2.0), &tried, &speed), GoalStatus::Unmet);
}

#[test]
fn a_gpu_that_was_too_unsteady_costs_nothing() {
    let tried = variant(json!({}));
    let speed = timed("discrete", [4.0, 4.2], [1.0, 1.1], "inconclusive");
    assert_eq!(outcome(Test::Correct, &tried, &speed), GoalStatus::Met);
    assert_eq!(outcome(Test::Faster(2.0), &tried, &speed), GoalStatus::Inconclusive);
}

fn shows(tried: &VariantReport, sign: Sign) -> bool {
    shows_of(tried, "const A = 1; let a = 1; // let b = 2;\n/* let c /* nested */ = 3; */ let d = 4;", sign)
}

/// Whether an attempt of this text at an exercise shows `sign`.
fn shows_of(tried: &VariantReport, text: &str, sign: Sign) -> bool {
    let some = &labs::ALL[0].exercises[0];
    let passes = some.variant.passes.try_into().expect("one pass");
    let exercise = Exercise { start: "const A = 1;\nlet a=1;let d=4;", ..Exercise::new("e", some.part, "", passes) };
    let evidence = Evidence::new(None, &(some.part.problem)(8), 32);
    ShownAttempt::new(&exercise, text, tried, &evidence).shows(sign)
}

#[test]
fn a_change_of_constants_alone_is_told_from_a_change_of_what_is_done() {
    let tried = variant(json!({}));
    assert!(shows_of(&tried, "const A = 2; const B = 3;\nlet a=1; let d=4;", Sign::OnlyConstants));
    assert!(!shows_of(&tried, "const A = 2;\nlet a=1; let d=5;", Sign::OnlyConstants));
}

#[test]
fn comments_and_white_space_make_no_difference_to_what_an_attempt_shows() {
    let tried = variant(json!({}));
    assert!(shows(&tried, Sign::Unchanged));
    assert!(shows(&tried, Sign::Has("let d = 4")) && shows(&tried, Sign::Lacks("let b")));
    assert!(shows(&tried, Sign::Lacks("nested")));
    assert!(!shows(&tried, Sign::Asked));
}

#[test]
fn figures_are_signs_of_a_right_kernel_only() {
    const ABOVE: Sign = Sign::Above(Figure::SectorsOverIdeal, 1.1);
    const BELOW: Sign = Sign::Below(Figure::LaneEfficiency, 0.9);
    let (above, below) = (ABOVE, BELOW);
    let right = variant(json!({}));
    assert!(shows(&right, above) && shows(&right, below) && shows(&right, Sign::All(&[ABOVE, BELOW])));
    let wrong = variant(json!({"status": "wrong", "reason": "it is"}));
    assert!(!shows(&wrong, above) && !shows(&wrong, below) && shows(&wrong, Sign::Wrong));
    assert!(!shows(&wrong, Sign::All(&[ABOVE, Sign::Wrong])));
}
