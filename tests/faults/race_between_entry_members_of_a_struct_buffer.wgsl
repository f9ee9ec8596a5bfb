// One member of a buffer is written by all workgroups, the others by one each.
// run: --buffer 0.0=zero:80 --dispatch 16
struct Result { last: u32, pad: vec3<u32>, each: array<u32, 12> }
@group(0) @binding(0) var<storage, read_write> r: Result;
@compute @workgroup_size(1) fn main(@builtin(workgroup_id) w: vec3<u32>) {
    if (w.x < 12u) { r.each[w.x] = w.x; }
    r.last = w.x; //~ race //-
    //+ if (w.x == 15u) { r.last = w.x; }
}
