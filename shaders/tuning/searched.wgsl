// searched: TILE_K is 8, not 16. Of 108 choices the fastest on the simulated GPU at size 512.
//
// Teaches: nobody would have guessed this. Steps are half as long, so that there are twice as many barriers, and less
// workgroup memory is needed.
// Builds on: square-group.wgsl.
// Expect: a small gain on the simulator's default machine, a loss on most others.

struct Params { m: u32, n: u32, k: u32 }

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read_write> c: array<f32>;

// An invocation computes ROWS x COLS elements of C, THREADS_M rows and THREADS_N columns apart.
const ROWS = 4u;
const COLS = 4u;
// Invocations of a workgroup, down and along.
const THREADS_M = 16u;
const THREADS_N = 16u;
// Steps along k in one tile.
const TILE_K = 8u;
// A workgroup computes TILE_M x TILE_N elements of C. The launch is computed from them.
const TILE_M = THREADS_M * ROWS;
const TILE_N = THREADS_N * COLS;
const THREADS = THREADS_M * THREADS_N;

var<workgroup> tile_a: array<array<f32, TILE_K>, TILE_M>;
var<workgroup> tile_b: array<array<f32, TILE_N>, TILE_K>;

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
        for (var i = lane; i < TILE_K * TILE_N; i += THREADS) {
            tile_b[i / TILE_N][i % TILE_N] = load_b(k0 + i / TILE_N, col0 + i % TILE_N);
        }
        workgroupBarrier(); // the tiles are complete
        for (var k = 0u; k < TILE_K; k++) {
            var b_k: array<f32, COLS>;
            for (var j = 0u; j < COLS; j++) {
                b_k[j] = tile_b[k][local.x + j * THREADS_N];
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
        let row = row0 + local.y + r * THREADS_M;
        for (var j = 0u; j < COLS; j++) {
            let col = col0 + local.x + j * THREADS_N;
            if row < params.m && col < params.n {
                c[row * params.n + col] = sums[r][j];
            }
        }
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
