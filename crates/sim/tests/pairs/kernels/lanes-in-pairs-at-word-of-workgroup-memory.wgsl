// name = "lanes in pairs at a word of workgroup memory, or each at its own"
// source = "CUDA C++ Programming Guide, shared memory: a word that several lanes read is broadcast"
// range = { "ampere-8.6" = [0.95, 1.1], "rdna3" = [0.95, 1.15] }
// slow = [480, 1, 1]
// fast = [480, 1, 1]
// buffers = [6144, 491520]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
var<workgroup> words_in: array<f32, 1536>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  words_in[lane] = input[lane];
  for (var i = lane; i < 1536u; i += 256u) { words_in[i] = f32(i) + input[i]; }
  workgroupBarrier();
  var sum = 0.0;
  for (var k = 0u; k < 128u; k++) { sum += words_in[(lane >> 1u) + k]; }
  output[id.x] = sum;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  words_in[lane] = input[lane];
  for (var i = lane; i < 1536u; i += 256u) { words_in[i] = f32(i) + input[i]; }
  workgroupBarrier();
  var sum = 0.0;
  for (var k = 0u; k < 128u; k++) { sum += words_in[lane + k]; }
  output[id.x] = sum;
}
