// `continue` goes around the increment.
// run: --buffer 0.0=unwritten:256
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
fn odd(n: u32) -> u32 {
    var k = 0u;
    var s = 0u;
    while (k < n) { //~ step-limit
        //+ k++;
        if (k % 2u == 0u) { continue; }
        s += k;
        k++; //-
    }
    return s;
}
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    o[i] = odd(i);
}
