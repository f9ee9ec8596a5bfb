// Neighbouring vec3 do not overlap: each takes 16 bytes. The same element does.
// run: --buffer 0.0=unwritten:1024
var<workgroup> v: array<vec3<f32>, 64>;
@group(0) @binding(0) var<storage, read_write> o: array<vec3<f32>>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    v[i & 62u] = vec3(f32(i)); //~ race //-
    //+ v[i] = vec3(f32(i));
    workgroupBarrier();
    o[i] = v[i & 62u];
}
