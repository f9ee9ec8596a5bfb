// Pass 2 of 5 of the unfused chain: b = a + OFFSET.
//
// The value that pass 1 had in a register comes back from memory: `a` is nobody's result, it exists only because
// the chain was cut here.
struct Params {
    // Elements.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(2) var<storage, read> a: array<f32>;
@group(0) @binding(3) var<storage, read_write> b: array<f32>;

const WORKGROUP: u32 = 256u;
const OFFSET: f32 = 0.3;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let i = (group.y * groups.x + group.x) * WORKGROUP + local;
    if (i < params.n) {
        b[i] = a[i] + OFFSET;
    }
}
