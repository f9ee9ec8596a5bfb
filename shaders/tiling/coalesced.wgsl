// coalesced: one invocation an element of C, neighbouring invocations along a row.
//
// Teaches: coalescing. Swapping x and y changes no arithmetic, only which addresses are asked for together.
// Builds on: naive.wgsl.
// Expect: several times the speed on a GPU. The lanes of a subgroup now read neighbouring floats of B
// and write neighbouring floats of C, and all read the same float of A: few transactions, every byte used.

struct Params { m: u32, n: u32, k: u32 }

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read_write> c: array<f32>;

@compute @workgroup_size(32, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    // x counts invocations that run side by side: here they go along the columns.
    let row = id.y;
    let col = id.x;
    if row >= params.m || col >= params.n {
        return;
    }
    var sum = 0.0;
    for (var k = 0u; k < params.k; k++) {
        sum = fma(a[row * params.k + k], b[k * params.n + col], sum);
    }
    c[row * params.n + col] = sum;
}
