// An array that is a value, not a variable.
// run: --buffer 0.0=unwritten:128
@group(0) @binding(0) var<storage, read_write> o: array<f32>;
fn weights(k: u32) -> array<f32, 3> { return array(0.25 + f32(k), 0.5, 0.25); }
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
    let w = weights(i);
    o[i] = w[i & 3u]; //~ out-of-bounds "index 3" "3 elements" //-
    //+ o[i] = w[i % 3u];
}
