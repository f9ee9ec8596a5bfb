// replaces: tiled.wgsl
// verdict: wrong
// message: data race on
//
// Missing barrier: the tile is read before the other subgroups have filled it.
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

// Words from one row of the tile in workgroup memory to the next.
const PITCH: u32 = TILE;

var<workgroup> tile: array<f32, TILE * PITCH>;

@compute @workgroup_size(TILE, ROWS)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_id) local: vec3<u32>,
) {
    let column = group.x * TILE + local.x;
    let row = group.y * TILE + local.y;
    for (var r = 0u; r < TILE; r += ROWS) {
        if (column < params.side && row + r < params.side) {
            tile[(local.y + r) * PITCH + local.x] = matrix[(row + r) * params.side + column];
        }
    }
    // The tile that this one becomes: its rows are this one's columns.
    let new_column = group.y * TILE + local.x;
    let new_row = group.x * TILE + local.y;
    for (var r = 0u; r < TILE; r += ROWS) {
        if (new_column < params.side && new_row + r < params.side) {
            transposed[(new_row + r) * params.side + new_column] = tile[local.x * PITCH + local.y + r];
        }
    }
}
