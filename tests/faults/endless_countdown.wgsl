// An unsigned counter is never below zero.
// run: --buffer 0.0=unwritten:256
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    var s = 0u;
    for (var k = 7u; k >= 0u; k--) { //~ step-limit "did not end within" "--steps" //-
    //+ for (var k = 7; k >= 0; k--) {
        s += u32(k);
    }
    o[i] = s;
}
