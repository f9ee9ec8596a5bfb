// Padded: one word is left free after each 32, and the tree's places fall into different banks.
//
// Builds on blelloch.wgsl: the same code, with the places of the tile moved apart. Words that lay a multiple of 32 apart shared a bank;
// now they lie in neighbouring ones. Expect the conflicts to be mostly gone, for a few more instructions to compute a place.
struct Params {
    // Elements.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<u32>;
@group(0) @binding(2) var<storage, read_write> y: array<u32>;

const WORKGROUP: u32 = 128u;
const BLOCK: u32 = 2u * WORKGROUP;
const BANKS: u32 = 32u;

var<workgroup> tile: array<u32, BLOCK + BLOCK / BANKS>;

// Where a word of the tile lies.
fn place(word: u32) -> u32 {
    return word + word / BANKS;
}

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let start = (group.y * groups.x + group.x) * BLOCK;
    // Two elements each, half a block apart.
    var own: vec2<u32>;
    for (var k = 0u; k < 2u; k++) {
        let at = k * WORKGROUP + local;
        if (start + at < params.n) {
            own[k] = x[start + at];
        }
        tile[place(at)] = own[k];
    }
    // Up: the last place of each pair of pieces takes in the sum of the left piece.
    for (var step = 1u; step < BLOCK; step *= 2u) {
        workgroupBarrier();
        let right = (2u * local + 2u) * step - 1u;
        if (right < BLOCK) {
            tile[place(right)] += tile[place(right - step)];
        }
    }
    // Down: what lies before a piece goes to its left half, and with the left half's sum to its right half.
    workgroupBarrier();
    if (local == 0u) {
        tile[place(BLOCK - 1u)] = 0u;
    }
    for (var step = BLOCK / 2u; step > 0u; step /= 2u) {
        workgroupBarrier();
        let right = (2u * local + 2u) * step - 1u;
        if (right < BLOCK) {
            let left = tile[place(right - step)];
            tile[place(right - step)] = tile[place(right)];
            tile[place(right)] += left;
        }
    }
    workgroupBarrier();
    // The tile holds what lies before each element: its own belongs to it.
    for (var k = 0u; k < 2u; k++) {
        let at = k * WORKGROUP + local;
        if (start + at < params.n) {
            y[start + at] = tile[place(at)] + own[k];
        }
    }
}
