// replaces: random-regrouped.wgsl
// verdict: wrong
// message: data race on
//
// Missing barrier: the slots are read before the other subgroups have put their elements there.
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
@group(0) @binding(3) var<storage, read> kinds: array<u32>;
@group(0) @binding(5) var<storage, read_write> ends: array<vec4<f32>>;

const WORKGROUP: u32 = 256u;
const PATHS: u32 = 64u;

// For each path: its elements in this workgroup, then the next free one of its slots.
var<workgroup> slots: array<atomic<u32>, PATHS>;
// For each slot: the invocation that brought its element.
var<workgroup> owners: array<u32, WORKGROUP>;

// Four oscillators, moved on by all of their steps. The loop is long, and its length unknown to the compiler, so
// that a path is worth a real branch.
fn swing(start: vec4<f32>, rate: f32) -> vec4<f32> {
    var place = start;
    var speed = start.yzwx;
    for (var step = 0u; step < params.steps; step += 1u) {
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
    for (var p = local; p < PATHS; p += WORKGROUP) {
        atomicStore(&slots[p], 0u);
    }
    workgroupBarrier();
    if (i < params.n) {
        atomicAdd(&slots[kinds[i]], 1u);
    }
    workgroupBarrier();
    if (local == 0u) {
        var next = 0u;
        for (var p = 0u; p < PATHS; p += 1u) {
            let count = atomicLoad(&slots[p]);
            atomicStore(&slots[p], next);
            next += count;
        }
    }
    workgroupBarrier();
    if (i < params.n) {
        owners[atomicAdd(&slots[kinds[i]], 1u)] = local;
    }
    if (i < params.n) {
        let element = workgroup * WORKGROUP + owners[local];
        walk(element, kinds[element]);
    }
}
