// The fused chain, four elements an invocation: one 16-byte load and one 16-byte store in place of four of each.
//
// Builds on chain-fused.wgsl. The bytes are the same, the memory instructions a quarter. Fusion has removed the
// traffic that the problem does not need, so what is left is a copy's: expect this to help as much as it helps a
// copy, which is little on a GPU that keeps enough loads in flight anyway.
struct Params {
    // Elements.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read_write> y: array<vec4<f32>>;

const WORKGROUP: u32 = 256u;
const SCALE: f32 = 1.7;
const OFFSET: f32 = 0.3;
const SLOPE: f32 = 0.1;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let i = (group.y * groups.x + group.x) * WORKGROUP + local;
    // The last vector may reach past n: a buffer is a multiple of 16 bytes long, so that it is there.
    if (i < (params.n + 3u) / 4u) {
        let scaled = SCALE * x[i];
        let offset = scaled + OFFSET;
        let leaky = max(offset, SLOPE * offset);
        let square = leaky * leaky;
        y[i] = square / (1.0 + square);
    }
}
