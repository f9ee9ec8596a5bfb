// A return from deep within.
// run: --buffer 0.0=unwritten:256
var<workgroup> t: array<u32, 64>;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    t[i] = i;
    for (var a = 0u; a < 3u; a++) {
        for (var b = 0u; b < 3u; b++) {
            switch a + b {
                case 4u: { if (i > 60u) { return; } } //~ also divergent-barrier //-
                default: { t[i] += b; }
            }
        }
    }
    workgroupBarrier(); //~ divergent-barrier
    o[i] = t[63u - i];
}
