// C = A B, row by row: a workgroup makes 64 x 64 elements of C, an invocation 4 x 4 of them.
//
// Teaches: the one operator of a network whose operations grow faster than its bytes. With N = 64 it lies left of most ridges, with
// N = 1024 right of them.
// Builds on: small-product.wgsl, with 16 elements an invocation. The lab `tiling` goes on from here.
// Expect: about half of the arithmetic peak.

struct Params { m: u32, n: u32, k: u32 }

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read_write> c: array<f32>;

// A workgroup's elements of C, and its steps along k.
const TILE_M = 64u;
const TILE_N = 64u;
const TILE_K = 16u;
// An invocation's: rows and columns a quarter of the tile apart.
const ROWS = TILE_M / 4u;
const COLS = TILE_N / 4u;
const LANES = ROWS * COLS;

var<workgroup> tile_a: array<array<f32, TILE_K>, TILE_M>;
var<workgroup> tile_b: array<array<f32, TILE_N>, TILE_K>;

@compute @workgroup_size(COLS, ROWS)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_id) local: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let row0 = group.y * TILE_M;
    let col0 = group.x * TILE_N;
    // A vector for each row.
    var sums = mat4x4<f32>();
    for (var k0 = 0u; k0 < params.k; k0 += TILE_K) {
        for (var i = lane; i < TILE_M * TILE_K; i += LANES) {
            tile_a[i / TILE_K][i % TILE_K] = load_a(row0 + i / TILE_K, k0 + i % TILE_K);
        }
        for (var i = lane; i < TILE_K * TILE_N; i += LANES) {
            tile_b[i / TILE_N][i % TILE_N] = load_b(k0 + i / TILE_N, col0 + i % TILE_N);
        }
        workgroupBarrier(); // the tiles are complete
        for (var k = 0u; k < TILE_K; k++) {
            let b_k = vec4(
                tile_b[k][local.x],
                tile_b[k][local.x + COLS],
                tile_b[k][local.x + 2u * COLS],
                tile_b[k][local.x + 3u * COLS],
            );
            sums[0] = fma(vec4(tile_a[local.y][k]), b_k, sums[0]);
            sums[1] = fma(vec4(tile_a[local.y + ROWS][k]), b_k, sums[1]);
            sums[2] = fma(vec4(tile_a[local.y + 2u * ROWS][k]), b_k, sums[2]);
            sums[3] = fma(vec4(tile_a[local.y + 3u * ROWS][k]), b_k, sums[3]);
        }
        workgroupBarrier(); // all have read them: they may be overwritten
    }
    for (var r = 0u; r < 4u; r++) {
        store(row0 + local.y + r * ROWS, col0 + local.x, sums[r]);
    }
}

fn load_a(row: u32, k: u32) -> f32 {
    if row < params.m && k < params.k {
        return a[row * params.k + k];
    }
    return 0.0;
}

fn load_b(k: u32, col: u32) -> f32 {
    if k < params.k && col < params.n {
        return b[k * params.n + col];
    }
    return 0.0;
}

fn store(row: u32, col: u32, sums: vec4<f32>) {
    for (var j = 0u; j < 4u; j++) {
        if row < params.m && col + j * COLS < params.n {
            c[row * params.n + col + j * COLS] = sums[j];
        }
    }
}
