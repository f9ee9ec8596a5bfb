// Shared memory needs atomic operations.
// unmet: banks
// hint: atomics
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

// A word of padding after each 32: field f of records 0 to 31 is then in 32 banks.
var<workgroup> tile: array<atomic<u32>, COVER * FIELDS + COVER * FIELDS / 32u>;

fn place(word: u32) -> u32 {
    return word + word / 32u;
}

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let first = (group.y * groups.x + group.x) * COVER;
    let i = first + local;
    if (i < params.n) {
        for (var f = 0u; f < FIELDS; f++) {
            let before = atomicExchange(&tile[place(local * FIELDS + f)], bitcast<u32>(fields[f * params.n + i]));
        }
    }
    workgroupBarrier();
    let begin = first * FIELDS;
    let end = params.n * FIELDS;
    for (var word = local; word < COVER * FIELDS; word += WORKGROUP) {
        if (begin + word < end) {
            records[begin + word] = bitcast<f32>(atomicOr(&tile[place(word)], 0u));
        }
    }
}
