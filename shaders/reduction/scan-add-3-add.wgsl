// Scan and add, 3 of 3: what lies before a tile is added to each of its elements.
//
// Everything that the first pass wrote is read and written once more. Expect a copy's time again: 16 n bytes in all, for a problem that needs
// 8 n.
struct Params {
    // Elements.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(2) var<storage, read_write> y: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read> sums: array<u32>;

const WORKGROUP: u32 = 256u;
// Elements of a workgroup: four for each invocation.
const TILE: u32 = 4u * WORKGROUP;

var<workgroup> offset: u32;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let tile = group.y * groups.x + group.x;
    let i = tile * WORKGROUP + local;
    // One invocation reads it for all.
    if (local == 0u) {
        offset = sums[tile];
    }
    let earlier = workgroupUniformLoad(&offset);
    if (i < (params.n + 3u) / 4u) {
        y[i] += earlier;
    }
}
