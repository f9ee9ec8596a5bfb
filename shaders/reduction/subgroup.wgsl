// Subgroup: the lanes of a subgroup add up in registers, without memory and without a barrier.
//
// Builds on vec4.wgsl. subgroupAdd takes the place of the tree: no workgroup memory, no barrier, and nobody waits for another subgroup.
// But each subgroup takes a turn at the total for itself. Expect fewer instructions, and as many times the turns as a workgroup
// has subgroups.
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

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
    @builtin(subgroup_invocation_id) lane: u32,
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
        atomicAdd(&total, sum);
    }
}
