// name = "workgroup atomics on two counters by value, or on sixteen"
// source = "lanes at one address are served one after the other: 16 of 32 against 2, 32 of 64 against 4"
// range = { "ampere-8.6" = [3, 9], "rdna3" = [3, 9] }
// long = true
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
var<workgroup> counter: array<atomic<u32>, 256>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  let x = input[id.x];
  for (var i = 0u; i < 128u; i++) { atomicAdd(&counter[(lane + i) % 2u], x + i); }
  workgroupBarrier();
  output[id.x] = atomicLoad(&counter[lane]);
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  let x = input[id.x];
  for (var i = 0u; i < 128u; i++) { atomicAdd(&counter[(lane + i) % 16u], x + i); }
  workgroupBarrier();
  output[id.x] = atomicLoad(&counter[lane]);
}
