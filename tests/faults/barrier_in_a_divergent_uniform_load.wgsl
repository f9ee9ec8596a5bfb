// workgroupUniformLoad has a barrier's semantics.
// run: --buffer 0.0=unwritten:256
var<workgroup> n: u32;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    if (i == 0u) { n = 3u; }
    var x = 1u;
    if (i < 48u) { //~ also divergent-barrier //-
        x = workgroupUniformLoad(&n); //~ divergent-barrier
    } //-
    o[i] = x;
}
