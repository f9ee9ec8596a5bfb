// run: --buffer 0.0=zero:272 --buffer 0.1=unwritten:256
struct Particle { p: vec3<f32>, m: f32 }
struct All { count: u32, list: array<Particle> }
@group(0) @binding(0) var<storage, read_write> all: All;
@group(0) @binding(1) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(16) fn main(@builtin(local_invocation_index) i: u32) {
    all.list[i + 1u].m = 2.0; //~ out-of-bounds "index 16" "`all.list`, which has 16 elements" //-
    //+ all.list[i].m = 2.0;
    o[i] = all.list[i].p.y;
}
