// A search that stops early leaves the others at the barrier.
// run: --buffer 0.0=rand:u32:64:10 --buffer 0.1=unwritten:256
var<workgroup> t: array<u32, 64>;
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    t[i] = a[i];
    var k = 0u;
    while (k < 8u) {
        workgroupBarrier(); //~ divergent-barrier
        if (t[(i + k) % 64u] == 3u) { break; } //-
        k++;
    }
    o[i] = k;
}
