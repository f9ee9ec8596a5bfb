// Pass 3 of 5 of the unfused chain: a = leaky ReLU of b, which keeps positive values and scales negative ones by
// SLOPE.
//
// It writes to the buffer that pass 1 wrote: two scratch buffers, used in turn, are enough for any number of
// passes.
struct Params {
    // Elements.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(3) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> a: array<f32>;

const WORKGROUP: u32 = 256u;
const SLOPE: f32 = 0.1;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let i = (group.y * groups.x + group.x) * WORKGROUP + local;
    if (i < params.n) {
        a[i] = max(b[i], SLOPE * b[i]);
    }
}
