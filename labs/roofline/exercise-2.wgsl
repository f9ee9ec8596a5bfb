// Exercise 2: each byte is put through a curve, a polynomial of degree 64: what a camera does to the levels of its sensor.
//
// There are many bytes and only 256 levels. The kernel computes the same 256 values again and again, with 130 FLOP and 65
// loads of a coefficient for the five bytes that an element moves. All of that takes far longer than the bytes do.
//
// The kernel is right, and slow. Exercise 1 turned memory into arithmetic; this is the way back. Where should a table of
// 256 values lie, who computes it, and how many elements should share one?
struct Params {
    // Elements.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> levels: array<u32>; // four bytes in a word, the first in the lowest bits
@group(0) @binding(2) var<storage, read> coefficients: array<f32>; // 16, used in turn
@group(0) @binding(3) var<storage, read_write> y: array<f32>;

const STEPS: u32 = 64u;

const WORKGROUP: u32 = 256u;
// Elements of a workgroup. The launch is computed from it.
const COVER: u32 = WORKGROUP;

// The curve at a level from 0 to 255.
fn response(level: u32) -> f32 {
    let at = (f32(level) - 127.5) / 128.0;
    var sum = coefficients[15];
    for (var step = 0u; step < STEPS; step++) {
        sum = fma(sum, at, coefficients[step % 16u]);
    }
    return sum;
}

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
    // TODO: one evaluation for each level in place of one for each element.
    y[i] = response((levels[i / 4u] >> (8u * (i % 4u))) & 255u);
}
