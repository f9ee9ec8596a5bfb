//! What is reported of other subgroup widths, of faults beside speed and times, and of outputs that differ by a little.

use std::fs;

use crate::common::{folder, json, lockstep, stderr, stdout};

fn file(name: &str, source: &str) -> String {
    let file = folder(&format!("other-widths-{name}")).join("kernel.wgsl");
    fs::write(&file, source).expect("it can be written");
    file.display().to_string()
}

/// Each lane adds up the same values: right with any width, and long.
const LONG: &str = "enable subgroups;
@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;
var<workgroup> part: array<u32, 256>;
@compute @workgroup_size(256) fn main(@builtin(local_invocation_index) lane: u32) {
    part[lane] = values[lane];
    workgroupBarrier();
    var sum = 0u;
    for (var turn = 0u; turn < 2048u; turn++) { sum += part[(lane + turn) % 256u]; }
    sum = subgroupMax(sum);
    if lane == 0u { sums[0] = sum; }
}";

/// It loses the upper lanes of wide subgroups.
const HALF: &str = "enable subgroups;
@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<atomic<u32>>;
@compute @workgroup_size(128) fn main(@builtin(local_invocation_index) i: u32, @builtin(subgroup_invocation_id) lane: u32) {
    let votes = subgroupBallot(values[i] == 1u);
    if lane == 0u { atomicAdd(&sums[0], countOneBits(votes.x)); }
}";

const BUFFERS: [&str; 4] = ["--buffer", "0.0=rand:u32:256:2", "--buffer", "0.1=zero:4"];

#[test]
fn a_run_with_another_width_that_was_cut_off_tells_nothing_and_steps_allow_it_more() {
    let file = file("long", LONG);
    for device in ["sim", "sim:lavapipe"] {
        let run = |more: &[&str]| lockstep(&[&["exec", &file, "--device", device], &BUFFERS[..], more].concat());
        let cut_off = run(&[]);
        assert!(cut_off.status.success(), "{}", stdout(&cut_off));
        assert!(!stdout(&cut_off).contains("subgroup-width"), "{}", stdout(&cut_off));
        assert!(stderr(&cut_off).contains("takes more than 1048576 steps"), "{}", stderr(&cut_off));
        let whole = run(&["--steps", "24000000"]);
        assert!(whole.status.success() && !stderr(&whole).contains("steps"), "{}", stderr(&whole));
    }
}

#[test]
fn on_a_machine_that_was_named_what_only_other_widths_show_is_a_warning() {
    let file = file("half", HALF);
    for (device, status, severity) in [("sim", 1, "error"), ("sim:ampere-8.6", 0, "warning")] {
        let ran = lockstep(&[&["exec", &file, "--device", device, "--json", "-"], &BUFFERS[..]].concat());
        assert_eq!(ran.status.code(), Some(status), "{device}: {}", stderr(&ran));
        let report = json(&ran);
        let findings = report["findings"].as_array().expect("findings");
        let of_width: Vec<_> = findings.iter().filter(|finding| finding["kind"] == "subgroup-width").collect();
        assert!(
            !of_width.is_empty() && of_width.iter().all(|finding| finding["severity"] == severity),
            "{findings:#?}"
        );
        let cause = |finding: &&serde_json::Value| finding["message"].to_string().contains("only `.x` is read");
        assert!(of_width.iter().any(cause), "{findings:#?}");
    }
}

#[test]
fn two_kernels_are_compared_in_spite_of_what_only_other_widths_or_no_driver_shows() {
    let early = "@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;
var<workgroup> part: array<u32, 64>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    if i >= 60u { return; }
    part[i] = values[i];
    workgroupBarrier();
    if i == 0u { sums[0] = part[0] + part[59]; }
}";
    for (kind, a) in [("subgroup-width", HALF), ("divergent-barrier", early)] {
        let b =
            a.replace("@compute", "// the same again\n@compute").replace("i: u32", "at: u32").replace("[i]", "[at]");
        let b = b.replace("if i ", "if at ");
        let (a, b) = (file(&format!("{kind}-a"), a), file(&format!("{kind}-b"), &b));
        let reported = lockstep(&[&["diff", &a, &b, "--device", "sim", "--dispatch", "1"], &BUFFERS[..]].concat());
        assert!(reported.status.success(), "{}{}", stdout(&reported), stderr(&reported));
        assert!(
            stdout(&reported).contains("no difference") && stdout(&reported).contains(kind),
            "{}",
            stdout(&reported)
        );
    }
}

#[test]
fn a_kernel_with_a_fault_is_told_what_limits_it() {
    let race = "@group(0) @binding(1) var<storage, read_write> sums: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) { sums[0] += i; }";
    let ran = lockstep(&["exec", &file("race", race), "--device", "sim", "--json", "-", "--buffer", "0.1=zero:4"]);
    let report = json(&ran);
    let kinds: Vec<_> = report["findings"].as_array().into_iter().flatten().map(|finding| &finding["kind"]).collect();
    assert_eq!(kinds, ["race", "limiter"]);
}

#[test]
fn outputs_of_two_devices_may_differ_by_what_is_allowed() {
    let sized = |value: &str, ty: &str| {
        format!(
            "enable subgroups;
@group(0) @binding(0) var<storage, read_write> o: array<{ty}>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32, @builtin(subgroup_size) size: u32) {{
    o[i] = {value};
}}"
        )
    };
    for (name, value, ty, refused, taken) in [
        ("absolute", "1.0 + f32(size) * 1e-4", "f32", &["1e-3"][..], &["1e-2"][..]),
        ("ulps", "1.0 + f32(size) * 0x1p-23", "f32", &["23ulp"], &["24ulp"]),
        ("steps", "0x10203040u + select(0u, 0x01000001u, size > 20u)", "u32", &["1e9", "9ulp"], &["1step"]),
    ] {
        let file = file(name, &sized(value, ty));
        let run = |tolerance: &[&str]| {
            let flags = tolerance.iter().flat_map(|one| ["--tolerance", one]).collect::<Vec<_>>();
            let both =
                ["exec", &file, "--device", "sim:ampere-8.6", "--against", "sim:lavapipe", "--buffer", "0.0=zero:256"];
            lockstep(&[&both[..], &flags].concat())
        };
        assert_eq!(run(refused).status.code(), Some(1), "{name}: {}", stdout(&run(refused)));
        assert!(run(taken).status.success(), "{name}: {}{}", stdout(&run(taken)), stderr(&run(taken)));
    }
    let wrong = lockstep(&["exec", "k.wgsl", "--against", "sim", "--tolerance", "1steps"]);
    assert!(stderr(&wrong).contains("`1steps` is not a tolerance"), "{}", stderr(&wrong));
}
