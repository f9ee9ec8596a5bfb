// kept: each lane keeps its four elements of the row in registers.
//
// Teaches: what only a constant allows. An array has a length that is known when the program is compiled; with one in each
// lane, a row is loaded once, not three times.
// Builds on: in-const.wgsl.
// Expect: a third of the loads of x. From DRAM they came once before, too: the caches had the rest.

struct Params {
    rows: u32,
    columns: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read> gamma: array<f32>;
@group(0) @binding(3) var<storage, read> beta: array<f32>;
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

// Rows of a workgroup.
const ROWS: u32 = 1u;
// Elements of a row: this program is right for no other length.
const COLUMNS: u32 = 1024u;
// Its invocations: a power of two, for the tree.
const LANES: u32 = 256u;

// Elements of a lane.
const EACH: u32 = COLUMNS / LANES;

// Keeps a row without variance from dividing by zero.
const EPSILON: f32 = 1e-5;

var<workgroup> sums: array<f32, LANES>;

// The sum over the workgroup's lanes, for all of them.
fn total(value: f32, lane: u32) -> f32 {
    sums[lane] = value;
    workgroupBarrier();
    for (var step = LANES / 2u; step > 0u; step /= 2u) {
        if lane < step {
            sums[lane] += sums[lane + step];
        }
        workgroupBarrier();
    }
    let all = sums[0];
    workgroupBarrier(); // all have read it: the next sum may be written
    return all;
}

@compute @workgroup_size(LANES)
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let row = workgroup.y * workgroups.x + workgroup.x;
    // A row past the last one is the last once more, and is not stored: its lanes still come to every barrier.
    let first = min(row, params.rows - 1u) * COLUMNS + lane;
    var kept: array<f32, EACH>;
    var own = 0.0;
    for (var i = 0u; i < EACH; i++) {
        kept[i] = x[first + i * LANES];
        own += kept[i];
    }
    let mean = total(own, lane) / f32(COLUMNS);
    own = 0.0;
    for (var i = 0u; i < EACH; i++) {
        let difference = kept[i] - mean;
        own = fma(difference, difference, own);
    }
    let scale = inverseSqrt(total(own, lane) / f32(COLUMNS) + EPSILON);
    if row < params.rows {
        for (var i = 0u; i < EACH; i++) {
            let column = lane + i * LANES;
            y[first + i * LANES] = fma((kept[i] - mean) * scale, gamma[column], beta[column]);
        }
    }
}
