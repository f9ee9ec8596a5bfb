// replaces: chain-fused.wgsl
// verdict: wrong
// message: got 0
//
// Zeros: the work is done and thrown away.
struct Params {
    // Elements.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

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
    if (i < params.n) {
        let scaled = SCALE * x[i];
        let offset = scaled + OFFSET;
        let leaky = max(offset, SLOPE * offset);
        let square = leaky * leaky;
        y[i] = 0.0 * square;
    }
}
