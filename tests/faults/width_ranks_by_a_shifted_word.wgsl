// A lane's bit is in the ballot's first word only for 32 lanes: `1u << lane` wraps, and `.x` lacks the rest.
// run: --buffer 0.0=rand:u32:128:2 --buffer 0.1=zero:512 --buffer 0.2=zero:4
enable subgroups;
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> o: array<u32>;
@group(0) @binding(2) var<storage, read_write> n: atomic<u32>;
@compute @workgroup_size(128) fn main(@builtin(local_invocation_index) i: u32, @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_id) id: u32, @builtin(subgroup_size) size: u32) {
    let votes = subgroupBallot(a[i] == 1u); //~ subgroup-width "only `.x` is read" "the shift on line 10 is by 32 or more" //-
    let before = countOneBits(votes.x & ((1u << lane) - 1u)); //-
    //+ let before = subgroupExclusiveAdd(u32(a[i] == 1u));
    if (a[i] == 1u) { o[id * size + before] = i + 1u; } //~ subgroup-width //-
    //+ if (a[i] == 1u) { o[i] = u32(before <= i); }
}
