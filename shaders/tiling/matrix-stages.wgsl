// matrix-stages: the next tiles are on their way while the present ones are multiplied.
//
// Teaches: hiding latency. What is asked for before the products has arrived after them.
// Builds on: matrix-padded.wgsl, as prefetched does for f32. What is fetched waits in registers. No condition may
// stand around the loads, so an address beyond the buffer is moved to its end; what was fetched for a tile at an edge is not used.
// Expect: on a GPU the fastest of the ladder.

enable f16;
enable wgpu_cooperative_matrix;

struct Params { m: u32, n: u32, k: u32 }

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec4<f16>>;
@group(0) @binding(2) var<storage, read> b: array<vec4<f16>>;
@group(0) @binding(3) var<storage, read_write> c: array<f32>;

// The lab gives WIDTH the size of the device's subgroups, and SIDE that of its matrices.
const WIDTH = 32u;
const SIDE = 16u;
// A workgroup of four subgroups computes TILE_M x TILE_N elements of C, in steps of TILE_K along k.
const TILE_M = 8u * SIDE;
const TILE_N = 8u * SIDE;
const TILE_K = 16u;
const THREADS = 4u * WIDTH;
// A subgroup computes a quarter of it: 4 x 4 matrices of SIDE x SIDE.
const PART_M = TILE_M / 2u;
const PART_N = TILE_N / 2u;
// A row of a tile, in vectors of four, of which the last two are never read.
const ROW_A = TILE_K / 4u;
const ROW_B = TILE_N / 4u;
const STRIDE_A = ROW_A + 2u;
const STRIDE_B = ROW_B + 2u;
// Vectors that an invocation brings in a step.
const EACH_A = TILE_M * ROW_A / THREADS;
const EACH_B = TILE_K * ROW_B / THREADS;

alias FactorA = coop_mat16x16<f16, A>;
alias FactorB = coop_mat16x16<f16, B>;
alias Sum = coop_mat16x16<f32, C>;

var<workgroup> tile_a: array<vec4<f16>, TILE_M * STRIDE_A>;
var<workgroup> tile_b: array<vec4<f16>, TILE_K * STRIDE_B>;
var<workgroup> tile_c: array<f32, 4u * SIDE * SIDE>; // a matrix a subgroup, for the edges of C

