// name = "a filter of 29 taps from memory, or from a tile"
// source = "count: 29 words a lane from level 1 at 64 bytes a clock, 178 us on 8.6, or 31 wavefronts of workgroup memory, 95 us, both beside 106 us of DRAM; rdna3: level 0 and workgroup memory take a clock each, level 0 two where lanes lie in two lines"
// range = { "ampere-8.6" = [1.15, 1.8], "rdna3" = [0.85, 1.8] }
// long = true
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [16777328, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
var<workgroup> tile: array<f32, 284>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0.0;
  for (var i = 0u; i < 29u; i++) { sum += input[id.x + i] * (1.0 - abs(f32(i) - 14.0) * 0.0625); }
  output[id.x] = sum;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  tile[lane] = input[id.x];
  if (lane < 28u) { tile[lane + 256u] = input[id.x + 256u]; }
  workgroupBarrier();
  var sum = 0.0;
  for (var i = 0u; i < 29u; i++) { sum += tile[lane + i] * (1.0 - abs(f32(i) - 14.0) * 0.0625); }
  output[id.x] = sum;
}
