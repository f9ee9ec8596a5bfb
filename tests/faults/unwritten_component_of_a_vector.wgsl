// The first component is written, the second is not; the byte that is told is the second's.
// run: --buffer 0.0=unwritten:256
// status: 0
var<workgroup> v: array<vec2u, 64>;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    v[i].x = i;
    //+ v[i].y = i;
    workgroupBarrier();
    let both = v[i]; //~ uninitialized-read "`v` is read at byte 4 before"
    o[i] = both.x + both.y;
}
