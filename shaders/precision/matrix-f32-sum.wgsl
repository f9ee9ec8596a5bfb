// matrix-f32-sum: the same with sums in f32.
//
// Teaches: what is multiplied has few digits, and the sum has many.
// Builds on: matrix-f16-sum.wgsl.
// Expect: the error of product-stored: that of storing alone.
enable f16;
enable wgpu_cooperative_matrix;

struct Params {
    // Rows and columns of all three matrices.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(3) var<storage, read> a: array<f16>;
@group(0) @binding(4) var<storage, read> b: array<f16>;
@group(0) @binding(9) var<storage, read_write> c: array<f32>;

// A workgroup computes TILE x TILE elements of C, in steps of SIDE along k; each of four subgroups a quarter of them.
// The lab gives WIDTH the size of the device's subgroups, and SIDE that of its matrices.
const WIDTH: u32 = 32u;
const SIDE: u32 = 16u;
const TILE: u32 = 2u * SIDE;
const THREADS: u32 = 4u * WIDTH;

alias FactorA = coop_mat16x16<f16, A>;
alias FactorB = coop_mat16x16<f16, B>;
alias Sum = coop_mat16x16<f32, C>;

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
    let row = SIDE * (subgroup / 2u);
    let col = SIDE * (subgroup % 2u);
    for (var i = lane; i < TILE * TILE; i += THREADS) {
        tile_c[i] = 0.0;
    }
    workgroupBarrier();
    var sum = coopLoadT<Sum>(&tile_c[row * TILE + col], TILE);
    for (var k0 = 0u; k0 < params.n; k0 += SIDE) {
        for (var i = lane; i < TILE * SIDE; i += THREADS) {
            tile_a[i] = load_a(row0 + i / SIDE, k0 + i % SIDE);
        }
        for (var i = lane; i < SIDE * TILE; i += THREADS) {
            tile_b[i] = load_b(k0 + i / TILE, col0 + i % TILE);
        }
        workgroupBarrier(); // the tiles are complete
        let a_k = coopLoadT<FactorA>(&tile_a[row * SIDE], SIDE);
        let b_k = coopLoadT<FactorB>(&tile_b[col], TILE);
        sum = coopMultiplyAdd(a_k, b_k, sum);
        workgroupBarrier(); // and all have read them: they may be overwritten
    }
    coopStoreT(sum, &tile_c[row * TILE + col], TILE);
    workgroupBarrier();
    for (var i = lane; i < TILE * TILE; i += THREADS) {
        let m = row0 + i / TILE;
        let n = col0 + i % TILE;
        if m < params.n && n < params.n {
            c[m * params.n + n] = tile_c[i];
        }
    }
}

// Beyond the edge the tiles hold zeros, so that matrices are always whole.
fn load_a(row: u32, k: u32) -> f16 {
    if row < params.n && k < params.n {
        return a[row * params.n + k];
    }
    return 0.0h;
}

fn load_b(k: u32, col: u32) -> f16 {
    if k < params.n && col < params.n {
        return b[k * params.n + col];
    }
    return 0.0h;
}
