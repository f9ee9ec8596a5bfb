// lane-blocks: neighbouring invocations compute blocks of C that are nearly square.
//
// Teaches: sharing within a subgroup. 32 lanes in two rows of 16 need 2 + 16 different vec4s of A and B; as a block
// of 4 x 8 they need 4 + 8. What lanes ask for in common is read once and broadcast.
// Builds on: unchecked.wgsl. Only `lane_x` and `lane_y` differ.
// Expect: on a GPU some percent, from fewer passes over the banks of workgroup memory. On a CPU device nothing.

struct Params { m: u32, n: u32, k: u32 }

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> b: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> c: array<f32>;

// A workgroup computes TILE_M x TILE_N elements of C, in steps of TILE_K along k; all three multiples of 8.
const TILE_M = 128u;
const TILE_N = 128u;
const TILE_K = 16u;
// An invocation computes ROWS x COLS elements of C: four blocks of 4 x 4, half a tile apart.
const ROWS = 8u;
const COLS = 8u;
const THREADS_M = TILE_M / ROWS;
const THREADS_N = TILE_N / COLS;
const THREADS = THREADS_M * THREADS_N;
// 32 lanes that follow one another form a block of BLOCK_M x BLOCK_N.
const BLOCK_M = 4u;
const BLOCK_N = 8u;
const BLOCKS_N = THREADS_N / BLOCK_N;
const_assert THREADS_N % BLOCK_N == 0u && THREADS_M % BLOCK_M == 0u;
// An invocation fetches one block of 4 x 4 a step, of A or of B.
const FETCHERS = THREADS / 2u;
const_assert TILE_M * TILE_K / 16u == FETCHERS && TILE_K * TILE_N / 16u == FETCHERS;

var<workgroup> tile_a: array<array<vec4<f32>, TILE_M / 4u>, TILE_K>; // transposed: four rows at one k
var<workgroup> tile_b: array<array<vec4<f32>, TILE_N / 4u>, TILE_K>; // four columns at one k

@compute @workgroup_size(THREADS_N, THREADS_M)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let row0 = group.y * TILE_M;
    let col0 = group.x * TILE_N;
    let block = lane / (BLOCK_M * BLOCK_N);
    let lane_x = lane % BLOCK_N + BLOCK_N * (block % BLOCKS_N);
    let lane_y = lane / BLOCK_N % BLOCK_M + BLOCK_M * (block / BLOCKS_N);
    var sums_00 = mat4x4<f32>(); // rows 0 to 3, columns 0 to 3
    var sums_01 = mat4x4<f32>(); // columns 4 to 7
    var sums_10 = mat4x4<f32>(); // rows 4 to 7
    var sums_11 = mat4x4<f32>();
    var next = fetch(lane, row0, col0, 0u);
    for (var k0 = 0u; k0 < params.k; k0 += TILE_K) {
        put(lane, next);
        workgroupBarrier(); // the tiles are complete
        next = fetch(lane, row0, col0, k0 + TILE_K); // asked for now, waited for in `put`
        for (var k = 0u; k < TILE_K; k++) {
            let a_0 = tile_a[k][lane_y];
            let a_1 = tile_a[k][lane_y + THREADS_M];
            let b_0 = tile_b[k][lane_x];
            let b_1 = tile_b[k][lane_x + THREADS_N];
            sums_00 = multiply_add(a_0, b_0, sums_00);
            sums_01 = multiply_add(a_0, b_1, sums_01);
            sums_10 = multiply_add(a_1, b_0, sums_10);
            sums_11 = multiply_add(a_1, b_1, sums_11);
        }
        workgroupBarrier(); // and all have read them: they may be overwritten
    }
    let row = row0 + 4u * lane_y;
    let col = col0 + 4u * lane_x;
    store(row, col, sums_00);
    store(row, col + TILE_N / 2u, sums_01);
    store(row + TILE_M / 2u, col, sums_10);
    store(row + TILE_M / 2u, col + TILE_N / 2u, sums_11);
}

