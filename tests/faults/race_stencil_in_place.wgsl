// A stencil in place reads what another workgroup writes.
// run: --buffer 0.0=rand:f32:512 --buffer 0.1=zero:2048 --dispatch 8
@group(0) @binding(0) var<storage, read_write> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> b: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) g: vec3<u32>) {
    let left = a[max(g.x, 1u) - 1u]; //~ also race
    a[g.x] = 0.5 * (a[g.x] + left); //~ race //-
    //+ b[g.x] = 0.5 * (a[g.x] + left);
    b[0x0u + g.x] = left; //-
}
