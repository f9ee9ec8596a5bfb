// run: --buffer 0.0=unwritten:512
@group(0) @binding(0) var<storage, read_write> o: array<vec4<f32>>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
    var v = vec4(1.0);
    v[i % 5u] = 2.0; //~ out-of-bounds "index 4" "4 elements" //-
    //+ v[i % 4u] = 2.0;
    o[i] = v;
}
