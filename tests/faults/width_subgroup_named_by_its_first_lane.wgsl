// The sum of each subgroup stands where its first lane is. The clean kernel asks that lane for its number, not for a width.
// run: --buffer 0.0=rand:u32:256:100 --buffer 0.1=zero:1024
// notes: subgroup-width
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(256) fn main(@builtin(local_invocation_index) i: u32) {
    let sum = subgroupAdd(a[i]);
    let first = i / 32u * 32u; //~ subgroup-width //-
    //+ let first = subgroupBroadcast(i, 0u);
    if (i == first) { o[first] = sum; }
}
