// name = "two small workgroups a unit, or full occupancy"
// source = "RRZE gpu-benches, gpu-stream, A40, read: 160 GB/s with two blocks of 64, 680 with two of 768"
// range = { "ampere-8.6" = [3, 6] }
// slow = [8192, 1, 1]
// fast = [2048, 1, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> input: array<vec2f>;
@group(0) @binding(1) var<storage, read_write> output: array<vec2f>;

var<workgroup> spoiler: array<vec2f, 6016>;
@compute @workgroup_size(64) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  let v = input[id.x];
  if v.x == 7.0 { spoiler[lane] = v; output[id.x] = spoiler[lane ^ 1u]; }
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let v = input[id.x];
  if v.x == 7.0 { output[id.x] = v; }
}
