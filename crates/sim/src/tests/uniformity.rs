//! Barriers that every invocation reached, and whose control flow WGSL's rules do not take for uniform.

use super::harness::Case;

const HEAD: &str = "struct Ids { @builtin(local_invocation_id) own: vec3<u32>, @builtin(num_workgroups) all: vec3<u32> }
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@group(0) @binding(1) var<storage, read> given: array<u32>;
@group(0) @binding(2) var<uniform> uni: vec4<u32>;
var<workgroup> shared_word: u32;
var<workgroup> word: atomic<u32>;
var<private> mine: u32;
fn meet() { workgroupBarrier(); }
fn same(x: u32) -> u32 { if x > 1000u { return 7u; } return 3u; }
fn put(x: ptr<function, u32>, value: u32) { *x = value; }
fn third(ids: Ids) -> u32 { return ids.own.z; }
fn early(x: u32) { if x > 1000u { return; } workgroupBarrier(); }
@compute @workgroup_size(64) fn main(ids: Ids, @builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
var x = 0u; var row: array<u32, 4>;
";

/// Whether a barrier in this body is in doubt; nothing else is wrong with it.
fn doubtful(body: &str) -> bool {
    let case = Case::new(&format!("{HEAD}{body}\n}}")).zeros(0, 4096).zeros(1, 4096).zeros(2, 16);
    let ran = case.run();
    let found = |kind: &str| ran.kinds().contains(&kind);
    let others = ran.kinds().into_iter().filter(|kind| *kind != "divergent-barrier").collect::<Vec<_>>();
    assert!(
        others.iter().all(|kind| ["uninitialized-read", "order-dependent-atomic", "stored-nothing"].contains(kind)),
        "{body}: {others:?}"
    );
    if !found("divergent-barrier") {
        return false;
    }
    let finding = ran.finding("divergent-barrier");
    assert!(
        !finding.is_error() && finding.message.contains("such as Chrome, refuse the kernel"),
        "{body}: {finding:?}"
    );
    true
}

#[test]
fn barriers_that_all_reached_by_chance_are_in_doubt() {
    for body in [
        "if i < 1000u { workgroupBarrier(); }",
        "if ids.own.x < 1000u { workgroupBarrier(); }",
        "if data[0] == 0u { storageBarrier(); }",
        "if given[i] == 0u { meet(); }",
        "if mine == 0u { workgroupBarrier(); }",
        "if shared_word == 0u { workgroupBarrier(); }",
        "if atomicLoad(&word) == 0u { workgroupBarrier(); }",
        "if subgroupAdd(1u) > 0u { workgroupBarrier(); }",
        "if i > 1000u { return; } workgroupBarrier();",
        "early(i);",
        "if i < 1000u { let y = workgroupUniformLoad(&shared_word); data[i] = y; }",
        "for (var k = 0u; k < 4u; k++) { if data[k] > 9u { break; } workgroupBarrier(); }",
        "for (var k = 0u; k < 4u; k++) { workgroupBarrier(); if data[k] > 9u { break; } }",
        "loop { workgroupBarrier(); continuing { break if data[0] == 0u; } }",
        "for (var k = 0u; k < 4u; k++) { if i > 1000u { continue; } workgroupBarrier(); }",
        "switch i / 64u { case 0u: { workgroupBarrier(); } default: {} }",
        "switch w.x { case 0u: { if i > 1000u { break; } workgroupBarrier(); } default: {} }",
        "x = i; if x < 1000u { workgroupBarrier(); }",
        "if i < 1000u { x = 1u; } if x == 1u { workgroupBarrier(); }",
        "row[1] = i; if row[0] == 0u { workgroupBarrier(); }",
        "put(&x, i); if x < 1000u { workgroupBarrier(); }",
        "put(&row[2], i); if row[1] == 0u { workgroupBarrier(); }",
        "if same(i) == 3u { workgroupBarrier(); }",
        "for (var k = 0u; k < 2u; k++) { if x < 1000u { workgroupBarrier(); } x = i; }",
        "loop { if i > 1000u { return; } if uni.x == 0u { break; } } workgroupBarrier();",
    ] {
        assert!(doubtful(body), "{body}");
    }
}

#[test]
fn barriers_in_flow_that_is_uniform_by_the_rules_are_in_no_doubt() {
    for body in [
        "workgroupBarrier();",
        "if uni.x == 0u { workgroupBarrier(); }",
        "if given[w.x] == 0u { workgroupBarrier(); }",
        "if ids.all.x == 1u { workgroupBarrier(); }",
        "if arrayLength(&data) > 3u { workgroupBarrier(); }",
        "if i == 0u { shared_word = 1u; } if workgroupUniformLoad(&shared_word) == 1u { workgroupBarrier(); }",
        "for (var k = 0u; k < uni.y + 3u; k++) { if i > k { data[i] = k; } workgroupBarrier(); }",
        "for (var k = 0u; k < 4u; k++) { for (var j = 0u; j < i; j++) { if j == 9u { break; } } workgroupBarrier(); }",
        "switch i / 64u { case 0u, 1u: { data[i] = 1u; } case 2u: { break; } default: {} } workgroupBarrier();",
        "x = i; x = uni.x; if x == 0u { workgroupBarrier(); }",
        "put(&x, i); put(&x, uni.x); if x == 0u { workgroupBarrier(); }",
        "put(&x, uni.x); if x == 0u { meet(); }",
        "if same(uni.x) == 3u { workgroupBarrier(); }",
        "early(w.x); workgroupBarrier();",
        "if third(Ids(uni.xyz, w)) == 0u { workgroupBarrier(); }",
        "row[1] = w.x; if row[0] == 0u { workgroupBarrier(); }",
        "for (var k = 0u; k < 3u; k++) { switch k { case 0u: { x = i; continue; } default: {} } x = 0u; if x == 0u { workgroupBarrier(); } }",
        "for (var k = 0u; k < 3u; k++) { x = i; data[i] = x; x = 0u; if x == 0u { workgroupBarrier(); } }",
        "if uni.x == 0u { if i == 3u { data[i] = 1u; } else { data[i] = 2u; } workgroupBarrier(); }",
        "if uni.x == 1u { if i > 1000u { return; } return; } loop { if uni.y == 0u { break; } if uni.z == 2u { return; } } workgroupBarrier();",
        "var d = 32u; loop { if d == 0u { break; } if i < d { data[i] = d; } workgroupBarrier(); d = d / 2u; }",
        "for (var k = 0u; k < 2u; k++) { if uni.x == 1u { return; } workgroupBarrier(); }",
        "return; if i < 5u { workgroupBarrier(); }",
    ] {
        assert!(!doubtful(body), "{body}");
    }
}

#[test]
fn a_barrier_that_some_did_not_reach_is_an_error_and_in_no_doubt() {
    let case =
        Case::new(&format!("{HEAD} if i < 5u {{ workgroupBarrier(); }} }}")).zeros(0, 4096).zeros(1, 64).zeros(2, 16);
    let ran = case.run();
    assert!(ran.outcome.findings.iter().all(crate::Finding::is_error), "{:?}", ran.outcome.findings);
}

#[test]
fn what_would_take_long_to_find_out_is_not_told() {
    // Each pass of a loop begins the one inside anew, which takes two passes to see that its variable differs.
    let nest = |loops: u32| {
        let variables: String = (0..=loops).map(|at| format!("var z{at} = 0u; ")).collect();
        let begin: String = (1..=loops).map(|at| format!("loop {{ z{at} = 0u; ")).collect();
        let end: String = (0..loops).rev().map(|at| format!("z{at} = i; if uni.x == 0u {{ break; }} }} ")).collect();
        format!("{variables}{begin}if z{} < 1000u {{ workgroupBarrier(); }} {end}", loops - 1)
    };
    assert!(doubtful(&nest(3)));
    assert!(!doubtful(&nest(40)));
}
