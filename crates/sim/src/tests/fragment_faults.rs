//! What is wrong with cooperative matrices is found, at its line, in subgroups of 32 and of 64.

use super::harness::{Case, Ran};

/// Kernels whose fault is on the line that has `/* here */`: the kind of the finding, and words of its message.
const BROKEN: &[(&str, &str, &str, &str)] = &[
    (
        "a tile that begins between vectors",
        "let x = /* here */ coopLoadT<Left>(&a[4]);",
        "misaligned-tile",
        "begins at byte 8",
    ),
    ("rows that do", "let x = /* here */ coopLoadT<Left>(&a[0], 20u);", "misaligned-tile", "rows are 40 bytes apart"),
    ("a store that does", "/* here */ coopStoreT(Sum(), &d[2], 16u);", "misaligned-tile", "begins at byte 8"),
    (
        "a tile that reaches beyond",
        "let x = /* here */ coopLoadT<Left>(&a[520], 16u);",
        "out-of-bounds",
        "takes bytes 1040 to 1552 of `a`, which has 1280",
    ),
    ("rows that do", "let x = /* here */ coopLoad<Left>(&a[0], 64u);", "out-of-bounds", "rows are 128 bytes apart"),
    (
        "one in workgroup memory, into the next variable",
        "fill(lane); let x = /* here */ coopLoadT<Left>(&tile[256], 24u);",
        "out-of-bounds",
        "of `tile`, which has 1024",
    ),
    ("a store that does", "/* here */ coopStore(Sum(), &d[520], 16u);", "out-of-bounds", "of `d`"),
    (
        "one from a member of a struct into the next",
        "let x = /* here */ coopLoadT<Left>(&s.first[128]);",
        "out-of-bounds",
        "takes bytes 256 to 768 of `s`, which has 512 there",
    ),
    (
        "one beyond the last inner array",
        "let x = /* here */ coopLoadT<Left>(&s.rows[10][0], 16u);",
        "out-of-bounds",
        "rows are 32 bytes apart",
    ),
    ("rows that go back", "let x = /* here */ coopLoadT<Left>(&a[256], -16);", "out-of-bounds", "of `a`"),
    (
        "an index beyond the array",
        "let x = /* here */ coopLoadT<Left>(&a[lane / 1000u + 5000u]);",
        "out-of-bounds",
        "index 5000 is out of bounds of `a`",
    ),
    (
        "an address of each lane's own",
        "let x = /* here */ coopLoadT<Left>(&a[lane * 8u]);",
        "nonuniform-tile",
        "where the tile begins",
    ),
    (
        "a stride of each lane's own",
        "let x = /* here */ coopLoadT<Left>(&a[0], 16u + 8u * (lane % 2u));",
        "nonuniform-tile",
        "how far its rows are apart",
    ),
    (
        "a factor of each lane's own",
        "coopStoreT(/* here */ Sum() * f32(lane), &d[0]);",
        "nonuniform-tile",
        "multiplied by",
    ),
    (
        "a read of what other lanes write",
        "tile[lane] = 1.0h; let x = /* here */ coopLoadT<Left>(&tile[0]);",
        "race",
        "`tile`",
    ),
    ("one in storage memory", "d[lane] = 1.0; let x = /* here */ coopLoadT<Sum>(&d[0]);", "race", "`d`"),
    (
        "a lane that reads another's element of a tile",
        "coopStoreT(Sum(), &d[subgroup * 256u]); let own = /* here */ d[lane];",
        "race",
        "`d`",
    ),
    (
        "a barrier that orders other memory",
        "let sum = coopLoadT<Sum>(&d[subgroup * 256u]); workgroupBarrier(); /* here */ coopStoreT(sum, &d[256u - subgroup * 256u]);",
        "wrong-barrier",
        "needs `storageBarrier()`",
    ),
    (
        "a read of what the same lane may write",
        "tile[lane] = 1.0h; let x = /* here */ coopLoadT<Left>(&tile[0], 0u);",
        "race",
        "the subgroup of local invocations 0 to",
    ),
    (
        "a write of what lanes read",
        "fill(lane); let own = tile[lane]; /* here */ coopStoreT(Left() * own, &tile[0]);",
        "race",
        "`tile`",
    ),
    (
        "a tile that is read by another layout",
        "fill(lane); coopStoreT(coopLoadT<Left>(&a[0]), &tile[0]); let x = /* here */ coopLoad<Left>(&tile[0]);",
        "race",
        "`tile`",
    ),
    (
        "a tile that is read as another operand",
        "fill(lane); coopStoreT(coopLoadT<Left>(&a[0]), &tile[0]); let x = /* here */ coopLoadT<Right>(&tile[0]);",
        "race",
        "`tile`",
    ),
    (
        "two subgroups that store one tile",
        "/* here */ coopStoreT(Sum(), &d[0]);",
        "race",
        "the subgroup of local invocations",
    ),
    ("rows that lie on each other", "/* here */ coopStoreT(Sum(), &d[0], 4u);", "race", "`d`"),
    (
        "workgroup memory that nobody wrote",
        "let x = /* here */ coopLoadT<Left>(&tile[0]);",
        "uninitialized-read",
        "`tile`",
    ),
    (
        "a part of it",
        "if lane < 20u { tile[lane] = 1.0h; } workgroupBarrier(); let x = /* here */ coopLoadT<Left>(&tile[0]);",
        "uninitialized-read",
        "`tile`",
    ),
    (
        "lanes that take another branch",
        "if lane % 32u < 20u { /* here */ coopStoreT(Sum(), &d[subgroup * 256u]); }",
        "partial-subgroup",
        "took another branch",
    ),
    (
        "a sum by a part of a subgroup",
        "var sum = Sum(); if lane % 2u == 0u { sum = /* here */ sum + sum; } coopStoreT(sum, &d[subgroup * 256u]);",
        "partial-subgroup",
        "took another branch",
    ),
    (
        "a product with a scalar by a part",
        "var sum = Sum(); if lane % 2u == 0u { sum = /* here */ sum * 2.0; } coopStoreT(sum, &d[subgroup * 256u]);",
        "partial-subgroup",
        "took another branch",
    ),
    (
        "an assignment by a part",
        "var sum = Sum(); let other = Sum(); if lane % 2u == 0u { /* here */ sum = other; } coopStoreT(sum, &d[subgroup * 256u]);",
        "partial-subgroup",
        "took another branch",
    ),
    (
        "another matrix of an array for each lane",
        "var all = array<Sum, 2>(); coopStoreT(/* here */ all[lane % 2u], &d[subgroup * 256u]);",
        "nonuniform-tile",
        "the index of an array of cooperative matrices",
    ),
    (
        "another one written by each lane",
        "var all = array<Sum, 2>(); /* here */ all[lane % 2u] = Sum(); coopStoreT(all[0], &d[subgroup * 256u]);",
        "nonuniform-tile",
        "the index of an array of cooperative matrices",
    ),
    (
        "lanes that have returned",
        "if lane == 3u { return; } /* here */ coopStoreT(Sum(), &d[subgroup * 256u]);",
        "partial-subgroup",
        "invocations 3 have returned",
    ),
];

