// A flag set by one lane, read by all.
// run: --buffer 0.0=unwritten:256
var<workgroup> found: bool;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    if (i == 40u) {
        found = true; //~ also race
    }
    //+ workgroupBarrier();
    //+ let f = workgroupUniformLoad(&found);
    let f = found; //~ race //-
    if (f) { workgroupBarrier(); } //~ divergent-barrier
    o[i] = select(0u, i, f);
}
