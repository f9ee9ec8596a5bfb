//! `lockstep explain`: the source with its counters, the findings and the estimate, on the simulator.

use std::fs;
use std::process::Output;

use crate::common::{folder, json, lockstep, stderr, stdout, typed, unwrapped};

/// A copy with a stride: line 5 is the hot one.
const STRIDED: &str = "@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> to: array<f32>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    to[id.x] = src[id.x * 32u];
}
";

const BOUND: [&str; 8] =
    ["--dispatch", "4", "--buffer", "0.0=rand:f32:8192", "--buffer", "0.1=zero:1024", "--seed", "3"];

fn explain(name: &str, source: &str, arguments: &[&str]) -> Output {
    let folder = folder(&format!("explain-{name}"));
    let file = folder.join("kernel.wgsl");
    fs::write(&file, source).expect("it can be written");
    let file = file.display().to_string();
    lockstep(&[&["explain", &file], arguments].concat())
}

fn text(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}", stderr(output));
    stdout(output)
}

#[test]
fn the_counters_of_a_line_stand_in_its_margin() {
    let text = text(&explain("margin", STRIDED, &BOUND));
    let line = text.lines().find(|line| line.contains("5 | ")).expect("the line is shown");
    // 8 subgroups load 32 sectors each where 4 would do, and store 4: 18 of 4 a request on average.
    let cells: Vec<&str> = line.split_whitespace().collect();
    assert!(cells.contains(&"16") && cells.contains(&"18/4"), "{line}");
    let declaration = text.lines().find(|line| line.contains("1 | @group(0)")).expect("the line is shown");
    assert!(declaration.trim_start().starts_with("1 |"), "a line that does nothing has no counters: {declaration}");
}

#[test]
fn a_kernel_that_the_host_dispatches_many_times_is_explained_by_its_first_dispatch() {
    let output = lockstep(&typed("explain labs/offload/exercise.wgsl --device sim"));
    let text = text(&output);
    assert!(!text.contains("error:") && text.contains("1 of 1 workgroups were run"), "{text}");
    let note = "the host dispatches this kernel 200 times, with other params each time: this is the first";
    assert!(stderr(&output).contains(note), "{}", stderr(&output));
}

#[test]
fn an_exercise_s_start_is_explained_by_the_buffers_and_the_grid_that_it_is_judged_with() {
    let folder = folder("explain-exercise").join("coalescing");
    fs::create_dir_all(&folder).expect("made");
    let file = folder.join("exercise.wgsl");
    let start = concat!(env!("CARGO_MANIFEST_DIR"), "/shaders/coalescing/exercise.wgsl");
    fs::copy(start, &file).expect("copied");
    let text = unwrapped(&text(&lockstep(&["explain", &file.display().to_string()])));
    assert!(text.contains("lab coalescing") && text.contains("`exercise`"), "{text}");
    assert!(text.contains("touches 32 sectors of 32 bytes where 4 would do"), "{text}");
}

#[test]
fn the_findings_name_mechanism_line_figure_and_what_to_try() {
    let text = text(&explain("findings", STRIDED, &BOUND));
    let text = unwrapped(&text);
    assert!(text.contains("uncoalesced, line 5"), "{text}");
    assert!(text.contains("touches 32 sectors of 32 bytes where 4 would do"), "{text}");
    assert!(
        text.contains("because neighbouring lanes read 128 bytes apart")
            && text.contains("Next: let invocation i of the workgroup take element i"),
        "{text}"
    );
}

#[test]
fn a_time_is_estimated_on_a_named_machine_and_says_what_is_not_modelled() {
    for (device, machine) in [("sim", "RTX 3060"), ("sim:apple-m1", "M1")] {
        let text = text(&explain("machine", STRIDED, &[&BOUND[..], &["--device", device]].concat()));
        let text = unwrapped(&text);
        assert!(text.contains(machine), "{text}");
        assert!(text.contains("Estimated time (a model's, not measured)"), "{text}");
        assert!(text.contains("Not modelled: spills of registers"), "{text}");
    }
}

#[test]
fn no_line_is_longer_than_80_columns_and_none_is_coloured_in_a_pipe() {
    let long = format!("{STRIDED}// {}\n", "long ".repeat(50));
    let text = text(&explain("columns", &long, &BOUND));
    for line in text.lines() {
        assert!(line.chars().count() <= 80, "{line}");
        assert!(!line.contains('\u{1b}'), "{line}");
    }
}

#[test]
fn the_json_has_every_line_and_the_hottest_first() {
    let report = json(&explain("json", STRIDED, &[&BOUND[..], &["--json", "-"]].concat()));
    assert_eq!(report["schema"], "lockstep/explain/1");
    assert_eq!(report["hottest"][0]["line"], 5);
    let lines = report["lines"].as_array().expect("lines is an array");
    let sectors: u64 = lines.iter().filter_map(|line| line["global_sectors"].as_u64()).sum();
    assert_eq!(sectors, 8 * 32 + 8 * 4);
    assert_eq!(report["counters"]["global_sectors"], sectors);
}

