// C = A B of small matrices: a workgroup makes 16 x 16 elements of C, an invocation one.
//
// Teaches: what fills no device is bound by neither roof. 64 x 64 elements are 16 workgroups, and each waits for its own loads.
// Builds on: nothing here. The lab `tiling` takes it from here.
// Expect: next to nothing of any roof.

struct Params { m: u32, n: u32, k: u32 }

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read_write> c: array<f32>;

const TILE = 16u;
// A workgroup's elements of C.
const TILE_M = TILE;
const TILE_N = TILE;

var<workgroup> tile_a: array<array<f32, TILE>, TILE>;
var<workgroup> tile_b: array<array<f32, TILE>, TILE>;

@compute @workgroup_size(TILE, TILE)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    var sum = 0.0;
    for (var k0 = 0u; k0 < params.k; k0 += TILE) {
        // Beyond the edges there are zeros.
        tile_a[local.y][local.x] = 0.0;
        if id.y < params.m && k0 + local.x < params.k {
            tile_a[local.y][local.x] = a[id.y * params.k + k0 + local.x];
        }
        tile_b[local.y][local.x] = 0.0;
        if k0 + local.y < params.k && id.x < params.n {
            tile_b[local.y][local.x] = b[(k0 + local.y) * params.n + id.x];
        }
        workgroupBarrier(); // the tiles are complete
        for (var k = 0u; k < TILE; k++) {
            sum = fma(tile_a[local.y][k], tile_b[k][local.x], sum);
        }
        workgroupBarrier(); // all have read them: they may be overwritten
    }
    if id.y < params.m && id.x < params.n {
        c[id.y * params.n + id.x] = sum;
    }
}
