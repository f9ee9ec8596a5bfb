// Trips, flattened: as trips.wgsl, but an invocation has ITEMS elements, and goes on to its next one without waiting.
//
// The loop over elements and the loop over their steps become one loop of steps, in which each invocation loads its
// next element when its last one is done. A subgroup now takes the time of the longest *sum* of ITEMS elements, and
// sums differ less than elements do. It needs no order; it pays with a test and a divergent reload in the inner loop.
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
// Elements of one invocation, and of one workgroup.
const ITEMS: u32 = 16u;
const COVER: u32 = WORKGROUP * ITEMS;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let workgroup = group.y * groups.x + group.x;
    let end = min((workgroup + 1u) * COVER, params.n);
    var i = workgroup * COVER + local;
    if (i >= end) {
        return;
    }
    let rate = rates[0];
    var place = starts[i];
    var speed = place.yzwx;
    var left = trips[i];
    loop {
        if (left == 0u) {
            ends[i] = place;
            i += WORKGROUP;
            if (i >= end) {
                break;
            }
            place = starts[i];
            speed = place.yzwx;
            left = trips[i];
            continue;
        }
        speed = fma(vec4(-rate), place, speed);
        place = fma(vec4(rate), speed, place);
        left -= 1u;
    }
}
