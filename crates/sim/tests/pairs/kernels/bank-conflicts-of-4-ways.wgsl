// name = "bank conflicts of 4 ways"
// source = "CUDA C++ Programming Guide, shared memory: words four apart are in 8 of 32 banks: four wavefronts for one"
// range = { "ampere-8.6" = [2.2, 4.2], "rdna3" = [1.8, 4.2] }
// long = true
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [983040, 983040]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

var<workgroup> words: array<f32, 1024>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  words[lane] = f32(lane); words[lane + 256u] = 1.0; words[lane + 512u] = 2.0; words[lane + 768u] = 3.0;
  workgroupBarrier();
  var at = lane * 4u;
  var sum = 0.0;
  for (var i = 0u; i < 512u; i++) { sum += words[at & 1023u]; at += 32u; }
  output[id.x] = sum;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  words[lane] = f32(lane); words[lane + 256u] = 1.0; words[lane + 512u] = 2.0; words[lane + 768u] = 3.0;
  workgroupBarrier();
  var at = lane * 1u;
  var sum = 0.0;
  for (var i = 0u; i < 512u; i++) { sum += words[at & 1023u]; at += 32u; }
  output[id.x] = sum;
}
