// name = "a sparse matrix with columns of 32 bits, or of 16"
// source = "Willcock and Lumsdaine, compressed indices: 8 bytes an entry against 6 of DRAM, 1.33"
// range = { "ampere-8.6" = [1.15, 1.4], "rdna3" = [1.1, 1.45] }
// long = true
// slow = [256, 1, 1]
// fast = [256, 1, 1]
// buffers = [16777216, 16777216, 262144, 262144]

@group(0) @binding(0) var<storage, read> values: array<f32>;
@group(0) @binding(1) var<storage, read> columns: array<u32>;
@group(0) @binding(2) var<storage, read> vector: array<f32>;
@group(0) @binding(3) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0.0;
  for (var i = 0u; i < 64u; i += 2u) {
    let at = i * 65536u + id.x;
    sum += values[at] * vector[(columns[at] + id.x + i) & 65535u];
    sum += values[at + 65536u] * vector[(columns[at + 65536u] + id.x + i + 1u) & 65535u];
  }
  output[id.x] = sum;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0.0;
  for (var i = 0u; i < 64u; i += 2u) {
    let at = i * 65536u + id.x;
    let both = columns[i * 32768u + id.x];
    sum += values[at] * vector[((both & 0xffffu) + id.x + i) & 65535u];
    sum += values[at + 65536u] * vector[((both >> 16u) + id.x + i + 1u) & 65535u];
  }
  output[id.x] = sum;
}
