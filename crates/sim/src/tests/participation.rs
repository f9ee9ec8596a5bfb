//! Operations across lanes that some lanes never take part in.

use super::harness::Case;
use crate::Severity;

/// What is found with subgroups of a width, by kind and severity.
fn found(width: u32, body: &str) -> Vec<(&'static str, Severity)> {
    let source = format!(
        "@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> o: array<u32>;
@group(0) @binding(2) var<storage, read_write> n: atomic<u32>;
var<workgroup> sums: array<u32, 64>;
fn sum(x: u32) -> u32 {{ return subgroupAdd(x); }}
@compute @workgroup_size(128) fn main(@builtin(local_invocation_index) i: u32, @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_size) size: u32, @builtin(subgroup_id) id: u32, @builtin(num_subgroups) all: u32) {{
    let own = a[i];
    {body}
}}"
    );
    let data: Vec<u32> = (0..128).map(|at| at * 7 % 5).collect();
    let ran = Case::new(&source).u32s(0, &data).zeros(1, 1024).zeros(2, 4).width(width).run();
    ran.outcome.findings.iter().map(|finding| (finding.kind.name(), finding.severity)).collect()
}

#[test]
fn one_lane_that_combines_alone_is_warned_of() {
    for body in [
        "if lane == 0u { o[id] = subgroupAdd(own); }",
        "if lane == 0u { o[id] = sum(own); }",
        "if i % size == 0u { let twice = own * 2u; o[id] = subgroupMax(twice); }",
        "if lane == 3u && id < 9u { o[id] = subgroupInclusiveAdd(own); }",
        "for (var k = 0u; k < 2u; k++) { if lane == 0u { o[id] += u32(subgroupAny(own == k)); } }",
        "if lane == 0u { o[id] = countOneBits(subgroupBallot(own > 2u).x); }",
    ] {
        for width in [8, 16, 32, 64] {
            assert_eq!(found(width, body), [("divergent-subgroup", Severity::Warning)], "{body} with {width} lanes");
        }
    }
}

#[test]
fn some_lanes_that_leave_out_what_the_others_have_are_noted() {
    for width in [8, 32, 64] {
        assert_eq!(found(width, "if lane < 4u { o[i] = subgroupAdd(own); }"), [("divergent-subgroup", Severity::Note)]);
    }
}

#[test]
fn lanes_that_are_not_wanted_are_not_told_of() {
    for body in [
        "o[i] = subgroupAdd(own);",
        "let all_own = subgroupAdd(own); if lane == 0u { o[id] = all_own; }",
        // Whole subgroups.
        "if id == 0u { o[i] = subgroupAdd(own); }",
        "if i < 100u { o[i] = subgroupAdd(own); }",
        // Those that found something count themselves.
        "if own == 3u { let rank = subgroupExclusiveAdd(1u); let count = subgroupAdd(1u); var base = 0u;
            if rank == 0u { base = count; } o[i] = subgroupBroadcastFirst(base) + rank; }",
        // The second level of a sum.
        "let part = subgroupAdd(own); if lane == 0u { sums[id] = part; } workgroupBarrier();
            if i < all { let parts = sums[i]; o[i] = subgroupAdd(parts); }",
        "if i >= 100u { return; } o[i] = subgroupAdd(own);",
    ] {
        for width in [8, 16, 32, 64] {
            assert_eq!(found(width, body), [], "{body} with {width} lanes");
        }
    }
}
