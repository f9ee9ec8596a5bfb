// The online softmax, reduced by subgroup operations.
//
// Builds on softmax-online.wgsl: the lanes of a subgroup exchange their pairs in registers, so that one barrier
// and one value a subgroup in workgroup memory take the place of a tree with a barrier at each of its levels. The
// traffic is the same: expect a gain where rows are short and the reduction is a good part of the work.
struct Params {
    rows: u32,
    columns: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(5) var<storage, read_write> y: array<f32>;

// A workgroup covers ROWS rows, with LANES invocations a row.
const LANES: u32 = 256u;
const ROWS: u32 = 1u;
// A subgroup must not straddle two rows.
const_assert(ROWS == 1u);

// Below every input: the maximum of no values.
const LOWEST: f32 = -1e38;

// What is known of some of a row's values: x the largest, y the sum of exp(value - largest). This merges two such
// pairs. One of the two sums is already relative to the larger maximum; the other is brought down to it.
fn merge(a: vec2<f32>, b: vec2<f32>) -> vec2<f32> {
    let scale = exp(-abs(a.x - b.x));
    let a_leads = vec2(a.x, a.y + scale * b.y);
    let b_leads = vec2(b.x, scale * a.y + b.y);
    return select(b_leads, a_leads, a.x >= b.x);
}

// One place a subgroup; no device has subgroups of fewer than 4.
var<workgroup> partial: array<vec2<f32>, LANES / 4u>;

// The merged pairs of a workgroup's invocations, for all of them.
fn row_merge(value: vec2<f32>, lane: u32, subgroup: u32, subgroups: u32) -> vec2<f32> {
    let largest = subgroupMax(value.x);
    let sum = subgroupAdd(value.y * exp(value.x - largest));
    if (lane == 0u) {
        partial[subgroup] = vec2(largest, sum);
    }
    workgroupBarrier();
    var merged = partial[0];
    for (var other = 1u; other < subgroups; other++) {
        merged = merge(merged, partial[other]);
    }
    return merged;
}

@compute @workgroup_size(LANES, ROWS)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_id) local: vec3<u32>,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_id) subgroup: u32,
    @builtin(num_subgroups) subgroups: u32,
) {
    let row = (group.y * groups.x + group.x) * ROWS + local.y;
    let start = row * params.columns;
    // A row past the last one has no columns: its invocations still come to every barrier.
    let columns = select(0u, params.columns, row < params.rows);

    var running = vec2(LOWEST, 0.0);
    for (var column = local.x; column < columns; column += LANES) {
        running = merge(running, vec2(x[start + column], 1.0));
    }
    running = row_merge(running, lane, subgroup, subgroups);
    for (var column = local.x; column < columns; column += LANES) {
        y[start + column] = exp(x[start + column] - running.x) / running.y;
    }
}
