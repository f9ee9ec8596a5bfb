// Within a subgroup, without workgroup memory: each lane asks another for what it has to store.
struct Params {
    // Records.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> fields: array<f32>;
@group(0) @binding(2) var<storage, read_write> records: array<f32>;

const FIELDS: u32 = 8u;
const COVER: u32 = 128u;

@compute @workgroup_size(COVER)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_size) width: u32,
) {
    let i = (group.y * groups.x + group.x) * COVER + local;
    var mine: array<f32, FIELDS>;
    for (var f = 0u; f < FIELDS; f++) {
        if (i < params.n) {
            mine[f] = fields[f * params.n + i];
        }
    }
    let begin = (i - lane) * FIELDS;
    for (var round = 0u; round < FIELDS; round++) {
        // The float that this lane stores: field `field` of the record of lane `owner`.
        let word = round * width + lane;
        let owner = word / FIELDS;
        let field = word % FIELDS;
        var value = 0.0;
        for (var f = 0u; f < FIELDS; f++) {
            let offered = subgroupShuffle(mine[f], owner);
            value = select(value, offered, f == field);
        }
        if (begin + word < params.n * FIELDS) {
            records[begin + word] = value;
        }
    }
}
