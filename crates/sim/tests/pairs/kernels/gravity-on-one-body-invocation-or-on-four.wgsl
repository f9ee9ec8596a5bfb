// name = "gravity on one body an invocation, or on four"
// source = "Nyland, Harris and Prins, GPU Gems 3, chapter 31: what is read from workgroup memory is one load for some 13 operations and an inverse square root; unrolling and blocking gained 1.1 to 1.3"
// range = { "ampere-8.6" = [0.98, 1.35], "rdna3" = [0.95, 1.5] }
// missed."rdna3" = "0.949: 360 workgroups are eight on some of 48 units and seven on others, for which the range leaves no room"
// long = true
// slow = [1440, 1, 1]
// fast = [360, 1, 1]
// buffers = [5898240, 5898240]

@group(0) @binding(0) var<storage, read> bodies: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> accelerations: array<vec4f>;
var<workgroup> tile: array<vec4f, 64>;
fn pull(p: vec3f, other: vec4f, sum: vec3f) -> vec3f {
  let r = other.xyz - p;
  let inverse = inverseSqrt(dot(r, r) + 0.01);
  return sum + r * (other.w * inverse * inverse * inverse);
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  let p = bodies[id.x].xyz;
  var sum = vec3f(0.0);
  if lane < 64u { tile[lane] = bodies[lane]; }
  workgroupBarrier();
  for (var j = 0u; j < 64u; j++) { sum = pull(p, tile[j], sum); }
  accelerations[id.x] = vec4f(sum, 0.0);
}
@compute @workgroup_size(256) fn fast(@builtin(workgroup_id) w: vec3u, @builtin(local_invocation_index) lane: u32) {
  let first = w.x * 1024u + lane;
  var p: array<vec3f, 4>;
  var sum: array<vec3f, 4>;
  for (var b = 0u; b < 4u; b++) { p[b] = bodies[first + b * 256u].xyz; }
  if lane < 64u { tile[lane] = bodies[lane]; }
  workgroupBarrier();
  for (var j = 0u; j < 64u; j++) {
    let other = tile[j];
    for (var b = 0u; b < 4u; b++) { sum[b] = pull(p[b], other, sum[b]); }
  }
  for (var b = 0u; b < 4u; b++) { accelerations[first + b * 256u] = vec4f(sum[b], 0.0); }
}
