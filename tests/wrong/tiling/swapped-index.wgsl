// replaces: naive.wgsl
// verdict: wrong
// message: out-of-bounds
// Swapped index: A times the transpose of B; right where the size is 1.

struct Params { m: u32, n: u32, k: u32 }

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read_write> c: array<f32>;

@compute @workgroup_size(32, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    // x counts invocations that run side by side: here they go down the rows.
    let row = id.x;
    let col = id.y;
    if row >= params.m || col >= params.n {
        return;
    }
    var sum = 0.0;
    for (var k = 0u; k < params.k; k++) {
        sum = fma(a[row * params.k + k], b[col * params.n + k], sum);
    }
    c[row * params.n + col] = sum;
}
