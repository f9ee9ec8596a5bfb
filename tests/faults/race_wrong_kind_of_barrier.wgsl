// storageBarrier does not order workgroup memory.
// run: --buffer 0.0=unwritten:256
var<workgroup> m: array<mat2x2<f32>, 16>;
@group(0) @binding(0) var<storage, read_write> o: array<vec4<f32>>;
@compute @workgroup_size(16) fn main(@builtin(local_invocation_index) i: u32) {
    let x = f32(i);
    m[i] = mat2x2(x, 1.0, 2.0, x); //~ also wrong-barrier
    storageBarrier(); //-
    //+ workgroupBarrier();
    let other = m[15u - i]; //~ wrong-barrier "workgroupBarrier()"
    o[i] = vec4(other[0], other[1]);
}
