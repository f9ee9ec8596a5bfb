// Exercise 2: a filter tells the host of each element whether it is above 0. One bit is downloaded for each, an eighth of
// a byte instead of four bytes.
//
// Each invocation packs the bits of a word, from 32 elements that lie side by side. So in each load neighbouring lanes are 128
// bytes apart: each element is fetched in a sector of its own, and eight loads use four bytes each of that sector.
//
// The kernel is right, and slow. Neighbouring lanes should load neighbouring elements. How do 32 answers then come into one
// word?
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

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let number = workgroup.y * workgroups.x + workgroup.x; // A launch may have rows: global_invocation_id.x begins anew in each.
    let first = number * COVER + 32u * lane;
    if first >= params.n {
        return;
    }
    // TODO: let the lanes load neighbours, and bring their answers together.
    var word = 0u;
    for (var bit = 0u; bit < min(32u, params.n - first); bit++) {
        word |= u32(x[first + bit] > 0.0) << bit;
    }
    bits[first / 32u] = word;
}
