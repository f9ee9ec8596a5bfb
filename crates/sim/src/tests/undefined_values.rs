//! What is found of values that a lane takes from one that does not take part, and how they are followed.

use super::harness::Case;

/// What is found of shuffles: nothing, a note or an error.
#[derive(Debug, PartialEq, Eq)]
enum Found {
    Nothing,
    Note,
    Error,
}
use Found::{Error, Note, Nothing};

/// Of a workgroup of so many invocations, in subgroups of 32.
fn found(invocations: u32, declared: &str, body: &str) -> Found {
    let source = format!(
        "{declared}
        @group(0) @binding(0) var<storage, read_write> o: array<u32>;
        @compute @workgroup_size({invocations}) fn main(
            @builtin(local_invocation_index) i: u32,
            @builtin(subgroup_invocation_id) lane: u32,
            @builtin(subgroup_id) which: u32,
        ) {{ var x = i + 1u; {body} }}"
    );
    let ran = Case::new(&source).zeros(0, 4 * 128).run();
    match &ran.outcome.findings[..] {
        [] => Nothing,
        all => {
            assert!(all.iter().all(|found| found.kind.name() == "inactive-lane"), "{body}: {all:#?}");
            if all.iter().any(|found| found.is_error()) { Error } else { Note }
        }
    }
}

#[test]
fn a_lane_that_is_elsewhere_gives_nothing() {
    for (body, expected) in [
        ("if i % 2u == 0u { x += subgroupShuffleXor(x, 1u); } o[i] = x;", Error),
        ("if i % 2u == 1u { return; } x += subgroupShuffleDown(x, 1u); o[i] = x;", Error),
        ("let y = subgroupShuffleXor(x, 1u); if i % 2u == 0u { x += y; } o[i] = x;", Nothing),
        ("if i < 4u { let v = subgroupShuffleDown(x, 1u); o[i] = select(0u, v + 1u, i < 4u); }", Error),
        ("if i < 4u { let v = subgroupShuffleDown(x, 1u); o[i] = select(0u, v + 1u, i < 3u); }", Note),
        ("if i < 16u { let v = subgroupShuffleDown(x, 4u); if i < 12u { o[i] = v; } }", Note),
        ("if i < 16u { let v = subgroupShuffleDown(x, 4u); if i < 13u { o[i] = v; } }", Error),
    ] {
        assert_eq!(found(32, "", body), expected, "{body}");
    }
}

#[test]
fn a_lane_that_there_is_not_gives_nothing() {
    for (body, expected) in [
        ("o[i] = subgroupShuffleXor(x, 2u);", Error),
        ("o[i] = quadSwapY(x);", Error),
        ("o[i] = subgroupBroadcast(x, 7u);", Error),
        ("o[i] = subgroupShuffle(x, 6u);", Error),
        ("o[i] = subgroupShuffleDown(x, 1u);", Error),
        ("o[i] = subgroupShuffleUp(x, 1u);", Error),
        ("let v = subgroupShuffleUp(x, 1u); o[i] = select(v, 0u, lane == 0u);", Note),
        ("let v = subgroupShuffleUp(x, 1u); if lane >= 1u { x += v; } o[i] = x;", Note),
        ("o[i] = subgroupShuffle(x, 5u - i);", Nothing),
    ] {
        assert_eq!(found(6, "", body), expected, "{body}");
    }
}

#[test]
fn a_reduction_of_which_lane_0_is_kept_uses_none() {
    let reduce = "for (var d = 16u; d > 0u; d /= 2u) { x += subgroupShuffleDown(x, d); }";
    assert_eq!(found(32, "", &format!("{reduce} if lane == 0u {{ o[0] = x; }}")), Note);
    assert_eq!(found(32, "", &format!("{reduce} o[i] = subgroupBroadcastFirst(x);")), Note);
    assert_eq!(found(32, "", &format!("{reduce} o[i] = x;")), Error);
    assert_eq!(found(32, "", &format!("{reduce} if x > 3u && lane == 0u {{ o[0] = x; }}")), Note);
    let straight =
        reduce.replace("for (var d = 16u; d > 0u; d /= 2u)", "var d = 32u; loop { d /= 2u; if d == 0u { break; }");
    assert_eq!(found(64, "", &format!("{straight} }} if lane == 0u {{ o[which] = x; }}")), Note);
}

