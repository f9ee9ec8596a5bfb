// run: --buffer 0.0=unwritten:128
var<private> stack: array<u32, 8>;
var<private> top: u32;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
fn push(x: u32) {
    //+ if (top == 8u) { return; }
    stack[top] = x; //~ out-of-bounds "index 8" "8 elements"
    top++;
}
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
    for (var k = 0u; k < i / 3u; k++) { push(k); }
    o[i] = stack[0] + top;
}
