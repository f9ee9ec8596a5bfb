// Matmul, bias and ReLU in one kernel: the epilogue is applied to a sum while it is still in a register.
//
// Builds on epilogue-1-matmul.wgsl: only the store differs. Of the three accesses to an element of the result
// (write, read, write) one is left. Expect to win the second pass's whole time, which is much where memory bounds
// the matmul and little where its arithmetic does: a matmul with a long inner dimension hides its epilogue anyway.
struct Params {
    rows: u32,
    columns: u32,
    inner: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read> bias: array<f32>;
@group(0) @binding(5) var<storage, read_write> y: array<f32>;

// A workgroup computes a tile of WIDTH columns by ROWS rows; an invocation, the rows of one column.
const WIDTH: u32 = 64u;
const ROWS: u32 = 4u;
// The rows' sums are the components of one vector.
const_assert(ROWS == 4u);

fn store(row: u32, column: u32, sum: f32) {
    if (row < params.rows) {
        let i = row * params.columns + column;
        y[i] = max(0.0, sum + bias[column]);
    }
}

@compute @workgroup_size(WIDTH)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let column = group.x * WIDTH + local;
    if (column >= params.columns) {
        return;
    }
    let row = group.y * ROWS + vec4(0u, 1u, 2u, 3u);
    // A row past the last one repeats it, and is not stored.
    let at = min(row, vec4(params.rows - 1u)) * params.inner;
    var sums = vec4(0.0);
    for (var k = 0u; k < params.inner; k++) {
        let of_a = vec4(a[at.x + k], a[at.y + k], a[at.z + k], a[at.w + k]);
        sums += of_a * b[k * params.columns + column];
    }
    store(row.x, column, sums.x);
    store(row.y, column, sums.y);
    store(row.z, column, sums.z);
    store(row.w, column, sums.w);
}
