// Pass 1 of gradient-bf16: each gradient is stored in bf16, as it is.
//
// Teaches: bf16 has the exponents of f32, and so no gradient becomes zero and none infinite. It pays with three digits.
// Builds on: gradient-f16-1-store.wgsl. Another way to round, and no scale.
// Expect: the same time; none lost, and eight times the error of the gradients that f16 keeps.
struct Params {
    // Gradients.
    n: u32,
    // What each is multiplied by before it is stored.
    scale: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> gradients: array<f32>;
@group(0) @binding(4) var<storage, read_write> stored: array<u32>;

const WORKGROUP: u32 = 256u;

// The upper half of the nearest bf16, ties to even.
fn brain(value: f32) -> u32 {
    let bits = bitcast<u32>(value);
    return (bits + 0x7fffu + (bits >> 16u & 1u)) >> 16u;
}

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let word = (group.y * groups.x + group.x) * WORKGROUP + lane;
    let i = 2u * word;
    if i >= params.n {
        return;
    }
    var bits = brain(gradients[i]);
    // The last word may have one gradient only.
    if i + 1u < params.n {
        bits |= brain(gradients[i + 1u]) << 16u;
    }
    stored[word] = bits;
}
