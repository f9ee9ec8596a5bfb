// i64 elements at half the distance overlap.
// run: --buffer 0.0=unwritten:512
var<workgroup> w: array<i64, 65>;
@group(0) @binding(0) var<storage, read_write> o: array<i64>;
@compute @workgroup_size(8, 8) fn main(@builtin(local_invocation_id) l: vec3<u32>) {
    let i = l.y * 8u + l.x;
    w[l.y * 7u + l.x] = i64(i); //~ race //-
    //+ w[i] = i64(i);
    workgroupBarrier();
    o[i] = w[l.y * 7u];
}
