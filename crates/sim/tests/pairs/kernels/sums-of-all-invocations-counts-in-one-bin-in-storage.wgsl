// name = "the sums of all invocations' counts in one bin, in storage or in workgroup memory"
// source = "R100001/Programming-Massively-Parallel-Processors, RTX 3080, blocks of 512: 7.4 against 188 GB/s"
// range = { "ampere-8.6" = [6, 70], "rdna3" = [6, 120] }
// long = true
// slow = [8192, 1, 1]
// fast = [8192, 1, 1]
// buffers = [16777216, 2048]

@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>, 512>;
var<workgroup> own: array<atomic<u32>, 512>;
@compute @workgroup_size(512) fn slow(@builtin(global_invocation_id) id: vec3u) {
  atomicAdd(&bins[x[id.x]], 1u);
}
@compute @workgroup_size(512) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  atomicAdd(&own[x[id.x]], 1u);
  workgroupBarrier();
  atomicAdd(&bins[lane], atomicLoad(&own[lane]));
}
