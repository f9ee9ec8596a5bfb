// Three passes, 3 of 3: each workgroup computes its tile's running total, beginning with the sum of all tiles before.
//
// Builds on scan-add-1-blocks.wgsl: the offset is known now, so that each element is written once. Expect a copy's time.
struct Params {
    // Elements.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> y: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read> sums: array<u32>;

const WORKGROUP: u32 = 256u;
// Elements of a workgroup: four for each invocation.
const TILE: u32 = 4u * WORKGROUP;

var<workgroup> offset: u32;
var<workgroup> totals: array<u32, WORKGROUP>;

// The sum of what the invocations before this one bring.
fn before(own: u32, local: u32) -> u32 {
    var sum = own;
    for (var step = 1u; step < WORKGROUP; step *= 2u) {
        totals[local] = sum;
        workgroupBarrier();
        if (local >= step) {
            sum += totals[local - step];
        }
        workgroupBarrier();
    }
    totals[local] = sum;
    workgroupBarrier();
    return sum - own;
}

// The running total of four.
fn running(four: vec4<u32>) -> vec4<u32> {
    let two = four.x + four.y;
    let three = two + four.z;
    return vec4(four.x, two, three, three + four.w);
}

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let tile = group.y * groups.x + group.x;
    let i = tile * WORKGROUP + local;
    // The last vector may reach past n: a buffer is a multiple of 16 bytes long.
    let there = i < (params.n + 3u) / 4u;
    var four = vec4(0u);
    if (there) {
        four = running(x[i]);
    }
    // One invocation reads it for all.
    if (local == 0u) {
        offset = sums[tile];
    }
    let earlier = workgroupUniformLoad(&offset);
    let start = before(four.w, local);
    if (there) {
        y[i] = four + start + earlier;
    }
}
