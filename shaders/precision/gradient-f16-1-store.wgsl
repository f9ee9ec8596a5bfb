// Pass 1 of gradient-f16: each gradient is stored in f16, as it is.
//
// Teaches: f16 has five bits for the exponent. What is smaller than half of 2^-24 becomes zero, and gradients often are.
// Expect: a quarter of the gradients is lost, though the others have an error of a few units in the fourth digit only.
struct Params {
    // Gradients.
    n: u32,
    // What each is multiplied by before it is stored.
    scale: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> gradients: array<f32>;
@group(0) @binding(2) var<storage, read_write> stored: array<u32>;

const WORKGROUP: u32 = 256u;

// The largest f16. WGSL does not say what becomes of a larger value, so that this kernel does.
const LARGEST: f32 = 65504.0;
const INFINITY: u32 = 0x7c00u;

// The bits of a value as f16: of one that is too large, those of infinity with its sign.
fn half(value: f32) -> u32 {
    if abs(value) > LARGEST {
        return INFINITY | (bitcast<u32>(value) >> 16u & 0x8000u);
    }
    return pack2x16float(vec2(value, 0.0)) & 0xffffu;
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
    var bits = half(gradients[i]);
    // The last word may have one gradient only.
    if i + 1u < params.n {
        bits |= half(gradients[i + 1u]) << 16u;
    }
    stored[word] = bits;
}
