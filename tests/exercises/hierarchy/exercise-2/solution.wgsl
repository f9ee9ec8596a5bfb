// Within its row a word lies at its column XOR the row's number: rows and columns both meet all 32 banks.
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
    let number = group.y * groups.x + group.x;
    if (number >= params.n) {
        return;
    }
    let first = number * AREA;
    for (var word = local; word < AREA; word += WORKGROUP) {
        let row = word / SIDE;
        let column = word % SIDE;
        tile[row * SIDE + (column ^ row)] = tiles[first + word];
    }
    workgroupBarrier();
    for (var word = local; word < AREA; word += WORKGROUP) {
        let row = word % SIDE;
        let column = word / SIDE;
        turned[first + word] = tile[row * SIDE + (column ^ row)];
    }
}
