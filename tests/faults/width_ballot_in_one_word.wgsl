// A ballot has four words; a kernel that reads one has lost half of 64 lanes.
// run: --buffer 0.0=rand:u32:128:2 --buffer 0.1=zero:4
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> o: atomic<u32>;
@compute @workgroup_size(128) fn main(@builtin(local_invocation_index) i: u32, @builtin(subgroup_invocation_id) lane: u32) {
    let votes = subgroupBallot(a[i] == 1u); //~ subgroup-width
    let n = countOneBits(votes.x); //-
    //+ let all = countOneBits(votes);
    //+ let n = all.x + all.y + all.z + all.w;
    if (lane == 0u) { atomicAdd(&o, n); }
}
