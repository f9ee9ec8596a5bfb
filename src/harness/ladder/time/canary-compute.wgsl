// The canary for arithmetic: a fixed piece of it, whose time should not change while the machine holds still.
@group(0) @binding(0) var<storage, read_write> sums: array<f32>;

const WORKGROUP = 64u;
override STEPS: u32 = 4096u;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    var x = vec4<f32>(sums[id.x], 0.1, 0.2, 0.3);
    for (var step = 0u; step < STEPS; step++) {
        x = fma(x, vec4<f32>(0.999), vec4<f32>(0.001));
    }
    sums[id.x] = x.x + x.y + x.z + x.w;
}
