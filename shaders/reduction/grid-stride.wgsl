// Grid stride: each invocation adds many elements in a register before any of them waits for another.
//
// Builds on sequential.wgsl, where half of the invocations are idle after their only load. Here a workgroup covers COVER elements: the
// invocations of the whole launch go over the array side by side, in strides of the whole launch, so that every load is coalesced.
// The tree, its barriers and the turn at the total are paid once for COVER elements. Expect to come near the memory's bandwidth.
struct Params {
    // Elements.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<u32>;
@group(0) @binding(2) var<storage, read_write> total: atomic<u32>;

const WORKGROUP: u32 = 256u;
// Elements for which a workgroup is launched.
const COVER: u32 = 4096u;

var<workgroup> sums: array<u32, WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let workgroup = group.y * groups.x + group.x;
    let stride = groups.x * groups.y * WORKGROUP;
    var own = 0u;
    for (var i = workgroup * WORKGROUP + local; i < params.n; i += stride) {
        own += x[i];
    }
    sums[local] = own;
    workgroupBarrier();
    for (var step = WORKGROUP / 2u; step > 0u; step /= 2u) {
        if (local < step) {
            sums[local] += sums[local + step];
        }
        workgroupBarrier();
    }
    if (local == 0u) {
        atomicAdd(&total, sums[0]);
    }
}
