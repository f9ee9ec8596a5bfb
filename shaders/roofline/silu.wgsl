// SiLU, x / (1 + exp(-x)), element by element.
//
// Teaches: a costly function is three operations for eight bytes, and still far left of the ridge.
// Builds on: nothing. An element an invocation.
// Expect: the time of a copy.

struct Params {
    // Elements.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;

const WORKGROUP: u32 = 256u;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let i = (workgroup.y * workgroups.x + workgroup.x) * WORKGROUP + lane;
    if i < params.n {
        let own = x[i];
        y[i] = own / (1.0 + exp(-own));
    }
}
