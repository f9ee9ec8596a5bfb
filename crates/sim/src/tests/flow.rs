//! Counts of lanes, branches and atomics.

use super::harness::Case;

#[test]
fn half_full_subgroups_are_half_efficient() {
    let source = "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(16) fn main(@builtin(local_invocation_index) i: u32) { out[i] = i * 2u; }";
    let ran = Case::new(source).zeros(0, 64).run().clean();
    assert_eq!(ran.counters().lane_efficiency, 0.5);
    assert_eq!(ran.counters().global_sectors, 2);
    let ran = Case::new(source).zeros(0, 64).width(8).run().clean();
    assert_eq!(ran.counters().lane_efficiency, 1.0);
    assert_eq!(ran.counters().global_requests, 2);
}

#[test]
fn divergence_is_counted_a_branch_and_a_subgroup() {
    let source = "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    var x = 0u;
    if (i % 2u == 0u) {
        if (i % 4u == 0u) {
            x = 1u;
        } else {
            x = 2u;
        }
    } else {
        if (i < 32u) { x = 3u; }
    }
    out[i] = x;
}";
    let ran = Case::new(source).zeros(0, 256).run().clean();
    let expected: Vec<u32> = (0..64)
        .map(|i| match i % 4 {
            0 => 1,
            2 => 2,
            _ if i < 32 => 3,
            _ => 0,
        })
        .collect();
    assert_eq!(ran.u32s(0), expected);
    let c = ran.counters();
    assert_eq!((c.branches, c.divergent_branches), (6, 4));
    assert_eq!(ran.line(4).divergent_branches, 2);
    assert_eq!(ran.line(5).active_lanes, ran.line(5).subgroup_instructions * 16);
    assert_eq!(ran.line(11).divergent_branches, 0);
}

#[test]
fn loops_run_as_long_as_their_longest_lane() {
    let source = "@group(0) @binding(0) var<storage, read_write> out: array<f32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
    var x = 1.0;
    for (var k = 0u; k < i; k++) {
        x *= 2.0;
    }
    out[i] = x;
}";
    let ran = Case::new(source).zeros(0, 128).run().clean();
    let body = ran.line(5);
    assert_eq!(body.subgroup_instructions, 31);
    assert_eq!(body.active_lanes, (0..32).sum::<u64>());
    assert_eq!(body.flop, (0..32).sum::<u64>());
    // 32 exit tests: the first 31 let some lanes go and some stay, the last finds one lane that leaves.
    assert_eq!((ran.counters().branches, ran.counters().divergent_branches), (32, 31));
}

#[test]
fn a_switch_is_one_branch() {
    let source = "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    switch i / 16u { case 0u: { out[i] = 1u; } case 1u: { out[i] = 2u; } default: { out[i] = 3u; } }
}";
    let c = Case::new(source).zeros(0, 256).run().clean();
    assert_eq!((c.counters().branches, c.counters().divergent_branches), (2, 1));
    assert_eq!(c.counters().global_requests, 3);
}

#[test]
fn atomics_serialise_by_address() {
    let source = |index: &str| {
        format!(
            "@group(0) @binding(0) var<storage, read_write> bins: array<atomic<u32>>;
            @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {{
                atomicAdd(&bins[{index}], 1u);
            }}"
        )
    };
    for (index, serial) in [("i", 2), ("0u", 64), ("i % 4u", 16), ("i / 32u", 64), ("(i * i) % 8u", 2 * 16)] {
        let ran = Case::new(&source(index)).zeros(0, 256).run().clean();
        let c = ran.counters();
        assert_eq!((c.atomic_requests, c.atomic_serializations, c.global_requests), (2, serial, 0), "{index}");
        assert_eq!(ran.u32s(0).iter().sum::<u32>(), 64);
    }
}

#[test]
fn uniform_buffers_are_no_global_traffic() {
    let source = "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@group(0) @binding(1) var<uniform> p: array<vec4<u32>, 4>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) { out[i] = p[1].x + p[i % 4u].y; }";
    let p: Vec<u32> = (0..16).collect();
    let ran = Case::new(source).zeros(0, 128).u32s(1, &p).run().clean();
    assert_eq!(ran.counters().global_requests, 1);
    let expected: Vec<u32> = (0..32).map(|i| 4 + i % 4 * 4 + 1).collect();
    assert_eq!(ran.u32s(0), expected);
}

#[test]
fn loops_that_every_compiler_unrolls_cost_no_more_than_their_bodies() {
    let kernel = |bound: &str| {
        format!(
            "@group(0) @binding(0) var<storage, read_write> out: array<f32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {{
    var x = 1.0;
    let n = arrayLength(&out) / 4u;
    for (var k = 0u; k < {bound}; k++) {{
        x *= 2.0;
    }}
    out[i] = x;
}}"
        )
    };
    let run = |bound: &str| Case::new(&kernel(bound)).zeros(0, 128).run().clean();
    let (constant, dynamic) = (run("8u"), run("n"));
    assert_eq!(constant.f32s(0), [256.0; 32]);
    assert_eq!(constant.bindings, dynamic.bindings);
    assert_eq!((constant.counters().branches, dynamic.counters().branches), (0, 9));
    assert_eq!(constant.line(5).subgroup_instructions, 0);
    // A comparison, a branch and an increment a pass.
    assert_eq!(dynamic.line(5).subgroup_instructions, 9 * 2 + 8);
    assert_eq!(constant.line(6), dynamic.line(6));
}
