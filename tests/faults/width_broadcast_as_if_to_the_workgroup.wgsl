// A workgroup of 32 is taken to be one subgroup.
// run: --buffer 0.0=rand:u32:32:1000 --buffer 0.1=unwritten:128
var<workgroup> first: u32;
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
    let x = a[i] * 2u + 1u;
    if (i == 0u) { first = x; }
    let y = subgroupBroadcastFirst(x); //~ subgroup-width //-
    //+ let y = workgroupUniformLoad(&first);
    o[i] = y + i;
}
