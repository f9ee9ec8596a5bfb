// name = "a filter of 64 taps with one output an invocation, or four"
// source = "counting: 64 loads of a word an output, or 17 of four words for four outputs; the multiply-adds are the same"
// range = { "ampere-8.6" = [2, 4.5], "rdna3" = [1.4, 4.6] }
// long = true
// slow = [16384, 1, 1]
// fast = [4096, 1, 1]
// buffers = [17825792, 16777216, 256, 17825792, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@group(0) @binding(2) var<uniform> taps: array<vec4f, 16>;
@group(0) @binding(3) var<storage, read> input4: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> output4: array<vec4f>;

@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0.0;
  for (var t = 0u; t < 16u; t++) {
    let w = taps[t];
    let at = id.x + t * 4u;
    sum = fma(input[at], w.x, sum);
    sum = fma(input[at + 1u], w.y, sum);
    sum = fma(input[at + 2u], w.z, sum);
    sum = fma(input[at + 3u], w.w, sum);
  }
  output[id.x] = sum;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var sum = vec4f();
  var now = input4[id.x];
  for (var t = 0u; t < 16u; t++) {
    let w = taps[t];
    let next = input4[id.x + t + 1u];
    sum = fma(now, vec4f(w.x), sum);
    sum = fma(vec4f(now.yzw, next.x), vec4f(w.y), sum);
    sum = fma(vec4f(now.zw, next.xy), vec4f(w.z), sum);
    sum = fma(vec4f(now.w, next.xyz), vec4f(w.w), sum);
    now = next;
  }
  output4[id.x] = sum;
}
