// sum-f16: each invocation adds up n values in a variable of f16.
//
// Teaches: an accumulator needs more digits than what is added. From 2048 on f16 has only every second whole number, so a sum that has come that far
// stays there, whatever is added that is below 1.
// Expect: right for a few terms; off by more and more, and from some thousands on without a right digit.
enable f16;

struct Params {
    // Terms of a sum.
    n: u32,
    // How many sums.
    sums: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> sums: array<f32>;

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
    var sum = 0.0h;
    for (var i = 0u; i < params.n; i++) {
        sum += f16(x[i * params.sums + s]);
    }
    sums[s] = f32(sum);
}
