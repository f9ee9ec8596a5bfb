// The first lane takes the value of the lane before it, by its number, and the last that of the one behind it; in the clean one
// nothing comes of either.
// run: --buffer 0.0=rand:u32:64:100 --buffer 0.1=zero:256
// notes: inactive-lane subgroup-width
@group(0) @binding(0) var<storage, read> a: array<u32, 64>;
@group(0) @binding(1) var<storage, read_write> o: array<u32, 64>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32, @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_size) size: u32) {
    let before = subgroupShuffle(a[i], lane - 1u); //~ inactive-lane "lane -1, which does not exist among the 32"
    let behind = subgroupShuffle(a[i], lane + 1u); //~ inactive-lane "lane 32, which does not exist among the 32"
    o[i] = before + behind; //-
    //+ if lane > 0u && lane + 1u < size { o[i] = before + behind; }
}