/// Kernels of which nothing is said.
const SOUND: &[(&str, &str)] = &[
    ("a sum in place", "let at = subgroup * 256u; let sum = coopLoadT<Sum>(&d[at]); coopStoreT(sum + sum, &d[at]);"),
    (
        "a barrier between",
        "fill(lane); let x = coopLoadT<Left>(&tile[0]); workgroupBarrier(); tile[lane] = 2.0h; coopStoreT(Sum(), &d[subgroup * 256u]);",
    ),
    ("the last tile of an array", "let x = coopLoadT<Left>(&a[384]); coopStoreT(Sum(), &d[subgroup * 256u]);"),
    (
        "rows apart, the last of which ends with the array",
        "let x = coopLoadT<Left>(&a[24], 40u); coopStoreT(Sum(), &d[subgroup * 256u]);",
    ),
    (
        "the other subgroup's",
        "fill(lane); coopStoreT(Left(), &tile[subgroup * 256u]); workgroupBarrier(); let x = coopLoad<Right>(&tile[256u - subgroup * 256u]);",
    ),
];

fn case(body: &str, width: u32, workgroup: u32) -> Case {
    let source = format!(
        "enable f16; enable wgpu_cooperative_matrix; diagnostic(off, derivative_uniformity);
alias Left = coop_mat16x16<f16, A>; alias Right = coop_mat16x16<f16, B>; alias Sum = coop_mat16x16<f32, C>;
struct Both {{ first: array<f16, 256>, rows: array<array<f16, 16>, 24> }} @group(0) @binding(1) var<storage, read> s: Both;
@group(0) @binding(0) var<storage, read> a: array<f16>; @group(0) @binding(2) var<storage, read_write> d: array<f32>;
var<workgroup> tile: array<f16, 512>;
var<workgroup> next: array<f16, 512>;
fn fill(lane: u32) {{ for (var i = lane; i < 512u; i += {workgroup}u) {{ tile[i] = 1.0h; next[i] = 1.0h; }} workgroupBarrier(); }}
@compute @workgroup_size({workgroup}) fn main(@builtin(local_invocation_index) lane: u32, @builtin(subgroup_id) subgroup: u32) {{
    {}
}}",
        body.replace("/* here */", "\n")
    );
    Case::new(&source).width(width).zeros(0, 1280).zeros(1, 1280).zeros(2, 2560)
}

