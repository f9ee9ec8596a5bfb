// name = "records of five words padded to eight, or packed"
// source = "bytes: (32 + 4) / (20 + 4) = 1.5; the lines are read by the first of five loads"
// range = { "ampere-8.6" = [1.3, 1.75], "rdna3" = [1.25, 1.9] }
// long = true
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [134217728, 83886080, 16777216]

struct Padded { x: f32, y: f32, z: f32, radius: f32, mass: f32, unused: array<f32, 3>, }
struct Packed { x: f32, y: f32, z: f32, radius: f32, mass: f32, }
@group(0) @binding(0) var<storage, read> padded: array<Padded>;
@group(0) @binding(1) var<storage, read> packed: array<Packed>;
@group(0) @binding(2) var<storage, read_write> energies: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let x = padded[id.x].x;
  let y = padded[id.x].y;
  let z = padded[id.x].z;
  energies[id.x] = padded[id.x].mass * (x * x + y * y + z * z) + padded[id.x].radius;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let p = packed[id.x];
  energies[id.x] = p.mass * (p.x * p.x + p.y * p.y + p.z * p.z) + p.radius;
}
