// replaces: soa.wgsl
// verdict: wrong
// message: got
//
// Swapped index: adds y where x was asked for.
struct Params {
    // Records.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(2) var<storage, read> fields: array<f32>;
@group(0) @binding(3) var<storage, read_write> moved: array<f32>;

const WORKGROUP: u32 = 256u;

// Where each field's array starts, in arrays.
const X: u32 = 1u;
const VELOCITY_X: u32 = 4u;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let i = (group.y * groups.x + group.x) * WORKGROUP + local;
    if (i < params.n) {
        moved[i] = fields[X * params.n + i] + fields[VELOCITY_X * params.n + i];
    }
}
