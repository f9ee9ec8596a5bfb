// Three passes, 1 of 3: each workgroup adds up its tile, and writes nothing else.
//
// Builds on scan-add-1-blocks.wgsl, without its running totals: they would only be read back to be changed. Expect the time of reading
// n elements: 12 n bytes in all passes, where scan and add moves 16 n.
struct Params {
    // Elements.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read_write> sums: array<u32>;

const WORKGROUP: u32 = 256u;
// Elements of a workgroup: four for each invocation.
const TILE: u32 = 4u * WORKGROUP;

var<workgroup> totals: array<u32, WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let tile = group.y * groups.x + group.x;
    let i = tile * WORKGROUP + local;
    var own = 0u;
    // The last vector may reach past n: a buffer is a multiple of 16 bytes long, and nothing comes after the last tile.
    if (i < (params.n + 3u) / 4u) {
        let four = x[i];
        own = four.x + four.y + four.z + four.w;
    }
    totals[local] = own;
    for (var step = WORKGROUP / 2u; step > 0u; step /= 2u) {
        workgroupBarrier();
        if (local < step) {
            totals[local] += totals[local + step];
        }
    }
    if (local == 0u && tile * TILE < params.n) {
        sums[tile] = totals[0];
    }
}
