// replaces: tiled.wgsl
// verdict: wrong
// message: data race on
// Missing barrier: the tiles are read before all of them are written.

struct Params { m: u32, n: u32, k: u32 }

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read_write> c: array<f32>;

// A workgroup computes TILE x TILE elements of C, in steps of TILE along k.
const TILE = 16u;

var<workgroup> tile_a: array<array<f32, TILE>, TILE>;
var<workgroup> tile_b: array<array<f32, TILE>, TILE>;

@compute @workgroup_size(TILE, TILE)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let row = id.y;
    let col = id.x;
    var sum = 0.0;
    for (var k0 = 0u; k0 < params.k; k0 += TILE) {
        // Beyond the edge the tiles hold zeros. Nobody returns early: a barrier needs everybody.
        tile_a[local.y][local.x] = load_a(row, k0 + local.x);
        tile_b[local.y][local.x] = load_b(k0 + local.y, col);
        for (var k = 0u; k < TILE; k++) {
            sum = fma(tile_a[local.y][k], tile_b[k][local.x], sum);
        }
        workgroupBarrier(); // and all have read them: they may be overwritten
    }
    if row < params.m && col < params.n {
        c[row * params.n + col] = sum;
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
