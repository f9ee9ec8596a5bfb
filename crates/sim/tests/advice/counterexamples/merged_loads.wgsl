// untold: read-twice
// main: 240
// buffers: 2048 245760
// The estimate counts the load once, as a compiler makes it once.
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(256) fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var k = 0u; k < 8u; k++) { sum = fma(input[k * 256u + lane], input[k * 256u + lane], sum); }
  output[group.x * 256u + lane] = sum;
}
