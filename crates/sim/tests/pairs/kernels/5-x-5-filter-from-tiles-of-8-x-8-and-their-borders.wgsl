// name = "a 5 x 5 filter from tiles of 8 x 8 and their borders, or of 32 x 8"
// source = "Podlozhnyuk, Image Convolution with CUDA, aprons: 2.25 words loaded an output against 1.69, four rows of 8 meet in banks (two turns a read) and 32 subgroups of 48 are resident: 55 to 75 clocks for 32 outputs against DRAM's 36 to 45"
// range = { "ampere-8.6" = [1.15, 2.3], "rdna3" = [1.1, 2.4] }
// long = true
// slow = [256, 256, 1]
// fast = [64, 256, 1]
// buffers = [17057024, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
var<workgroup> small: array<f32, 144>;
var<workgroup> wide: array<f32, 432>;
@compute @workgroup_size(8, 8)
fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var i = lane; i < 144u; i += 64u) { small[i] = input[(group.y * 8u + i / 12u) * 2064u + group.x * 8u + i % 12u]; }
  workgroupBarrier();
  var sum = 0.0;
  for (var y = 0u; y < 5u; y++) {
    for (var x = 0u; x < 5u; x++) { sum += small[(local.y + y) * 12u + local.x + x] * f32(1u + x + y); }
  }
  output[id.y * 2048u + id.x] = sum;
}
@compute @workgroup_size(32, 8)
fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var i = lane; i < 432u; i += 256u) { wide[i] = input[(group.y * 8u + i / 36u) * 2064u + group.x * 32u + i % 36u]; }
  workgroupBarrier();
  var sum = 0.0;
  for (var y = 0u; y < 5u; y++) {
    for (var x = 0u; x < 5u; x++) { sum += wide[(local.y + y) * 36u + local.x + x] * f32(1u + x + y); }
  }
  output[id.y * 2048u + id.x] = sum;
}
