// name = "a table of 4 KiB read by atomicLoad, or plainly"
// source = "PTX ISA, memory consistency model: relaxed loads of the device's scope, which level 1, not coherent, does not answer; LLVM AMDGPU memory model, gfx11: such loads bypass level 0. Level 2 gives a unit about 26 of level 1's 64 bytes a clock (54 of 128)"
// range = { "ampere-8.6" = [1.5, 6], "rdna3" = [1.5, 6] }
// long = true
// slow = [480, 1, 1]
// fast = [480, 1, 1]
// buffers = [4096, 491520]

@group(0) @binding(0) var<storage, read_write> shared_table: array<atomic<u32>>;
@group(0) @binding(0) var<storage, read> table: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0u;
  for (var k = 0u; k < 128u; k++) { sum += atomicLoad(&shared_table[(id.x + k * 64u) & 1023u]); }
  output[id.x] = sum;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0u;
  for (var k = 0u; k < 128u; k++) { sum += table[(id.x + k * 64u) & 1023u]; }
  output[id.x] = sum;
}
