// One component is never set.
// run: --buffer 0.0=unwritten:1024
var<workgroup> v: array<vec4<f32>, 64>;
@group(0) @binding(0) var<storage, read_write> o: array<vec4<f32>>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    v[i].x = 1.0;
    v[i].y = 2.0;
    v[i].z = 3.0;
    //+ v[i].w = 4.0;
    workgroupBarrier();
    o[i] = v[63u - i]; //~ uninitialized-read
}
