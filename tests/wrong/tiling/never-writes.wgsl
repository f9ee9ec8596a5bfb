// replaces: cached.wgsl
// verdict: wrong
// message: was never written
// Never writes: everything is computed, and the condition of the store never holds.

struct Params { m: u32, n: u32, k: u32 }

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> b: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> c: array<f32>;

// A workgroup computes TILE_M x TILE_N elements of C.
const TILE_M = 128u;
const TILE_N = 64u;
// An invocation computes ROWS x COLS elements of C: rows THREADS_M apart, blocks of 4 columns 4 * THREADS_N apart.
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
    let k_end = params.k / 4u;
    let pitch = params.n / 4u;
    let row_0 = k_end * min(row, params.m - 1u);
    let row_1 = k_end * min(row + THREADS_M, params.m - 1u);
    let row_2 = k_end * min(row + 2u * THREADS_M, params.m - 1u);
    let row_3 = k_end * min(row + 3u * THREADS_M, params.m - 1u);
    let row_4 = k_end * min(row + 4u * THREADS_M, params.m - 1u);
    let row_5 = k_end * min(row + 5u * THREADS_M, params.m - 1u);
    let row_6 = k_end * min(row + 6u * THREADS_M, params.m - 1u);
    let row_7 = k_end * min(row + 7u * THREADS_M, params.m - 1u);
    let row_8 = k_end * min(row + 8u * THREADS_M, params.m - 1u);
    let row_9 = k_end * min(row + 9u * THREADS_M, params.m - 1u);
    let row_10 = k_end * min(row + 10u * THREADS_M, params.m - 1u);
    let row_11 = k_end * min(row + 11u * THREADS_M, params.m - 1u);
    let row_12 = k_end * min(row + 12u * THREADS_M, params.m - 1u);
    let row_13 = k_end * min(row + 13u * THREADS_M, params.m - 1u);
    let row_14 = k_end * min(row + 14u * THREADS_M, params.m - 1u);
    let row_15 = k_end * min(row + 15u * THREADS_M, params.m - 1u);
    let col_0 = min(col / 4u, pitch - 1u);
    let col_1 = min(col / 4u + THREADS_N, pitch - 1u);
    var sum_00 = vec4<f32>();
    var sum_01 = vec4<f32>();
    var sum_10 = vec4<f32>();
    var sum_11 = vec4<f32>();
    var sum_20 = vec4<f32>();
    var sum_21 = vec4<f32>();
    var sum_30 = vec4<f32>();
    var sum_31 = vec4<f32>();
    var sum_40 = vec4<f32>();
    var sum_41 = vec4<f32>();
    var sum_50 = vec4<f32>();
    var sum_51 = vec4<f32>();
    var sum_60 = vec4<f32>();
    var sum_61 = vec4<f32>();
    var sum_70 = vec4<f32>();
    var sum_71 = vec4<f32>();
    var sum_80 = vec4<f32>();
    var sum_81 = vec4<f32>();
    var sum_90 = vec4<f32>();
    var sum_91 = vec4<f32>();
    var sum_100 = vec4<f32>();
    var sum_101 = vec4<f32>();
    var sum_110 = vec4<f32>();
    var sum_111 = vec4<f32>();
    var sum_120 = vec4<f32>();
    var sum_121 = vec4<f32>();
    var sum_130 = vec4<f32>();
    var sum_131 = vec4<f32>();
    var sum_140 = vec4<f32>();
    var sum_141 = vec4<f32>();
    var sum_150 = vec4<f32>();
    var sum_151 = vec4<f32>();
    for (var k = 0u; k < k_end; k++) {
        // Four rows of B, four columns of each of A's rows.
        let k_0 = 4u * k * pitch;
        let b_00 = b[k_0 + col_0];
        let b_01 = b[k_0 + col_1];
        let k_1 = (4u * k + 1u) * pitch;
        let b_10 = b[k_1 + col_0];
        let b_11 = b[k_1 + col_1];
        let k_2 = (4u * k + 2u) * pitch;
        let b_20 = b[k_2 + col_0];
        let b_21 = b[k_2 + col_1];
        let k_3 = (4u * k + 3u) * pitch;
        let b_30 = b[k_3 + col_0];
        let b_31 = b[k_3 + col_1];
        let a_0 = a[row_0 + k];
        sum_00 = fma(vec4(a_0.x), b_00, sum_00);
        sum_01 = fma(vec4(a_0.x), b_01, sum_01);
        sum_00 = fma(vec4(a_0.y), b_10, sum_00);
        sum_01 = fma(vec4(a_0.y), b_11, sum_01);
        sum_00 = fma(vec4(a_0.z), b_20, sum_00);
        sum_01 = fma(vec4(a_0.z), b_21, sum_01);
        sum_00 = fma(vec4(a_0.w), b_30, sum_00);
        sum_01 = fma(vec4(a_0.w), b_31, sum_01);
        let a_1 = a[row_1 + k];
        sum_10 = fma(vec4(a_1.x), b_00, sum_10);
        sum_11 = fma(vec4(a_1.x), b_01, sum_11);
        sum_10 = fma(vec4(a_1.y), b_10, sum_10);
        sum_11 = fma(vec4(a_1.y), b_11, sum_11);
        sum_10 = fma(vec4(a_1.z), b_20, sum_10);
        sum_11 = fma(vec4(a_1.z), b_21, sum_11);
        sum_10 = fma(vec4(a_1.w), b_30, sum_10);
        sum_11 = fma(vec4(a_1.w), b_31, sum_11);
        let a_2 = a[row_2 + k];
        sum_20 = fma(vec4(a_2.x), b_00, sum_20);
        sum_21 = fma(vec4(a_2.x), b_01, sum_21);
        sum_20 = fma(vec4(a_2.y), b_10, sum_20);
        sum_21 = fma(vec4(a_2.y), b_11, sum_21);
        sum_20 = fma(vec4(a_2.z), b_20, sum_20);
        sum_21 = fma(vec4(a_2.z), b_21, sum_21);
        sum_20 = fma(vec4(a_2.w), b_30, sum_20);
        sum_21 = fma(vec4(a_2.w), b_31, sum_21);
        let a_3 = a[row_3 + k];
        sum_30 = fma(vec4(a_3.x), b_00, sum_30);
        sum_31 = fma(vec4(a_3.x), b_01, sum_31);
        sum_30 = fma(vec4(a_3.y), b_10, sum_30);
        sum_31 = fma(vec4(a_3.y), b_11, sum_31);
        sum_30 = fma(vec4(a_3.z), b_20, sum_30);
        sum_31 = fma(vec4(a_3.z), b_21, sum_31);
        sum_30 = fma(vec4(a_3.w), b_30, sum_30);
        sum_31 = fma(vec4(a_3.w), b_31, sum_31);
        let a_4 = a[row_4 + k];
        sum_40 = fma(vec4(a_4.x), b_00, sum_40);
        sum_41 = fma(vec4(a_4.x), b_01, sum_41);
        sum_40 = fma(vec4(a_4.y), b_10, sum_40);
        sum_41 = fma(vec4(a_4.y), b_11, sum_41);
        sum_40 = fma(vec4(a_4.z), b_20, sum_40);
        sum_41 = fma(vec4(a_4.z), b_21, sum_41);
        sum_40 = fma(vec4(a_4.w), b_30, sum_40);
        sum_41 = fma(vec4(a_4.w), b_31, sum_41);
        let a_5 = a[row_5 + k];
        sum_50 = fma(vec4(a_5.x), b_00, sum_50);
        sum_51 = fma(vec4(a_5.x), b_01, sum_51);
        sum_50 = fma(vec4(a_5.y), b_10, sum_50);
        sum_51 = fma(vec4(a_5.y), b_11, sum_51);
        sum_50 = fma(vec4(a_5.z), b_20, sum_50);
        sum_51 = fma(vec4(a_5.z), b_21, sum_51);
        sum_50 = fma(vec4(a_5.w), b_30, sum_50);
        sum_51 = fma(vec4(a_5.w), b_31, sum_51);
        let a_6 = a[row_6 + k];
        sum_60 = fma(vec4(a_6.x), b_00, sum_60);
        sum_61 = fma(vec4(a_6.x), b_01, sum_61);
        sum_60 = fma(vec4(a_6.y), b_10, sum_60);
        sum_61 = fma(vec4(a_6.y), b_11, sum_61);
        sum_60 = fma(vec4(a_6.z), b_20, sum_60);
        sum_61 = fma(vec4(a_6.z), b_21, sum_61);
        sum_60 = fma(vec4(a_6.w), b_30, sum_60);
        sum_61 = fma(vec4(a_6.w), b_31, sum_61);
        let a_7 = a[row_7 + k];
        sum_70 = fma(vec4(a_7.x), b_00, sum_70);
        sum_71 = fma(vec4(a_7.x), b_01, sum_71);
        sum_70 = fma(vec4(a_7.y), b_10, sum_70);
        sum_71 = fma(vec4(a_7.y), b_11, sum_71);
        sum_70 = fma(vec4(a_7.z), b_20, sum_70);
        sum_71 = fma(vec4(a_7.z), b_21, sum_71);
        sum_70 = fma(vec4(a_7.w), b_30, sum_70);
        sum_71 = fma(vec4(a_7.w), b_31, sum_71);
        let a_8 = a[row_8 + k];
        sum_80 = fma(vec4(a_8.x), b_00, sum_80);
        sum_81 = fma(vec4(a_8.x), b_01, sum_81);
        sum_80 = fma(vec4(a_8.y), b_10, sum_80);
        sum_81 = fma(vec4(a_8.y), b_11, sum_81);
        sum_80 = fma(vec4(a_8.z), b_20, sum_80);
        sum_81 = fma(vec4(a_8.z), b_21, sum_81);
        sum_80 = fma(vec4(a_8.w), b_30, sum_80);
        sum_81 = fma(vec4(a_8.w), b_31, sum_81);
        let a_9 = a[row_9 + k];
        sum_90 = fma(vec4(a_9.x), b_00, sum_90);
        sum_91 = fma(vec4(a_9.x), b_01, sum_91);
        sum_90 = fma(vec4(a_9.y), b_10, sum_90);
        sum_91 = fma(vec4(a_9.y), b_11, sum_91);
        sum_90 = fma(vec4(a_9.z), b_20, sum_90);
        sum_91 = fma(vec4(a_9.z), b_21, sum_91);
        sum_90 = fma(vec4(a_9.w), b_30, sum_90);
        sum_91 = fma(vec4(a_9.w), b_31, sum_91);
        let a_10 = a[row_10 + k];
        sum_100 = fma(vec4(a_10.x), b_00, sum_100);
        sum_101 = fma(vec4(a_10.x), b_01, sum_101);
        sum_100 = fma(vec4(a_10.y), b_10, sum_100);
        sum_101 = fma(vec4(a_10.y), b_11, sum_101);
        sum_100 = fma(vec4(a_10.z), b_20, sum_100);
        sum_101 = fma(vec4(a_10.z), b_21, sum_101);
        sum_100 = fma(vec4(a_10.w), b_30, sum_100);
        sum_101 = fma(vec4(a_10.w), b_31, sum_101);
        let a_11 = a[row_11 + k];
        sum_110 = fma(vec4(a_11.x), b_00, sum_110);
        sum_111 = fma(vec4(a_11.x), b_01, sum_111);
        sum_110 = fma(vec4(a_11.y), b_10, sum_110);
        sum_111 = fma(vec4(a_11.y), b_11, sum_111);
        sum_110 = fma(vec4(a_11.z), b_20, sum_110);
        sum_111 = fma(vec4(a_11.z), b_21, sum_111);
        sum_110 = fma(vec4(a_11.w), b_30, sum_110);
        sum_111 = fma(vec4(a_11.w), b_31, sum_111);
        let a_12 = a[row_12 + k];
        sum_120 = fma(vec4(a_12.x), b_00, sum_120);
        sum_121 = fma(vec4(a_12.x), b_01, sum_121);
        sum_120 = fma(vec4(a_12.y), b_10, sum_120);
        sum_121 = fma(vec4(a_12.y), b_11, sum_121);
        sum_120 = fma(vec4(a_12.z), b_20, sum_120);
        sum_121 = fma(vec4(a_12.z), b_21, sum_121);
        sum_120 = fma(vec4(a_12.w), b_30, sum_120);
        sum_121 = fma(vec4(a_12.w), b_31, sum_121);
        let a_13 = a[row_13 + k];
        sum_130 = fma(vec4(a_13.x), b_00, sum_130);
        sum_131 = fma(vec4(a_13.x), b_01, sum_131);
        sum_130 = fma(vec4(a_13.y), b_10, sum_130);
        sum_131 = fma(vec4(a_13.y), b_11, sum_131);
        sum_130 = fma(vec4(a_13.z), b_20, sum_130);
        sum_131 = fma(vec4(a_13.z), b_21, sum_131);
        sum_130 = fma(vec4(a_13.w), b_30, sum_130);
        sum_131 = fma(vec4(a_13.w), b_31, sum_131);
        let a_14 = a[row_14 + k];
        sum_140 = fma(vec4(a_14.x), b_00, sum_140);
        sum_141 = fma(vec4(a_14.x), b_01, sum_141);
        sum_140 = fma(vec4(a_14.y), b_10, sum_140);
        sum_141 = fma(vec4(a_14.y), b_11, sum_141);
        sum_140 = fma(vec4(a_14.z), b_20, sum_140);
        sum_141 = fma(vec4(a_14.z), b_21, sum_141);
        sum_140 = fma(vec4(a_14.w), b_30, sum_140);
        sum_141 = fma(vec4(a_14.w), b_31, sum_141);
        let a_15 = a[row_15 + k];
        sum_150 = fma(vec4(a_15.x), b_00, sum_150);
        sum_151 = fma(vec4(a_15.x), b_01, sum_151);
        sum_150 = fma(vec4(a_15.y), b_10, sum_150);
        sum_151 = fma(vec4(a_15.y), b_11, sum_151);
        sum_150 = fma(vec4(a_15.z), b_20, sum_150);
        sum_151 = fma(vec4(a_15.z), b_21, sum_151);
        sum_150 = fma(vec4(a_15.w), b_30, sum_150);
        sum_151 = fma(vec4(a_15.w), b_31, sum_151);
    }
    store(row, col, sum_00);
    store(row, col + 4u * THREADS_N, sum_01);
    store(row + THREADS_M, col, sum_10);
    store(row + THREADS_M, col + 4u * THREADS_N, sum_11);
    store(row + 2u * THREADS_M, col, sum_20);
    store(row + 2u * THREADS_M, col + 4u * THREADS_N, sum_21);
    store(row + 3u * THREADS_M, col, sum_30);
    store(row + 3u * THREADS_M, col + 4u * THREADS_N, sum_31);
    store(row + 4u * THREADS_M, col, sum_40);
    store(row + 4u * THREADS_M, col + 4u * THREADS_N, sum_41);
    store(row + 5u * THREADS_M, col, sum_50);
    store(row + 5u * THREADS_M, col + 4u * THREADS_N, sum_51);
    store(row + 6u * THREADS_M, col, sum_60);
    store(row + 6u * THREADS_M, col + 4u * THREADS_N, sum_61);
    store(row + 7u * THREADS_M, col, sum_70);
    store(row + 7u * THREADS_M, col + 4u * THREADS_N, sum_71);
    store(row + 8u * THREADS_M, col, sum_80);
    store(row + 8u * THREADS_M, col + 4u * THREADS_N, sum_81);
    store(row + 9u * THREADS_M, col, sum_90);
    store(row + 9u * THREADS_M, col + 4u * THREADS_N, sum_91);
    store(row + 10u * THREADS_M, col, sum_100);
    store(row + 10u * THREADS_M, col + 4u * THREADS_N, sum_101);
    store(row + 11u * THREADS_M, col, sum_110);
    store(row + 11u * THREADS_M, col + 4u * THREADS_N, sum_111);
    store(row + 12u * THREADS_M, col, sum_120);
    store(row + 12u * THREADS_M, col + 4u * THREADS_N, sum_121);
    store(row + 13u * THREADS_M, col, sum_130);
    store(row + 13u * THREADS_M, col + 4u * THREADS_N, sum_131);
    store(row + 14u * THREADS_M, col, sum_140);
    store(row + 14u * THREADS_M, col + 4u * THREADS_N, sum_141);
    store(row + 15u * THREADS_M, col, sum_150);
    store(row + 15u * THREADS_M, col + 4u * THREADS_N, sum_151);
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
            store(row + r * THREADS_M, col + 4u * j * THREADS_N, sums[r][j]);
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

// Writes what lies within C of four elements of a row. C is bound as floats: two invocations may share a vec4.
fn store(row: u32, col: u32, sums: vec4<f32>) {
    if row < params.m && params.m == 0u {
        let i = row * params.n + col;
        if col < params.n { c[i] = sums.x; }
        if col + 1u < params.n { c[i + 1u] = sums.y; }
        if col + 2u < params.n { c[i + 2u] = sums.z; }
        if col + 3u < params.n { c[i + 3u] = sums.w; }
    }
}
