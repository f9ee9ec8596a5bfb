// name = "tiles loaded, added up and stored by workgroups of 1024, or of 512"
// source = "CUDA Occupancy Calculator: one workgroup of 1024 on a unit of 1536, which loads nothing while it adds, or three of 512; rdna3: two or four"
// range = { "ampere-8.6" = [1.0, 1.7], "rdna3" = [0.95, 1.4] }
// long = true
// slow = [8192, 1, 1]
// fast = [16384, 1, 1]
// buffers = [33554432, 33554432]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
var<workgroup> large: array<f32, 1024>;
var<workgroup> small: array<f32, 512>;
@compute @workgroup_size(1024) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  large[lane] = input[id.x];
  workgroupBarrier();
  var sum = 0.0;
  for (var k = 0u; k < 16u; k++) { sum += large[lane ^ (k * 32u)]; }
  workgroupBarrier();
  output[id.x] = sum;
}
@compute @workgroup_size(512) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  small[lane] = input[id.x];
  workgroupBarrier();
  var sum = 0.0;
  for (var k = 0u; k < 16u; k++) { sum += small[lane ^ (k * 32u)]; }
  workgroupBarrier();
  output[id.x] = sum;
}
