// matrix-units: a subgroup multiplies matrices of 16 x 16 f16 (of 8 x 8 on some devices) in one instruction, with sums in f32.
//
// Teaches: matrix units (tensor cores), which hardware adds beside its f32 units for this one operation.
// Builds on: half.wgsl. A program whose matrices are f32 would round them to f16 first, to 11 bits; here A and B are
// f16 to begin with. Their products are exact in f32; what may differ from f32 arithmetic is the sum, which some
// units cut off rather than round. The roof is that of the matrix units, not of f32.
// Expect: several times the speed of any f32 kernel where the device has matrix units; skipped elsewhere.

enable f16;
enable wgpu_cooperative_matrix;

struct Params { m: u32, n: u32, k: u32 }

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f16>;
@group(0) @binding(2) var<storage, read> b: array<f16>;
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

alias FactorA = coop_mat16x16<f16, A>;
alias FactorB = coop_mat16x16<f16, B>;
alias Sum = coop_mat16x16<f32, C>;

var<workgroup> tile_a: array<f16, TILE_M * TILE_K>;
var<workgroup> tile_b: array<f16, TILE_K * TILE_N>;
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
    for (var i = lane; i < TILE_M * TILE_N; i += THREADS) {
        tile_c[i] = 0.0;
    }
    workgroupBarrier();
    let zeros = row * TILE_N + col;
    var sum_00 = coopLoadT<Sum>(&tile_c[zeros], TILE_N);
    var sum_01 = coopLoadT<Sum>(&tile_c[zeros], TILE_N);
    var sum_10 = coopLoadT<Sum>(&tile_c[zeros], TILE_N);
    var sum_11 = coopLoadT<Sum>(&tile_c[zeros], TILE_N);
    for (var k0 = 0u; k0 < params.k; k0 += TILE_K) {
        // Beyond the edge the tiles hold zeros, so that matrices are always whole.
        for (var i = lane; i < TILE_M * TILE_K; i += THREADS) {
            tile_a[i] = load_a(row0 + i / TILE_K, k0 + i % TILE_K);
        }
        for (var i = lane; i < TILE_K * TILE_N; i += THREADS) {
            tile_b[i] = load_b(k0 + i / TILE_N, col0 + i % TILE_N);
        }
        workgroupBarrier(); // the tiles are complete
        for (var k = 0u; k < TILE_K; k += SIDE) {
            let a_0 = coopLoadT<FactorA>(&tile_a[row * TILE_K + k], TILE_K);
            let a_1 = coopLoadT<FactorA>(&tile_a[(row + SIDE) * TILE_K + k], TILE_K);
            let b_0 = coopLoadT<FactorB>(&tile_b[k * TILE_N + col], TILE_N);
            let b_1 = coopLoadT<FactorB>(&tile_b[k * TILE_N + col + SIDE], TILE_N);
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

fn load_a(row: u32, k: u32) -> f16 {
    if row < params.m && k < params.k {
        return a[row * params.k + k];
    }
    return 0.0h;
}

fn load_b(k: u32, col: u32) -> f16 {
    if k < params.k && col < params.n {
        return b[k * params.n + col];
    }
    return 0.0h;
}
