// run: --buffer 0.0=unwritten:128
var<workgroup> t: array<array<u32, 4>, 8>;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
fn sum(row: ptr<function, array<u32, 4>>, n: u32) -> u32 {
    var s = 0u;
    for (var k = 0u; k < n; k++) {
        s += (*row)[k]; //~ out-of-bounds "index 4" "4 elements"
    }
    return s;
}
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
    var row = array<u32, 4>(i, 1u, 2u, 3u);
    o[i] = sum(&row, 5u); //-
    //+ o[i] = sum(&row, 4u);
}
