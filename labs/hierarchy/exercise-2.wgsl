// Exercise 2: turn a tile in 4096 bytes of workgroup memory, without a bank conflict.
//
// A workgroup puts a tile of SIDE x SIDE words into workgroup memory, row by row, and takes it out column by column. Both sides of
// storage memory are coalesced. Workgroup memory is not: the words of a column lie SIDE words apart, all in one bank. One unused word
// after each row would free them, but the tile already fills the 4096 bytes that are allowed.
//
// The kernel is right, and each column takes 32 passes. Keep the size, and change the order.
struct Params {
    // Tiles.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> tiles: array<u32>;
@group(0) @binding(2) var<storage, read_write> turned: array<u32>;

const WORKGROUP: u32 = 256u;
const SIDE: u32 = 32u;
const AREA: u32 = SIDE * SIDE;
// Tiles of a workgroup. The launch is computed from it.
const COVER: u32 = 1u;

var<workgroup> tile: array<u32, AREA>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let number = group.y * groups.x + group.x; // A launch may have rows: global_invocation_id.x begins anew in each.
    if (number >= params.n) {
        return;
    }
    let first = number * AREA;
    for (var word = local; word < AREA; word += WORKGROUP) {
        let row = word / SIDE;
        let column = word % SIDE;
        // TODO: where should the word of this row and column lie?
        tile[row * SIDE + column] = tiles[first + word];
    }
    workgroupBarrier();
    for (var word = local; word < AREA; word += WORKGROUP) {
        let row = word % SIDE;
        let column = word / SIDE;
        turned[first + word] = tile[row * SIDE + column];
    }
}
