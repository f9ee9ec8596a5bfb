// untold: divergence
// main: 480
// buffers: 122880 122880
// The invocations of a workgroup go two ways, but those of a subgroup the same one.
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
    var value = x[id.x];
    if (id.x / 32u) % 2u == 0u {
        for (var k = 0u; k < 40u; k++) { value = sin(value); }
    } else {
        for (var k = 0u; k < 40u; k++) { value = exp(-value); }
    }
    y[id.x] = value;
}
