// A scan over 32 lanes with shuffles; the clean one asks for the size.
// run: --buffer 0.0=rand:u32:96:100 --buffer 0.1=unwritten:384
// notes: inactive-lane
var<workgroup> ends: array<u32, 96>;
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(96) fn main(@builtin(local_invocation_index) i: u32, @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_size) size: u32, @builtin(subgroup_id) id: u32) {
    var x = a[i];
    let width = 32u; //-
    //+ let width = size;
    for (var d = 1u; d < width; d *= 2u) {
        let y = subgroupShuffleUp(x, d); //~ inactive-lane
        if (lane >= d) { x += y; }
    }
    ends[i] = x;
    workgroupBarrier();
    var before = 0u;
    for (var k = 0u; k < id; k++) { before += ends[k * width + width - 1u]; } //~ subgroup-width
    o[i] = x + before;
}
