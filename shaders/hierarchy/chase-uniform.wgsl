// How far away is a number? Each load's address is what the load before it brought, so that no two of them overlap.
//
// Teaches: latency. The set is nodes of NODE words (64 bytes); each word holds where the same word of the next node lies, and the
// first leads into a random cycle of all others, which no prefetcher guesses. One pass over the set by all invocations brings it as near as it will
// come; then one subgroup walks, all lanes at the same word: the compiler can see that they are, and may use a scalar load.
//
// Expect: a staircase over the size of the set. Each step up is a cache that no longer holds it, and each flat stretch a level.
// Only WALKERS lanes walk, which are one subgroup on any device: a second one would find near by what the first has fetched. Sixteen
// loads stand in a row, so that counting steps costs next to nothing.
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
    var at = 0u;
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
    for (var word = local * EACH; word < (local + 1u) * EACH; word++) {
        end[word] = at + word;
    }
}
