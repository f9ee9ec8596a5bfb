// A scan reads before it asks whether there is something to read.
// run: --buffer 0.0=rand:u32:64:9
// notes: out-of-bounds
var<workgroup> sums: array<u32, 64>;
@group(0) @binding(0) var<storage, read_write> a: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    sums[i] = a[i];
    workgroupBarrier();
    for (var d = 1u; d < 64u; d *= 2u) {
        let before = sums[i - d]; //~ out-of-bounds "is used on line 17"
        let own = sums[i];
        workgroupBarrier();
        if (i + 1u >= d) { sums[i] = own + before; } //-
        //+ if (i >= d) { sums[i] = own + before; }
        workgroupBarrier();
    }
    a[i] = sums[i];
}
