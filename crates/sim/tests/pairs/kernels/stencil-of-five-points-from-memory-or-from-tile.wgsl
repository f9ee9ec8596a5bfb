// name = "a stencil of five points from memory, or from a tile"
// source = "NVIDIA developer blog, Finite Difference Methods in CUDA, and later caches: level 1 does what the tile does"
// range = { "ampere-8.6" = [0.6, 1.7], "rdna3" = [0.6, 1.7] }
// long = true
// slow = [64, 64, 1]
// fast = [64, 64, 1]
// buffers = [4194304, 4194304]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
const N = 1024u;
var<workgroup> tile: array<array<f32, 18>, 18>;
@compute @workgroup_size(16, 16) fn slow(@builtin(global_invocation_id) id: vec3u) { let x = clamp(id.x, 1u, N - 2u); let y = clamp(id.y, 1u, N - 2u); let i = y * N + x; output[id.y * N + id.x] = input[i] + input[i - 1u] + input[i + 1u] + input[i - N] + input[i + N]; }
@compute @workgroup_size(16, 16) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u, @builtin(global_invocation_id) id: vec3u) { for (var j = local.y; j < 18u; j += 16u) { for (var i = local.x; i < 18u; i += 16u) { let y = clamp(group.y * 16u + j, 1u, N) - 1u; let x = clamp(group.x * 16u + i, 1u, N) - 1u; tile[j][i] = input[y * N + x]; } } workgroupBarrier(); let x = local.x + 1u; let y = local.y + 1u; output[id.y * N + id.x] = tile[y][x] + tile[y][x - 1u] + tile[y][x + 1u] + tile[y - 1u][x] + tile[y + 1u][x]; }
