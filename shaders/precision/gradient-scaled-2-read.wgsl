// Pass 2 of gradient-scaled: the gradients are widened, and divided by the loss scale in f32.
//
// Builds on: gradient-f16-2-read.wgsl. f32 has exponents for what f16 has not, so that nothing is lost here.
struct Params {
    // Gradients.
    n: u32,
    // What each is multiplied by before it is stored.
    scale: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(3) var<storage, read> stored: array<u32>;
@group(0) @binding(6) var<storage, read_write> values: array<f32>;

const WORKGROUP: u32 = 256u;

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
    let pair = unpack2x16float(stored[word]) / f32(params.scale);
    values[i] = pair.x;
    if i + 1u < params.n {
        values[i + 1u] = pair.y;
    }
}
