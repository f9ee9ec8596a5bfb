// name = "24 MiB read four times, or 2 MiB 48 times"
// source = "count: 96 MiB from DRAM, 285 us, against level 2's 768 bytes a clock, 92 us, on 8.6 with 3 MiB of it; rdna3: 26 us of DRAM and 22 us of the Infinity Cache against 16 us of level 2 and 2 us of DRAM (RRZE gpu-benches, gpu-l2-cache)"
// range = { "ampere-8.6" = [2.3, 3.6], "rdna3" = [1.8, 3.6] }
// long = true
// slow = [180, 1, 1]
// fast = [180, 1, 1]
// buffers = [33554432, 184320]

@group(0) @binding(0) var<storage, read> input: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var sum = vec4f(0.0);
  for (var i = 0u; i < 136u; i++) { sum += input[(id.x + i * 46080u) % 1572864u]; }
  output[id.x] = sum.x + sum.y + sum.z + sum.w;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var sum = vec4f(0.0);
  for (var i = 0u; i < 136u; i++) { sum += input[(id.x + i * 46080u) % 131072u]; }
  output[id.x] = sum.x + sum.y + sum.z + sum.w;
}
