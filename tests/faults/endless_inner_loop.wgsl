// The inner loop changes the outer one's counter.
// run: --buffer 0.0=unwritten:256
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    var s = 0u;
    var k = 0u;
    loop { //~ step-limit
        if (k >= 4u) { break; }
        for (var j = 0u; j < 3u; j++) {
            s += j;
            k = j; //-
        }
        k++;
    }
    o[i] = s;
}
