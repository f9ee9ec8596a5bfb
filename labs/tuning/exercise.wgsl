// Exercise 1: C = A B^T from tiles and blocks, by a program that is right for one choice of its constants.
//
// Whoever wrote this kernel had 16 x 16 invocations with 2 x 2 elements of C each in mind, and wrote these numbers down wherever they were
// needed. It is right, but it cannot be tuned: change one of the five constants, and the result is wrong.
//
// Write it so that it is right whatever the five constants are: it is tried with those of the handout's table, and with three other
// choices that the table does not have. None of them need be a power of two, or equal to another. Then choose. Each invocation should have
// more elements than 2 x 2: with these, two loads from workgroup memory feed two multiply-adds. `lockstep tune` searches for you.
struct Params { m: u32, n: u32, k: u32 }

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>; // M rows of K
@group(0) @binding(2) var<storage, read> b: array<f32>; // N rows of K
@group(0) @binding(3) var<storage, read_write> c: array<f32>; // M rows of N

// An invocation computes ROWS x COLS elements of C, THREADS_M rows and THREADS_N columns apart.
const ROWS = 2u;
const COLS = 2u;
// Invocations of a workgroup, down and along.
const THREADS_M = 16u;
const THREADS_N = 16u;
// Steps along k in one tile.
const TILE_K = 16u;
// A workgroup computes TILE_M x TILE_N elements of C. The launch is computed from them.
const TILE_M = THREADS_M * ROWS;
const TILE_N = THREADS_N * COLS;

// TODO: as large as the constants say. A row has one word more than is used, so that rows begin in different banks.
var<workgroup> tile_a: array<array<f32, 17>, 32>;
var<workgroup> tile_b: array<array<f32, 17>, 32>;

@compute @workgroup_size(THREADS_N, THREADS_M)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_id) local: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let row0 = group.y * TILE_M;
    let col0 = group.x * TILE_N;
    // TODO: a sum for each element of an invocation: var sums: array<array<f32, COLS>, ROWS>;
    var sum_00 = 0.0;
    var sum_01 = 0.0;
    var sum_10 = 0.0;
    var sum_11 = 0.0;
    for (var k0 = 0u; k0 < params.k; k0 += 16u) {
        // TODO: tiles of any size, filled by any number of invocations.
        tile_a[local.y][local.x] = load_a(row0 + local.y, k0 + local.x);
        tile_a[local.y + 16u][local.x] = load_a(row0 + local.y + 16u, k0 + local.x);
        tile_b[local.y][local.x] = load_b(col0 + local.y, k0 + local.x);
        tile_b[local.y + 16u][local.x] = load_b(col0 + local.y + 16u, k0 + local.x);
        workgroupBarrier(); // the tiles are complete
        for (var k = 0u; k < 16u; k++) {
            let a_0 = tile_a[local.y][k];
            let a_1 = tile_a[local.y + 16u][k];
            let b_0 = tile_b[local.x][k];
            let b_1 = tile_b[local.x + 16u][k];
            sum_00 = fma(a_0, b_0, sum_00);
            sum_01 = fma(a_0, b_1, sum_01);
            sum_10 = fma(a_1, b_0, sum_10);
            sum_11 = fma(a_1, b_1, sum_11);
        }
        workgroupBarrier(); // and all have read them: they may be overwritten
    }
    // TODO: all elements of the block.
    store(row0 + local.y, col0 + local.x, sum_00);
    store(row0 + local.y, col0 + local.x + 16u, sum_01);
    store(row0 + local.y + 16u, col0 + local.x, sum_10);
    store(row0 + local.y + 16u, col0 + local.x + 16u, sum_11);
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