// The block of 4 x 4 that invocation `lane` brings to the tiles at `k0`, as it was loaded: four rows of A or of B.
// Nothing is done to it here, since whatever used it would wait for it.
fn fetch(lane: u32, row0: u32, col0: u32, k0: u32) -> mat4x4<f32> {
    let whole = params.k % 4u == 0u && params.n % 4u == 0u && k0 + TILE_K <= params.k;
    let i = lane % FETCHERS;
    if lane < FETCHERS {
        let row = row0 + 4u * (i / (TILE_K / 4u));
        let k = k0 + 4u * (i % (TILE_K / 4u));
        if whole {
            let last = params.m - 1u;
            return mat4x4(
                a[(min(row, last) * params.k + k) / 4u],
                a[(min(row + 1u, last) * params.k + k) / 4u],
                a[(min(row + 2u, last) * params.k + k) / 4u],
                a[(min(row + 3u, last) * params.k + k) / 4u],
            );
        }
        return mat4x4(load_a(row, k), load_a(row + 1u, k), load_a(row + 2u, k), load_a(row + 3u, k));
    }
    let k = k0 + 4u * (i / (TILE_N / 4u));
    let col = col0 + 4u * (i % (TILE_N / 4u));
    if whole {
        let first = (k * params.n + min(col, params.n - 4u)) / 4u;
        let pitch = params.n / 4u;
        return mat4x4(b[first], b[first + pitch], b[first + 2u * pitch], b[first + 3u * pitch]);
    }
    return mat4x4(load_b(k, col), load_b(k + 1u, col), load_b(k + 2u, col), load_b(k + 3u, col));
}

// Writes what `fetch` brought into the tiles.
fn put(lane: u32, block: mat4x4<f32>) {
    let i = lane % FETCHERS;
    if lane < FETCHERS {
        let m = i / (TILE_K / 4u);
        let k = 4u * (i % (TILE_K / 4u));
        let columns = transpose(block);
        tile_a[k][m] = columns[0];
        tile_a[k + 1u][m] = columns[1];
        tile_a[k + 2u][m] = columns[2];
        tile_a[k + 3u][m] = columns[3];
    } else {
        let k = 4u * (i / (TILE_N / 4u));
        let n = i % (TILE_N / 4u);
        tile_b[k][n] = block[0];
        tile_b[k + 1u][n] = block[1];
        tile_b[k + 2u][n] = block[2];
        tile_b[k + 3u][n] = block[3];
    }
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
    store_row(row + 1u, col, sums[1]);
    store_row(row + 2u, col, sums[2]);
    store_row(row + 3u, col, sums[3]);
}

// Writes what lies within C of four elements of a row. C is bound as floats: two invocations may share a vec4.
fn store_row(row: u32, col: u32, sums: vec4<f32>) {
    if row < params.m {
        let i = row * params.n + col;
        if col < params.n { c[i] = sums.x; }
        if col + 1u < params.n { c[i + 1u] = sums.y; }
        if col + 2u < params.n { c[i + 2u] = sums.z; }
        if col + 3u < params.n { c[i + 3u] = sums.w; }
    }
}

// Four elements of a row of A. Where K is no multiple of 4, a row may start within a vec4.
fn load_a(row: u32, k: u32) -> vec4<f32> {
    if params.k % 4u == 0u && row < params.m && k < params.k {
        return a[(row * params.k + k) / 4u];
    }
    return vec4(a_at(row, k), a_at(row, k + 1u), a_at(row, k + 2u), a_at(row, k + 3u));
}

fn a_at(row: u32, k: u32) -> f32 {
    if row < params.m && k < params.k {
        let i = row * params.k + k;
        return a[i / 4u][i % 4u];
    }
    return 0.0;
}

// Four elements of a row of B.
fn load_b(k: u32, col: u32) -> vec4<f32> {
    if params.n % 4u == 0u && k < params.k && col < params.n {
        return b[(k * params.n + col) / 4u];
    }
    return vec4(b_at(k, col), b_at(k, col + 1u), b_at(k, col + 2u), b_at(k, col + 3u));
}

fn b_at(k: u32, col: u32) -> f32 {
    if k < params.k && col < params.n {
        let i = k * params.n + col;
        return b[i / 4u][i % 4u];
    }
    return 0.0;
}
