// suggests: load-vectors
// figure: global_requests
// machine: xe-hpg
// before: 960
// after: 960
// buffers: 16384 245760
// results: other, each lane takes other elements
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@group(0) @binding(0) var<storage, read> input4: array<vec4f>;

@compute @workgroup_size(256) fn before(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var j = 0u; j < 64u; j++) { sum += input[j % 16u * 256u + lane]; }
  output[group.x * 256u + lane] = sum;
}
@compute @workgroup_size(256) fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = vec4f();
  for (var j = 0u; j < 16u; j++) { sum += input4[j % 4u * 256u + lane]; }
  output[group.x * 256u + lane] = sum.x + sum.y + sum.z + sum.w;
}
