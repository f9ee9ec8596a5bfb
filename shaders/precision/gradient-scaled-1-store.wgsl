// Pass 1 of gradient-scaled: each gradient is multiplied by the loss scale before it is stored.
//
// Teaches: a power of two moves values along the exponents and changes no digit. In training it is the loss that is multiplied, once: all gradients
// follow by the chain rule.
// Builds on: gradient-f16-1-store.wgsl. A multiplication.
// Expect: the same time, and fewer gradients lost. With too large a scale the largest of them become infinite.
struct Params {
    // Gradients.
    n: u32,
    // What each is multiplied by before it is stored.
    scale: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> gradients: array<f32>;
@group(0) @binding(3) var<storage, read_write> stored: array<u32>;

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
    let scale = f32(params.scale);
    var bits = half(gradients[i] * scale);
    // The last word may have one gradient only.
    if i + 1u < params.n {
        bits |= half(gradients[i + 1u] * scale) << 16u;
    }
    stored[word] = bits;
}
