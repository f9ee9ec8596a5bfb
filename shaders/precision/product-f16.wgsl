// product-f16: the same, also multiplied and added up in f16.
//
// Teaches: f16 arithmetic is fast only where units for it are, and its sums lose another digit.
// Builds on: product-stored.wgsl.
// Expect: no more than twice the speed, if any more, and several times the error.
enable f16;

struct Params {
    // Rows and columns of all three matrices.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(3) var<storage, read> a: array<f16>;
@group(0) @binding(4) var<storage, read> b: array<f16>;
@group(0) @binding(7) var<storage, read_write> c: array<f32>;

// A workgroup computes TILE x TILE elements of C, in steps of SIDE along k; an invocation ROWS of a column, APART rows apart.
const SIDE: u32 = 16u;
const TILE: u32 = 2u * SIDE;
const THREADS: u32 = 128u;
const APART: u32 = THREADS / TILE;
const ROWS: u32 = TILE / APART;

var<workgroup> tile_a: array<f16, TILE * SIDE>;
var<workgroup> tile_b: array<f16, SIDE * TILE>;

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let row0 = group.y * TILE;
    let col0 = group.x * TILE;
    let row = lane / TILE;
    let col = lane % TILE;
    var sums: array<f16, ROWS>;
    for (var k0 = 0u; k0 < params.n; k0 += SIDE) {
        for (var i = lane; i < TILE * SIDE; i += THREADS) {
            tile_a[i] = load_a(row0 + i / SIDE, k0 + i % SIDE);
        }
        for (var i = lane; i < SIDE * TILE; i += THREADS) {
            tile_b[i] = load_b(k0 + i / TILE, col0 + i % TILE);
        }
        workgroupBarrier(); // the tiles are complete
        for (var k = 0u; k < SIDE; k++) {
            let b_k = tile_b[k * TILE + col];
            for (var r = 0u; r < ROWS; r++) {
                sums[r] = fma(tile_a[(row + r * APART) * SIDE + k], b_k, sums[r]);
            }
        }
        workgroupBarrier(); // and all have read them: they may be overwritten
    }
    for (var r = 0u; r < ROWS; r++) {
        let m = row0 + row + r * APART;
        if m < params.n && col0 + col < params.n {
            c[m * params.n + col0 + col] = f32(sums[r]);
        }
    }
}

// Beyond the edge the tiles hold zeros.
fn load_a(row: u32, k: u32) -> f16 {
    if row < params.n && k < params.n {
        return a[row * params.n + k];
    }
    return 0.0h;
}

fn load_b(k: u32, col: u32) -> f16 {
    if k < params.n && col < params.n {
        return b[k * params.n + col];
    }
    return 0.0h;
}
