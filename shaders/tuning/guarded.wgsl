// guarded: the row length is a parameter again, and its largest value a constant.
//
// Teaches: the way between. One program serves all lengths up to 1024: the array is as long as the longest row needs, and
// each element has a check of its own.
// Builds on: kept.wgsl.
// Expect: the time of the checks more than kept, and of the lanes that short rows leave idle. Parted by checks, loads wait
// one after the other.

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
// Elements of a row, at most.
const MOST: u32 = 1024u;
// Its invocations: a power of two, for the tree.
const LANES: u32 = 256u;

// Elements of a lane, at most.
const EACH: u32 = MOST / LANES;

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
    // A row past the last one has no columns: its lanes still come to every barrier.
    let columns = select(0u, params.columns, row < params.rows);
    let first = row * params.columns;
    var kept: array<f32, EACH>;
    var own = 0.0;
    for (var i = 0u; i < EACH; i++) {
        if lane + i * LANES < columns {
            kept[i] = x[first + lane + i * LANES];
            own += kept[i];
        }
    }
    let mean = total(own, lane) / f32(params.columns);
    own = 0.0;
    for (var i = 0u; i < EACH; i++) {
        if lane + i * LANES < columns {
            let difference = kept[i] - mean;
            own = fma(difference, difference, own);
        }
    }
    let scale = inverseSqrt(total(own, lane) / f32(params.columns) + EPSILON);
    for (var i = 0u; i < EACH; i++) {
        let column = lane + i * LANES;
        if column < columns {
            y[first + column] = fma((kept[i] - mean) * scale, gamma[column], beta[column]);
        }
    }
}
