// Subgroup scan: the lanes of a subgroup compute their running total in registers.
//
// Builds on hillis-steele.wgsl, whose steps subgroupInclusiveAdd does without memory. What is left for workgroup memory is one word a
// subgroup, and for barriers one: each invocation adds the sums of the subgroups before its own. Expect a copy's time.
struct Params {
    // Elements.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<u32>;
@group(0) @binding(2) var<storage, read_write> y: array<u32>;

const WORKGROUP: u32 = 256u;
const BLOCK: u32 = WORKGROUP;

// No device has subgroups of fewer than 4.
var<workgroup> sums: array<u32, WORKGROUP / 4u>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_size) width: u32,
    @builtin(subgroup_id) subgroup: u32,
) {
    // Subgroups need not lie along `local`: a lane's place is that in its subgroup.
    let i = (group.y * groups.x + group.x) * BLOCK + subgroup * width + lane;
    var own = 0u;
    if (i < params.n) {
        own = x[i];
    }
    var sum = subgroupInclusiveAdd(own);
    if (lane == width - 1u) {
        sums[subgroup] = sum;
    }
    workgroupBarrier();
    for (var before = 0u; before < subgroup; before++) {
        sum += sums[before];
    }
    if (i < params.n) {
        y[i] = sum;
    }
}
