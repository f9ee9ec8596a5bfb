// Exercise 2: an array for each field becomes an array of records.
//
// Field f of record i lies at fields[f * n + i]; it goes to records[i * FIELDS + f], next to the other fields of record i.
// The loads below are coalesced. The stores are not: neighbouring invocations write FIELDS floats apart. Give each
// invocation another element to store, and it is the loads that are scattered: data comes in one order and leaves in
// another. Between the two there must be a place where order costs nothing.
//
// The kernel is right, and slow. Let each workgroup bring its records into workgroup memory in the order in which they
// come, and take them out in the order in which they lie. Then look at the banks.
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

// TODO: var<workgroup> tile: the floats of COVER records.

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let first = (group.y * groups.x + group.x) * COVER; // A launch may have rows: global_invocation_id.x begins anew in each.
    let i = first + local;
    // TODO: load in the order of `fields`, wait for each other, store in the order of `records`.
    if (i < params.n) {
        for (var f = 0u; f < FIELDS; f++) {
            records[i * FIELDS + f] = fields[f * params.n + i];
        }
    }
}
