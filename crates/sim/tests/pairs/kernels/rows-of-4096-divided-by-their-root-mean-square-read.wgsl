// name = "rows of 4096 divided by their root mean square, read twice, or held in registers"
// source = "as many bytes of DRAM: six rows of 16 KiB stay in a unit's level 1 on 8.6, in level 2 elsewhere; the second read comes between barriers, 10 % to 40 % of a workgroup's time"
// range = { "ampere-8.6" = [0.95, 1.5], "rdna3" = [0.95, 1.5] }
// long = true
// slow = [1024, 1, 1]
// fast = [1024, 1, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
var<workgroup> sums: array<f32, 256>;
fn total(lane: u32, value: f32) -> f32 {
  sums[lane] = value;
  workgroupBarrier();
  for (var half = 128u; half > 0u; half /= 2u) {
    if (lane < half) { sums[lane] += sums[lane + half]; }
    workgroupBarrier();
  }
  return sums[0];
}
@compute @workgroup_size(256) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let row = group.x * 4096u + lane;
  var squares = 0.0;
  for (var i = 0u; i < 16u; i++) { squares += input[row + i * 256u] * input[row + i * 256u]; }
  let scale = inverseSqrt(total(lane, squares) / 4096.0 + 0.00001);
  for (var i = 0u; i < 16u; i++) { output[row + i * 256u] = input[row + i * 256u] * scale; }
}
@compute @workgroup_size(256) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let row = group.x * 4096u + lane;
  var values: array<f32, 16>;
  var squares = 0.0;
  for (var i = 0u; i < 16u; i++) {
    values[i] = input[row + i * 256u];
    squares += values[i] * values[i];
  }
  let scale = inverseSqrt(total(lane, squares) / 4096.0 + 0.00001);
  for (var i = 0u; i < 16u; i++) { output[row + i * 256u] = values[i] * scale; }
}
