// Without fma.
struct Params {
    // Elements.
    n: u32,
    // Steps of every element.
    steps: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> starts: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> rates: array<f32>; // one for each kind
@group(0) @binding(3) var<storage, read> kinds: array<u32>; // 0 to 7, one for each element
@group(0) @binding(4) var<storage, read_write> ends: array<vec4<f32>>;

// What a damped spring keeps of its speed in each step.
const KEEP: f32 = 0.99;

const WORKGROUP: u32 = 128u;
// Elements of a workgroup. The launch is computed from it.
const COVER: u32 = WORKGROUP;

fn swing(start: vec4<f32>, rate: f32, keep: f32) -> vec4<f32> {
    var place = start;
    var speed = start.yzwx;
    for (var step = 0u; step < params.steps; step++) {
        speed = keep * speed - rate * place;
        place = place + rate * speed;
    }
    return place;
}

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let i = (group.y * groups.x + group.x) * COVER + local;
    if (i >= params.n) {
        return;
    }
    let kind = kinds[i];
    let keep = select(1.0, KEEP, kind % 2u == 1u);
    ends[i] = swing(starts[i], rates[kind], keep);
}
