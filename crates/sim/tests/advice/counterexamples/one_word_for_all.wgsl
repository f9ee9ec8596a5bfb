// untold: uncoalesced scalar-loads
// main: 480
// buffers: 480 122880
// All lanes of a subgroup ask for one word: a sector holds eight, but one is all that is asked for.
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u) { y[id.x] = x[group.x] + 1.0; }
