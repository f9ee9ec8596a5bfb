// name = "rows of a tile of 64 x 64 added up by a lane each, unpadded or padded"
// source = "count: 64 reads of 32 turns for two subgroups, 98 us, beside 53 us of DRAM on 8.6, against 3 us; rdna3: 17 to 35 us beside 18 us of DRAM (CUDA C++ Best Practices Guide, shared memory and memory banks)"
// range = { "ampere-8.6" = [1.3, 2.8], "rdna3" = [1.0, 2.6] }
// long = true
// slow = [1024, 1, 1]
// fast = [1024, 1, 1]
// buffers = [16777216, 262144]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
var<workgroup> plain: array<array<f32, 64>, 64>;
var<workgroup> padded: array<array<f32, 65>, 64>;
@compute @workgroup_size(64) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var i = 0u; i < 64u; i++) { plain[i][lane] = input[group.x * 4096u + i * 64u + lane]; }
  workgroupBarrier();
  var sum = 0.0;
  for (var k = 0u; k < 64u; k++) { sum += plain[lane][k]; }
  output[id.x] = sum;
}
@compute @workgroup_size(64) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var i = 0u; i < 64u; i++) { padded[i][lane] = input[group.x * 4096u + i * 64u + lane]; }
  workgroupBarrier();
  var sum = 0.0;
  for (var k = 0u; k < 64u; k++) { sum += padded[lane][k]; }
  output[id.x] = sum;
}
