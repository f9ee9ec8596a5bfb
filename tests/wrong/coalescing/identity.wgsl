// replaces: naive.wgsl
// verdict: wrong
// message: got
//
// Identity: a copy where a transpose was asked for. Right for a side of 1 only.
struct Params {
    // Rows and columns.
    side: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> matrix: array<f32>;
@group(0) @binding(2) var<storage, read_write> transposed: array<f32>;

// A workgroup moves a tile of TILE by TILE elements, ROWS of its rows at a time.
const TILE: u32 = 32u;
const ROWS: u32 = 8u;

@compute @workgroup_size(TILE, ROWS)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_id) local: vec3<u32>,
) {
    let column = group.x * TILE + local.x;
    let row = group.y * TILE + local.y;
    for (var r = 0u; r < TILE; r += ROWS) {
        if (column < params.side && row + r < params.side) {
            transposed[(row + r) * params.side + column] = matrix[(row + r) * params.side + column];
        }
    }
}
