//! What atomics leave open behind barriers: of the wrong kind, or of one workgroup only.

use super::harness::Case;
use crate::Severity;

const HEAD: &str = "@group(0) @binding(0) var<storage, read_write> n: atomic<u32>;
@group(0) @binding(1) var<storage, read_write> bins: array<atomic<i32>, 64>;
@group(0) @binding(2) var<storage, read_write> done: atomic<u32>;
@group(0) @binding(3) var<storage, read_write> out: array<u32>;
@group(0) @binding(4) var<storage, read_write> wide: atomic<u64>;
var<workgroup> word: u32;
var<workgroup> near: array<atomic<u32>, 64>;
fn seen() -> u32 { return atomicLoad(&n); }
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
";

/// What is found in so many workgroups, by kind, whether it is more than a note, and line.
fn found(workgroups: u32, body: &str) -> Vec<(&'static str, bool, u32)> {
    let case = Case::new(&format!("{HEAD}{body}\n}}")).groups([workgroups, 1, 1]);
    let sizes = [4, 256, 4, 8192, 8];
    let case = (0..).zip(sizes).fold(case, |case, (binding, bytes)| case.zeros(binding, bytes));
    let findings = case.run().outcome.findings;
    let reported = findings
        .iter()
        .map(|finding| (finding.kind.name(), finding.severity != Severity::Note, finding.line.expect("it has a line")));
    reported.collect()
}

fn warns(found: &[(&str, bool, u32)], line: u32) -> bool {
    found.contains(&("order-dependent-atomic", true, line))
}

#[test]
fn what_other_workgroups_still_change_is_read_too_early_behind_a_barrier_of_one() {
    for (before, read) in [
        ("atomicAdd(&n, 1u);", "if i == 0u { out[w.x] = atomicLoad(&n); }"),
        ("out[64u + atomicAdd(&n, 1u)] = i;", "if i == 0u { out[w.x] = atomicLoad(&n); }"),
        ("atomicAdd(&n, 1u);", "out[w.x * 64u + i] = seen();"),
        ("atomicAdd(&n, 1u);", "if i == 0u { out[w.x] = atomicAdd(&n, 0u); }"),
        ("atomicAdd(&n, 1u);", "if i == 0u && atomicLoad(&n) == 512u { out[0] = 1u; }"),
        ("atomicMax(&bins[i], i32(w.x));", "out[w.x * 64u + i] = u32(atomicLoad(&bins[i]));"),
        (
            "atomicSub(&bins[i], 3);",
            "if i == 0u { for (var k = 0u; k < 64u; k++) { out[w.x] += u32(atomicLoad(&bins[k])); } }",
        ),
        (
            "if i == 0u { atomicStore(&bins[w.x], 5); }",
            "if w.x == 0u && i < 8u { out[i] = u32(atomicLoad(&bins[i])); }",
        ),
        ("atomicMax(&wide, u64(w.x) << 33u);", "if i == 0u { out[w.x] = u32(atomicLoad(&wide) >> 33u); }"),
        // Only the opposite order of workgroups shows it.
        ("atomicAdd(&n, 1u);", "if w.x == 7u && i == 0u { out[0] = atomicLoad(&n); }"),
    ] {
        let line = if read.contains("seen") { 8 } else { 12 };
        let behind = |barrier: &str| found(8, &format!("{before}\n{barrier}\n{read}"));
        assert!(warns(&behind("storageBarrier();"), line), "{read}: {:?}", behind("storageBarrier();"));
        assert!(warns(&behind("storageBarrier(); workgroupBarrier();"), line), "{read}");
        // Who waits for nobody does not take it for complete.
        assert!(!warns(&behind(""), line), "{read}: {:?}", behind(""));
        let one = found(1, &format!("{before}\nstorageBarrier();\n{read}"));
        assert!(!warns(&one, line), "{read} in one workgroup: {one:?}");
    }
}

