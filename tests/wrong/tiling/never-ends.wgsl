// replaces: coalesced.wgsl
// verdict: failed
// message: did not end within
// Never ends: waits for a cosine of 7, much work in each turn, since some CPU drivers end a loop after 65,535 turns.

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
    var sum = wait();
    for (var k = 0u; k < params.k; k++) {
        sum = fma(a[row * params.k + k], b[k * params.n + col], sum);
    }
    c[row * params.n + col] = sum;
}

fn wait() -> f32 {
    var x = vec4(f32(params.m));
    while all(x != vec4(7.0)) {
        x = longer(longer(longer(longer(x))));
    }
    return x.x;
}

fn longer(x: vec4<f32>) -> vec4<f32> {
    return long(long(long(long(x))));
}

fn long(x: vec4<f32>) -> vec4<f32> {
    return short(short(short(short(x))));
}

fn short(x: vec4<f32>) -> vec4<f32> {
    return once(once(once(once(x))));
}

fn once(x: vec4<f32>) -> vec4<f32> {
    return cos(sin(x) + 1.0);
}
