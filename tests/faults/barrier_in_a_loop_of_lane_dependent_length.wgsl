// Lanes make different numbers of passes.
// run: --buffer 0.0=unwritten:128
var<workgroup> t: array<u32, 32>;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
    var k = 0u;
    t[i] = i;
    loop {
        if (k > i / 8u) { break; } //-
        //+ if (k > 3u) { break; }
        workgroupBarrier(); //~ divergent-barrier
        k++;
    }
    o[i] = t[i] + k;
}
