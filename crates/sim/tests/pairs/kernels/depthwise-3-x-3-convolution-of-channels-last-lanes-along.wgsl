// name = "a depthwise 3 x 3 convolution of channels last, lanes along x, or along the channels"
// source = "counting: words 256 bytes apart, a sector each, or 128 bytes in a row; Best Practices Guide, strided accesses"
// range = { "ampere-8.6" = [3, 14], "rdna3" = [3, 32] }
// missed."ampere-8.6" = "14.65: a workgroup's share of level 1 holds a fifth of the 160 lines that its subgroups read a row of; the range takes a sector to be read once from level 2 and from DRAM"
// long = true
// slow = [1, 256, 64]
// fast = [16384, 1, 1]
// buffers = [17825792, 17825792, 4096]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

@group(0) @binding(2) var<storage, read> weights: array<f32>;
const W = 258u;
const C = 64u;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let x = id.x; let y = id.y; let c = id.z;
  var sum = 0.0;
  for (var dy = 0u; dy < 3u; dy++) {
    for (var dx = 0u; dx < 3u; dx++) { sum = fma(input[((y + dy) * W + x + dx) * C + c], weights[(dy * 3u + dx) * C + c], sum); }
  }
  output[(y * W + x) * C + c] = sum;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let c = id.x % C; let x = id.x / C % 256u; let y = id.x / C / 256u;
  var sum = 0.0;
  for (var dy = 0u; dy < 3u; dy++) {
    for (var dx = 0u; dx < 3u; dx++) { sum = fma(input[((y + dy) * W + x + dx) * C + c], weights[(dy * 3u + dx) * C + c], sum); }
  }
  output[(y * W + x) * C + c] = sum;
}
