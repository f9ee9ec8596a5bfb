// A matrix times a vector: a workgroup a row, whose lanes add up every 64th product, and then each other's sums.
//
// Teaches: two operations for each element of the matrix, which is read once and used once. No kernel can do better than its bytes.
// Builds on: nothing.
// Expect: nearly the time of reading the matrix.

struct Params {
    rows: u32,
    columns: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> x: array<f32>;
@group(0) @binding(3) var<storage, read_write> y: array<f32>;

// Rows of a workgroup.
const ROWS: u32 = 1u;
// Its invocations: a power of two, for the tree.
const LANES: u32 = 64u;

var<workgroup> sums: array<f32, LANES>;

@compute @workgroup_size(LANES)
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let row = workgroup.y * workgroups.x + workgroup.x;
    // A row past the last one has no columns: its lanes still come to every barrier.
    let columns = select(0u, params.columns, row < params.rows);
    var sum = 0.0;
    for (var column = lane; column < columns; column += LANES) {
        sum = fma(a[row * params.columns + column], x[column], sum);
    }
    sums[lane] = sum;
    workgroupBarrier();
    for (var step = LANES / 2u; step > 0u; step /= 2u) {
        if lane < step {
            sums[lane] += sums[lane + step];
        }
        workgroupBarrier();
    }
    if lane == 0u && row < params.rows {
        y[row] = sums[0];
    }
}
