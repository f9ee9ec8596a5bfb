// replaces: trips.wgsl
// verdict: failed
// message: did not end within
//
// Never ends: waits for a sine to be 7.
// It does a lot in each round, because llvmpipe ends every loop after 65,535 rounds (LP_MAX_TGSI_LOOP_ITERATIONS in
// Mesa) and goes on as if it were done: of a short endless loop, it shows the wrong result and not the lack of an end.
struct Params {
    // Elements.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> starts: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> rates: array<f32>;
@group(0) @binding(3) var<storage, read> trips: array<u32>;
@group(0) @binding(5) var<storage, read_write> ends: array<vec4<f32>>;

const WORKGROUP: u32 = 256u;

// Four oscillators, moved on by as many steps as the element asks for.
fn swing(start: vec4<f32>, rate: f32, steps: u32) -> vec4<f32> {
    var place = start;
    var speed = start.yzwx;
    for (var step = 0u; step < steps; step += 1u) {
        speed = fma(vec4(-rate), place, speed);
        place = fma(vec4(rate), speed, place);
    }
    return place;
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
    let workgroup = group.y * groups.x + group.x;
    let i = workgroup * WORKGROUP + local;
    let waited = wait();
    if (i < params.n) {
        ends[i] = swing(starts[i], rates[0], trips[i]) + waited;
    }
}
