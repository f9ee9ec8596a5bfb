// The halo of a tile is read, and not filled.
// run: --buffer 0.0=rand:f32:64 --buffer 0.1=unwritten:256
var<workgroup> t: array<f32, 66>;
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    t[i + 1u] = a[i];
    //+ if (i < 2u) { t[i * 65u] = 0.0; }
    workgroupBarrier();
    o[i] = t[i] + t[i + 1u] + t[i + 2u]; //~ uninitialized-read
}
