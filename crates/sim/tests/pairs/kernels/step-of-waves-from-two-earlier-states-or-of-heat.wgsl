// name = "a step of waves from two earlier states, or of heat from one"
// source = "count of bytes: 12 a cell against 8 (Williams et al., Roofline; neighbours hit in caches), 1.5; rdna3's from the Infinity Cache"
// range = { "ampere-8.6" = [1.25, 1.6], "rdna3" = [1.15, 1.7] }
// long = true
// slow = [64, 256, 1]
// fast = [64, 256, 1]
// buffers = [16777216, 16777216, 16777216]

@group(0) @binding(0) var<storage, read> now: array<f32>;
@group(0) @binding(1) var<storage, read> before: array<f32>;
@group(0) @binding(2) var<storage, read_write> next: array<f32>;
@compute @workgroup_size(32, 8) fn slow(@builtin(global_invocation_id) id: vec3u) {
  if (id.x == 0u || id.y == 0u || id.x == 2047u || id.y == 2047u) { return; }
  let at = id.y * 2048u + id.x;
  let u = now[at];
  next[at] = 2.0 * u - before[at] + 0.2 * (now[at - 1u] + now[at + 1u] + now[at - 2048u] + now[at + 2048u] - 4.0 * u);
}
@compute @workgroup_size(32, 8) fn fast(@builtin(global_invocation_id) id: vec3u) {
  if (id.x == 0u || id.y == 0u || id.x == 2047u || id.y == 2047u) { return; }
  let at = id.y * 2048u + id.x;
  let u = now[at];
  next[at] = u + 0.2 * (now[at - 1u] + now[at + 1u] + now[at - 2048u] + now[at + 2048u] - 4.0 * u);
}
