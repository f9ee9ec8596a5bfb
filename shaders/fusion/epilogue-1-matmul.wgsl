// Pass 1 of 2 of the unfused matmul + bias + ReLU: product = a b.
//
// A plain tiled matmul (the ladder of `tiling` makes it fast), with a short inner dimension, as in a low-rank update:
// little arithmetic for each element of the result, so that writing the result is a good part of the time.
struct Params {
    rows: u32,
    columns: u32,
    inner: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(4) var<storage, read_write> product: array<f32>;

// A workgroup computes a tile of TILE x TILE, and takes TILE of the inner dimension at a time.
const TILE: u32 = 16u;

var<workgroup> a_tile: array<f32, TILE * TILE>;
var<workgroup> b_tile: array<f32, TILE * TILE>;

@compute @workgroup_size(TILE, TILE)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_id) local: vec3<u32>,
) {
    let column = group.x * TILE + local.x;
    let row = group.y * TILE + local.y;
    let mine = local.y * TILE + local.x;
    var sum = 0.0;
    for (var start = 0u; start < params.inner; start += TILE) {
        // Outside of the matrices lies zero.
        a_tile[mine] = 0.0;
        if (row < params.rows && start + local.x < params.inner) {
            a_tile[mine] = a[row * params.inner + start + local.x];
        }
        b_tile[mine] = 0.0;
        if (start + local.y < params.inner && column < params.columns) {
            b_tile[mine] = b[(start + local.y) * params.columns + column];
        }
        workgroupBarrier();
        for (var k = 0u; k < TILE; k++) {
            sum += a_tile[local.y * TILE + k] * b_tile[k * TILE + local.x];
        }
        workgroupBarrier();
    }
    if (row < params.rows && column < params.columns) {
        product[row * params.columns + column] = sum;
    }
}
