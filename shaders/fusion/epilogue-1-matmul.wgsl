// Pass 1 of 2 of the unfused matmul + bias + ReLU: product = a b.
//
// A plain matmul with a tile of four sums in registers (the ladder of `tiling` makes it fast). The inner dimension
// is short, as in a low-rank update, so that there is little arithmetic for each element of the result, and
// writing the result is a good part of the work.
struct Params {
    rows: u32,
    columns: u32,
    inner: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(4) var<storage, read_write> product: array<f32>;

// A workgroup computes a tile of WIDTH columns by ROWS rows; an invocation, the rows of one column.
const WIDTH: u32 = 64u;
const ROWS: u32 = 4u;
// The rows' sums are the components of one vector.
const_assert(ROWS == 4u);

fn store(row: u32, column: u32, sum: f32) {
    if (row < params.rows) {
        let i = row * params.columns + column;
        product[i] = sum;
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
