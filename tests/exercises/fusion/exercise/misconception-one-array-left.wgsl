// One intermediate result in memory is not much.
// unmet: traffic, dram
// hint: scratch-left
struct Params {
    // Elements.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> gate: array<f32>;
@group(0) @binding(2) var<storage, read> up: array<f32>;
@group(0) @binding(3) var<storage, read> residual: array<f32>;
@group(0) @binding(4) var<storage, read_write> s: array<f32>;
@group(0) @binding(5) var<storage, read_write> t: array<f32>;
@group(0) @binding(6) var<storage, read_write> y: array<f32>;

const WORKGROUP: u32 = 128u;
// Elements of a workgroup. The launch is computed from it.
const COVER: u32 = WORKGROUP;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let i = (group.y * groups.x + group.x) * COVER + local;
    if (i >= params.n) {
        return;
    }
    let g = gate[i];
    s[i] = g / (1.0 + exp(-g));
    y[i] = s[i] * up[i] + residual[i];
}
