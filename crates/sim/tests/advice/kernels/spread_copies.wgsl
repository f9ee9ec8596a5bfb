// suggests: spread-copies
// figure: atomic_serializations
// before: 480
// after: 480
// buffers: 1966080 4
// words: u32
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>, 4>;

var<workgroup> own: array<atomic<u32>, 4>;
var<workgroup> copies: array<atomic<u32>, 128>;
@compute @workgroup_size(256) fn before(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var k = lane; k < 4096u; k += 256u) { atomicAdd(&own[input[group.x * 4096u + k] % 4u], 1u); }
  workgroupBarrier();
  if lane < 4u { atomicAdd(&bins[lane], atomicLoad(&own[lane])); }
}
@compute @workgroup_size(256) fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var k = lane; k < 4096u; k += 256u) { atomicAdd(&copies[input[group.x * 4096u + k] % 4u * 32u + lane % 32u], 1u); }
  workgroupBarrier();
  if lane < 32u {
    var sum = 0u;
    for (var copy = 0u; copy < 32u; copy += 8u) { sum += atomicLoad(&copies[lane / 8u * 32u + (copy + lane) % 32u]); }
    atomicAdd(&bins[lane / 8u], sum);
  }
}
