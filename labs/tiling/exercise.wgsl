// Exercise 1: C = A B^T, one invocation an element of C, every float fetched again by everyone who needs it.
//
// B is stored with a row for each column of C: element (k, col) of B^T is b[col * K + k]. Look at what the
// invocations of a subgroup ask for at the same k: neighbours in x need rows of B that are K floats apart.
// And then count how often each float of A and B is fetched in all.
//
// The kernel is right, and slow. Let each workgroup load tiles of A and B into workgroup memory, with neighbouring
// invocations loading neighbouring floats, and compute from there.
struct Params { m: u32, n: u32, k: u32 }

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>; // M rows of K
@group(0) @binding(2) var<storage, read> b: array<f32>; // N rows of K
@group(0) @binding(3) var<storage, read_write> c: array<f32>; // M rows of N

// A workgroup computes TILE_M x TILE_N elements of C. The launch is computed from these two.
const TILE_M = 16u;
const TILE_N = 16u;

// TODO: var<workgroup> tile_a: ..., tile_b: ...

@compute @workgroup_size(TILE_N, TILE_M)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let row = group.y * TILE_M + local.y;
    let col = group.x * TILE_N + local.x;
    // TODO: an invocation past the edge has no element of C, but its workgroup needs it: it loads, and comes to barriers.
    if row >= params.m || col >= params.n {
        return;
    }
    var sum = 0.0;
    // TODO: walk along k a tile at a time: load both tiles, wait, multiply from the tiles, wait.
    for (var k = 0u; k < params.k; k++) {
        sum = fma(a[row * params.k + k], b[col * params.k + k], sum);
    }
    c[row * params.n + col] = sum;
}
