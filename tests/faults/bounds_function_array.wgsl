// run: --buffer 0.0=unwritten:128
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
    var a: array<array<u32, 4>, 2>;
    for (var k = 0u; k <= 4u; k++) { //-
    //+ for (var k = 0u; k < 4u; k++) {
        a[i & 1u][k] = i + k; //~ out-of-bounds "index 4" "4 elements"
    }
    o[i] = a[i & 1u][i & 3u];
}
