// Written from scratch, an element an invocation, without COVER.
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read> y: array<f32>;
@group(0) @binding(3) var<storage, read_write> z: array<f32>;

struct Sizes { n: u32 }
@group(0) @binding(0) var<uniform> sizes: Sizes;

@compute @workgroup_size(16, 16)
fn axpy(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let i = (group.y * groups.x + group.x) * 256 + local;
    if i >= sizes.n { return; }
    z[i] = fma(2.5, x[i], y[i]);
}
