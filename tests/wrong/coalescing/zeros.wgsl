// replaces: copy.wgsl
// verdict: wrong
// message: [0] got 0, expected
//
// Zeros: every element is written, none with its value.
struct Params {
    // Elements.
    n: u32,
    // The launch of a strided copy has 2^bits invocations: n rounded up.
    bits: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> source: array<f32>;
@group(0) @binding(2) var<storage, read_write> destination: array<f32>;

const WORKGROUP: u32 = 256u;

// The element that invocation i moves.
fn element(i: u32) -> u32 {
    return i;
}

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let i = (group.y * groups.x + group.x) * WORKGROUP + local;
    let e = element(i);
    if (e < params.n) {
        destination[e] = 0.0;
    }
}
