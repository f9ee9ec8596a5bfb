// Two barriers that look alike are not the same one.
// run: --buffer 0.0=unwritten:256
var<workgroup> t: array<u32, 64>;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
    t[i] = i;
    switch i / 32u { //-
    //+ switch w.x {
        case 0u: { workgroupBarrier(); } //~ divergent-barrier
        default: { workgroupBarrier(); } //~ also divergent-barrier
    }
    o[i] = t[i];
}
