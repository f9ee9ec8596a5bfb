struct Params { m: u32, n: u32, k: u32 }

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>; // M rows of K
@group(0) @binding(2) var<storage, read> b: array<f32>; // N rows of K
@group(0) @binding(3) var<storage, read_write> c: array<f32>; // M rows of N

// An invocation computes ROWS x COLS elements of C, THREADS_M rows and THREADS_N columns apart.
const ROWS = 4u;
const COLS = 4u;
// Invocations of a workgroup, down and along.
const THREADS_M = 16u;
const THREADS_N = 16u;
// Steps along k in one tile.
const TILE_K = 16u;
// A workgroup computes TILE_M x TILE_N elements of C. The launch is computed from them.
const TILE_M = THREADS_M * ROWS;
const TILE_N = THREADS_N * COLS;

const THREADS = THREADS_M * THREADS_N;

// A row has one word more than is used, so that rows begin in different banks.
var<workgroup> tile_a: array<array<f32, TILE_K + 1u>, TILE_M>;
var<workgroup> tile_b: array<array<f32, TILE_K + 1u>, TILE_N>;

@compute @workgroup_size(THREADS_N, THREADS_M)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_id) local: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let row0 = group.y * TILE_M;
    let col0 = group.x * TILE_N;
    var sums: array<array<f32, COLS>, ROWS>;
    for (var k0 = 0u; k0 < params.k; k0 += TILE_K) {
        for (var i = lane; i < TILE_M * TILE_K; i += THREADS) {
            tile_a[i / TILE_K][i % TILE_K] = load_a(row0 + i / TILE_K, k0 + i % TILE_K);
        }
        for (var i = lane; i < TILE_N * TILE_K; i += THREADS) {
            tile_b[i / TILE_K][i % TILE_K] = load_b(col0 + i / TILE_K, k0 + i % TILE_K);
        }
        workgroupBarrier(); // the tiles are complete
        for (var k = 0u; k < TILE_K; k++) {
            var b_k: array<f32, COLS>;
            for (var j = 0u; j < COLS; j++) {
                b_k[j] = tile_b[local.x + j * THREADS_N][k];
            }
            for (var r = 0u; r < ROWS; r++) {
                let a_k = tile_a[local.y + r * THREADS_M][k];
                for (var j = 0u; j < COLS; j++) {
                    sums[r][j] = fma(a_k, b_k[j], sums[r][j]);
                }
            }
        }
        workgroupBarrier(); // and all have read them: they may be overwritten
    }
    for (var r = 0u; r < ROWS; r++) {
        for (var j = 0u; j < COLS; j++) {
            store(row0 + local.y + r * THREADS_M, col0 + local.x + j * THREADS_N, sums[r][j]);
        }
    }
}

fn store(row: u32, col: u32, sum: f32) {
    if row < params.m && col < params.n {
        c[row * params.n + col] = sum;
    }
}

fn load_a(row: u32, k: u32) -> f32 {
    if row < params.m && k < params.k {
        return a[row * params.k + k];
    }
    return 0.0;
}

fn load_b(col: u32, k: u32) -> f32 {
    if col < params.n && k < params.k {
        return b[col * params.k + k];
    }
    return 0.0;
}
