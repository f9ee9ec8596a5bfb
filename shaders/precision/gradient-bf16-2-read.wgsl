// Pass 2 of gradient-bf16: the bits of a bf16 are the upper half of an f32's.
struct Params {
    // Gradients.
    n: u32,
    // What each is multiplied by before it is stored.
    scale: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(4) var<storage, read> stored: array<u32>;
@group(0) @binding(7) var<storage, read_write> values: array<f32>;

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
    let bits = stored[word];
    let pair = vec2(bitcast<f32>(bits << 16u), bitcast<f32>(bits & 0xffff0000u));
    values[i] = pair.x;
    if i + 1u < params.n {
        values[i + 1u] = pair.y;
    }
}
