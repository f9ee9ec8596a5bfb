// name = "places in a volume by division of the index, or by three indices"
// source = "counting: some ten instructions an element, a seventh of what DRAM takes"
// range = { "ampere-8.6" = [0.93, 1.2], "rdna3" = [0.93, 1.25] }
// long = true
// slow = [60000, 1, 1]
// fast = [1, 250, 256]
// buffers = [61440000, 61440000]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let x = id.x % 240u;
  let y = id.x / 240u % 250u;
  let z = id.x / 60000u;
  if z < 256u { output[(z * 250u + y) * 240u + x] = input[(z * 250u + y) * 240u + x] * 2.0; }
}
@compute @workgroup_size(240, 1, 1) fn fast(@builtin(global_invocation_id) id: vec3u) {
  output[(id.z * 250u + id.y) * 240u + id.x] = input[(id.z * 250u + id.y) * 240u + id.x] * 2.0;
}
