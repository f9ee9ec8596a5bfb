// A record is two vectors: two stores do.
// unmet: coalesced, traffic
// hint: vector
struct Params {
    // Records.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> fields: array<f32>;
@group(0) @binding(2) var<storage, read_write> records: array<vec4<f32>>;

const FIELDS: u32 = 8u;

const WORKGROUP: u32 = 128u;
// Records of a workgroup. The launch is computed from it.
const COVER: u32 = WORKGROUP;


@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let first = (group.y * groups.x + group.x) * COVER;
    let i = first + local;
    if (i < params.n) {
        var low: vec4<f32>;
        var high: vec4<f32>;
        for (var f = 0u; f < 4u; f++) {
            low[f] = fields[f * params.n + i];
            high[f] = fields[(f + 4u) * params.n + i];
        }
        records[2u * i] = low;
        records[2u * i + 1u] = high;
    }
}