#[test]
fn a_labs_shader_needs_no_flags() {
    let text = unwrapped(&text(&lockstep(&["explain", "shaders/coalescing/stride-32.wgsl"])));
    assert!(text.contains("lab coalescing") && text.contains("uncoalesced"), "{text}");
    let report = json(&lockstep(&typed("explain shaders/tiling/naive.wgsl --size 33 --json -")));
    assert!(report["problem"].as_str().is_some_and(|problem| problem.contains("33")), "{report}");
    assert_eq!(report["workgroups"], serde_json::json!([2, 5, 1]));
}

#[test]
fn a_later_pass_of_a_chain_reads_what_the_passes_before_it_wrote() {
    let report = json(&lockstep(&typed("explain shaders/fusion/softmax-3-normalise.wgsl --json -")));
    let findings = report["findings"].to_string();
    assert!(!findings.contains("uninitialized-read") && !findings.contains("error"), "{findings}");
}

#[test]
fn what_the_labs_host_clears_before_a_dispatch_is_no_read_of_nothing() {
    let findings = |file: &str| json(&lockstep(&["explain", file, "--json", "-"]))["findings"].to_string();
    let cleared = findings("shaders/offload/count.wgsl");
    assert!(!cleared.contains("uninitialized-read") && !cleared.contains("error"), "{cleared}");
}

#[test]
fn a_copy_of_a_labs_shader_is_bound_by_naming_the_lab() {
    let copy = fs::read_to_string("shaders/tiling/naive.wgsl").expect("it is there");
    let unnamed = explain("copy", &copy, &[]);
    assert_eq!(unnamed.status.code(), Some(2));
    assert!(stderr(&unnamed).contains("--buffer 0.1="), "{}", stderr(&unnamed));
    let named = explain("copy", &copy, &["--lab", "tiling", "--variant", "naive"]);
    // Line breaks are where 80 columns put them, after a path of any length.
    let words: Vec<String> = text(&named).split_whitespace().map(str::to_owned).collect();
    assert!(words.join(" ").contains("lab tiling"));
}

#[test]
fn a_wrong_kernel_is_explained_and_exits_with_1() {
    let racy = STRIDED.replace("to[id.x]", "to[id.x / 2u]");
    let output = explain("racy", &racy, &BOUND);
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    assert!(text.contains("error: race, line 5"), "{text}");
}

#[test]
fn faults_stand_on_the_first_screen_their_lines_are_marked_and_nothing_is_said_of_speed() {
    let off = STRIDED.replace("id.x * 32u", "id.x * 32u + 1000000u");
    let output = explain("fault-first", &off, &BOUND);
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    let first: Vec<&str> = text.lines().take(20).collect();
    assert!(first.join(" ").contains("error: out-of-bounds, line 5"), "{text}");
    let marked: Vec<&str> = text.lines().filter(|line| line.contains("5 ✗ ")).collect();
    assert_eq!(marked.len(), 1, "{text}");
    assert_eq!(text.matches(" ✗ ").count(), 1, "only that line: {text}");
    for absent in ["Hottest", "The access that limits", "Estimated time", "The estimate is"] {
        assert!(!text.contains(absent), "{absent}: {text}");
    }
    assert!(unwrapped(&text).contains("Of a kernel with a fault no hot line and no advice on speed"), "{text}");
    let right = String::from_utf8_lossy(&explain("fault-none", STRIDED, &BOUND).stdout).into_owned();
    assert!(!right.contains('✗') && right.contains("Hottest") && right.contains("The estimate is"), "{right}");
}

#[test]
fn a_dispatch_is_suggested_with_the_buffers_and_what_one_workgroup_leaves_is_said() {
    let copy = STRIDED.replace(" * 32u", "");
    let unbound = stderr(&explain("dispatch", &copy, &[]));
    assert!(unbound.contains("--dispatch 64 ") && unbound.contains("one invocation for each of 4096"), "{unbound}");
    let buffers = ["--buffer", "0.0=rand:f32:4096", "--buffer", "0.1=zero:16384"];
    let one = stderr(&explain("dispatch", &copy, &buffers));
    assert!(
        one.contains("no --dispatch was given, so one workgroup ran: it changed 64 of 4096 words of `to`"),
        "{one}"
    );
    let all = stderr(&explain("dispatch", &copy, &[&buffers[..], &["--dispatch", "64"]].concat()));
    assert!(!all.contains("--dispatch"), "{all}");
    let given = stderr(&explain("dispatch", &copy, &["--dispatch", "2"]));
    assert!(!given.contains("--dispatch"), "{given}");
}

#[test]
fn a_real_device_is_refused_with_the_command_that_takes_one() {
    let output = explain("device", STRIDED, &["--device", "0"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("lockstep exec"), "{}", stderr(&output));
}
