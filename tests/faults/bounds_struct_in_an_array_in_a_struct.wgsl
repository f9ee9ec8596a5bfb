// run: --buffer 0.0=zero:192 --buffer 0.1=unwritten:128
struct Inner { v: array<vec2<f32>, 3> }
struct Outer { head: u32, rows: array<Inner, 4> }
@group(0) @binding(0) var<storage, read_write> s: Outer;
@group(0) @binding(1) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
    let row = &s.rows[i % 4u];
    o[i] = (*row).v[i / 8u].y; //~ out-of-bounds "index 3" "`s.rows[..].v`, which has 3 elements" //-
    //+ o[i] = (*row).v[i / 11u].y;
}
