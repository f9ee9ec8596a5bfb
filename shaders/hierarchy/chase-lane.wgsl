// The same walk, but each lane follows a word of its own.
//
// Teaches: the path that loads of a subgroup take. Builds on chase-uniform.wgsl: the four lanes that walk start at four of
// a node's 16 words and stay together, so that a step is one coalesced load from one node. A compiler cannot see that, and some GPUs (AMD's, for
// one) have another and shorter path for loads that are the same in all lanes.
//
// Expect: the same steps at the same sizes. Where the two curves differ, the device has two ways to its first level.
struct Params {
    // Steps of the walk, a multiple of 16.
    hops: u32,
    // Words of the set.
    words: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> next: array<u32>;
@group(0) @binding(2) var<storage, read_write> end: array<u32>;

const WORKGROUP: u32 = 256u;
const NODE: u32 = 16u;
// The least that a cache fetches: 32 bytes.
const SECTOR: u32 = 8u;
// Lanes that walk: the narrowest subgroup has as many. Each says where EACH words of the node end.
const WALKERS: u32 = 4u;
const EACH: u32 = NODE / WALKERS;
// No link: more than any place.
const NONE: u32 = 0xffffffffu;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(local_invocation_index) local: u32) {
    var seen = 0u;
    for (var word = local * SECTOR; word < params.words; word += WORKGROUP * SECTOR) {
        seen |= next[word];
    }
    // Never: but a compiler cannot know, and keeps the loads.
    if (seen == NONE) {
        end[local % NODE] = seen;
    }
    workgroupBarrier();
    if (local >= WALKERS) {
        return;
    }
    var at = local * EACH;
    for (var hop = 0u; hop < params.hops; hop += 16u) {
        at = next[at];
        at = next[at];
        at = next[at];
        at = next[at];
        at = next[at];
        at = next[at];
        at = next[at];
        at = next[at];
        at = next[at];
        at = next[at];
        at = next[at];
        at = next[at];
        at = next[at];
        at = next[at];
        at = next[at];
        at = next[at];
    }
    for (var word = 0u; word < EACH; word++) {
        end[local * EACH + word] = at + word;
    }
}
