// replaces: stride-2.wgsl
// verdict: wrong
// message: data race on
//
// Swapped index: the second sweep moves the elements of the first again.
struct Params {
    // Elements.
    n: u32,
    // The launch of a strided copy has 2^bits invocations: n rounded up.
    bits: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> source: array<f32>;
@group(0) @binding(2) var<storage, read_write> destination: array<f32>;

const WORKGROUP: u32 = 256u;
const STRIDE: u32 = 2u;

// The element that invocation i moves: the launch sweeps the array STRIDE times, each time from the next start.
fn element(i: u32) -> u32 {
    let sweep_bits = params.bits - firstTrailingBit(STRIDE);
    let start = i >> sweep_bits;
    let step = i & ((1u << sweep_bits) - 1u);
    // The last workgroup may reach past the last sweep: nothing is left to move.
    return select(step * STRIDE, params.n, start >= STRIDE);
}

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let i = (group.y * groups.x + group.x) * WORKGROUP + local;
    let e = element(i);
    if (e < params.n) {
        destination[e] = source[e];
    }
}
