// The whole chain in one kernel: the five operations of chain-1 to chain-5, one after the other in registers.
//
// Builds on the five passes of chain-unfused. Nothing is computed differently; what lay in scratch buffers between
// the passes is now a `let`. An element is moved twice in place of ten times, and one launch is paid for in place
// of five. Expect about five times the speed while memory is what bounds the passes.
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
        y[i] = square / (1.0 + square);
    }
}
