// kahan: each addition also says what it lost, which the next one makes good.
//
// Teaches: (t - sum) is what arrived of y, so (t - sum) - y is what did not. In whole numbers it would be zero: a compiler that calculates as if there were no
// roundings leaves it out, and WGSL does not forbid it.
// Builds on: sum-f32.wgsl. Four additions in place of one, each waiting for the one before.
// Expect: an error of one rounding, whatever n is, and four times the arithmetic; or, with such a compiler, the sums of sum-f32.
struct Params {
    // Terms of a sum.
    n: u32,
    // How many sums.
    sums: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(6) var<storage, read_write> sums: array<f32>;

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
    // What the sum has too much.
    var lost = 0.0;
    for (var i = 0u; i < params.n; i++) {
        let y = x[i * params.sums + s] - lost;
        let t = sum + y;
        lost = (t - sum) - y;
        sum = t;
    }
    sums[s] = sum;
}
