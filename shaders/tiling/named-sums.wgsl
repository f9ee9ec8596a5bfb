// named-sums: the sums are variables with names, no longer an array that loops index.
//
// Teaches: where variables live. Registers have no addresses: what a loop counter indexes stays in them only where the
// compiler unrolls that loop, and otherwise goes to memory. A name, or an index that is a constant, always can stay.
// Builds on: register-2d.wgsl. The same elements, loads and arithmetic; a `mat4x4` is four vectors of sums.
// Expect: nothing where the compiler unrolled the loops of register-2d, as it should with loops as short as these, but
// for the loops' own instructions; where it did not, several times the speed.

struct Params { m: u32, n: u32, k: u32 }

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read_write> c: array<f32>;

// A workgroup computes TILE_M x TILE_N elements of C, in steps of TILE_K along k.
const TILE_M = 128u;
const TILE_N = 128u;
const TILE_K = 16u;
// An invocation computes ROWS x COLS elements of C, THREADS_M rows and THREADS_N columns apart.
const ROWS = 8u;
const COLS = 8u;
const THREADS_M = TILE_M / ROWS;
const THREADS_N = TILE_N / COLS;
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
    var sums_00 = mat4x4<f32>(); // rows 0 to 3, columns 0 to 3
    var sums_01 = mat4x4<f32>(); // columns 4 to 7
    var sums_10 = mat4x4<f32>(); // rows 4 to 7
    var sums_11 = mat4x4<f32>();
    for (var k0 = 0u; k0 < params.k; k0 += TILE_K) {
        for (var i = lane; i < TILE_M * TILE_K; i += THREADS) {
            tile_a[i / TILE_K][i % TILE_K] = load_a(row0 + i / TILE_K, k0 + i % TILE_K);
        }
        for (var i = lane; i < TILE_K * TILE_N; i += THREADS) {
            tile_b[i / TILE_N][i % TILE_N] = load_b(k0 + i / TILE_N, col0 + i % TILE_N);
        }
        workgroupBarrier(); // the tiles are complete
        for (var k = 0u; k < TILE_K; k++) {
            let a_0 = four_of_a(local.y, k);
            let a_1 = four_of_a(local.y + 4u * THREADS_M, k);
            let b_0 = four_of_b(k, local.x);
            let b_1 = four_of_b(k, local.x + 4u * THREADS_N);
            sums_00 = multiply_add(a_0, b_0, sums_00);
            sums_01 = multiply_add(a_0, b_1, sums_01);
            sums_10 = multiply_add(a_1, b_0, sums_10);
            sums_11 = multiply_add(a_1, b_1, sums_11);
        }
        workgroupBarrier(); // and all have read them: they may be overwritten
    }
    let row = row0 + local.y;
    let col = col0 + local.x;
    store(row, col, sums_00);
    store(row, col + TILE_N / 2u, sums_01);
    store(row + TILE_M / 2u, col, sums_10);
    store(row + TILE_M / 2u, col + TILE_N / 2u, sums_11);
}

fn four_of_a(row: u32, k: u32) -> vec4<f32> {
    let step = THREADS_M;
    return vec4(tile_a[row][k], tile_a[row + step][k], tile_a[row + 2u * step][k], tile_a[row + 3u * step][k]);
}

fn four_of_b(k: u32, col: u32) -> vec4<f32> {
    let step = THREADS_N;
    return vec4(tile_b[k][col], tile_b[k][col + step], tile_b[k][col + 2u * step], tile_b[k][col + 3u * step]);
}

// The outer product of `a` and `b`, a row of sums for each of a's elements.
fn multiply_add(a: vec4<f32>, b: vec4<f32>, sums: mat4x4<f32>) -> mat4x4<f32> {
    return mat4x4(
        fma(vec4(a.x), b, sums[0]),
        fma(vec4(a.y), b, sums[1]),
        fma(vec4(a.z), b, sums[2]),
        fma(vec4(a.w), b, sums[3]),
    );
}

fn store(row: u32, col: u32, sums: mat4x4<f32>) {
    store_row(row, col, sums[0]);
    store_row(row + THREADS_M, col, sums[1]);
    store_row(row + 2u * THREADS_M, col, sums[2]);
    store_row(row + 3u * THREADS_M, col, sums[3]);
}

// Writes what lies within C of four elements of a row.
fn store_row(row: u32, col: u32, sums: vec4<f32>) {
    if row < params.m {
        let i = row * params.n + col;
        if col < params.n { c[i] = sums.x; }
        if col + THREADS_N < params.n { c[i + THREADS_N] = sums.y; }
        if col + 2u * THREADS_N < params.n { c[i + 2u * THREADS_N] = sums.z; }
        if col + 3u * THREADS_N < params.n { c[i + 3u * THREADS_N] = sums.w; }
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
