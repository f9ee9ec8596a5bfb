// name = "a load a pass at low occupancy, or eight"
// source = "Volkov, Better Performance at Lower Occupancy; NVIDIA's compiler unrolls by four, RADV does not"
// range = { "ampere-8.6" = [0.95, 2.6], "rdna3" = [2.2, 8.2] }
// long = true
// slow = [48, 1, 1]
// fast = [48, 1, 1]
// buffers = [50331648, 49152]

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { var s = 0.0; for (var i = id.x; i < arrayLength(&x); i += 12288u) { s += x[i]; } y[id.x] = s; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var s = 0.0;
  for (var i = id.x; i < arrayLength(&x); i += 98304u) {
    s += x[i] + x[i + 12288u] + x[i + 24576u] + x[i + 36864u] + x[i + 49152u] + x[i + 61440u] + x[i + 73728u] + x[i + 86016u];
  }
  y[id.x] = s;
}
