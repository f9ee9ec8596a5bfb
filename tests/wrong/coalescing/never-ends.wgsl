// replaces: offset.wgsl
// verdict: failed
// message: did not end within
//
// Never ends: waits for a sine to be 7.
// It does a lot in each round, because llvmpipe ends every loop after 65,535 rounds (LP_MAX_TGSI_LOOP_ITERATIONS in
// Mesa) and goes on as if it were done: of a short endless loop, it shows the wrong result and not the lack of an end.
struct Params {
    // Elements.
    n: u32,
    // The launch of a strided copy has 2^bits invocations: n rounded up.
    bits: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> source: array<f32>;
@group(0) @binding(2) var<storage, read_write> destination: array<f32>;

const WORKGROUP: u32 = 256u;

// The element that invocation i moves.
fn element(i: u32) -> u32 {
    return select(i + 1u, 0u, i + 1u == params.n);
}

fn once(x: vec4<f32>) -> vec4<f32> {
    return sin(cos(x) * 3.0);
}

fn often(x: vec4<f32>) -> vec4<f32> {
    return once(once(once(once(x))));
}

fn more(x: vec4<f32>) -> vec4<f32> {
    return often(often(often(often(x))));
}

fn wait() -> f32 {
    var x = vec4(f32(params.n));
    while (all(x != vec4(7.0))) {
        x = more(more(more(more(x))));
    }
    return x.x;
}

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let i = (group.y * groups.x + group.x) * WORKGROUP + local;
    let e = element(i);
    let waited = wait();
    if (e < params.n) {
        destination[e] = source[e] + waited;
    }
}
