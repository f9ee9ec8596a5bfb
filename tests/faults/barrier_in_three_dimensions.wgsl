// Only one plane of the workgroup comes to the barrier.
// run: --buffer 0.0=unwritten:256
var<workgroup> t: array<u32, 64>;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(4, 4, 4) fn main(@builtin(local_invocation_index) i: u32, @builtin(local_invocation_id) l: vec3<u32>) {
    t[i] = i;
    if (l.z < 2u) { //-
        workgroupBarrier(); //~ divergent-barrier
    } //-
    o[i] = t[i];
}