@compute @workgroup_size(THREADS)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
    @builtin(subgroup_id) subgroup: u32,
    @builtin(subgroup_invocation_id) within: u32,
) {
    let row0 = group.y * TILE_M;
    let col0 = group.x * TILE_N;
    let row = PART_M * (subgroup / 2u);
    let col = PART_N * (subgroup % 2u);
    // Rows must start at a vector, and the tile must lie within C.
    let aligned = params.n % 4u == 0u && params.k % 4u == 0u;
    let whole = aligned && row0 + TILE_M <= params.m && col0 + TILE_N <= params.n;
    var sum_00 = Sum();
    var sum_01 = Sum();
    var sum_02 = Sum();
    var sum_03 = Sum();
    var sum_10 = Sum();
    var sum_11 = Sum();
    var sum_12 = Sum();
    var sum_13 = Sum();
    var sum_20 = Sum();
    var sum_21 = Sum();
    var sum_22 = Sum();
    var sum_23 = Sum();
    var sum_30 = Sum();
    var sum_31 = Sum();
    var sum_32 = Sum();
    var sum_33 = Sum();
    let last_a = arrayLength(&a) - 1u;
    let last_b = arrayLength(&b) - 1u;
    var next_a: array<vec4<f16>, EACH_A>;
    var next_b: array<vec4<f16>, EACH_B>;
    for (var i = 0u; i < EACH_A; i++) {
        let at = lane + i * THREADS;
        next_a[i] = a[min(((row0 + at / ROW_A) * params.k) / 4u + at % ROW_A, last_a)];
    }
    for (var i = 0u; i < EACH_B; i++) {
        let at = lane + i * THREADS;
        next_b[i] = b[min((at / ROW_B * params.n + col0) / 4u + at % ROW_B, last_b)];
    }
    for (var k0 = 0u; k0 < params.k; k0 += TILE_K) {
        if !(whole && k0 + TILE_K <= params.k) {
            for (var i = 0u; i < EACH_A; i++) {
                let at = lane + i * THREADS;
                next_a[i] = load_a(row0 + at / ROW_A, k0 + 4u * (at % ROW_A));
            }
            for (var i = 0u; i < EACH_B; i++) {
                let at = lane + i * THREADS;
                next_b[i] = load_b(k0 + at / ROW_B, col0 + 4u * (at % ROW_B));
            }
        }
        for (var i = 0u; i < EACH_A; i++) {
            let at = lane + i * THREADS;
            tile_a[at / ROW_A * STRIDE_A + at % ROW_A] = next_a[i];
        }
        for (var i = 0u; i < EACH_B; i++) {
            let at = lane + i * THREADS;
            tile_b[at / ROW_B * STRIDE_B + at % ROW_B] = next_b[i];
        }
        workgroupBarrier(); // the tiles are complete
        for (var i = 0u; i < EACH_A; i++) {
            let at = lane + i * THREADS;
            next_a[i] = a[min(((row0 + at / ROW_A) * params.k + k0 + TILE_K) / 4u + at % ROW_A, last_a)];
        }
        for (var i = 0u; i < EACH_B; i++) {
            let at = lane + i * THREADS;
            next_b[i] = b[min(((k0 + TILE_K + at / ROW_B) * params.n + col0) / 4u + at % ROW_B, last_b)];
        }
        for (var k = 0u; k < TILE_K; k += SIDE) {
            let a_0 = coopLoadT<FactorA>(&tile_a[row * STRIDE_A + k / 4u], STRIDE_A);
            let a_1 = coopLoadT<FactorA>(&tile_a[(row + SIDE) * STRIDE_A + k / 4u], STRIDE_A);
            let a_2 = coopLoadT<FactorA>(&tile_a[(row + 2u * SIDE) * STRIDE_A + k / 4u], STRIDE_A);
            let a_3 = coopLoadT<FactorA>(&tile_a[(row + 3u * SIDE) * STRIDE_A + k / 4u], STRIDE_A);
            let b_0 = coopLoadT<FactorB>(&tile_b[k * STRIDE_B + col / 4u], STRIDE_B);
            let b_1 = coopLoadT<FactorB>(&tile_b[k * STRIDE_B + (col + SIDE) / 4u], STRIDE_B);
            let b_2 = coopLoadT<FactorB>(&tile_b[k * STRIDE_B + (col + 2u * SIDE) / 4u], STRIDE_B);
            let b_3 = coopLoadT<FactorB>(&tile_b[k * STRIDE_B + (col + 3u * SIDE) / 4u], STRIDE_B);
            sum_00 = coopMultiplyAdd(a_0, b_0, sum_00);
            sum_01 = coopMultiplyAdd(a_0, b_1, sum_01);
            sum_02 = coopMultiplyAdd(a_0, b_2, sum_02);
            sum_03 = coopMultiplyAdd(a_0, b_3, sum_03);
            sum_10 = coopMultiplyAdd(a_1, b_0, sum_10);
            sum_11 = coopMultiplyAdd(a_1, b_1, sum_11);
            sum_12 = coopMultiplyAdd(a_1, b_2, sum_12);
            sum_13 = coopMultiplyAdd(a_1, b_3, sum_13);
            sum_20 = coopMultiplyAdd(a_2, b_0, sum_20);
            sum_21 = coopMultiplyAdd(a_2, b_1, sum_21);
            sum_22 = coopMultiplyAdd(a_2, b_2, sum_22);
            sum_23 = coopMultiplyAdd(a_2, b_3, sum_23);
            sum_30 = coopMultiplyAdd(a_3, b_0, sum_30);
            sum_31 = coopMultiplyAdd(a_3, b_1, sum_31);
            sum_32 = coopMultiplyAdd(a_3, b_2, sum_32);
            sum_33 = coopMultiplyAdd(a_3, b_3, sum_33);
        }
        workgroupBarrier(); // and all have read them: they may be overwritten
    }
    let m = row0 + row;
    let n = col0 + col;
    store(sum_00, whole, m, n, subgroup, within);
    store(sum_01, whole, m, n + SIDE, subgroup, within);
    store(sum_02, whole, m, n + 2u * SIDE, subgroup, within);
    store(sum_03, whole, m, n + 3u * SIDE, subgroup, within);
    store(sum_10, whole, m + SIDE, n, subgroup, within);
    store(sum_11, whole, m + SIDE, n + SIDE, subgroup, within);
    store(sum_12, whole, m + SIDE, n + 2u * SIDE, subgroup, within);
    store(sum_13, whole, m + SIDE, n + 3u * SIDE, subgroup, within);
    store(sum_20, whole, m + 2u * SIDE, n, subgroup, within);
    store(sum_21, whole, m + 2u * SIDE, n + SIDE, subgroup, within);
    store(sum_22, whole, m + 2u * SIDE, n + 2u * SIDE, subgroup, within);
    store(sum_23, whole, m + 2u * SIDE, n + 3u * SIDE, subgroup, within);
    store(sum_30, whole, m + 3u * SIDE, n, subgroup, within);
    store(sum_31, whole, m + 3u * SIDE, n + SIDE, subgroup, within);
    store(sum_32, whole, m + 3u * SIDE, n + 2u * SIDE, subgroup, within);
    store(sum_33, whole, m + 3u * SIDE, n + 3u * SIDE, subgroup, within);
}

// Writes what lies within C of a matrix at `row` and `col`; `within` is the lane's place in the subgroup.
fn store(sum: Sum, whole: bool, row: u32, col: u32, subgroup: u32, within: u32) {
    let at = subgroup * SIDE * SIDE;
    if whole {
        let first = row * params.n + col;
        let stride = params.n;
        coopStoreT(sum, &c[first], stride);
        return;
    }
    coopStoreT(sum, &tile_c[at], SIDE);
    workgroupBarrier();
    for (var i = within; i < SIDE * SIDE; i += WIDTH) {
        let m = row + i / SIDE;
        let n = col + i % SIDE;
        if m < params.m && n < params.n {
            c[m * params.n + n] = tile_c[at + i];
        }
    }
    workgroupBarrier();
}

// Four numbers of a row of A, zeros beyond the edge. Where K is no multiple of 4, a row may start within a vector.
fn load_a(row: u32, k: u32) -> vec4<f16> {
    return vec4(a_at(row, k), a_at(row, k + 1u), a_at(row, k + 2u), a_at(row, k + 3u));
}

fn a_at(row: u32, k: u32) -> f16 {
    if row < params.m && k < params.k {
        let i = row * params.k + k;
        return a[i / 4u][i % 4u];
    }
    return 0.0h;
}

// Four numbers of a row of B.
fn load_b(k: u32, col: u32) -> vec4<f16> {
    return vec4(b_at(k, col), b_at(k, col + 1u), b_at(k, col + 2u), b_at(k, col + 3u));
}

fn b_at(k: u32, col: u32) -> f16 {
    if k < params.k && col < params.n {
        let i = k * params.n + col;
        return b[i / 4u][i % 4u];
    }
    return 0.0h;
}
