// name = "integer square roots bit by bit, or by sqrt of f32"
// source = "counting: 16 passes of about six integer instructions against two conversions, a root and a step of correction; 13.2 on an H200 (benches/measured), where the lanes of integers make them floats"
// range = { "ampere-8.6" = [3.5, 14], "rdna3" = [4, 13] }
// long = true
// slow = [480, 1, 1]
// fast = [480, 1, 1]
// buffers = [4, 491520]

@group(0) @binding(1) var<storage, read_write> output: array<u32>;
fn root(n: u32) -> u32 {
  var rest = n; var result = 0u; var bit = 1u << 30u;
  while bit != 0u {
    if rest >= result + bit { rest -= result + bit; result = (result >> 1u) + bit; } else { result >>= 1u; }
    bit >>= 2u;
  }
  return result;
}
fn root32(n: u32) -> u32 {
  let r = u32(sqrt(f32(n)));
  return select(r, r - 1u, r * r > n);
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var x = id.x * 2654435761u; var sum = 0u;
  for (var i = 0; i < 64; i++) { x = x * 1664525u + 1013904223u; sum += root(x); }
  output[id.x] = sum;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var x = id.x * 2654435761u; var sum = 0u;
  for (var i = 0; i < 64; i++) { x = x * 1664525u + 1013904223u; sum += root32(x); }
  output[id.x] = sum;
}
