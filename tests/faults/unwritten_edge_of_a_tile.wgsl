// The last workgroup fills only a part of its tile.
// run: --buffer 0.0=rand:f32:100 --buffer 0.1=unwritten:512 --dispatch 2
var<workgroup> t: array<f32, 64>;
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) g: vec3<u32>, @builtin(local_invocation_index) i: u32) {
    if (g.x < arrayLength(&a)) {
        t[i] = a[g.x];
    }
    //+ else { t[i] = 0.0; }
    workgroupBarrier();
    o[g.x] = t[63u - i]; //~ uninitialized-read
}
