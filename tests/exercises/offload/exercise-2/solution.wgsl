// Neighbours load neighbours; the answers meet in workgroup memory, and each lane packs a word of them.
struct Params {
    // Elements.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;
// A word for 32 elements, the first in the lowest bit; bits beyond the last element are 0.
@group(0) @binding(2) var<storage, read_write> bits: array<u32>;

const WORKGROUP: u32 = 64u;
// Elements of a workgroup.
const COVER: u32 = 32u * WORKGROUP;

var<workgroup> above: array<u32, COVER>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let number = workgroup.y * workgroups.x + workgroup.x;
    let first = number * COVER;
    for (var turn = 0u; turn < 32u; turn++) {
        let own = turn * WORKGROUP + lane;
        let i = first + own;
        // Not behind a test: all of these loads can be under way together.
        let value = x[min(i, params.n - 1u)];
        above[own] = u32(i < params.n && value > 0.0);
    }
    workgroupBarrier();
    // Each lane begins at another bit, so that no two lanes meet in a bank.
    var word = 0u;
    for (var turn = 0u; turn < 32u; turn++) {
        let bit = (turn + lane) % 32u;
        word |= above[32u * lane + bit] << bit;
    }
    let at = first / 32u + lane;
    if at < arrayLength(&bits) {
        bits[at] = word;
    }
}
