// `continue` goes around the barrier.
// run: --buffer 0.0=unwritten:256
var<workgroup> t: array<u32, 64>;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    t[i] = 0u;
    for (var k = 0u; k < 4u; k++) {
        if (i == k) { continue; } //-
        t[i] += k;
        workgroupBarrier(); //~ divergent-barrier
    }
    o[i] = t[i];
}
