// cached-rows: all invocations of a workgroup lie along n, and need the same ROWS rows of A.
//
// Teaches: the shape of a workgroup. What all lanes ask for at one address is one request, and stays in the nearest
// cache; in exchange nobody shares a column of B.
// Builds on: cached.wgsl. Only TILE_M and TILE_N differ.
// Expect: little, in either direction, where N is 512 or more; it is what the next rung needs. Below that, invocations
// past the last column compute for nothing.

struct Params { m: u32, n: u32, k: u32 }

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> b: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> c: array<f32>;

// A workgroup computes TILE_M x TILE_N elements of C.
const TILE_M = 16u;
const TILE_N = 512u;
// An invocation computes ROWS x COLS elements of C: rows THREADS_M apart, columns in fours 4 * THREADS_N apart.
const ROWS = 16u;
const COLS = 8u;
const THREADS_M = TILE_M / ROWS;
const THREADS_N = TILE_N / COLS;

@compute @workgroup_size(THREADS_N, THREADS_M)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let row = group.y * TILE_M + local.y;
    let col = group.x * TILE_N + 4u * local.x;
    if params.k % 4u != 0u || params.n % 4u != 0u {
        unaligned(row, col);
        return;
    }
    // In vec4s. What lies beyond the edge reads the last row or column instead, and is not stored.
    let rows_0 = starts_of_rows(row);
    let rows_1 = starts_of_rows(row + 4u * THREADS_M);
    let rows_2 = starts_of_rows(row + 8u * THREADS_M);
    let rows_3 = starts_of_rows(row + 12u * THREADS_M);
    let col_0 = min(col, params.n - 4u) / 4u;
    let col_1 = min(col + 4u * THREADS_N, params.n - 4u) / 4u;
    var sums_00 = mat4x4<f32>();
    var sums_01 = mat4x4<f32>();
    var sums_10 = mat4x4<f32>();
    var sums_11 = mat4x4<f32>();
    var sums_20 = mat4x4<f32>();
    var sums_21 = mat4x4<f32>();
    var sums_30 = mat4x4<f32>();
    var sums_31 = mat4x4<f32>();
    for (var k = 0u; k < params.k / 4u; k++) {
        let b_0 = four_rows_of_b(k, col_0);
        let b_1 = four_rows_of_b(k, col_1);
        let a_0 = four_rows_of_a(rows_0, k);
        sums_00 = multiply_add(a_0, b_0, sums_00);
        sums_01 = multiply_add(a_0, b_1, sums_01);
        let a_1 = four_rows_of_a(rows_1, k);
        sums_10 = multiply_add(a_1, b_0, sums_10);
        sums_11 = multiply_add(a_1, b_1, sums_11);
        let a_2 = four_rows_of_a(rows_2, k);
        sums_20 = multiply_add(a_2, b_0, sums_20);
        sums_21 = multiply_add(a_2, b_1, sums_21);
        let a_3 = four_rows_of_a(rows_3, k);
        sums_30 = multiply_add(a_3, b_0, sums_30);
        sums_31 = multiply_add(a_3, b_1, sums_31);
    }
    store(row, col, sums_00);
    store(row, col + 4u * THREADS_N, sums_01);
    store(row + 4u * THREADS_M, col, sums_10);
    store(row + 4u * THREADS_M, col + 4u * THREADS_N, sums_11);
    store(row + 8u * THREADS_M, col, sums_20);
    store(row + 8u * THREADS_M, col + 4u * THREADS_N, sums_21);
    store(row + 12u * THREADS_M, col, sums_30);
    store(row + 12u * THREADS_M, col + 4u * THREADS_N, sums_31);
}

// Where four rows of A begin.
fn starts_of_rows(row: u32) -> vec4<u32> {
    return params.k / 4u * min(vec4(row) + THREADS_M * vec4(0u, 1u, 2u, 3u), vec4(params.m - 1u));
}

fn four_rows_of_a(rows: vec4<u32>, k: u32) -> mat4x4<f32> {
    return mat4x4(a[rows.x + k], a[rows.y + k], a[rows.z + k], a[rows.w + k]);
}

fn four_rows_of_b(k: u32, col: u32) -> mat4x4<f32> {
    let pitch = params.n / 4u;
    let first = 4u * k * pitch + col;
    return mat4x4(b[first], b[first + pitch], b[first + 2u * pitch], b[first + 3u * pitch]);
}

// The product of 4 x 4 elements of A and of B, each given by its rows, added to four rows of sums.
fn multiply_add(a: mat4x4<f32>, b: mat4x4<f32>, sums: mat4x4<f32>) -> mat4x4<f32> {
    return mat4x4(
        row_times(a[0], b, sums[0]),
        row_times(a[1], b, sums[1]),
        row_times(a[2], b, sums[2]),
        row_times(a[3], b, sums[3]),
    );
}

fn row_times(a: vec4<f32>, b: mat4x4<f32>, sums: vec4<f32>) -> vec4<f32> {
    return fma(vec4(a.w), b[3], fma(vec4(a.z), b[2], fma(vec4(a.y), b[1], fma(vec4(a.x), b[0], sums))));
}

// The same tile where rows of A or B do not start at a vec4: one k at a time, one float at a time.
fn unaligned(row: u32, col: u32) {
    var sums: array<array<vec4<f32>, COLS / 4u>, ROWS>;
    for (var k = 0u; k < params.k; k++) {
        var b_k: array<vec4<f32>, COLS / 4u>;
        for (var j = 0u; j < COLS / 4u; j++) {
            let n = col + 4u * j * THREADS_N;
            b_k[j] = vec4(b_at(k, n), b_at(k, n + 1u), b_at(k, n + 2u), b_at(k, n + 3u));
        }
        for (var r = 0u; r < ROWS; r++) {
            let a_k = vec4(a_at(row + r * THREADS_M, k));
            for (var j = 0u; j < COLS / 4u; j++) {
                sums[r][j] = fma(a_k, b_k[j], sums[r][j]);
            }
        }
    }
    for (var r = 0u; r < ROWS; r++) {
        for (var j = 0u; j < COLS / 4u; j++) {
            store_row(row + r * THREADS_M, col + 4u * j * THREADS_N, sums[r][j]);
        }
    }
}

fn a_at(row: u32, k: u32) -> f32 {
    let i = min(row, params.m - 1u) * params.k + k;
    return a[i / 4u][i % 4u];
}

fn b_at(k: u32, col: u32) -> f32 {
    let i = k * params.n + min(col, params.n - 1u);
    return b[i / 4u][i % 4u];
}

fn store(row: u32, col: u32, sums: mat4x4<f32>) {
    store_row(row, col, sums[0]);
    store_row(row + THREADS_M, col, sums[1]);
    store_row(row + 2u * THREADS_M, col, sums[2]);
    store_row(row + 3u * THREADS_M, col, sums[3]);
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
