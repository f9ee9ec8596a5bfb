// replaces: by-64.wgsl
// verdict: wrong
// message: got
//
// Half the work: half of the steps.
struct Params {
    // Elements.
    n: u32,
    // Steps of every path.
    steps: u32,
    // The path that the uniform kernel takes.
    path: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> starts: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> rates: array<f32>;
@group(0) @binding(5) var<storage, read_write> ends: array<vec4<f32>>;

const WORKGROUP: u32 = 256u;
const PATHS: u32 = 64u;

// Four oscillators, moved on by all of their steps. The loop is long, and its length unknown to the compiler, so
// that a path is worth a real branch.
fn swing(start: vec4<f32>, rate: f32) -> vec4<f32> {
    var place = start;
    var speed = start.yzwx;
    for (var step = 0u; step < params.steps / 2u; step += 1u) {
        speed = fma(vec4(-rate), place, speed);
        place = fma(vec4(rate), speed, place);
    }
    return place;
}

// Path p for the invocations that take it. All rates hold one value, so that every path computes the same; the
// compiler cannot know that, and must keep the paths apart.
fn walk(element: u32, path: u32) {
    for (var p = 0u; p < PATHS; p += 1u) {
        if (path == p) {
            ends[element] = swing(starts[element], rates[p]);
        }
    }
}

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let workgroup = group.y * groups.x + group.x;
    let i = workgroup * WORKGROUP + local;
    if (i < params.n) {
        walk(i, local / 64u % PATHS);
    }
}
