// The last subgroup has six lanes: two of them have no partner two lanes on.
// run: --buffer 0.0=unwritten:24
// notes: inactive-lane
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(6) fn main(@builtin(local_invocation_index) i: u32) {
    let other = subgroupShuffleXor(i, 2u); //~ inactive-lane "lane 4 takes a value from lane 6, which does not exist" "is used on line 8"
    //+ if (i < 4u) { o[i] = 100u + other; } else { o[i] = i; }
    o[i] = 100u + other; //-
}
