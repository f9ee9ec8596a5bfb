// replaces: coalesced.wgsl
// verdict: failed
// message: did not end within
// Never ends: k starts again at each row's end. Two loops, since some CPU drivers end one after 65,535 turns.

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
    var rounds = 1u;
    while rounds > 0u {
        for (var k = 0u; k < params.k || rounds > 0u; k = (k + 1u) % params.k) {
            sum = fma(a[row * params.k + k], b[k * params.n + col], sum);
            c[row * params.n + col] = sum;
        }
    }
    c[row * params.n + col] = sum;
}
