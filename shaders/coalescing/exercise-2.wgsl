// Exercise 2: an array of records becomes an array for each field.
//
// Record i lies at records[i * FIELDS], its fields one after the other; field f of record i goes to fields[f * n + i].
// The stores below are coalesced. The loads are not: neighbouring invocations read FIELDS floats apart. Give each
// invocation another element to load, and it is the stores that are scattered: data comes in one order and leaves in
// another. Between the two there must be a place where order costs nothing.
//
// The kernel is right, and slow. Let each workgroup bring its records into workgroup memory in the order in which they
// lie, and take them out in the order in which they leave. Then look at the banks.
struct Params {
    // Records.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> records: array<f32>;
@group(0) @binding(2) var<storage, read_write> fields: array<f32>;

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
    let first = (group.y * groups.x + group.x) * COVER;
    let i = first + local;
    // TODO: load in the order of `records`, wait for each other, store in the order of `fields`.
    if (i < params.n) {
        for (var f = 0u; f < FIELDS; f++) {
            fields[f * params.n + i] = records[i * FIELDS + f];
        }
    }
}
