// Each of 256 invocations computes one entry; 16384 elements share the table.
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
const COVER: u32 = 16384u;

var<workgroup> table: array<f32, 256>;

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
    table[local] = response(local);
    workgroupBarrier();
    let first = (group.y * groups.x + group.x) * COVER;
    for (var i = first + local; i < min(first + COVER, params.n); i += WORKGROUP) {
        y[i] = table[(levels[i / 4u] >> (8u * (i % 4u))) & 255u];
    }
}
