// Hillis and Steele: an invocation adds what lies 1, 2, 4, 8 ... places before it, if there is a place.
//
// A running total in log2(BLOCK) steps: after the step of 2^k each place holds the sum of the 2^(k+1) elements that end there. Two
// barriers a step keep readers and writers apart. Nearly all lanes add at every step, so n elements take about n log2(BLOCK) additions, where one
// invocation alone would need n. Expect workgroup memory and barriers to take the time.
struct Params {
    // Elements.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<u32>;
@group(0) @binding(2) var<storage, read_write> y: array<u32>;

const WORKGROUP: u32 = 256u;
const BLOCK: u32 = WORKGROUP;

var<workgroup> tile: array<u32, BLOCK>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let i = (group.y * groups.x + group.x) * BLOCK + local;
    var sum = 0u;
    if (i < params.n) {
        sum = x[i];
    }
    for (var step = 1u; step < BLOCK; step *= 2u) {
        tile[local] = sum;
        workgroupBarrier();
        if (local >= step) {
            sum += tile[local - step];
        }
        workgroupBarrier();
    }
    if (i < params.n) {
        y[i] = sum;
    }
}
