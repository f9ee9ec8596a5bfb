// Two conditions, one of them by lane.
// run: --buffer 0.0=unwritten:256
var<workgroup> t: array<u32, 64>;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32, @builtin(num_workgroups) n: vec3<u32>) {
    t[i] = i;
    if (n.x > 0u) {
        if (n.y == 1u && t[i] != 7u) { //~ also divergent-barrier //-
        //+ if (n.y == 1u && n.z != 7u) {
            storageBarrier(); //~ divergent-barrier
        }
    }
    o[i] = t[i];
}
