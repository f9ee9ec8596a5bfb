// A sum for each subgroup of 32. The clean kernel asks where subgroups begin; that it multiplies by its own size names no width.
// run: --buffer 0.0=rand:u32:256:100 --buffer 0.1=zero:1024 --dispatch 4
// notes: subgroup-width
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) id: vec3<u32>,
    @builtin(subgroup_invocation_id) lane: u32) {
    let at = id.x * 64u + i;
    let sum = subgroupAdd(a[at]);
    if (i % 32u == 0u) { o[at] = sum; } //~ subgroup-width //-
    //+ if (lane == 0u) { o[at] = sum; }
}
