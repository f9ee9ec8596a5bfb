// Experts by ballots, 3 of 3: the lanes of a subgroup find those of their expert in six votes, one for each bit.
//
// Teaches: a ballot is a question to all lanes at once, and its answer a word of bits: counting those below one's own is one instruction.
// Builds on: experts-loop-3-scatter.wgsl, whose loop over the tile becomes one over the subgroups before one's own.
// Expect: a fraction of the instructions.
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
const EXPERTS: u32 = 64u;

// How many of each expert a subgroup has: no device has subgroups of fewer than 4.
var<workgroup> met: array<u32, EXPERTS * TILE / 4u>;

// The bits of the lanes below `lane`.
fn below(lane: u32) -> vec4<u32> {
    let bits = clamp(vec4<i32>(i32(lane)) - vec4(0, 32, 64, 96), vec4(0), vec4(32));
    return select((vec4(1u) << vec4<u32>(min(bits, vec4(31)))) - 1u, vec4(0xffffffffu), bits == vec4(32));
}

fn ones(bits: vec4<u32>) -> u32 {
    let counts = countOneBits(bits);
    return counts.x + counts.y + counts.z + counts.w;
}

@compute @workgroup_size(TILE)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_size) width: u32,
    @builtin(subgroup_id) subgroup: u32,
    @builtin(num_subgroups) subgroups: u32,
) {
    let tile = group.y * groups.x + group.x;
    let tiles = (params.n + TILE - 1u) / TILE;
    for (var at = local; at < EXPERTS * subgroups; at += TILE) {
        met[at] = 0u;
    }
    workgroupBarrier();
    // Subgroups need not lie along `local`: a lane's place is that in its subgroup.
    let i = tile * TILE + subgroup * width + lane;
    let expert = x[min(i, params.n - 1u)];
    var alike = subgroupBallot(i < params.n);
    for (var bit = 1u; bit < EXPERTS; bit *= 2u) {
        let votes = subgroupBallot((expert & bit) != 0u);
        alike &= select(~votes, votes, (expert & bit) != 0u);
    }
    let earlier = ones(alike & below(lane));
    if i < params.n && earlier == 0u {
        met[subgroup * EXPERTS + expert] = ones(alike);
    }
    workgroupBarrier();
    var rank = earlier;
    for (var before = 0u; before < subgroup; before++) {
        rank += met[before * EXPERTS + expert];
    }
    if i < params.n {
        grouped[counts[expert * tiles + tile] + rank] = i;
    }
}
