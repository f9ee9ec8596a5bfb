// Atomic: every invocation adds its element to the one total.
//
// The simplest sum that is right. An atomic addition is done in one place (level 2 of the caches), and those to one address
// wait for each other: n elements are n turns, however many invocations there are. Many compilers add up what a subgroup has
// first, so that a turn is left for each subgroup. Expect it to be limited by the turns even so.
struct Params {
    // Elements.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<u32>;
@group(0) @binding(2) var<storage, read_write> total: atomic<u32>;

const WORKGROUP: u32 = 256u;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let i = (group.y * groups.x + group.x) * WORKGROUP + local;
    if (i < params.n) {
        atomicAdd(&total, x[i]);
    }
}
