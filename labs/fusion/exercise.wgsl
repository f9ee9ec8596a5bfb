// Exercise 1: a gated linear unit with a residual, as a translation of an array program, line by line.
//
//     s = sigmoid(gate)
//     t = gate * s
//     s = t * up
//     y = s + residual
//
// Each line of the array program reads whole arrays and writes a whole array, and so does this kernel: what one line
// writes to `s` or `t` in memory, the next one reads back. Nobody else ever looks at `s` and `t`.
//
// The kernel is right, and slow. Count the arrays that pass through memory; then keep in registers those that need not.
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
    let i = (group.y * groups.x + group.x) * COVER + local; // A launch may have rows: global_invocation_id.x begins anew in each.
    if (i >= params.n) {
        return;
    }
    // TODO: the four lines, without the detours through memory.
    s[i] = 1.0 / (1.0 + exp(-gate[i]));
    t[i] = gate[i] * s[i];
    s[i] = t[i] * up[i];
    y[i] = s[i] + residual[i];
}
