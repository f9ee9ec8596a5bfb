// Neighbours along z are in other subgroups.
// run: --buffer 0.0=unwritten:512
var<workgroup> c: array<array<array<u32, 8>, 4>, 4>;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(8, 4, 4) fn main(@builtin(local_invocation_id) l: vec3<u32>, @builtin(local_invocation_index) i: u32) {
    c[l.z][l.y][l.x] = i; //~ also race
    //+ workgroupBarrier();
    o[i] = c[(l.z + 1u) & 3u][l.y][l.x]; //~ race
}
