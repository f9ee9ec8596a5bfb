// in-const: the row length is a constant of the text: a program for each length.
//
// Teaches: specialisation. The loops run four times, and the compiler knows it: it can lay out the iterations together, and
// ask for four elements before it waits.
// Builds on: in-params.wgsl.
// Expect: a gain where waiting takes the time. Whoever needs other lengths compiles a program for each.

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
    var own = 0.0;
    for (var i = 0u; i < EACH; i++) {
        own += x[first + i * LANES];
    }
    let mean = total(own, lane) / f32(COLUMNS);
    own = 0.0;
    for (var i = 0u; i < EACH; i++) {
        let difference = x[first + i * LANES] - mean;
        own = fma(difference, difference, own);
    }
    let scale = inverseSqrt(total(own, lane) / f32(COLUMNS) + EPSILON);
    if row < params.rows {
        for (var i = 0u; i < EACH; i++) {
            let column = lane + i * LANES;
            y[first + i * LANES] = fma((x[first + i * LANES] - mean) * scale, gamma[column], beta[column]);
        }
    }
}
