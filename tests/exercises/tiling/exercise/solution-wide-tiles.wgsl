// Tiles of 32 by 32, stored the other way round.
struct Params { m: u32, n: u32, k: u32 }

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read_write> c: array<f32>;

const TILE_M = 32u;
const TILE_N = 32u;
const TILE_K = 32u;

var<workgroup> tile_a: array<array<f32, TILE_K>, TILE_M>;
// A column more than it needs: lanes read down a column, and neighbours must not share a bank.
var<workgroup> tile_b: array<array<f32, TILE_K + 1>, TILE_N>;

@compute @workgroup_size(TILE_N, 8)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let row0 = group.y * TILE_M + local.y;
    let col = group.x * TILE_N + local.x;
    var sums: array<f32, 4>;
    for (var k0 = 0u; k0 < params.k; k0 += TILE_K) {
        for (var r = 0u; r < 4u; r++) {
            tile_a[local.y + 8u * r][local.x] = load_a(row0 + 8u * r, k0 + local.x);
            tile_b[local.y + 8u * r][local.x] = load_b(group.x * TILE_N + local.y + 8u * r, k0 + local.x);
        }
        workgroupBarrier();
        for (var k = 0u; k < TILE_K; k++) {
            for (var r = 0u; r < 4u; r++) {
                sums[r] = fma(tile_a[local.y + 8u * r][k], tile_b[local.x][k], sums[r]);
            }
        }
        workgroupBarrier();
    }
    for (var r = 0u; r < 4u; r++) {
        let row = row0 + 8u * r;
        if row < params.m && col < params.n {
            c[row * params.n + col] = sums[r];
        }
    }
}

fn load_a(row: u32, k: u32) -> f32 {
    if row < params.m && k < params.k {
        return a[row * params.k + k];
    }
    return 0.0;
}

fn load_b(col: u32, k: u32) -> f32 {
    if col < params.n && k < params.k {
        return b[col * params.k + k];
    }
    return 0.0;
}
