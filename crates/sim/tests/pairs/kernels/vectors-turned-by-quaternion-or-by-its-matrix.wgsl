// name = "vectors turned by a quaternion, or by its matrix"
// source = "operations: 15 to 18 for q, cross products folded into multiply-adds, 9 for the matrix: 1.7 to 2.0"
// range = { "ampere-8.6" = [1.5, 2.2], "rdna3" = [1.4, 2.4] }
// slow = [1920, 1, 1]
// fast = [1920, 1, 1]
// buffers = [7864320, 32]

struct Turn { q: vec4f, shift: vec4f, }
@group(0) @binding(0) var<storage, read_write> points: array<vec4f>;
@group(0) @binding(1) var<uniform> turn: Turn;
fn rotate(q: vec4f, v: vec3f) -> vec3f {
  let t = 2.0 * cross(q.xyz, v);
  return v + q.w * t + cross(q.xyz, t);
}
fn matrix(q: vec4f) -> mat3x3f {
  let d = q.xyz * 2.0;
  let xx = q.x * d.x; let yy = q.y * d.y; let zz = q.z * d.z;
  let xy = q.x * d.y; let xz = q.x * d.z; let yz = q.y * d.z;
  let w = q.w * d;
  return mat3x3f(
    vec3f(1.0 - yy - zz, xy + w.z, xz - w.y),
    vec3f(xy - w.z, 1.0 - xx - zz, yz + w.x),
    vec3f(xz + w.y, yz - w.x, 1.0 - xx - yy));
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let q = turn.q + vec4f(0.1, 0.2, 0.3, 0.9);
  var v = points[id.x].xyz + f32(id.x);
  for (var k = 0; k < 256; k++) { v = rotate(q, v); }
  points[id.x] = vec4f(v, 1.0);
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let m = matrix(turn.q + vec4f(0.1, 0.2, 0.3, 0.9));
  var v = points[id.x].xyz + f32(id.x);
  for (var k = 0; k < 256; k++) { v = m * v; }
  points[id.x] = vec4f(v, 1.0);
}
