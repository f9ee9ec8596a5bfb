// matrix-vec4: the tiles of matrix-units, filled four numbers at a time and, where a tile is whole, without a condition.
//
// Teaches: matrix units are fast enough to wait for everything else. A condition at each load makes each wait for itself.
// Builds on: matrix-units.wgsl. The matrices are loaded through pointers to vectors: strides count vectors of four.
// Expect: on a GPU with matrix units most of the ladder's gain; skipped elsewhere.

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
const TILE_M = 4u * SIDE;
const TILE_N = 4u * SIDE;
const TILE_K = 32u;
const THREADS = 4u * WIDTH;
// A subgroup computes a quarter of it: 2 x 2 matrices of SIDE x SIDE.
const PART_M = TILE_M / 2u;
const PART_N = TILE_N / 2u;
// A row of a tile, in vectors of four.
const ROW_A = TILE_K / 4u;
const ROW_B = TILE_N / 4u;
// Vectors that an invocation brings in a step.
const EACH_A = TILE_M * ROW_A / THREADS;
const EACH_B = TILE_K * ROW_B / THREADS;

alias FactorA = coop_mat16x16<f16, A>;
alias FactorB = coop_mat16x16<f16, B>;
alias Sum = coop_mat16x16<f32, C>;

var<workgroup> tile_a: array<vec4<f16>, TILE_M * ROW_A>;
var<workgroup> tile_b: array<vec4<f16>, TILE_K * ROW_B>;
var<workgroup> tile_c: array<f32, TILE_M * TILE_N>;

@compute @workgroup_size(THREADS)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
    @builtin(subgroup_id) subgroup: u32,
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
    var sum_10 = Sum();
    var sum_11 = Sum();
    for (var k0 = 0u; k0 < params.k; k0 += TILE_K) {
        if whole && k0 + TILE_K <= params.k {
            for (var i = 0u; i < EACH_A; i++) {
                let at = lane + i * THREADS;
                tile_a[at] = a[((row0 + at / ROW_A) * params.k + k0) / 4u + at % ROW_A];
            }
            for (var i = 0u; i < EACH_B; i++) {
                let at = lane + i * THREADS;
                tile_b[at] = b[((k0 + at / ROW_B) * params.n + col0) / 4u + at % ROW_B];
            }
        } else {
            for (var i = 0u; i < EACH_A; i++) {
                let at = lane + i * THREADS;
                tile_a[at] = load_a(row0 + at / ROW_A, k0 + 4u * (at % ROW_A));
            }
            for (var i = 0u; i < EACH_B; i++) {
                let at = lane + i * THREADS;
                tile_b[at] = load_b(k0 + at / ROW_B, col0 + 4u * (at % ROW_B));
            }
        }
        workgroupBarrier(); // the tiles are complete
        for (var k = 0u; k < TILE_K; k += SIDE) {
            let a_0 = coopLoadT<FactorA>(&tile_a[row * ROW_A + k / 4u], ROW_A);
            let a_1 = coopLoadT<FactorA>(&tile_a[(row + SIDE) * ROW_A + k / 4u], ROW_A);
            let b_0 = coopLoadT<FactorB>(&tile_b[k * ROW_B + col / 4u], ROW_B);
            let b_1 = coopLoadT<FactorB>(&tile_b[k * ROW_B + (col + SIDE) / 4u], ROW_B);
            sum_00 = coopMultiplyAdd(a_0, b_0, sum_00);
            sum_01 = coopMultiplyAdd(a_0, b_1, sum_01);
            sum_10 = coopMultiplyAdd(a_1, b_0, sum_10);
            sum_11 = coopMultiplyAdd(a_1, b_1, sum_11);
        }
        workgroupBarrier(); // and all have read them: they may be overwritten
    }
    coopStoreT(sum_00, &tile_c[row * TILE_N + col], TILE_N);
    coopStoreT(sum_01, &tile_c[row * TILE_N + col + SIDE], TILE_N);
    coopStoreT(sum_10, &tile_c[(row + SIDE) * TILE_N + col], TILE_N);
    coopStoreT(sum_11, &tile_c[(row + SIDE) * TILE_N + col + SIDE], TILE_N);
    workgroupBarrier();
    for (var i = lane; i < TILE_M * TILE_N; i += THREADS) {
        let m = row0 + i / TILE_N;
        let n = col0 + i % TILE_N;
        if m < params.m && n < params.n {
            c[m * params.n + n] = tile_c[i];
        }
    }
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
