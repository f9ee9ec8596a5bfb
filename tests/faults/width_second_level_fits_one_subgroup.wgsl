// The second level has a lane for each subgroup, which 8 lanes have not.
// run: --buffer 0.0=rand:u32:256:100 --buffer 0.1=unwritten:4
var<workgroup> part: array<u32, 64>;
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(256) fn main(@builtin(local_invocation_index) i: u32, @builtin(subgroup_size) size: u32,
    @builtin(subgroup_invocation_id) lane: u32, @builtin(subgroup_id) id: u32, @builtin(num_subgroups) count: u32) {
    let s = subgroupAdd(a[i]); //~ subgroup-width
    if (lane == 0u) { part[id] = s; }
    workgroupBarrier();
    if (id == 0u) {
        var x = 0u;
        if (lane < count) { x = part[lane]; } //-
        //+ for (var k = lane; k < count; k += size) { x += part[k]; }
        let total = subgroupAdd(x);
        if (lane == 0u) { o[0] = total; }
    }
}
