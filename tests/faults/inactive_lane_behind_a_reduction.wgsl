// Only lane 0 of a reduction by shuffles has taken from lanes that are all there.
// run: --buffer 0.0=rand:u32:64:100 --buffer 0.1=unwritten:256
// notes: inactive-lane subgroup-width
@group(0) @binding(0) var<storage, read> a: array<u32, 64>;
@group(0) @binding(1) var<storage, read_write> o: array<u32, 64>;
@compute @workgroup_size(64) fn main(
    @builtin(local_invocation_index) i: u32, @builtin(subgroup_size) size: u32, @builtin(subgroup_invocation_id) lane: u32,
) {
    var sum = a[i];
    for (var d = size / 2u; d > 0u; d /= 2u) {
        sum += subgroupShuffleDown(sum, d); //~ inactive-lane "is used on line 16" //-
        //+ sum += subgroupShuffleDown(sum, d);
    }
    o[i] = 0u;
    //+ if (lane == 0u) { o[i] = sum; }
    o[i] = sum; //-
}