#[test]
fn workgroups_that_store_one_tile_race() {
    for width in [32, 64] {
        let ran = case("coopStoreT(Sum(), &d[subgroup * 256u]);", width, 2 * width).groups([2, 1, 1]).run();
        let found = found(&ran, "race");
        assert!(found.iter().any(|(_, message)| message.contains("workgroup (1, 0, 0)")), "{found:?}");
    }
}

fn found(ran: &Ran, kind: &str) -> Vec<(Option<u32>, String)> {
    let of_kind = ran.outcome.findings.iter().filter(|finding| finding.kind.name() == kind);
    of_kind.map(|finding| (finding.line, finding.message.clone())).collect()
}

#[test]
fn every_fault_is_found_at_its_line() {
    for width in [32, 64] {
        for (name, body, kind, words) in BROKEN {
            let ran = case(body, width, 2 * width).run();
            let found = found(&ran, kind);
            let is_it = |(line, message): &(Option<u32>, String)| *line == Some(10) && message.contains(words);
            assert!(found.iter().any(is_it), "{name}, width {width}: {:?}", ran.outcome.findings);
        }
    }
}

#[test]
fn nothing_is_said_of_sound_kernels() {
    for width in [32, 64] {
        for (name, body) in SOUND {
            let ran = case(body, width, 2 * width).run();
            assert_eq!(ran.outcome.findings, [], "{name}, width {width}");
        }
    }
}

#[test]
fn a_workgroup_that_leaves_a_subgroup_open_is_told() {
    for (workgroup, wrong) in [(48, true), (64, false), (32, true), (128, false)] {
        let ran = case("let x = coopLoadT<Left>(&a[0]);", 64, workgroup).run();
        let found = found(&ran, "partial-subgroup");
        assert_eq!(!found.is_empty(), wrong, "{workgroup}: {found:?}");
        if let [(line, message)] = &found[..] {
            assert_eq!(*line, Some(9));
            assert!(message.contains(&format!("{workgroup} invocations along x")), "{message}");
        }
    }
}