#[test]
fn right_kernels_of_several_workgroups_are_not_warned_of() {
    for (name, body) in [
        (
            "the last workgroup reads",
            "atomicAdd(&n, 1u); storageBarrier(); if i == 0u { word = atomicAdd(&done, 1u); }
            if workgroupUniformLoad(&word) == 7u && i == 0u { out[0] = atomicLoad(&n); atomicStore(&n, 0u); }",
        ),
        (
            "a chained scan",
            "if i == 0u { atomicStore(&bins[w.x], 1); } storageBarrier();
            if i == 0u && w.x > 0u {
                loop { if atomicLoad(&bins[w.x - 1u]) != 0 { break; } }
                out[w.x] = u32(atomicLoad(&bins[w.x - 1u]));
                atomicStore(&bins[w.x], 2);
            }",
        ),
        (
            "a bound that saves work",
            "for (var t = 0u; t < 4u; t++) {
                if i == 0u { word = u32(atomicLoad(&bins[0])); }
                if workgroupUniformLoad(&word) < 1000u { atomicMax(&bins[0], i32(w.x * 4u + t)); }
                storageBarrier();
            }",
        ),
        ("an append in two phases", "out[atomicAdd(&n, 1u)] = i; workgroupBarrier(); out[atomicAdd(&n, 1u)] = i;"),
        (
            "sums by compare-exchange, in two phases",
            "for (var t = 0u; t < 2u; t++) {
                if i == 0u {
                    var old = atomicLoad(&n);
                    loop {
                        let tried = atomicCompareExchangeWeak(&n, old, bitcast<u32>(bitcast<f32>(old) + 1.0));
                        if tried.exchanged { break; }
                        old = tried.old_value;
                    }
                }
                storageBarrier();
            }",
        ),
        (
            "a histogram",
            "atomicAdd(&near[i % 7u], 1u); workgroupBarrier(); atomicAdd(&bins[i], i32(atomicLoad(&near[i])));",
        ),
    ] {
        let found = found(8, body);
        assert!(
            found.iter().all(|(kind, reported, _)| *kind == "order-dependent-atomic" && !reported),
            "{name}: {found:?}"
        );
    }
}

#[test]
fn atomics_with_a_barrier_of_another_kind_between_them_are_named_with_the_right_one() {
    for (right, wrong, before, after) in [
        ("workgroupBarrier();", "storageBarrier();", "atomicStore(&near[i], 0u);", "atomicAdd(&near[i / 2u], 1u);"),
        (
            "workgroupBarrier();",
            "textureBarrier();",
            "atomicOr(&near[i % 8u], i);",
            "out[i] = atomicLoad(&near[i % 8u]);",
        ),
        (
            "workgroupBarrier();",
            "storageBarrier();",
            "out[i] = atomicLoad(&near[1]);",
            "if i == 9u { atomicStore(&near[1], 1u); }",
        ),
        ("storageBarrier();", "workgroupBarrier();", "atomicAdd(&n, i);", "out[i] = atomicLoad(&n);"),
        ("storageBarrier();", "workgroupBarrier();", "atomicMin(&bins[63u - i], -1);", "atomicExchange(&bins[i], 7);"),
        (
            "storageBarrier();",
            "workgroupBarrier();",
            "atomicAdd(&n, i);",
            "for (var k = 0u; k < 2u; k++) { out[i] += seen(); }",
        ),
    ] {
        let behind = |barrier: &str| found(1, &format!("{before}\n{barrier}\n{after}"));
        let later = if after.contains("seen") { 8 } else { 12 };
        assert_eq!(behind(wrong), [("wrong-barrier", true, later.max(10))], "{before} {wrong} {after}");
        assert_eq!(behind(right), [], "{before} {right} {after}");
        assert!(
            behind("").iter().all(|(kind, reported, _)| *kind == "order-dependent-atomic" && !reported),
            "{before} {after}"
        );
    }
}
