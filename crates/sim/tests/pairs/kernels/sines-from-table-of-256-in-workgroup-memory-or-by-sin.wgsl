// name = "sines from a table of 256 in workgroup memory, or by sin"
// source = "counting: 32 random words of 32 banks take 3.4 wavefronts, and a conversion, against one of the special function unit's at 16 a clock or a quarter of the rate"
// range = { "ampere-8.6" = [1.1, 3], "rdna3" = [1.3, 4.5] }
// long = true
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [4, 983040]

@group(0) @binding(1) var<storage, read_write> output: array<f32>;
var<workgroup> sines: array<f32, 256>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  sines[lane] = sin(f32(lane) * 0.024543693);
  workgroupBarrier();
  var phase = f32(id.x) * 0.377;
  let step = f32((id.x * 2654435761u) >> 20u) * 0.0123;
  var sum = 0.0;
  for (var i = 0u; i < 256u; i++) {
    sum += sines[u32(phase * 40.743665) & 255u];
    phase += step;
  }
  output[id.x] = sum;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var phase = f32(id.x) * 0.377;
  let step = f32((id.x * 2654435761u) >> 20u) * 0.0123;
  var sum = 0.0;
  for (var i = 0u; i < 256u; i++) {
    sum += sin(phase);
    phase += step;
  }
  output[id.x] = sum;
}
