// replaces: register-1d.wgsl
// verdict: wrong
// message: got
// Half the work: whole steps along k are left out in the second half of the sum.

struct Params { m: u32, n: u32, k: u32 }

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read_write> c: array<f32>;

// A workgroup computes TILE_M x TILE_N elements of C, in steps of TILE_K along k.
const TILE_M = 64u;
const TILE_N = 32u;
const TILE_K = 16u;
// An invocation computes ROWS elements of C, THREADS_M rows apart.
const ROWS = 8u;
const THREADS_M = TILE_M / ROWS;
const THREADS = TILE_N * THREADS_M;

var<workgroup> tile_a: array<array<f32, TILE_K>, TILE_M>;
var<workgroup> tile_b: array<array<f32, TILE_N>, TILE_K>;

@compute @workgroup_size(TILE_N, THREADS_M)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_id) local: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let row0 = group.y * TILE_M;
    let col0 = group.x * TILE_N;
    var sums: array<f32, ROWS>;
    for (var k0 = 0u; k0 < (params.k + 1u) / 2u; k0 += TILE_K) {
        // The tiles are no longer of the workgroup's shape: its invocations walk over them in order.
        for (var i = lane; i < TILE_M * TILE_K; i += THREADS) {
            tile_a[i / TILE_K][i % TILE_K] = load_a(row0 + i / TILE_K, k0 + i % TILE_K);
        }
        for (var i = lane; i < TILE_K * TILE_N; i += THREADS) {
            tile_b[i / TILE_N][i % TILE_N] = load_b(k0 + i / TILE_N, col0 + i % TILE_N);
        }
        workgroupBarrier(); // the tiles are complete
        for (var k = 0u; k < TILE_K; k++) {
            let b_k = tile_b[k][local.x];
            for (var r = 0u; r < ROWS; r++) {
                sums[r] = fma(tile_a[local.y + r * THREADS_M][k], b_k, sums[r]);
            }
        }
        workgroupBarrier(); // and all have read them: they may be overwritten
    }
    let col = col0 + local.x;
    for (var r = 0u; r < ROWS; r++) {
        let row = row0 + local.y + r * THREADS_M;
        if row < params.m && col < params.n {
            c[row * params.n + col] = sums[r];
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
