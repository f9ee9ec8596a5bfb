// name = "local 64, loads uniform and by lane"
// slow = [1056, 1, 1]
// fast = [1056, 1, 1]
// buffers = [16, 1081344]

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var a: array<u32, 64>; let z = input[id.x & 1u];
  for (var i = 0u; i < 64u; i++) { a[(i + z) % 64u] = i ^ id.x; }
  var s = z;
  for (var i = 0u; i < 256u; i++) { s += a[(z + i) % 64u]; }
  output[id.x] = s + a[z];
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var a: array<u32, 64>; let z = input[id.x & 1u];
  for (var i = 0u; i < 64u; i++) { a[(i + z) % 64u] = i ^ id.x; }
  var s = z;
  for (var i = 0u; i < 256u; i++) { s += a[(id.x + i) % 64u]; }
  output[id.x] = s + a[z];
}
