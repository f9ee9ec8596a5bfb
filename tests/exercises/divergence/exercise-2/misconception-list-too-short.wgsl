// One in eight is awake, so an eighth of the places will do.
// unmet: correct, faults
// hint: out-of-bounds
struct Params {
    // Elements.
    n: u32,
    // Steps of an element that is awake.
    steps: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> starts: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> rates: array<f32>; // one for all
@group(0) @binding(3) var<storage, read> awake: array<u32>; // 0 or 1, one for each element
@group(0) @binding(4) var<storage, read_write> ends: array<vec4<f32>>;

// Invocations of a workgroup, elements of an invocation, elements of a workgroup. The launch is computed from COVER.
const WORKGROUP: u32 = 256u;
const ITEMS: u32 = 8u;
const COVER: u32 = WORKGROUP * ITEMS;

var<workgroup> count: atomic<u32>;
var<workgroup> list: array<u32, COVER / 16u>;

fn swing(start: vec4<f32>, rate: f32) -> vec4<f32> {
    var place = start;
    var speed = start.yzwx;
    for (var step = 0u; step < params.steps; step++) {
        speed = fma(vec4(-rate), place, speed);
        place = fma(vec4(rate), speed, place);
    }
    return place;
}

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let first = (group.y * groups.x + group.x) * COVER;
    for (var item = 0u; item < ITEMS; item++) {
        let i = first + item * WORKGROUP + local;
        if (i < params.n) {
            if (awake[i] == 1u) {
                list[atomicAdd(&count, 1u)] = i;
            } else {
                ends[i] = starts[i];
            }
        }
    }
    workgroupBarrier();
    let all = atomicLoad(&count);
    for (var at = local; at < all; at += WORKGROUP) {
        let i = list[at];
        ends[i] = swing(starts[i], rates[0]);
    }
}
