// Experts by a loop, 1 of 3: each workgroup counts how many tokens of its tile go to each expert.
//
// Builds on workgroup.wgsl; the counts of a tile are not added to the others', but stand beside them: all tiles of the first expert, then
// all of the second. So what lies before a count is where its tokens belong.
struct Params {
    // Tokens.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
// Each token's expert.
@group(0) @binding(1) var<storage, read> x: array<u32>;
@group(0) @binding(4) var<storage, read_write> counts: array<u32>;

const TILE: u32 = 256u;
const EXPERTS: u32 = 64u;

var<workgroup> bins: array<atomic<u32>, EXPERTS>;

@compute @workgroup_size(TILE)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let tile = group.y * groups.x + group.x;
    let tiles = (params.n + TILE - 1u) / TILE;
    if local < EXPERTS {
        atomicStore(&bins[local], 0u);
    }
    workgroupBarrier();
    let i = tile * TILE + local;
    if i < params.n {
        atomicAdd(&bins[x[i]], 1u);
    }
    workgroupBarrier();
    if local < EXPERTS && tile < tiles {
        counts[local * tiles + tile] = atomicLoad(&bins[local]);
    }
}
