// name = "rows of 1024 normalised, read three times, or once into registers"
// source = "counting: a row's second and third reading find it in level 1 or 2, so that DRAM carries as many bytes"
// range = { "ampere-8.6" = [0.95, 1.5], "rdna3" = [0.95, 1.6] }
// long = true
// slow = [4096, 1, 1]
// fast = [4096, 1, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

const COLUMNS = 1024u;
const THREADS = 256u;
var<workgroup> partial: array<f32, THREADS>;
fn total(value: f32, lane: u32) -> f32 {
  partial[lane] = value;
  workgroupBarrier();
  for (var half = THREADS / 2u; half > 0u; half >>= 1u) {
    if lane < half { partial[lane] += partial[lane + half]; }
    workgroupBarrier();
  }
  let sum = partial[0];
  workgroupBarrier();
  return sum;
}
@compute @workgroup_size(THREADS) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let row = group.x * COLUMNS;
  var sum = 0.0;
  for (var c = lane; c < COLUMNS; c += THREADS) { sum += input[row + c]; }
  let mean = total(sum, lane) / f32(COLUMNS);
  var squares = 0.0;
  for (var c = lane; c < COLUMNS; c += THREADS) { let d = input[row + c] - mean; squares += d * d; }
  let scale = inverseSqrt(total(squares, lane) / f32(COLUMNS) + 1e-5);
  for (var c = lane; c < COLUMNS; c += THREADS) { output[row + c] = (input[row + c] - mean) * scale; }
}
@compute @workgroup_size(THREADS) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let row = group.x * COLUMNS;
  var x: array<f32, 4>;
  var sum = 0.0;
  for (var k = 0u; k < 4u; k++) { x[k] = input[row + k * THREADS + lane]; sum += x[k]; }
  let mean = total(sum, lane) / f32(COLUMNS);
  var squares = 0.0;
  for (var k = 0u; k < 4u; k++) { let d = x[k] - mean; squares += d * d; }
  let scale = inverseSqrt(total(squares, lane) / f32(COLUMNS) + 1e-5);
  for (var k = 0u; k < 4u; k++) { output[row + k * THREADS + lane] = (x[k] - mean) * scale; }
}
