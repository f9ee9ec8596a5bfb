// A sum for each subgroup, in workgroups that no subgroup is wider than: widths that all hold one agree for that reason alone.
// run: --buffer 0.0=rand:u32:64:100 --buffer 0.1=zero:256 --dispatch 2
// notes: subgroup-width
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(32) fn main(@builtin(global_invocation_id) id: vec3<u32>,
    @builtin(subgroup_invocation_id) lane: u32) {
    let sum = subgroupAdd(a[id.x]);
    if (id.x % 32u == 0u) { o[id.x] = sum; } //~ subgroup-width //-
    //+ if (lane == 0u) { o[id.x] = sum; }
}
