// name = "integer division by what is read, or a shift"
// source = "CUDA C++ Programming Guide, arithmetic instructions: a division is up to 20 instructions"
// range = { "ampere-8.6" = [4, 22], "rdna3" = [4, 30] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let d = input[0] + 3u;
  var v = id.x;
  for (var i = 0u; i < 400u; i++) { v = v / d + i; }
  output[id.x] = v;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let d = input[0] + 3u;
  var v = id.x;
  for (var i = 0u; i < 400u; i++) { v = (v >> d) + i; }
  output[id.x] = v;
}
