// Exercise 1: the sum of each column of a matrix that has many rows and few columns.
//
// An invocation has a column, and goes down its rows one after the other: it asks for a row, waits until it has come, adds, asks for the
// next. There are only as many invocations as columns, and each has 4 bytes under way: the device waits with nearly all of its
// bandwidth unused. (Some compilers lay out several iterations of a simple loop together, and so ask for several rows at once. They leave this
// loop alone: how many it takes is only known after a division.)
//
// The kernel is right, and slow. There cannot be more invocations. What else can be under way?
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
    let column = (group.y * groups.x + group.x) * COVER + local; // A launch may have rows: global_invocation_id.x begins anew in each.
    if (column >= params.columns) {
        return;
    }
    let end = params.rows * params.columns;
    var sum = 0.0;
    // TODO: four rows an iteration, asked for together. How many are left when no four are?
    for (var at = column; at < end; at += params.columns) {
        sum += x[at];
    }
    sums[column] = sum;
}