#[test]
fn garbage_is_followed_through_memory_arrays_and_other_lanes() {
    let tile = "var<workgroup> tile: array<u32, 64>;";
    let put = "tile[i] = subgroupShuffleDown(x, 1u); workgroupBarrier();";
    assert_eq!(found(64, tile, &format!("{put} if lane < 31u {{ o[i] = tile[i]; }}")), Note);
    assert_eq!(found(64, tile, &format!("{put} o[i] = tile[63u - i];")), Error);
    assert_eq!(found(64, tile, &format!("{put} tile[i] = 1u; o[i] = tile[i];")), Note);
    let kept = "var all = array<u32, 3>(); all[i % 3u] = subgroupShuffleDown(x, 1u);";
    assert_eq!(found(32, "", &format!("{kept} o[i] = all[(i + 1u) % 3u];")), Note);
    assert_eq!(found(32, "", &format!("{kept} o[i] = all[i % 3u];")), Error);
    let down = "let v = subgroupShuffleDown(x, 1u);";
    for (body, expected) in [
        ("o[i] = subgroupShuffleUp(v, 1u) * u32(lane > 0u);", Note),
        ("o[i] = subgroupAdd(v);", Error),
        ("o[i] = subgroupAdd(select(0u, v, lane < 31u));", Note),
        ("o[i] = u32(subgroupAny(v == 7u));", Note),
        ("o[i] = u32(subgroupAny(v == 700u));", Error),
        ("o[i] = subgroupExclusiveAdd(v);", Note),
        ("o[i] = subgroupInclusiveAdd(v);", Error),
        ("o[i] = subgroupBallot(v > 3u).x;", Error),
        ("if v > 3u { o[i] = 1u; }", Error),
        ("o[v % 64u] = 1u;", Error),
    ] {
        let reported = found(32, "", &format!("{down} {body}"));
        assert_eq!(reported, expected, "{body}");
    }
}

#[test]
fn what_counts_from_zero_in_workgroup_memory_is_not_warned_of_and_what_reads_a_gap_is() {
    let kinds = |body: &str| {
        let source = format!(
            "var<workgroup> t: array<u32, 128>;
            var<workgroup> bins: array<atomic<u32>, 64>;
            @group(0) @binding(0) var<storage, read_write> o: array<u32>;
            @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {{ {body} }}"
        );
        let ran = Case::new(&source).zeros(0, 256).run();
        ran.kinds().iter().map(|kind| kind.to_string()).collect::<Vec<_>>()
    };
    for clean in [
        "if i < 9u { atomicAdd(&bins[i * 7u], i); } workgroupBarrier(); o[i] = atomicLoad(&bins[i]);",
        "o[i] = atomicLoad(&bins[i]);",
        "t[i] += i; o[i] = t[i];",
        "for (var k = 0u; k < i; k++) { t[i * 2u + k % 2u] += k; } workgroupBarrier(); o[i] = t[2u * i] + t[2u * i + 1u];",
        "let x = t[i]; t[i] = x + 1u; workgroupBarrier(); o[i] = t[63u - i];",
        "t[i] = 1u; let gap = t[64u + i]; workgroupBarrier(); o[i] = select(gap, t[63u - i], i < 64u);",
    ] {
        assert!(kinds(clean).is_empty(), "{clean}");
    }
    for gap in [
        "o[i] = t[i];",
        "t[i] = 1u; workgroupBarrier(); o[i] = t[i] + t[i + 1u];",
        "t[i] = 1u; workgroupBarrier(); t[i] += t[i + 64u]; o[i] = t[i];",
        "t[i] = t[i + 64u]; workgroupBarrier(); o[i] = t[63u - i];",
        "t[i] += t[i + 64u]; o[i] = t[i + 64u];",
        "if t[i] == 0u { o[i] = 1u; }",
    ] {
        assert_eq!(kinds(gap), ["uninitialized-read"], "{gap}");
    }
}
