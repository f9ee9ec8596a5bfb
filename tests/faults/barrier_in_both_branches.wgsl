// Both ways have a barrier, and no lane meets the other.
// run: --buffer 0.0=unwritten:128
var<workgroup> t: array<u32, 32>;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32, @builtin(num_workgroups) n: vec3<u32>) {
    t[i] = i;
    if (i < 16u) { //-
    //+ if (n.x == 1u) {
        workgroupBarrier(); //~ divergent-barrier
    } else {
        workgroupBarrier(); //~ divergent-barrier
    }
    o[i] = t[i];
}
