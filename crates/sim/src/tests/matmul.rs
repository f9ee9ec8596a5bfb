//! Matrix products and transposes: outputs and counts.

use super::harness::Case;

/// `c = a b` for square matrices of `n`, one invocation an element.
pub const NAIVE: &str = "
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
@group(0) @binding(3) var<uniform> n: u32;
@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= n || id.y >= n) { return; }
    var sum = 0.0;
    for (var k = 0u; k < n; k++) {
        sum += a[id.y * n + k] * b[k * n + id.x];
    }
    c[id.y * n + id.x] = sum;
}";

/// The same through 16 x 16 tiles in workgroup memory.
pub const TILED: &str = "
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
@group(0) @binding(3) var<uniform> n: u32;
var<workgroup> ta: array<array<f32, 16>, 16>;
var<workgroup> tb: array<array<f32, 16>, 16>;
@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_id) l: vec3<u32>) {
    var sum = 0.0;
    for (var t = 0u; t < n; t += 16u) {
        ta[l.y][l.x] = a[id.y * n + t + l.x];
        tb[l.y][l.x] = b[(t + l.y) * n + id.x];
        workgroupBarrier();
        for (var k = 0u; k < 16u; k++) {
            sum += ta[l.y][k] * tb[k][l.x];
        }
        workgroupBarrier();
    }
    c[id.y * n + id.x] = sum;
}";

fn inputs(n: usize) -> (Vec<f32>, Vec<f32>, Vec<f32>) {
    let a: Vec<f32> = (0..n * n).map(|i| ((i * 7 + 3) % 11) as f32 - 5.0).collect();
    let b: Vec<f32> = (0..n * n).map(|i| ((i * 5 + 1) % 13) as f32 - 6.0).collect();
    let mut c = vec![0.0; n * n];
    for (at, c) in c.iter_mut().enumerate() {
        *c = (0..n).map(|k| a[at / n * n + k] * b[k * n + at % n]).sum();
    }
    (a, b, c)
}

pub fn case(source: &str, n: usize) -> (Case, Vec<f32>) {
    let (a, b, c) = inputs(n);
    let groups = n.div_ceil(16) as u32;
    let case = Case::new(source)
        .groups([groups, groups, 1])
        .f32s(0, &a)
        .f32s(1, &b)
        .zeros(2, n * n * 4)
        .u32s(3, &[n as u32, 0, 0, 0]);
    (case, c)
}

#[test]
fn naive_matmul_is_right_at_sizes_that_do_not_fit() {
    for n in [1, 16, 23, 48] {
        let (case, expected) = case(NAIVE, n);
        assert_eq!(case.run().clean().f32s(2), expected, "n = {n}");
    }
}

#[test]
fn naive_matmul_counts_requests_sectors_and_flop_exactly() {
    let n = 64u64;
    let (case, _) = case(NAIVE, n as usize);
    let ran = case.run();
    let c = ran.counters();
    let subgroups = n * n / 32;
    assert_eq!(c.flop, 2 * n * n * n);
    assert_eq!(c.global_requests, subgroups * (2 * n + 1));
    // A subgroup covers two rows of 16: `a` is two addresses in two sectors, `b` and `c` are runs of 64 bytes.
    assert_eq!(c.global_sectors, subgroups * (n * (2 + 2) + 4));
    assert_eq!(c.global_bytes, n * n * (2 * n + 1) * 4);
    assert_eq!(c.divergent_branches, 0);
    assert_eq!(c.lane_efficiency, 1.0);
    // The guard and one exit test a pass, and the last.
    assert_eq!(c.branches, subgroups * (1 + n + 1));
}

#[test]
fn tiled_matmul_is_right_and_reads_each_tile_once_a_workgroup() {
    let n = 64u64;
    let (case, expected) = case(TILED, n as usize);
    let ran = case.run().clean();
    assert_eq!(ran.f32s(2), expected);
    let c = ran.counters();
    let subgroups = n * n / 32;
    let tiles = n / 16;
    assert_eq!(c.global_requests, subgroups * (2 * tiles + 1));
    assert_eq!(c.shared_requests, subgroups * tiles * (2 + 2 * 16));
    assert_eq!(c.barriers, subgroups * 2 * tiles);
    // `ta[l.y][k]` reads two words (two rows of the subgroup) in different banks or the same one.
    assert_eq!(c.flop, 2 * n * n * n);
}

#[test]
fn threads_change_nothing() {
    let (mut case, _) = case(TILED, 64);
    let one = case.run();
    case.options.threads = 4;
    let four = case.run();
    assert_eq!(one.outcome, four.outcome);
    assert_eq!(one.bindings, four.bindings);
}
