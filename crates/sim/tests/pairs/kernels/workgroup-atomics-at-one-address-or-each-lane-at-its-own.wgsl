// name = "workgroup atomics at one address, or each lane at its own"
// source = "NVIDIA Nsight, memory statistics, atomics: lanes at one address are serialised"
// range = { "ampere-8.6" = [4, 40], "rdna3" = [4, 70] }
// missed."ampere-8.6" = "compilers combine what a subgroup adds to a known address (nvcc: REDUX), which the source, of an older one, does not reckon with"
// missed."rdna3" = "compilers combine what a subgroup adds to a known address (Mesa, nir_opt_uniform_atomics), which the source does not reckon with"
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> sums: array<atomic<u32>, 256>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var i = 0u; i < 64u; i++) { atomicAdd(&sums[i % 4u], i + lane); }
  workgroupBarrier();
  output[id.x] = atomicLoad(&sums[lane]);
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var i = 0u; i < 64u; i++) { atomicAdd(&sums[(lane + i) % 256u], i + lane); }
  workgroupBarrier();
  output[id.x] = atomicLoad(&sums[lane]);
}
