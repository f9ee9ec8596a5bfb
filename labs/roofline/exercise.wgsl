// Exercise 1: pairs of numbers are rotated, each by its position times its rate: a rotary embedding.
//
// Cosine and sine of every angle were computed beforehand, and lie in a table as large as the data: a third of all that
// the kernel moves is this table. Meanwhile the arithmetic units wait.
//
// The kernel is right, and slow. The position of a row is its number, counted anew every 512 rows; an angle is its
// position times the rate of its pair. How many operations a byte does this kernel have, and how many are free?
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
    let i = (group.y * groups.x + group.x) * COVER + local; // A launch may have rows: global_invocation_id.x begins anew in each.
    if (i >= params.n) {
        return;
    }
    // TODO: the same rotation, without the table.
    let rotation = table[i];
    let pair = x[i];
    y[i] = vec2(pair.x * rotation.x - pair.y * rotation.y, pair.x * rotation.y + pair.y * rotation.x);
}
