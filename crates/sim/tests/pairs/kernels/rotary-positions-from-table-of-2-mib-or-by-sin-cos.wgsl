// name = "rotary positions from a table of 2 MiB, or by sin, cos and exp2"
// source = "RoPE kernels of llama.cpp and FlashAttention: both are bound by DRAM (134 MB); the table stays in level 2"
// range = { "ampere-8.6" = [0.9, 1.25], "rdna3" = [0.9, 1.25] }
// long = true
// slow = [128, 256, 1]
// fast = [128, 256, 1]
// buffers = [67108864, 2097152]

@group(0) @binding(0) var<storage, read_write> queries: array<vec2f>;
@group(0) @binding(1) var<storage, read> turns: array<vec2f>;
const PAIRS = 64u;
const HEADS = 32u;
fn turned(q: vec2f, t: vec2f) -> vec2f { return vec2f(q.x * t.x - q.y * t.y, q.x * t.y + q.y * t.x); }
fn index(w: vec3u, lane: u32) -> u32 { return (w.y * 128u + w.x) * 256u + lane; }
@compute @workgroup_size(64, 4) fn slow(@builtin(workgroup_id) w: vec3u, @builtin(local_invocation_index) lane: u32) {
  let i = index(w, lane);
  let position = i / (PAIRS * HEADS);
  queries[i] = turned(queries[i], turns[position * PAIRS + i % PAIRS]);
}
@compute @workgroup_size(64, 4) fn fast(@builtin(workgroup_id) w: vec3u, @builtin(local_invocation_index) lane: u32) {
  let i = index(w, lane);
  let angle = f32(i / (PAIRS * HEADS)) * exp2(f32(i % PAIRS) * -0.2076205);
  queries[i] = turned(queries[i], vec2f(cos(angle), sin(angle)));
}
