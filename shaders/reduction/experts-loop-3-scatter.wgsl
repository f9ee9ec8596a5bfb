// Experts by a loop, 3 of 3: each token goes to where its tile's tokens of its expert start, after those before it in the tile.
//
// Teaches: each token gets a place of its own, without a turn at an atomic, and the same in every run.
// Builds on: the two passes before it. How many of its expert come before it in the tile an invocation counts one by
// one. Expect this loop to take the time.
struct Params {
    // Tokens.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<u32>;
@group(0) @binding(2) var<storage, read_write> grouped: array<u32>;
// What lies before each tile's tokens of each expert.
@group(0) @binding(4) var<storage, read> counts: array<u32>;

const TILE: u32 = 256u;

var<workgroup> experts: array<u32, TILE>;

@compute @workgroup_size(TILE)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let tile = group.y * groups.x + group.x;
    let tiles = (params.n + TILE - 1u) / TILE;
    let i = tile * TILE + local;
    let expert = x[min(i, params.n - 1u)];
    experts[local] = expert;
    workgroupBarrier();
    var rank = 0u;
    for (var before = 0u; before < local; before++) {
        rank += u32(experts[before] == expert);
    }
    if i < params.n {
        grouped[counts[expert * tiles + tile] + rank] = i;
    }
}
