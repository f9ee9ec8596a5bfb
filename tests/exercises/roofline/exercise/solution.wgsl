// The angle of a pair is a product, its cosine and sine two operations more: they cost nothing beside the bytes.
struct Params {
    // Pairs.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> rates: array<f32>; // radians a position, for each of the 32 pairs of a row
@group(0) @binding(3) var<storage, read> table: array<vec2<f32>>; // cosine and sine, for each pair
@group(0) @binding(4) var<storage, read_write> y: array<vec2<f32>>;

// Pairs of a row.
const PAIRS: u32 = 32u;
// Rows after which positions begin again.
const POSITIONS: u32 = 512u;

const WORKGROUP: u32 = 128u;
// Pairs of a workgroup. The launch is computed from it.
const COVER: u32 = WORKGROUP;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let i = (group.y * groups.x + group.x) * COVER + local;
    if (i >= params.n) {
        return;
    }
    let angle = f32(i / PAIRS % POSITIONS) * rates[i % PAIRS];
    let rotation = vec2(cos(angle), sin(angle));
    let pair = x[i];
    y[i] = vec2(pair.x * rotation.x - pair.y * rotation.y, pair.x * rotation.y + pair.y * rotation.x);
}
