// name = "cosine transforms of blocks of 8 x 8 at once, or by rows and then columns"
// source = "NVIDIA CUDA samples, dct8x8; 64 multiply-adds a pixel against 16; DRAM, which the faster one nearly waits for, 8 bytes a pixel"
// range = { "ampere-8.6" = [1.8, 4.2], "rdna3" = [1.6, 4.2] }
// missed."rdna3" = "1.37: neighbouring words of workgroup memory are read as vec4s, which the range leaves out, so that DRAM takes most of the faster one"
// long = true
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
var<workgroup> pixels: array<f32, 256>;
var<workgroup> rows: array<f32, 256>;
var<workgroup> waves: array<f32, 64>;
fn prepare(index: u32, lane: u32) {
  pixels[lane] = input[index];
  if (lane < 64u) { waves[lane] = cos((f32(lane % 8u) + 0.5) * f32(lane / 8u) * 0.3926991); }
  workgroupBarrier();
}
@compute @workgroup_size(256)
fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  prepare(id.x, lane);
  let block = lane & 192u;
  let u = lane % 8u;
  let v = (lane / 8u) % 8u;
  var sum = 0.0;
  for (var y = 0u; y < 8u; y++) {
    for (var x = 0u; x < 8u; x++) { sum += pixels[block + y * 8u + x] * waves[u * 8u + x] * waves[v * 8u + y]; }
  }
  output[id.x] = sum;
}
@compute @workgroup_size(256)
fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  prepare(id.x, lane);
  let block = lane & 192u;
  let u = lane % 8u;
  let v = (lane / 8u) % 8u;
  var sum = 0.0;
  for (var x = 0u; x < 8u; x++) { sum += pixels[block + v * 8u + x] * waves[u * 8u + x]; }
  rows[lane] = sum;
  workgroupBarrier();
  var result = 0.0;
  for (var y = 0u; y < 8u; y++) { result += rows[block + y * 8u + u] * waves[v * 8u + y]; }
  output[id.x] = result;
}
