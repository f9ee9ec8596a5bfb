// name = "a ring of 1000003 elements read from anywhere on by its remainder, or from its start"
// source = "counting: a remainder by a constant is a few instructions (Granlund and Montgomery, Division by Invariant Integers), beside DRAM and level 2"
// range = { "ampere-8.6" = [0.95, 1.3], "rdna3" = [0.93, 1.3] }
// slow = [3907, 1, 1]
// fast = [3907, 1, 1]
// buffers = [4000012, 4000012]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

const RING = 1000003u;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  if id.x >= RING { return; }
  output[id.x] = input[(id.x + 777777u) % RING];
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  if id.x >= RING { return; }
  output[id.x] = input[id.x];
}
