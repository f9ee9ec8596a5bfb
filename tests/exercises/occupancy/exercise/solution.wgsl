// Exercise 1: four rows an iteration.
struct Params {
    columns: u32,
    rows: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>; // row by row
@group(0) @binding(2) var<storage, read_write> sums: array<f32>;

const WORKGROUP: u32 = 128u;
// Columns of a workgroup. The launch is computed from it.
const COVER: u32 = WORKGROUP;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let column = (group.y * groups.x + group.x) * COVER + local;
    if (column >= params.columns) {
        return;
    }
    var sum = 0.0;
    var row = 0u;
    for (; row + 4u <= params.rows; row += 4u) {
        let at = row * params.columns + column;
        let a = x[at];
        let b = x[at + params.columns];
        let c = x[at + 2u * params.columns];
        let d = x[at + 3u * params.columns];
        sum += a + b + c + d;
    }
    for (; row < params.rows; row++) {
        sum += x[row * params.columns + column];
    }
    sums[column] = sum;
}
