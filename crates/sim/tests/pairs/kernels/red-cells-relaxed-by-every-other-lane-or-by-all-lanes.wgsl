// name = "red cells relaxed by every other lane, or by all lanes of half as many"
// source = "counting: the same sectors of DRAM either way, half of the lanes idle"
// range = { "ampere-8.6" = [0.9, 1.4], "rdna3" = [0.9, 1.5] }
// long = true
// slow = [128, 128, 1]
// fast = [64, 128, 1]
// buffers = [4, 16777216]

@group(0) @binding(1) var<storage, read_write> grid: array<f32>;
const N = 2048u;
fn relax(x: u32, y: u32) {
  if x == 0u || y == 0u || x >= N - 1u || y >= N - 1u { return; }
  let i = y * N + x;
  grid[i] = 0.25 * (grid[i - 1u] + grid[i + 1u] + grid[i - N] + grid[i + N]);
}
@compute @workgroup_size(16, 16) fn slow(@builtin(global_invocation_id) id: vec3u) {
  if (id.x + id.y) % 2u == 1u { return; }
  relax(id.x, id.y);
}
@compute @workgroup_size(16, 16) fn fast(@builtin(global_invocation_id) id: vec3u) {
  relax(id.x * 2u + (id.y & 1u), id.y);
}
