// name = "means over 27 points of a volume, or over seven"
// source = "count: 27 words from level 1 against seven, 83 us against 21 on 8.6, beside 53 us of DRAM and 35 us of rounds; rdna3: 15 to 25 us against 4 to 7 beside 9 and 10 (Micikevicius, 3D Finite Difference Computation on GPUs)"
// range = { "ampere-8.6" = [1.25, 2.1], "rdna3" = [1.1, 2.4] }
// long = true
// slow = [4, 16, 128]
// fast = [4, 16, 128]
// buffers = [8388608, 8388608]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
fn at_border(id: vec3u) -> bool { return any(id == vec3u(0u)) || any(id == vec3u(127u)); }
@compute @workgroup_size(32, 8) fn slow(@builtin(global_invocation_id) id: vec3u) {
  if (at_border(id)) { return; }
  let at = (id.z * 128u + id.y) * 128u + id.x;
  var sum = 0.0;
  for (var z = 0u; z < 3u; z++) {
    for (var y = 0u; y < 3u; y++) {
      let row = at + z * 16384u + y * 128u - 16513u;
      sum += input[row] + input[row + 1u] + input[row + 2u];
    }
  }
  output[at] = sum / 27.0;
}
@compute @workgroup_size(32, 8) fn fast(@builtin(global_invocation_id) id: vec3u) {
  if (at_border(id)) { return; }
  let at = (id.z * 128u + id.y) * 128u + id.x;
  let sides = input[at - 1u] + input[at + 1u] + input[at - 128u] + input[at + 128u] + input[at - 16384u] + input[at + 16384u];
  output[at] = (sides + input[at]) / 7.0;
}
