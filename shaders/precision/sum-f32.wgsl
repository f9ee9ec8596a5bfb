// sum-f32: the same in f32.
//
// Teaches: what 24 digits are good for. The error grows with n here, too, from the eighth digit on; it would stop at 2^24.
// Builds on: sum-f16.wgsl.
// Expect: an error of some ten-millionths for a few thousand terms.
struct Params {
    // Terms of a sum.
    n: u32,
    // How many sums.
    sums: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(4) var<storage, read_write> sums: array<f32>;

const WORKGROUP: u32 = 32u;

// Term i of sum number s is x[i * sums + s]: lanes side by side read side by side.
@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let s = (group.y * groups.x + group.x) * WORKGROUP + lane;
    if s >= params.sums {
        return;
    }
    var sum = 0.0;
    for (var i = 0u; i < params.n; i++) {
        sum += x[i * params.sums + s];
    }
    sums[s] = sum;
}
