// One lane alone adds up its subgroup: its own value.
// run: --buffer 0.0=rand:f32:256 --buffer 0.1=zero:4
// status: 0
enable subgroups;
var<workgroup> sums: array<f32, 64>;
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> o: f32;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32, @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_id) id: u32, @builtin(num_subgroups) all: u32) {
    let own = a[i];
    //+ let sum = subgroupAdd(own);
    if (lane == 0u) {
        sums[id] = subgroupAdd(own); //~ divergent-subgroup "alone takes part in the subgroup operation" "their values are left out" //~ subgroup-width //-
        //+ sums[id] = sum;
    }
    workgroupBarrier();
    if (i == 0u) {
        var total = 0.0;
        for (var k = 0u; k < all; k++) { total += sums[k]; }
        o = total; //-
        //+ o = total;
    }
}
