// name = "attraction by 1024 bodies read from memory, or from workgroup memory"
// source = "Nyland, Harris and Prins, GPU Gems 3, chapter 31; since level 1 caches global memory both are bound by the 20 operations a pair"
// range = { "ampere-8.6" = [0.9, 1.6], "rdna3" = [0.8, 1.6] }
// missed."ampere-8.6" = "1.98: level 1 hands 16 bytes to each of 32 lanes in 8 clocks, as it does words in 2; whether it does so where all lanes read one address is not published"
// long = true
// slow = [240, 1, 1]
// fast = [240, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> bodies: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> output: array<vec4f>;
fn force(at: vec3f, other: vec4f, sum: vec3f) -> vec3f {
  let d = other.xyz - at;
  let r = inverseSqrt(dot(d, d) + 0.01);
  return fma(d, vec3f(other.w * r * r * r), sum);
}

@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let at = bodies[id.x].xyz;
  var sum = vec3f();
  for (var j = 0u; j < 1024u; j++) { sum = force(at, bodies[j], sum); }
  output[id.x] = vec4f(sum, 0.0);
}
var<workgroup> tile: array<vec4f, 256>;
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  let at = bodies[id.x].xyz;
  var sum = vec3f();
  for (var t = 0u; t < 1024u; t += 256u) {
    tile[lane] = bodies[t + lane];
    workgroupBarrier();
    for (var j = 0u; j < 256u; j++) { sum = force(at, tile[j], sum); }
    workgroupBarrier();
  }
  output[id.x] = vec4f(sum, 0.0);
}
