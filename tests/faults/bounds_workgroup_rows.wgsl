// The inner index runs over: it would hit the next row in C.
// run: --buffer 0.0=unwritten:256
var<workgroup> t: array<array<u32, 9>, 8>;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(8, 8) fn main(@builtin(local_invocation_id) l: vec3<u32>) {
    t[l.y][l.x] = l.x;
    if (l.x == 0u) { t[l.y][8] = 8u; }
    workgroupBarrier();
    o[l.y * 8u + l.x] = t[l.y][l.x + 2u]; //~ out-of-bounds "index 9" "9 elements" //-
    //+ o[l.y * 8u + l.x] = t[l.y][l.x + 1u];
}
