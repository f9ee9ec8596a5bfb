// Constants without a type.
struct Params { m: u32, n: u32, k: u32 }

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read_write> c: array<f32>;

const TILE_M = 16;
const TILE_N = 16;
const TILE_K = 16;

var<workgroup> tile_a: array<array<f32, TILE_K>, TILE_M>;
// A column more than it needs: lanes read down a column, and neighbours must not share a bank.
var<workgroup> tile_b: array<array<f32, TILE_K + 1>, TILE_N>;

@compute @workgroup_size(TILE_N, TILE_M)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let row = group.y * TILE_M + local.y;
    let col = group.x * TILE_N + local.x;
    var sum = 0.0;
    for (var k0 = 0u; k0 < params.k; k0 += TILE_K) {
        tile_a[local.y][local.x] = load_a(row, k0 + local.x);
        tile_b[local.y][local.x] = load_b(group.x * TILE_N + local.y, k0 + local.x);
        workgroupBarrier();
        for (var k = 0u; k < TILE_K; k++) {
            sum = fma(tile_a[local.y][k], tile_b[local.x][k], sum);
        }
        workgroupBarrier();
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

fn load_b(col: u32, k: u32) -> f32 {
    if col < params.n && k < params.k {
        return b[col * params.k + k];
    }
    return 0.0;
}
