// Array of structs: invocation i reads two of the eight fields of record i, and writes one result.
//
// The record is one 32-byte struct, so that the same field of neighbouring records is 8 elements apart: this is
// a stride of 8. The fields that this kernel does not need are fetched together with those that it needs: of the
// 32 bytes fetched a record, 8 are used.
struct Params {
    // Records.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> particles: array<Particle>;
@group(0) @binding(3) var<storage, read_write> moved: array<f32>;

const WORKGROUP: u32 = 256u;

struct Particle {
    x: f32,
    y: f32,
    z: f32,
    mass: f32,
    velocity_x: f32,
    velocity_y: f32,
    velocity_z: f32,
    charge: f32,
}

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let i = (group.y * groups.x + group.x) * WORKGROUP + local;
    if (i < params.n) {
        moved[i] = particles[i].x + particles[i].velocity_x;
    }
}
