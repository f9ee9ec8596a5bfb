// A transpose through a 2-D tile.
// run: --buffer 0.0=rand:f32:256 --buffer 0.1=unwritten:1024
const N = 16u;
var<workgroup> tile: array<array<f32, 17>, N>;
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(N, N) fn main(@builtin(local_invocation_id) l: vec3<u32>) {
    tile[l.y][l.x] = a[l.y * N + l.x]; //~ also race
    //+ workgroupBarrier();
    o[l.y * N + l.x] = tile[l.x][l.y]; //~ race
}
