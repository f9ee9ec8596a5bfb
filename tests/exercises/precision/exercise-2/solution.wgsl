// Each value becomes 256 times as large, so that its rest has its digits in f16, and three products of f16 make one of f32.
enable f16;
enable wgpu_cooperative_matrix;

struct Params {
    // Rows and columns of all three matrices.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read_write> c: array<f32>;

// A workgroup computes TILE x TILE elements of C, in steps of SIDE along k; each of its four subgroups a quarter of them.
const SIDE: u32 = 16u;
const TILE: u32 = 2u * SIDE;
const WIDTH: u32 = 32u; // lanes of a subgroup: the device's number takes this one's place
const THREADS: u32 = 4u * WIDTH;
// No digit is lost by it, and rests are as large as f16 likes them.
const SCALE: f32 = 256.0;

alias FactorA = coop_mat16x16<f16, A>;
alias FactorB = coop_mat16x16<f16, B>;
alias Sum = coop_mat16x16<f32, C>;

// What is left of the values of A and B.
var<workgroup> rest_a: array<f16, TILE * SIDE>;
var<workgroup> rest_b: array<f16, SIDE * TILE>;
var<workgroup> tile_a: array<f16, TILE * SIDE>;
var<workgroup> tile_b: array<f16, SIDE * TILE>;
var<workgroup> tile_c: array<f32, TILE * TILE>;

@compute @workgroup_size(THREADS)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
    @builtin(subgroup_id) subgroup: u32,
) {
    let row0 = group.y * TILE;
    let col0 = group.x * TILE;
    // Where subgroups are smaller there are more of them, and some compute the same quarter.
    let row = SIDE * (subgroup / 2u % 2u);
    let col = SIDE * (subgroup % 2u);
    for (var i = lane; i < TILE * TILE; i += THREADS) {
        tile_c[i] = 0.0;
    }
    workgroupBarrier();
    var sum = coopLoadT<Sum>(&tile_c[row * TILE + col], TILE);
    for (var k0 = 0u; k0 < params.n; k0 += SIDE) {
        for (var i = lane; i < TILE * SIDE; i += THREADS) {
            let own = SCALE * load_a(row0 + i / SIDE, k0 + i % SIDE);
            let hi = f16(own);
            tile_a[i] = hi;
            rest_a[i] = f16(own - f32(hi));
        }
        for (var i = lane; i < SIDE * TILE; i += THREADS) {
            let own = SCALE * load_b(k0 + i / TILE, col0 + i % TILE);
            let hi = f16(own);
            tile_b[i] = hi;
            rest_b[i] = f16(own - f32(hi));
        }
        workgroupBarrier(); // the tiles are complete
        let a_hi = coopLoadT<FactorA>(&tile_a[row * SIDE], SIDE);
        let b_hi = coopLoadT<FactorB>(&tile_b[col], TILE);
        let a_lo = coopLoadT<FactorA>(&rest_a[row * SIDE], SIDE);
        let b_lo = coopLoadT<FactorB>(&rest_b[col], TILE);
        sum = coopMultiplyAdd(a_lo, b_hi, sum);
        sum = coopMultiplyAdd(a_hi, b_lo, sum);
        sum = coopMultiplyAdd(a_hi, b_hi, sum);
        workgroupBarrier(); // and all have read them: they may be overwritten
    }
    coopStoreT(sum, &tile_c[row * TILE + col], TILE);
    workgroupBarrier();
    for (var i = lane; i < TILE * TILE; i += THREADS) {
        let m = row0 + i / TILE;
        let n = col0 + i % TILE;
        if m < params.n && n < params.n {
            c[m * params.n + n] = tile_c[i] / (SCALE * SCALE);
        }
    }
}

// Beyond the edge the tiles hold zeros, so that matrices are always whole.
fn load_a(row: u32, k: u32) -> f32 {
    if row < params.n && k < params.n {
        return a[row * params.n + k];
    }
    return 0.0;
}

fn load_b(k: u32, col: u32) -> f32 {
    if k < params.n && col < params.n {
        return b[k * params.n + col];
    }
    return 0.0;
}
