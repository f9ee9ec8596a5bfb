// name = "points times a matrix of a uniform buffer, or copied"
// source = "roofline: 28 operations for 32 bytes, far below the ridge (Williams, Waterman and Patterson)"
// range = { "ampere-8.6" = [0.93, 1.2], "rdna3" = [0.93, 1.25] }
// long = true
// slow = [4096, 1, 1]
// fast = [4096, 1, 1]
// buffers = [16777216, 16777216, 80]

struct Camera { view: mat4x4f, count: u32, }
@group(0) @binding(0) var<storage, read> points: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> result: array<vec4f>;
@group(0) @binding(2) var<uniform> camera: Camera;
fn project(p: vec4f) -> vec4f { return camera.view * p; }
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  if id.x >= arrayLength(&points) { return; }
  result[id.x] = project(points[id.x]);
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  if id.x >= arrayLength(&points) { return; }
  result[id.x] = points[id.x];
}
