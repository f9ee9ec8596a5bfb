// As `one-load`, with four neighbouring slots an invocation, which one load brings.
//
// Teaches: a wide load has as many bytes under way as four narrow ones, and is one instruction.
// Builds on: one-load.wgsl; `loads-4` has four loads for it.
// Expect: the curve of all others, with a quarter of the invocations and of the requests.

struct Params {
    // Elements.
    n: u32,
    // Words under way, of which each has a sum: a multiple of four.
    slots: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> sums: array<vec4<f32>>;

const WORKGROUP: u32 = 128u;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let number = workgroup.y * workgroups.x + workgroup.x;
    let four = number * WORKGROUP + lane;
    if four >= params.slots / 4u {
        return;
    }
    var sum = vec4<f32>();
    var at = four;
    for (; at < params.n / 4u; at += params.slots / 4u) {
        sum += x[at];
    }
    // The last four elements need not all be there.
    if 4u * at < params.n {
        sum += select(vec4<f32>(), x[at], 4u * at + vec4(0u, 1u, 2u, 3u) < vec4(params.n));
    }
    sums[four] = sum;
}
