// sum-bf16: the same in bf16, which is rounded by its bits.
//
// Teaches: bf16 has the range of f32 and three digits fewer than f16: its sums stop at 256. What multiplies bf16 adds up in f32.
// Builds on: sum-f16.wgsl. No type of WGSL is a bf16: the sum is an f32 of which the lower half is zero.
// Expect: eight times the error of sum-f16, eight times as early.
struct Params {
    // Terms of a sum.
    n: u32,
    // How many sums.
    sums: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(3) var<storage, read_write> sums: array<f32>;

const WORKGROUP: u32 = 32u;

// The nearest bf16, ties to even: half of the last digit is added, less a little where that digit is even.
fn rounded(value: f32) -> f32 {
    let bits = bitcast<u32>(value);
    return bitcast<f32>((bits + 0x7fffu + (bits >> 16u & 1u)) & 0xffff0000u);
}

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
        sum = rounded(sum + x[i * params.sums + s]);
    }
    sums[s] = sum;
}
