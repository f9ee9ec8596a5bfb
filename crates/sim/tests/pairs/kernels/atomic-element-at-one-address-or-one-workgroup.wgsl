// name = "an atomic an element at one address, or one a workgroup"
// source = "NVIDIA, GPU Pro Tip: Fast Histograms Using Shared Atomics on Maxwell; Harris' reduction: contention serialises"
// range = { "ampere-8.6" = [10, 400], "rdna3" = [10, 400] }
// missed."ampere-8.6" = "compilers combine what a subgroup adds to a known address (nvcc: REDUX), which the source, of an older one, does not reckon with"
// missed."rdna3" = "compilers combine what a subgroup adds to a known address (Mesa, nir_opt_uniform_atomics), which the source does not reckon with"
// long = true
// slow = [4096, 1, 1]
// fast = [4096, 1, 1]
// buffers = [16777216, 4]

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> total: atomic<u32>;
var<workgroup> part: array<u32, 256>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { atomicAdd(&total, input[id.x] + id.x); }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  part[lane] = input[id.x] + id.x;
  workgroupBarrier();
  for (var s = 128u; s > 0u; s /= 2u) {
    if lane < s { part[lane] += part[lane + s]; }
    workgroupBarrier();
  }
  if lane == 0u { atomicAdd(&total, part[0]); }
}
