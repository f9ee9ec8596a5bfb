// With wide subgroups a part is read that nothing wrote: a warning there as it is here, for it holds zero.
// run: --buffer 0.0=unwritten:4
// status: 0
@group(0) @binding(0) var<storage, read_write> o: u32;
var<workgroup> part: array<u32, 16>;
@compute @workgroup_size(64) fn main(
    @builtin(local_invocation_index) i: u32, @builtin(subgroup_size) width: u32,
    @builtin(subgroup_invocation_id) lane: u32) {
    let s = subgroupAdd(1u);
    if (lane == 0u) { part[i / width] = s; }
    workgroupBarrier();
    var sum = 0u;
    let parts = max(2u, 64u / width); //-
    //+ let parts = max(1u, 64u / width);
    for (var k = 0u; k < parts; k++) { sum += part[k]; } //~ subgroup-width "with subgroups of 64 lanes" "`part` is read"
    if (i == 0u) { o = sum; }
}
