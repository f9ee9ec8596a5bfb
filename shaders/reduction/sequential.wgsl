// Sequential: neighbouring invocations add neighbouring words.
//
// Builds on strided.wgsl. The first half takes in the second half, then the first quarter the second, and so on: the order of a sum is
// free, so choose the one that suits the banks. Expect the bank conflicts to be gone.
struct Params {
    // Elements.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<u32>;
@group(0) @binding(2) var<storage, read_write> total: atomic<u32>;

const WORKGROUP: u32 = 256u;

var<workgroup> sums: array<u32, WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let i = (group.y * groups.x + group.x) * WORKGROUP + local;
    var own = 0u;
    if (i < params.n) {
        own = x[i];
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
