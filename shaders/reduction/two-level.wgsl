// Two levels: subgroups add up in registers, and their sums meet in workgroup memory.
//
// Builds on subgroup.wgsl. One barrier and one word a subgroup buy back what it lost: one turn at the total for a whole workgroup.
// Expect the fewest turns and nearly the fewest instructions; the time is the memory's.
struct Params {
    // Elements.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> total: atomic<u32>;

const WORKGROUP: u32 = 256u;
// Elements for which a workgroup is launched.
const COVER: u32 = 4096u;

// No device has subgroups of fewer than 4.
var<workgroup> sums: array<u32, WORKGROUP / 4u>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_size) width: u32,
    @builtin(subgroup_id) subgroup: u32,
    @builtin(num_subgroups) subgroups: u32,
) {
    let workgroup = group.y * groups.x + group.x;
    let stride = groups.x * groups.y * WORKGROUP;
    var four = vec4(0u);
    for (var i = workgroup * WORKGROUP + local; i < params.n / 4u; i += stride) {
        four += x[i];
    }
    var own = four.x + four.y + four.z + four.w;
    // What fills no vector: three elements at most.
    if (workgroup == 0u && local < params.n % 4u) {
        own += x[params.n / 4u][local];
    }
    let sum = subgroupAdd(own);
    if (lane == 0u) {
        sums[subgroup] = sum;
    }
    workgroupBarrier();
    // Small subgroups are more of them than one has lanes.
    var others = 0u;
    for (var at = lane; at < subgroups; at += width) {
        others += sums[at];
    }
    let all = subgroupAdd(others);
    if (local == 0u) {
        atomicAdd(&total, all);
    }
}
