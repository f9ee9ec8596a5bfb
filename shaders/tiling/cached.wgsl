// cached: a larger register tile, and no workgroup memory at all: the caches are left to do the sharing.
//
// Teaches: which shape is best depends on the device. A barrier and a copy pay only where workgroup memory is
// faster than the cache.
// Builds on: vectorised.wgsl, with COLS = 16.
// Expect: the fastest rung on a CPU device, whose lanes share nothing but the cache, where a load costs far more than
// a multiply-add, and sums that do not fit the registers spill into a near cache: 24 loads feed 128
// multiply-adds. On a GPU, slower than the rungs with workgroup memory: every load is a request to the L1 cache,
// and 128 sums an invocation leave few subgroups to hide its latency; on some the sums spill.

struct Params { m: u32, n: u32, k: u32 }

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> b: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> c: array<f32>;

// A workgroup computes TILE_M x TILE_N elements of C.
const TILE_M = 64u;
const TILE_N = 128u;
// An invocation computes ROWS x COLS elements of C: rows THREADS_M apart, blocks of 4 columns 4 * THREADS_N apart.
const ROWS = 8u;
const COLS = 16u;
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
    let col_0 = min(col / 4u, pitch - 1u);
    let col_1 = min(col / 4u + THREADS_N, pitch - 1u);
    let col_2 = min(col / 4u + 2u * THREADS_N, pitch - 1u);
    let col_3 = min(col / 4u + 3u * THREADS_N, pitch - 1u);
    var sum_00 = vec4<f32>();
    var sum_01 = vec4<f32>();
    var sum_02 = vec4<f32>();
    var sum_03 = vec4<f32>();
    var sum_10 = vec4<f32>();
    var sum_11 = vec4<f32>();
    var sum_12 = vec4<f32>();
    var sum_13 = vec4<f32>();
    var sum_20 = vec4<f32>();
    var sum_21 = vec4<f32>();
    var sum_22 = vec4<f32>();
    var sum_23 = vec4<f32>();
    var sum_30 = vec4<f32>();
    var sum_31 = vec4<f32>();
    var sum_32 = vec4<f32>();
    var sum_33 = vec4<f32>();
    var sum_40 = vec4<f32>();
    var sum_41 = vec4<f32>();
    var sum_42 = vec4<f32>();
    var sum_43 = vec4<f32>();
    var sum_50 = vec4<f32>();
    var sum_51 = vec4<f32>();
    var sum_52 = vec4<f32>();
    var sum_53 = vec4<f32>();
    var sum_60 = vec4<f32>();
    var sum_61 = vec4<f32>();
    var sum_62 = vec4<f32>();
    var sum_63 = vec4<f32>();
    var sum_70 = vec4<f32>();
    var sum_71 = vec4<f32>();
    var sum_72 = vec4<f32>();
    var sum_73 = vec4<f32>();
    for (var k = 0u; k < k_end; k++) {
        // Four rows of B, four columns of each of A's rows.
        let k_0 = 4u * k * pitch;
        let b_00 = b[k_0 + col_0];
        let b_01 = b[k_0 + col_1];
        let b_02 = b[k_0 + col_2];
        let b_03 = b[k_0 + col_3];
        let k_1 = (4u * k + 1u) * pitch;
        let b_10 = b[k_1 + col_0];
        let b_11 = b[k_1 + col_1];
        let b_12 = b[k_1 + col_2];
        let b_13 = b[k_1 + col_3];
        let k_2 = (4u * k + 2u) * pitch;
        let b_20 = b[k_2 + col_0];
        let b_21 = b[k_2 + col_1];
        let b_22 = b[k_2 + col_2];
        let b_23 = b[k_2 + col_3];
        let k_3 = (4u * k + 3u) * pitch;
        let b_30 = b[k_3 + col_0];
        let b_31 = b[k_3 + col_1];
        let b_32 = b[k_3 + col_2];
        let b_33 = b[k_3 + col_3];
        let a_0 = a[row_0 + k];
        sum_00 = fma(vec4(a_0.x), b_00, sum_00);
        sum_01 = fma(vec4(a_0.x), b_01, sum_01);
        sum_02 = fma(vec4(a_0.x), b_02, sum_02);
        sum_03 = fma(vec4(a_0.x), b_03, sum_03);
        sum_00 = fma(vec4(a_0.y), b_10, sum_00);
        sum_01 = fma(vec4(a_0.y), b_11, sum_01);
        sum_02 = fma(vec4(a_0.y), b_12, sum_02);
        sum_03 = fma(vec4(a_0.y), b_13, sum_03);
        sum_00 = fma(vec4(a_0.z), b_20, sum_00);
        sum_01 = fma(vec4(a_0.z), b_21, sum_01);
        sum_02 = fma(vec4(a_0.z), b_22, sum_02);
        sum_03 = fma(vec4(a_0.z), b_23, sum_03);
        sum_00 = fma(vec4(a_0.w), b_30, sum_00);
        sum_01 = fma(vec4(a_0.w), b_31, sum_01);
        sum_02 = fma(vec4(a_0.w), b_32, sum_02);
        sum_03 = fma(vec4(a_0.w), b_33, sum_03);
        let a_1 = a[row_1 + k];
        sum_10 = fma(vec4(a_1.x), b_00, sum_10);
        sum_11 = fma(vec4(a_1.x), b_01, sum_11);
        sum_12 = fma(vec4(a_1.x), b_02, sum_12);
        sum_13 = fma(vec4(a_1.x), b_03, sum_13);
        sum_10 = fma(vec4(a_1.y), b_10, sum_10);
        sum_11 = fma(vec4(a_1.y), b_11, sum_11);
        sum_12 = fma(vec4(a_1.y), b_12, sum_12);
        sum_13 = fma(vec4(a_1.y), b_13, sum_13);
        sum_10 = fma(vec4(a_1.z), b_20, sum_10);
        sum_11 = fma(vec4(a_1.z), b_21, sum_11);
        sum_12 = fma(vec4(a_1.z), b_22, sum_12);
        sum_13 = fma(vec4(a_1.z), b_23, sum_13);
        sum_10 = fma(vec4(a_1.w), b_30, sum_10);
        sum_11 = fma(vec4(a_1.w), b_31, sum_11);
        sum_12 = fma(vec4(a_1.w), b_32, sum_12);
        sum_13 = fma(vec4(a_1.w), b_33, sum_13);
        let a_2 = a[row_2 + k];
        sum_20 = fma(vec4(a_2.x), b_00, sum_20);
        sum_21 = fma(vec4(a_2.x), b_01, sum_21);
        sum_22 = fma(vec4(a_2.x), b_02, sum_22);
        sum_23 = fma(vec4(a_2.x), b_03, sum_23);
        sum_20 = fma(vec4(a_2.y), b_10, sum_20);
        sum_21 = fma(vec4(a_2.y), b_11, sum_21);
        sum_22 = fma(vec4(a_2.y), b_12, sum_22);
        sum_23 = fma(vec4(a_2.y), b_13, sum_23);
        sum_20 = fma(vec4(a_2.z), b_20, sum_20);
        sum_21 = fma(vec4(a_2.z), b_21, sum_21);
        sum_22 = fma(vec4(a_2.z), b_22, sum_22);
        sum_23 = fma(vec4(a_2.z), b_23, sum_23);
        sum_20 = fma(vec4(a_2.w), b_30, sum_20);
        sum_21 = fma(vec4(a_2.w), b_31, sum_21);
        sum_22 = fma(vec4(a_2.w), b_32, sum_22);
        sum_23 = fma(vec4(a_2.w), b_33, sum_23);
        let a_3 = a[row_3 + k];
        sum_30 = fma(vec4(a_3.x), b_00, sum_30);
        sum_31 = fma(vec4(a_3.x), b_01, sum_31);
        sum_32 = fma(vec4(a_3.x), b_02, sum_32);
        sum_33 = fma(vec4(a_3.x), b_03, sum_33);
        sum_30 = fma(vec4(a_3.y), b_10, sum_30);
        sum_31 = fma(vec4(a_3.y), b_11, sum_31);
        sum_32 = fma(vec4(a_3.y), b_12, sum_32);
        sum_33 = fma(vec4(a_3.y), b_13, sum_33);
        sum_30 = fma(vec4(a_3.z), b_20, sum_30);
        sum_31 = fma(vec4(a_3.z), b_21, sum_31);
        sum_32 = fma(vec4(a_3.z), b_22, sum_32);
        sum_33 = fma(vec4(a_3.z), b_23, sum_33);
        sum_30 = fma(vec4(a_3.w), b_30, sum_30);
        sum_31 = fma(vec4(a_3.w), b_31, sum_31);
        sum_32 = fma(vec4(a_3.w), b_32, sum_32);
        sum_33 = fma(vec4(a_3.w), b_33, sum_33);
        let a_4 = a[row_4 + k];
        sum_40 = fma(vec4(a_4.x), b_00, sum_40);
        sum_41 = fma(vec4(a_4.x), b_01, sum_41);
        sum_42 = fma(vec4(a_4.x), b_02, sum_42);
        sum_43 = fma(vec4(a_4.x), b_03, sum_43);
        sum_40 = fma(vec4(a_4.y), b_10, sum_40);
        sum_41 = fma(vec4(a_4.y), b_11, sum_41);
        sum_42 = fma(vec4(a_4.y), b_12, sum_42);
        sum_43 = fma(vec4(a_4.y), b_13, sum_43);
        sum_40 = fma(vec4(a_4.z), b_20, sum_40);
        sum_41 = fma(vec4(a_4.z), b_21, sum_41);
        sum_42 = fma(vec4(a_4.z), b_22, sum_42);
        sum_43 = fma(vec4(a_4.z), b_23, sum_43);
        sum_40 = fma(vec4(a_4.w), b_30, sum_40);
        sum_41 = fma(vec4(a_4.w), b_31, sum_41);
        sum_42 = fma(vec4(a_4.w), b_32, sum_42);
        sum_43 = fma(vec4(a_4.w), b_33, sum_43);
        let a_5 = a[row_5 + k];
        sum_50 = fma(vec4(a_5.x), b_00, sum_50);
        sum_51 = fma(vec4(a_5.x), b_01, sum_51);
        sum_52 = fma(vec4(a_5.x), b_02, sum_52);
        sum_53 = fma(vec4(a_5.x), b_03, sum_53);
        sum_50 = fma(vec4(a_5.y), b_10, sum_50);
        sum_51 = fma(vec4(a_5.y), b_11, sum_51);
        sum_52 = fma(vec4(a_5.y), b_12, sum_52);
        sum_53 = fma(vec4(a_5.y), b_13, sum_53);
        sum_50 = fma(vec4(a_5.z), b_20, sum_50);
        sum_51 = fma(vec4(a_5.z), b_21, sum_51);
        sum_52 = fma(vec4(a_5.z), b_22, sum_52);
        sum_53 = fma(vec4(a_5.z), b_23, sum_53);
        sum_50 = fma(vec4(a_5.w), b_30, sum_50);
        sum_51 = fma(vec4(a_5.w), b_31, sum_51);
        sum_52 = fma(vec4(a_5.w), b_32, sum_52);
        sum_53 = fma(vec4(a_5.w), b_33, sum_53);
        let a_6 = a[row_6 + k];
        sum_60 = fma(vec4(a_6.x), b_00, sum_60);
        sum_61 = fma(vec4(a_6.x), b_01, sum_61);
        sum_62 = fma(vec4(a_6.x), b_02, sum_62);
        sum_63 = fma(vec4(a_6.x), b_03, sum_63);
        sum_60 = fma(vec4(a_6.y), b_10, sum_60);
        sum_61 = fma(vec4(a_6.y), b_11, sum_61);
        sum_62 = fma(vec4(a_6.y), b_12, sum_62);
        sum_63 = fma(vec4(a_6.y), b_13, sum_63);
        sum_60 = fma(vec4(a_6.z), b_20, sum_60);
        sum_61 = fma(vec4(a_6.z), b_21, sum_61);
        sum_62 = fma(vec4(a_6.z), b_22, sum_62);
        sum_63 = fma(vec4(a_6.z), b_23, sum_63);
        sum_60 = fma(vec4(a_6.w), b_30, sum_60);
        sum_61 = fma(vec4(a_6.w), b_31, sum_61);
        sum_62 = fma(vec4(a_6.w), b_32, sum_62);
        sum_63 = fma(vec4(a_6.w), b_33, sum_63);
        let a_7 = a[row_7 + k];
        sum_70 = fma(vec4(a_7.x), b_00, sum_70);
        sum_71 = fma(vec4(a_7.x), b_01, sum_71);
        sum_72 = fma(vec4(a_7.x), b_02, sum_72);
        sum_73 = fma(vec4(a_7.x), b_03, sum_73);
        sum_70 = fma(vec4(a_7.y), b_10, sum_70);
        sum_71 = fma(vec4(a_7.y), b_11, sum_71);
        sum_72 = fma(vec4(a_7.y), b_12, sum_72);
        sum_73 = fma(vec4(a_7.y), b_13, sum_73);
        sum_70 = fma(vec4(a_7.z), b_20, sum_70);
        sum_71 = fma(vec4(a_7.z), b_21, sum_71);
        sum_72 = fma(vec4(a_7.z), b_22, sum_72);
        sum_73 = fma(vec4(a_7.z), b_23, sum_73);
        sum_70 = fma(vec4(a_7.w), b_30, sum_70);
        sum_71 = fma(vec4(a_7.w), b_31, sum_71);
        sum_72 = fma(vec4(a_7.w), b_32, sum_72);
        sum_73 = fma(vec4(a_7.w), b_33, sum_73);
    }
    store(row, col, sum_00);
    store(row, col + 4u * THREADS_N, sum_01);
    store(row, col + 8u * THREADS_N, sum_02);
    store(row, col + 12u * THREADS_N, sum_03);
    store(row + THREADS_M, col, sum_10);
    store(row + THREADS_M, col + 4u * THREADS_N, sum_11);
    store(row + THREADS_M, col + 8u * THREADS_N, sum_12);
    store(row + THREADS_M, col + 12u * THREADS_N, sum_13);
    store(row + 2u * THREADS_M, col, sum_20);
    store(row + 2u * THREADS_M, col + 4u * THREADS_N, sum_21);
    store(row + 2u * THREADS_M, col + 8u * THREADS_N, sum_22);
    store(row + 2u * THREADS_M, col + 12u * THREADS_N, sum_23);
    store(row + 3u * THREADS_M, col, sum_30);
    store(row + 3u * THREADS_M, col + 4u * THREADS_N, sum_31);
    store(row + 3u * THREADS_M, col + 8u * THREADS_N, sum_32);
    store(row + 3u * THREADS_M, col + 12u * THREADS_N, sum_33);
    store(row + 4u * THREADS_M, col, sum_40);
    store(row + 4u * THREADS_M, col + 4u * THREADS_N, sum_41);
    store(row + 4u * THREADS_M, col + 8u * THREADS_N, sum_42);
    store(row + 4u * THREADS_M, col + 12u * THREADS_N, sum_43);
    store(row + 5u * THREADS_M, col, sum_50);
    store(row + 5u * THREADS_M, col + 4u * THREADS_N, sum_51);
    store(row + 5u * THREADS_M, col + 8u * THREADS_N, sum_52);
    store(row + 5u * THREADS_M, col + 12u * THREADS_N, sum_53);
    store(row + 6u * THREADS_M, col, sum_60);
    store(row + 6u * THREADS_M, col + 4u * THREADS_N, sum_61);
    store(row + 6u * THREADS_M, col + 8u * THREADS_N, sum_62);
    store(row + 6u * THREADS_M, col + 12u * THREADS_N, sum_63);
    store(row + 7u * THREADS_M, col, sum_70);
    store(row + 7u * THREADS_M, col + 4u * THREADS_N, sum_71);
    store(row + 7u * THREADS_M, col + 8u * THREADS_N, sum_72);
    store(row + 7u * THREADS_M, col + 12u * THREADS_N, sum_73);
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
    if row < params.m {
        let i = row * params.n + col;
        if col < params.n { c[i] = sums.x; }
        if col + 1u < params.n { c[i + 1u] = sums.y; }
        if col + 2u < params.n { c[i + 2u] = sums.z; }
        if col + 3u < params.n { c[i + 3u] = sums.w; }
    }
}
