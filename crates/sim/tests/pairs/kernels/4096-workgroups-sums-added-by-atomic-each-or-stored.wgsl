// name = "4096 workgroups' sums added by an atomic each, or stored"
// source = "Luitjens, Faster Parallel Reductions on Kepler: one atomic a block costs nothing to speak of; 4096 are 3 us of 210"
// range = { "ampere-8.6" = [0.97, 1.15], "rdna3" = [0.97, 1.15] }
// long = true
// slow = [4096, 1, 1]
// fast = [4096, 1, 1]
// buffers = [67108864, 16384]

@group(0) @binding(0) var<storage, read> input: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> sums: array<atomic<u32>>;
var<workgroup> parts: array<u32, 256>;
fn total(first: u32, lane: u32) -> u32 {
  var sum = vec4u(0u);
  for (var k = 0u; k < 4u; k++) { sum += input[first + k * 256u + lane]; }
  parts[lane] = sum.x + sum.y + sum.z + sum.w;
  for (var s = 128u; s > 0u; s >>= 1u) {
    workgroupBarrier();
    if lane < s { parts[lane] += parts[lane + s]; }
  }
  return parts[0];
}
@compute @workgroup_size(256) fn slow(@builtin(workgroup_id) w: vec3u, @builtin(local_invocation_index) lane: u32) {
  let sum = total(w.x * 1024u, lane);
  if lane == 0u { atomicAdd(&sums[0], sum); }
}
@compute @workgroup_size(256) fn fast(@builtin(workgroup_id) w: vec3u, @builtin(local_invocation_index) lane: u32) {
  let sum = total(w.x * 1024u, lane);
  if lane == 0u { atomicStore(&sums[w.x], sum); }
}
