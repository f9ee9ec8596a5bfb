// One lane writes a member while its neighbour reads it.
// run: --buffer 0.0=zero:256
struct P { a: u32, b: vec2<u32> }
var<workgroup> ps: array<P, 64>;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    ps[i].a = i;
    ps[i].b = vec2(i, i + 1u); //~ also race
    //+ workgroupBarrier();
    o[i] = ps[(i + 1u) % 64u].b.y; //~ race
}
