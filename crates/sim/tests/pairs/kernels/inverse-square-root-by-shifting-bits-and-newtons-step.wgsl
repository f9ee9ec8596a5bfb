// name = "an inverse square root by shifting bits and Newton's step, or inverseSqrt"
// source = "CUDA C++ Programming Guide, throughput of instructions, 8.6: 16 a clock, against two of 64 and four of 128; RDNA whitepaper: a quarter of the rate"
// range = { "ampere-8.6" = [0.55, 1.7], "rdna3" = [0.6, 2.2] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [983040, 983040]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var x = f32(id.x) + 1.0;
  for (var i = 0u; i < 512u; i++) {
    let y = bitcast<f32>(0x5f3759dfu - (bitcast<u32>(x) >> 1u));
    x = y * fma(-0.5 * x, y * y, 1.5) + 0.75;
  }
  output[id.x] = x;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var x = f32(id.x) + 1.0;
  for (var i = 0u; i < 512u; i++) { x = inverseSqrt(x) + 0.75; }
  output[id.x] = x;
}
