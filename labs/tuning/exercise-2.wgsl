// Exercise 2: C = A^T B for sizes that are a little more than a multiple of the tile.
//
// With N = 129 there are three tiles of 64 along each side, of which the last reaches one row or column into C. Zeros are loaded beyond it, and
// multiplied, and added, and not stored: of 192 x 192 elements that are computed, 129 x 129 are wanted, 2.2 times as many as are needed. The last
// tile along k is filled up with zeros, too.
//
// The kernel is right, and does more than twice the work. Leave out what lies beyond the edge, but by whole blocks of lanes: a lane that waits
// while its neighbours work has saved nothing. And keep the tiles large, for they are what makes each load serve many multiply-adds.
//
// At this size it saves no time on a GPU of its own: nine workgroups have a unit each, and those with whole tiles take as long as before. What it
// saves is work: energy, and the units' time where other work waits for them.
struct Params { m: u32, n: u32, k: u32 }

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>; // K rows of M
@group(0) @binding(2) var<storage, read> b: array<f32>; // K rows of N
@group(0) @binding(3) var<storage, read_write> c: array<f32>; // M rows of N

// An invocation computes ROWS x COLS elements of C, THREADS_M rows and THREADS_N columns apart.
const ROWS = 8u;
const COLS = 8u;
// Invocations of a workgroup, down and along.
const THREADS_M = 8u;
const THREADS_N = 8u;
const THREADS = THREADS_M * THREADS_N;
// A workgroup computes TILE_M x TILE_N elements of C, in steps of TILE_K along k. The launch is computed from the first two.
const TILE_M = THREADS_M * ROWS;
const TILE_N = THREADS_N * COLS;
const TILE_K = 16u;

var<workgroup> tile_a: array<array<f32, TILE_M>, TILE_K>;
var<workgroup> tile_b: array<array<f32, TILE_N>, TILE_K>;

@compute @workgroup_size(THREADS_N, THREADS_M)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_id) local: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let row0 = group.y * TILE_M;
    let col0 = group.x * TILE_N;
    // TODO: of the ROWS x COLS blocks of THREADS_M x THREADS_N elements, which reach into C?
    var sums: array<array<f32, COLS>, ROWS>;
    for (var k0 = 0u; k0 < params.k; k0 += TILE_K) {
        for (var i = lane; i < TILE_K * TILE_M; i += THREADS) {
            tile_a[i / TILE_M][i % TILE_M] = load_a(k0 + i / TILE_M, row0 + i % TILE_M);
        }
        for (var i = lane; i < TILE_K * TILE_N; i += THREADS) {
            tile_b[i / TILE_N][i % TILE_N] = load_b(k0 + i / TILE_N, col0 + i % TILE_N);
        }
        workgroupBarrier(); // the tiles are complete
        // TODO: how many steps has the last tile?
        for (var k = 0u; k < TILE_K; k++) {
            var b_k: array<f32, COLS>;
            for (var j = 0u; j < COLS; j++) {
                b_k[j] = tile_b[k][local.x + j * THREADS_N];
            }
            for (var r = 0u; r < ROWS; r++) {
                let a_k = tile_a[k][local.y + r * THREADS_M];
                for (var j = 0u; j < COLS; j++) {
                    // TODO: for the blocks that reach into C alone.
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

fn load_a(k: u32, row: u32) -> f32 {
    if row < params.m && k < params.k {
        return a[k * params.m + row];
    }
    return 0.0;
}

fn load_b(k: u32, col: u32) -> f32 {
    if k < params.k && col < params.n {
        return b[k * params.n + col];
    }
    return 0.0;
}
