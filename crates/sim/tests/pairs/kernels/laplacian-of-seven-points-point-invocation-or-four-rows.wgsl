// name = "a Laplacian of seven points, a point an invocation, or four rows"
// source = "amd/amd-lab-notes, MI250X: 808 against 1,085 GB/s, for the rows shared and the loads in order"
// range = { "ampere-8.6" = [0.85, 1.7], "rdna3" = [0.85, 1.7] }
// long = true
// slow = [2, 512, 10]
// fast = [2, 128, 10]
// buffers = [20971520, 20971520]

@group(0) @binding(0) var<storage, read> u: array<vec2f>;
@group(0) @binding(1) var<storage, read_write> f: array<vec2f>;
const N = 512u;
const PLANE = 262144u;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  if id.x == 0u || id.x >= N - 1u || id.y == 0u || id.y >= N - 1u || id.z == 0u || id.z >= 9u { return; }
  let at = id.x + N * id.y + PLANE * id.z;
  f[at] = u[at] * -6.0 + u[at - 1u] + u[at + 1u] + u[at - N] + u[at + N] + u[at - PLANE] + u[at + PLANE];
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  if id.x == 0u || id.x >= N - 1u || id.z == 0u || id.z >= 9u { return; }
  let row = id.y * 4u;
  let at = id.x + N * row + PLANE * id.z;
  var s: array<vec2f, 4>;
  for (var r = 0u; r < 4u; r++) { s[r] = u[at - PLANE + r * N]; }
  if row > 0u { s[0] += u[at - N]; }
  for (var r = 0u; r < 4u; r++) {
    let here = u[at + r * N];
    s[r] += u[at - 1u + r * N] + u[at + 1u + r * N] + here * -6.0;
    if r > 0u { s[r - 1u] += here; }
    if r < 3u { s[r + 1u] += here; }
  }
  if row < N - 4u { s[3] += u[at + 4u * N]; }
  for (var r = 0u; r < 4u; r++) { s[r] += u[at + PLANE + r * N]; }
  for (var r = 0u; r < 4u; r++) { if row + r > 0u && row + r < N - 1u { f[at + r * N] = s[r]; } }
}
