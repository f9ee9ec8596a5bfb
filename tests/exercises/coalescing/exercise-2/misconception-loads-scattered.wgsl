// The stores are what was slow; now they are neighbours.
// unmet: coalesced, traffic
// hint: scattered
struct Params {
    // Records.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> fields: array<f32>;
@group(0) @binding(2) var<storage, read_write> records: array<f32>;

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
    for (var word = first * FIELDS + local; word < (first + COVER) * FIELDS; word += WORKGROUP) {
        if (word < params.n * FIELDS) {
            records[word] = fields[word % FIELDS * params.n + word / FIELDS];
        }
    }
}
